#include "peers/halide_convolution.h"

#include "dnn/images.h"
#include "peers/halide_blur.h"
#include "rounds.h"

#include <Halide.h>

#include <algorithm>

namespace tiramisu::bench {

namespace {

constexpr int lanes = 16;

/// What lies in registers: vectors of filters, times columns.
struct tile {
    int vectors, columns;

    int filters() const { return vectors * lanes; }
};

bool can_do(const convolution_data &data) {
    const nn::conv2d_problem &p = data.steps.front();
    const bool has_only_relu =
        p.post_ops.empty() ||
        (p.post_ops.size() == 1 && std::holds_alternative<nn::post::relu>(p.post_ops.front()));
    return !data.is_chain() && p.g == 1 && p.dh == 0 && p.dw == 0 && !p.bias && has_only_relu;
}

using buffer = Halide::Buffer<float>;

/// Channels innermost, with the zeros around the image.
buffer padded(const nn::conv2d_problem &p, const aligned_floats &plain) {
    buffer made(p.ic, (p.ow - 1) * p.sw + p.kw, (p.oh - 1) * p.sh + p.kh, p.mb);
    made.for_each_element([&](int c, int x, int y, int n) {
        const int row = y - p.ph, column = x - p.pw;
        const bool is_inside = row >= 0 && row < p.ih && column >= 0 && column < p.iw;
        made(c, x, y, n) = is_inside ? plain[nn::element_position(nn::layout::nchw, p.src_extents(),
                                                                  {n, c, row, column})]
                                     : 0.0f;
    });
    return made;
}

/// Filters of a tile innermost.
buffer packed(const nn::conv2d_problem &p, const aligned_floats &plain, int filters) {
    buffer made(filters, p.ic, p.kw, p.kh, p.oc / filters);
    made.for_each_element([&](int f, int c, int x, int y, int block) {
        made(f, c, x, y, block) = plain[nn::element_position(nn::layout::nchw, p.weights_extents(),
                                                             {block * filters + f, c, y, x})];
    });
    return made;
}

Halide::Callable compiled(const nn::conv2d_problem &p, tile in_registers, int threads) {
    Halide::ImageParam src(Halide::Float(32), 4, "src"), weights(Halide::Float(32), 5, "weights");
    Halide::Func sums("sums"), dst("dst");
    Halide::Var f("f"), x("x"), y("y"), block("block"), n("n"), tiles("tiles"), column("column");
    const Halide::RDom r(0, p.ic, 0, p.kw, 0, p.kh, "r");
    sums(f, x, y, block, n) +=
        weights(f, r.x, r.y, r.z, block) * src(r.x, x * p.sw + r.y, y * p.sh + r.z, n);
    const Halide::Expr sum = sums(f, x, y, block, n);
    dst(f, x, y, block, n) = p.post_ops.empty() ? sum : Halide::max(sum, 0.0f);

    dst.bound(f, 0, in_registers.filters())
        .split(x, tiles, column, in_registers.columns)
        .reorder(f, column, tiles, y, block, n)
        .vectorize(f, lanes)
        .unroll(f)
        .unroll(column);
    sums.compute_at(dst, tiles).vectorize(f, lanes).unroll(f).unroll(x);
    sums.update().reorder(f, x, r.x, r.y, r.z).vectorize(f, lanes).unroll(f).unroll(x);
    if (threads > 1) {
        dst.parallel(p.oc / in_registers.filters() % threads == 0 ? block : y);
    }
    return dst.compile_to_callable({src, weights}, Halide::get_jit_target_from_environment());
}

/// Ready to run with one tile.
prepared_chain with_tile(const convolution_data &data, const buffer &src, tile in_registers,
                         int threads, aligned_floats &dst) {
    const nn::conv2d_problem &p = data.steps.front();
    const int filters = in_registers.filters();
    const buffer weights = packed(p, data.weights.front(), filters);
    const buffer result(filters, p.ow, p.oh, p.oc / filters, p.mb);
    const auto run = [=, work = compiled(p, in_registers, threads)] { work(src, weights, result); };
    const auto unpack = [=, &dst, extents = p.dst_extents()] {
        result.for_each_element([&](int f, int x, int y, int block, int n) {
            dst[nn::element_position(nn::layout::nchw, extents, {n, block * filters + f, y, x})] =
                result(f, x, y, block, n);
        });
    };
    return {run, unpack};
}

} // namespace

prepared_chain halide_convolution(const convolution_data &data, int threads, aligned_floats &dst) {
    if (!can_do(data)) {
        return {};
    }
    const nn::conv2d_problem &p = data.steps.front();
    const buffer src = padded(p, data.src);
    std::vector<prepared_chain> tried;
    std::vector<stopwatch> times;
    for (const tile one : {tile{1, 14}, tile{1, 28}, tile{2, 7}, tile{2, 14}, tile{4, 7}}) {
        if (p.oc % one.filters() == 0 && p.ow >= one.columns) {
            tried.push_back(with_tile(data, src, one, threads, dst));
            times.push_back(timed_here(tried.back().run));
        }
    }
    if (tried.empty()) {
        return {};
    }
    set_halide_threads(threads, tried.front().run);
    constexpr int rounds = 3;
    const std::vector<timing> measured = interleaved_rounds(times, rounds);
    const auto fastest =
        std::min_element(measured.begin(), measured.end(),
                         [](const timing &a, const timing &b) { return a.fastest < b.fastest; });
    return tried[static_cast<std::size_t>(fastest - measured.begin())];
}

} // namespace tiramisu::bench
