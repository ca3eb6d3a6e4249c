#include <algorithm>
#include <numeric>
#include <optional>

#include "nn/framework/program/layout_map.h"
#include "nn/layers/conv2d/padded_src.h"
#include "nn/layers/conv2d_backward_weights/image_copy.h"
#include "nn/layers/conv2d_backward_weights/solvers.h"

namespace tiramisu::nn {

namespace {

/// Divisors of `count` that lie between these, ascending.
std::vector<int> divisors(int count, int least, int most) {
    std::vector<int> found;
    for (int one = least; one <= std::min(count, most); one++) {
        if (count % one == 0) {
            found.push_back(one);
        }
    }
    return found;
}

// A load for each filter beside a multiply-add for each vector: fewer are bound by loads.
constexpr int least_filters = 4;

/// Of tiles of two vectors, which registers hold with two vectors of channels and one filter.
int most_filters(const machine &target) {
    constexpr int enough = 8;
    return std::min(enough, (target.registers - 3) / 2);
}

std::vector<int> filters_of_tiles(const conv2d_task &of) {
    return divisors(of.filters(), least_filters, most_filters(of.target));
}

/// As many as registers hold of the most filters.
std::vector<int> vectors_of_tiles(const conv2d_task &of) {
    return divisors(of.channels() / of.target.lanes, 1,
                    (of.target.registers - 1) / (most_filters(of.target) + 1));
}

/// A configuration, by its parameters.
struct blocks {
    int channels, filters; ///< whose sums are kept in registers
    int rows;              ///< that are summed up for one element of the kernel before the next

    blocks(const conv2d_task &of, const configuration &chosen)
        : channels(chosen.at("c_vectors") * of.target.lanes), filters(chosen.at("f")),
          rows(chosen.at("y")) {}
};

/// Iterators of blocks of filters and channels, and inside of them. That blocks are iterators lets
/// the tile hold one alone.
struct tile_iterators {
    var f_block, c_block, f, c;

    tile_iterators(const conv2d_task &of, const blocks &blocking)
        : f_block("f_block", 0, of.filters() / blocking.filters),
          c_block("c_block", 0, of.channels() / blocking.channels), f("f_in", 0, blocking.filters),
          c("c_in", 0, blocking.channels) {}
};

/// Positions of the result, in one direction, at which an element of the kernel meets the image.
var positions_that_meet(const char *name, const expr &element, int dilation, int stride,
                        int padding, int size, int count) {
    // The least i and the first beyond of: 0 <= i * stride + offset < size
    const expr offset = element * (dilation + 1) - padding;
    return var(name, max(0, (stride - 1 - offset) / stride),
               min(count, (size + stride - 1 - offset) / stride));
}

/// The image with its channels in blocks: itself, or a copy. Vectors of channels lie closer
/// together than in rows of all channels, whose distance may be that of lines that meet in one set
/// of a cache.
class blocked_image {
public:
    blocked_image(const conv2d_task &of, const conv2d_iterators &at, const input &src) : src_(src) {
        if (of.layouts.src == layout::nchw16c) {
            return;
        }
        const var iy("iy", 0, of.problem.ih), ix("ix", 0, of.problem.iw);
        copy.emplace("blocks", std::vector<var>{at.n, iy, ix, at.g, at.c},
                     src(at.n, at.g, at.c, iy, ix));
        const auto extents = of.problem.src_extents();
        buffer memory("blocks", buffer_sizes(layout::nchw16c, extents), p_float32, a_temporary);
        memory.align(64);
        copy->store_in(&memory, buffer_indices(layout::nchw16c, extents,
                                               {at.n, at.g * of.channels() + at.c, iy, ix}));
    }

