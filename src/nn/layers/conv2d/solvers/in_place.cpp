#include "nn/layers/conv2d/solvers/in_place.h"

#include <algorithm>

#include "nn/framework/program/layout_map.h"
#include "nn/layers/conv2d/border.h"
#include "nn/layers/conv2d/cuts.h"
#include "nn/layers/conv2d/padded_src.h"

namespace tiramisu::nn {

namespace {

constexpr int most_vectors = 4, most_groups = 16;
constexpr int most_unrolled_columns = 5; ///< of the kernel: their weights are in registers

/// A configuration, by its parameters.
struct tiling {
    int filters, lanes;
    int columns;       ///< of a tile of the widest band
    int border_groups; ///< of a tile of the other ones
    int shared_groups; ///< whose channels share lines of memory

    tiling(const conv2d_task &task, const configuration &chosen)
        : filters(chosen.at("f")), lanes(std::min(task.target.lanes, filters)),
          columns(chosen.at("x")), border_groups(chosen.at("g")),
          shared_groups(task.layouts.src == layout::nchw16c
                            ? std::max(border_groups, channels_of_block / task.channels())
                            : task.problem.g) {}
};

weights_arrangement packed_weights(const conv2d_task &task, const tiling &blocking) {
    const conv2d_problem &p = task.problem;
    const int f = blocking.filters;
    return {{p.g, task.filters() / f, p.kh, task.channels(), p.kw, f},
            [=](const weight_index &at) -> std::vector<expr> {
                return {at.g, at.f / f, at.ky, at.c, at.kx, at.f % f};
            },
            task.filters(),
            task.channels()};
}

/// Whole vectors of filters, or fewer filters than a vector has.
std::vector<int> filters_of_tiles(const conv2d_task &task) {
    std::vector<int> found;
    for (int one = 1; one <= std::min(task.filters(), most_vectors * task.target.lanes); one++) {
        if (task.filters() % one == 0 &&
            (one < task.target.lanes || one % task.target.lanes == 0)) {
            found.push_back(one);
        }
    }
    return found;
}

int width(const column_band &band) {
    return band.end - band.first;
}

std::vector<column_band>::const_iterator widest(const std::vector<column_band> &bands) {
    return std::max_element(bands.begin(), bands.end(), [](const auto &left, const auto &right) {
        return width(left) < width(right);
    });
}

/// Columns of a tile beside whose sums the weights of a row of the kernel have registers.
int most_columns(const conv2d_task &task, int vectors) {
    const int kept = task.problem.kw <= most_unrolled_columns ? task.problem.kw : 1;
    return std::max(1, (task.target.registers - 2) / vectors - kept);
}

/// The sums and results of a band. Tiles of filters are iterators of the program.
struct stages {
    conv2d_iterators at;
    var f_block, f_in;
    column_band band;
    bool is_widest;
    computation sums, result;
};

stages declare(const conv2d_task &task, const tiling &blocking, const conv2d_tensors &tensors,
               const padded_src &src, const conv2d_iterators &whole, const column_band &band,
               bool is_widest) {
    const std::string suffix = "_" + std::to_string(band.first);
    const conv2d_iterators at = iterators_of(band, whole, task.problem);
    const var f_block("f_block", 0, task.filters() / blocking.filters),
        f_in("f_in", 0, blocking.filters);
    const expr f = f_block * blocking.filters + f_in;
    computation sums("sums" + suffix, {at.n, at.g, f_block, at.y, at.x, f_in}, tensors.start(f));
    sums(at.n, at.g, f_block, at.y, at.x, f_in) +=
        tensors.weights(at.g, f, at.c, at.ky, at.kx) * src.at(at);
    const result_position place = {f, at.y, at.x};
    computation result("result" + suffix, {at.n, at.g, f_block, at.y, at.x, f_in},
                       tensors.finished(sums(at.n, at.g, f_block, at.y, at.x, f_in), place));
    tensors.store_result(result, place);
    return {at, f_block, f_in, band, is_widest, sums, result};
}

class in_place_schedule {
public:
    in_place_schedule(const conv2d_task &task, const tiling &blocking)
        : task_(task), blocking_(blocking), g_block_("g_block"), x_tile_("x_tile"), g_("g_in") {}

    void apply(std::vector<stages> &bands) {
        for (stages &of : bands) {
            cut_into_tiles(of);
            sum_up(of);
        }
        const var y = bands.front().at.y;
        for (std::size_t i = 1; i < bands.size(); i++) {
            bands[i - 1].result.then(bands[i].result, y);
        }
        const int blocks = divided_up(task_.problem.g, blocking_.shared_groups);
        for (stages &of : bands) {
            of.result.parallelize(parallel_loop(task_, of.at.n, {g_block_, blocks}, y));
        }
    }

private:
    void cut_into_tiles(stages &of) {
        const var groups("g_shared"), g_tile("g_tile"), x("x_in");
        computation &result = of.result;
        if (of.band.first != 0) {
            result.shift(of.at.x, -of.band.first); // tiles begin with the band
        }
        result.split(of.at.g, blocking_.shared_groups, g_block_, groups);
        result.split(groups, of.is_widest ? 1 : blocking_.border_groups, g_tile, g_);
        result.split(of.at.x, blocking_.columns, x_tile_, x);
        result.reorder({of.at.n, g_block_, of.at.y, g_tile, of.f_block, x_tile_, g_, x, of.f_in});
        keep_in_registers(result, {g_, x}, of.f_in);
    }

