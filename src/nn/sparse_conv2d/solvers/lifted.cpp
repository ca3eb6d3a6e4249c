#include "nn/sparse_conv2d/solvers/lifted.h"

#include "nn/sparse_conv2d/lane_grid.h"
#include "nn/sparse_conv2d/lifting.h"

namespace tiramisu::nn {

namespace {

tiling tiling_of(const sparse_conv2d_task &task, const configuration &chosen) {
    const lane_grid grid = lifted_grid(task);
    return {task, grid, grid.lanes(), chosen};
}

/// Stores sums by elements, where the layout has them.
computation spread(const sparse_conv2d_task &task, const tiling &cut, const tile_loops &at,
                   const conv2d_pictures &pictures, const tiled_sums &sums) {
    const conv2d_problem &p = task.problem;
    const lane_grid &grid = cut.grid;
    const lane_loops of(grid);
    const expr block_row = at.block_row(cut), block_column = at.block_vector(cut);
    const dst_position place = {at.n * grid.images + of.image, at.f,
                                of.block_y * grid.block_rows + block_row,
                                of.block_x * grid.block_columns + block_column};
    const expr is_there = place.n < p.mb && block_row < grid.block_rows && place.y < p.oh &&
                          block_column < grid.block_columns && place.x < p.ow;
    computation result(
        "result",
        {at.n, at.slab, at.y_tile, at.x_tile, at.f, of.image, of.block_y, at.y, of.block_x, at.x},
        is_there, pictures.finished(sums.at(at.y, at.x, of.lane(grid)), place));
    pictures.store_result(result, place);
    return result;
}

/// Stores sums by vectors, into the lifted layout.
computation stored(const tiling &cut, const tile_loops &at, const conv2d_pictures &pictures,
                   const tiled_sums &sums) {
    const std::vector<expr> place = {at.n, at.f, at.block_row(cut), at.block_vector(cut), at.lane};
    expr residual;
    if (pictures.residual_memory()) {
        const var row("row", 0, cut.grid.block_rows), column("column", 0, cut.grid.block_columns);
        input lanes("lifted_residual", {at.n, at.f, row, column, at.lane}, p_float32);
        buffer memory = *pictures.residual_memory();
        lanes.store_in(&memory);
        residual = lanes.at(place);
    }
    const expr is_there =
        at.block_row(cut) < cut.grid.block_rows && at.block_vector(cut) < cut.grid.block_columns;
    computation result("result", at.of_tile(), is_there,
                       pictures.finished_with(sums.at(at.y, at.x, at.lane), residual));
    buffer memory = pictures.dst_memory();
    result.store_in(&memory, place);
    sums.keep_in_registers(result);
    return result;
}

} // namespace

std::string lifted_sparse_conv2d::why_not(const sparse_conv2d_task &task) const {
    return why_not_lifted(task, lifted_grid(task));
}

bool lifted_sparse_conv2d::is_for_rule(const sparse_conv2d_task &task) const {
    constexpr double nonzeros_for_a_channel = 60; // that take as long as lifting one and back
    const conv2d_problem &p = task.problem;
    const double nonzeros = task.density * p.ic * p.oc * task.kernel_elements();
    return task.layouts.src == layout::lifted || task.layouts.dst == layout::lifted ||
           nonzeros > nonzeros_for_a_channel * (p.ic + p.oc);
}

std::size_t lifted_sparse_conv2d::workspace_bytes(const sparse_conv2d_task &task,
                                                  const configuration &chosen) const {
    return tiling_of(task, chosen).workspace_bytes(task.problem);
}

std::vector<tunable> lifted_sparse_conv2d::tunables(const sparse_conv2d_task &task) const {
    const lane_grid grid = lifted_grid(task);
    return tiling_tunables(task, grid, grid.lanes());
}

configuration lifted_sparse_conv2d::default_configuration(const sparse_conv2d_task &task) const {
    const lane_grid grid = lifted_grid(task);
    return default_tiling(task, grid, grid.lanes());
}

sparse_conv2d_program lifted_sparse_conv2d::generate(const sparse_conv2d_task &task,
                                                     const configuration &chosen,
                                                     const std::string &name) const {
    const tiling cut = tiling_of(task, chosen);
    program packer = pattern_packer(packing_for(task, cut.strides(task.problem), cut.channels),
                                    name + "_pack_pattern");

    function_scope scope(name);
    const conv2d_iterators plain(task.dense());
    const conv2d_pictures pictures(task.dense(), plain);
    const pattern weights(task.problem.oc, cut.channel_blocks);
    const tile_loops at(task, cut);
    const computation copy = zeroed_copy(task, cut, at);
    const std::vector<computation> copies = lift(task, cut, at, pictures, copy);
    const bool stays_lifted = task.layouts.dst == layout::lifted;
    tiled_sums sums(task, cut, at, weights, copy, pictures.start_of(at.f),
                    stays_lifted ? tiled_sums::read_by::vectors : tiled_sums::read_by::elements);
    computation result =
        stays_lifted ? stored(cut, at, pictures, sums) : spread(task, cut, at, pictures, sums);
    sums.schedule(copies, result);
    return sparse_program{{scope.get(), pictures.arguments(weights.arguments())},
                          std::move(packer),
                          cut.channel_blocks};
}

} // namespace tiramisu::nn
