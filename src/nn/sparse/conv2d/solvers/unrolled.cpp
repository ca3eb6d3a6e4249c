#include "nn/sparse/conv2d/solvers/unrolled.h"

#include <algorithm>

#include "nn/framework/program/pieces.h"
#include "nn/layers/conv2d/solver.h"
#include "nn/layers/conv2d/tensors.h"
#include "nn/sparse/conv2d/shifted_copy.h"
#include "nn/sparse/conv2d/unrolled_filters.h"

namespace tiramisu::nn {

namespace {

// Beyond these, loops take more than some ten seconds to make.
constexpr int most_nonzeros = 2048;
constexpr int most_vectors = 2; // of a row or column of a tile, each of which has code of its own
constexpr int most_groups = 8, most_steps = 40;
constexpr int best_filters = 8; // whose sums, in two vectors each, leave registers for elements

tiling tiling_of(const sparse_conv2d_task &task, const configuration &chosen) {
    return {task,
            whole_images(task.problem),
            column_lanes(task),
            {{"c", task.problem.ic},
             {"slab", chosen.at("slab")},
             {"x", chosen.at("x")},
             {"y", chosen.at("y")}}};
}

/// Filters of a group: groups are equal but for the last.
int filters_of_group(const conv2d_problem &p, const configuration &chosen) {
    return divided_up(p.oc, divided_up(p.oc, chosen.at("filters")));
}

/// Rows of tiles whose copy half of the second-level cache holds, a slab for each thread.
int slab_for(const sparse_conv2d_task &task, configuration chosen) {
    const conv2d_problem &p = task.problem;
    const int tiles = divided_up(p.oh, chosen.at("y"));
    int &slab = chosen["slab"];
    slab = p.mb >= task.target.threads ? tiles : divided_up(tiles, task.target.threads);
    while (slab > 1 && tiling_of(task, chosen).copy_size(p) > task.target.l2_bytes / 8) {
        slab = divided_up(slab, 2);
    }
    return slab;
}

/// Elements of a step, so that there are not more than the most of all groups.
int elements_of_step(const sparse_conv2d_task &task, int groups) {
    const int elements = std::min(task.pattern->nonzeros(), groups * task.pattern->columns());
    return std::max(8, divided_up(elements, most_steps));
}

/// The element of the copy that a non-zero in this column meets at the first position of the
/// result.
int offset_of(const conv2d_problem &p, const copy_strides &copy, int column) {
    const int kx = column % p.kw, ky = column / p.kw % p.kh, c = column / (p.kw * p.kh);
    return copy.place(c, ky * (p.dh + 1), kx * (p.dw + 1));
}

/// Weights of each tile look as if they lay elsewhere, by a distance that is 0: the number of
/// non-zeros that is given less the one that is known. All of them would be loaded ahead of the
/// tiles otherwise, kept as vectors on the stack, since there are not as many registers.
unrolled_operands operands_of(const sparse_conv2d_task &task, const tiling &blocking,
                              const tile_loops &at, const pattern &weights,
                              const computation &copy) {
    const conv2d_problem p = task.problem;
    const copy_strides format = blocking.strides(p);
    const expr apart = weights.count - task.pattern->nonzeros();
    const expr of_tile = (at.y_tile * blocking.tiles_x + at.x_tile) * apart;
    const expr place = (at.y_tile * blocking.rows + at.y) * (p.sh * format.row) +
                       at.first_column(blocking) + at.x * blocking.lanes + at.lane;
    return {[=](int k) { return expr(weights.values(of_tile + k)); },
            [=](int column) {
                return expr(copy(at.n, at.slab, place + offset_of(p, format, column)));
            }};
}

void share_out(shared_work what, const tile_loops &at, computation &last) {
    if (what == shared_work::images) {
        last.parallelize(at.n);
    } else if (what == shared_work::slabs) {
        last.parallelize(at.slab);
    }
}

} // namespace

std::string unrolled_sparse_conv2d::why_not(const sparse_conv2d_task &task) const {
    if (task.pattern == nullptr) {
        return "weights of any pattern; give the only one that they will have as \"pattern\"";
    }
    if (task.pattern->nonzeros() > most_nonzeros) {
        return "a pattern of " + std::to_string(task.pattern->nonzeros()) +
               " non-zeros, each of which takes code; must be at most " +
               std::to_string(most_nonzeros);
    }
    if (task.layouts.src == layout::lifted || task.layouts.dst == layout::lifted) {
        return "images in the lifted layout, whose columns lie apart";
    }
    return why_no_pooling(task.dense());
}

std::size_t unrolled_sparse_conv2d::workspace_bytes(const sparse_conv2d_task &task,
                                                    const configuration &chosen) const {
    const tiling blocking = tiling_of(task, chosen);
    const int sums =
        filters_of_group(task.problem, chosen) * blocking.rows * blocking.vectors * blocking.lanes;
    return sizeof(float) * static_cast<std::size_t>(blocking.copy_size(task.problem) + sums);
}

std::vector<tunable> unrolled_sparse_conv2d::tunables(const sparse_conv2d_task &task) const {
    const conv2d_problem &p = task.problem;
    std::vector<int> filters;
    for (const int one : equal_pieces(p.oc)) {
        if (divided_up(p.oc, one) <= most_groups) {
            filters.push_back(one);
        }
    }
    return {{"filters", filters},
            {"slab", up_to(p.oh)},
            {"x", up_to(std::min(divided_up(p.ow, column_lanes(task)), most_vectors))},
            {"y", up_to(std::min(p.oh, most_vectors))}};
}

configuration unrolled_sparse_conv2d::default_configuration(const sparse_conv2d_task &task) const {
    const std::vector<tunable> all = tunables(task);
    const auto last = [&](std::size_t i) { return all[i].values.back(); };
    configuration made = {{"filters", all[0].values.front()}, {"x", last(2)}};
    made["y"] = made["x"] == 1 ? last(3) : 1;
    for (const int filters : all[0].values) {
        if (filters <= best_filters) {
            made["filters"] = filters;
        }
    }
    made["slab"] = slab_for(task, made);
    return made;
}

sparse_conv2d_program unrolled_sparse_conv2d::generate(const sparse_conv2d_task &task,
                                                       const configuration &chosen,
                                                       const std::string &name) const {
    const conv2d_problem &p = task.problem;
    const tiling blocking = tiling_of(task, chosen);
    const copy_strides format = blocking.strides(p);
    pattern_packing packing = packing_for(task, format, p.ic);
    packing.only = task.pattern;
    program packer = pattern_packer(packing, name + "_pack_pattern");

    function_scope scope(name);
    const conv2d_iterators plain(task.dense());
    const conv2d_images images(task.dense(), plain);
    const pattern weights(packing);
    weights.require_only(*task.pattern, [&](int column) { return offset_of(p, format, column); });
    const tile_loops at(task, blocking);
    const computation copy = zeroed_copy(task, blocking, at);
    std::vector<computation> order = shifted_copy(task, blocking, at, images.src, copy);
    const unrolled_operands operands = operands_of(task, blocking, at, weights, copy);
    for (std::size_t i = 1; i < order.size(); i++) {
        order[i - 1].then(order[i], at.slab);
    }
    const int filters = filters_of_group(p, chosen);
    const int elements = elements_of_step(task, divided_up(p.oc, filters));
    for (int first = 0; first < p.oc; first += filters) {
        std::vector<computation> group =
            unrolled_filters(task, blocking, at, images, operands,
                             {first, std::min(first + filters, p.oc)}, elements);
        order.back().then(group.front(), at.slab);
        order.insert(order.end(), group.begin(), group.end());
    }
    share_out(work_to_share(task, blocking), at, order.back());
    return sparse_program{
        {scope.get(), images.arguments(weights.arguments())}, std::move(packer), 1};
}

} // namespace tiramisu::nn