    void keep_in_registers(computation part, const std::vector<var> &unrolled, const var &filters) {
        const var vector("f_vector"), lane("f_lane");
        part.vectorize(filters, blocking_.lanes, vector, lane);
        for (const var &one : unrolled) {
            part.tag_unroll_level(one);
        }
        part.tag_unroll_level(vector);
    }

    void sum_up(stages &of) {
        const conv2d_iterators &at = of.at;
        computation start = of.sums.init(), steps = of.sums.update(0);
        start.reorder({at.n, of.f_block, at.y, at.g, at.x, of.f_in});
        keep_in_registers(start, {at.g, at.x}, of.f_in);
        std::vector<var> unrolled = {at.g, at.x};
        std::vector<var> order = {at.n, of.f_block, at.y, at.ky, at.c, at.g, at.x};
        const bool is_unrolled = task_.problem.kw <= most_unrolled_columns;
        order.insert(is_unrolled ? order.end() : order.end() - 2, at.kx);
        if (is_unrolled) {
            unrolled.push_back(at.kx);
        }
        order.push_back(of.f_in);
        steps.reorder(order);
        keep_in_registers(steps, unrolled, of.f_in);
        of.sums.compute_at(of.result, x_tile_);
    }

    const conv2d_task &task_;
    const tiling &blocking_;
    const var g_block_, x_tile_, g_;
};

} // namespace

std::string in_place_conv2d::why_not(const conv2d_task &task) const {
    if (task.any_size) {
        return "images of any size, whose columns at the border it makes loops of";
    }
    if (task.layouts.src == layout::nchw || task.layouts.dst == layout::nchw) {
        return "layouts " + to_string(task.layouts.src) + " and " + to_string(task.layouts.dst) +
               ", must have channels next to each other: nhwc or nchw16c";
    }
    if (bands_in_place(task).empty()) {
        return "a kernel with gaps, one that leaves the image, or one whose columns leave it in "
               "more than " +
               std::to_string(most_bands_in_place - 1) + " ways";
    }
    return why_no_pooling(task);
}

bool in_place_conv2d::is_for_rule(const conv2d_task &task) const {
    if (task.layouts.src != layout::nchw16c) {
        return false;
    }
    const conv2d_problem &p = task.problem;
    return p.g > 1 ? task.channels() <= task.target.lanes
                   : p.kh > 1 && p.kw == 1 && 2 * p.ow >= task.target.lanes;
}

std::vector<tunable> in_place_conv2d::tunables(const conv2d_task &task) const {
    return {{"f", filters_of_tiles(task)},
            {"g", up_to(std::min(most_groups, task.problem.g))},
            {"x", up_to(std::min(most_columns(task, 1), task.problem.ow))}};
}

configuration in_place_conv2d::default_configuration(const conv2d_task &task) const {
    constexpr int border_sums = 8; // enough to hide how long a multiply-add takes on two units
    const std::vector<column_band> bands = bands_in_place(task);
    const std::vector<int> filters = filters_of_tiles(task);
    const int f = *std::find_if(filters.rbegin(), filters.rend(),
                                [&](int one) { return one <= 2 * task.target.lanes; });
    const int vectors = divided_up(f, task.target.lanes), columns = width(*widest(bands));
    const int groups = std::clamp(border_sums / vectors, 1, task.problem.g);
    return {{"f", f},
            {"g", groups},
            {"x", divided_up(columns, divided_up(columns, most_columns(task, vectors)))}};
}

conv2d_program in_place_conv2d::generate(const conv2d_task &task, const configuration &chosen,
                                         const std::string &name) const {
    const tiling blocking(task, chosen);
    const weights_arrangement packed = packed_weights(task, blocking);
    program packer = weights_packer(task, packed, name + "_pack_weights");

    function_scope scope(name);
    const conv2d_iterators at(task);
    const conv2d_tensors tensors(task, at, packed);
    const padded_src src(task, at, tensors.src, padded_src::copies::never);
    const std::vector<column_band> bands = bands_in_place(task);
    std::vector<stages> parts;
    for (auto band = bands.begin(); band != bands.end(); ++band) {
        parts.push_back(declare(task, blocking, tensors, src, at, *band, band == widest(bands)));
    }
    in_place_schedule(task, blocking).apply(parts);
    return {{scope.get(), tensors.arguments()}, std::move(packer), packed.extents};
}

} // namespace tiramisu::nn