    std::optional<computation> copy;
    expr at(const expr &n, const expr &g, const expr &c, const expr &row,
            const expr &column) const {
        return copy ? expr((*copy)(n, row, column, g, c)) : expr(src_(n, g, c, row, column));
    }

private:
    input src_;
};

/// Rows whose part of the image stays in the first-level cache for all elements of the kernel, but
/// so many that a tile is seldom loaded and stored.
int usual_rows(const conv2d_task &of, int channels) {
    constexpr int many_positions = 48;
    const conv2d_problem &p = of.problem;
    int chosen = 1;
    for (const int rows : divisors(p.oh, 1, p.oh)) {
        const int bytes =
            static_cast<int>(sizeof(float)) * channels * columns_met(p, p.ow) * rows_met(p, rows);
        const bool fits = bytes <= of.target.l1_bytes / 4 * 5;
        chosen = fits || chosen * p.ow < many_positions ? rows : chosen;
    }
    return chosen;
}

/// The loop whose iterations are shared among threads.
var parallel_loop(const conv2d_task &of, const blocks &blocking, const conv2d_iterators &at,
                  const tile_iterators &tile) {
    if (of.problem.g >= of.target.threads) {
        return at.g;
    }
    return of.filters() / blocking.filters >= of.target.threads ? tile.f_block : tile.c_block;
}

void schedule(const conv2d_task &of, const blocks &blocking, const conv2d_iterators &at,
              const tile_iterators &tile, const computation &sums, computation result) {
    const var y_block("y_block"), y("y_in"), vector("c_vector"), lane("c_lane");
    computation start = sums.init(), steps = sums.update(0);
    steps.split(at.y, blocking.rows, y_block, y);
    steps.reorder(
        {at.g, tile.f_block, tile.c_block, at.n, y_block, at.ky, at.kx, y, at.x, tile.f, tile.c});
    for (computation part : {start, steps}) {
        part.vectorize(tile.c, of.target.lanes, vector, lane);
        part.tag_unroll_level(tile.f);
        part.tag_unroll_level(vector);
    }
    if (of.problem.kh * of.problem.kw == 1) {
        result.vectorize(tile.c, of.target.lanes);
    }
    start.then(steps, tile.c_block).then(result, tile.c_block);
    steps.cache_write(at.kx, memory::registers);
    result.parallelize(parallel_loop(of, blocking, at, tile));
}

} // namespace

std::string direct_backward_weights::why_not(const task &of) const {
    const conv2d_task convolution = convolution_of(of);
    if (convolution.channels() % convolution.target.lanes != 0) {
        return "its " + std::to_string(convolution.channels()) +
               " channels of a group do not fill vectors of " +
               std::to_string(convolution.target.lanes);
    }
    if (filters_of_tiles(convolution).empty()) {
        return "its " + std::to_string(convolution.filters()) +
               " filters of a group cannot be cut into tiles that registers hold";
    }
    return {};
}

std::size_t direct_backward_weights::workspace_bytes(const task &of,
                                                     const configuration &chosen) const {
    const conv2d_task convolution = convolution_of(of);
    const conv2d_backward_weights_problem &p = of.problem;
    const blocks blocking(convolution, chosen);
    const auto product = [](const std::array<int, 4> &sizes) {
        return std::accumulate(
            sizes.begin(), sizes.end(), sizeof(float),
            [](std::size_t so_far, int size) { return so_far * static_cast<std::size_t>(size); });
    };
    const std::size_t tile = product({blocking.filters, p.kh, p.kw, blocking.channels});
    return tile + (p.format == layout::nchw16c ? 0 : product(p.src_extents()));
}

std::vector<tunable> direct_backward_weights::tunables(const task &of) const {
    const conv2d_task convolution = convolution_of(of);
    return {{"c_vectors", vectors_of_tiles(convolution)},
            {"f", filters_of_tiles(convolution)},
            {"y", divisors(of.problem.oh, 1, of.problem.oh)}};
}

configuration direct_backward_weights::default_configuration(const task &of) const {
    const conv2d_task convolution = convolution_of(of);
    const std::vector<int> vectors = vectors_of_tiles(convolution);
    const int usual = vectors.size() > 1 && vectors[1] == 2 ? 2 : vectors.back();
    return {{"c_vectors", usual},
            {"f", filters_of_tiles(convolution).back()},
            {"y", usual_rows(convolution, usual * convolution.target.lanes)}};
}

program direct_backward_weights::generate(const task &of, const configuration &chosen,
                                          const std::string &name) const {
    const conv2d_task convolution = convolution_of(of);
    const conv2d_problem &p = of.problem;
    const blocks blocking(convolution, chosen);
    const function_scope scope(name);
    const conv2d_iterators at(convolution);
    const tile_iterators tile(convolution, blocking);
    const backward_weights_tensors tensors(of, at);
    const blocked_image image(convolution, at, tensors.src);
    const expr filter = tile.f_block * blocking.filters + tile.f;
    const expr channel = tile.c_block * blocking.channels + tile.c;
    const var y = positions_that_meet("y", at.ky, p.dh, p.sh, p.ph, p.ih, p.oh);
    const var x = positions_that_meet("x", at.kx, p.dw, p.sw, p.pw, p.iw, p.ow);

    computation sums("sums", {at.g, tile.f_block, tile.c_block, tile.f, at.ky, at.kx, tile.c},
                     0.0f);
    sums(at.g, tile.f_block, tile.c_block, tile.f, at.ky, at.kx, tile.c) +=
        tensors.diff_dst(at.n, at.g, filter, y * p.ow + x) *
        image.at(at.n, at.g, channel, y * p.sh + at.ky * (p.dh + 1) - p.ph,
                 x * p.sw + at.kx * (p.dw + 1) - p.pw);
    buffer memory("tile", {blocking.filters, p.kh, p.kw, blocking.channels}, p_float32,
                  a_temporary);
    memory.align(64);
    sums.store_in(&memory, {tile.f, at.ky, at.kx, tile.c});

    computation result("result", {at.g, tile.f_block, tile.c_block, tile.f, tile.c, at.ky, at.kx},
                       sums(at.g, tile.f_block, tile.c_block, tile.f, at.ky, at.kx, tile.c));
    tensors.store_weight(result, {at.g, filter, channel, at.ky, at.kx});
    schedule(convolution, blocking, at, tile, sums, result);
    if (image.copy) {
        schedule_channels(convolution, at, *image.copy);
    }
    return {scope.get(), tensors.arguments()};
}

} // namespace tiramisu::nn
