#include "nn/sparse/conv2d/solvers/lifted.h"

#include "nn/layers/conv2d/pooling.h"
#include "nn/sparse/conv2d/lane_grid.h"
#include "nn/sparse/conv2d/lifting.h"
#include "nn/sparse/conv2d/shifted_copy.h"
#include "nn/sparse/conv2d/tile_cost.h"
#include "nn/sparse/conv2d/tile_pooling.h"

namespace tiramisu::nn {

namespace {

tiling tiling_of(const sparse_conv2d_task &task, const configuration &chosen) {
    const lane_grid grid = lifted_grid(task);
    return {task, grid, grid.lanes(), chosen};
}

/// What becomes of the sums of a tile, whose lanes are blocks of images.
class lifted_tile {
public:
    lifted_tile(const sparse_conv2d_task &task, const tiling &blocking, const tile_loops &at,
                const conv2d_images &images, tiled_sums &sums)
        : p_(task.problem), pool_(pooling_of(p_)), blocking_(blocking), grid_(blocking.grid),
          at_(at), images_(images), pooling_(p_, images), sums_(sums) {}

    /// Stores the result by elements, where the layout has them.
    computation spread() const;
    /// Stores it by vectors, into the lifted layout.
    computation stored() const;

private:
    /// What the window at window_y, window_x takes, by lanes.
    expr window() const;
    /// The element of dst in a lane.
    dst_position element() const;
    expr block_y() const { return at_.lane / grid_.blocks_x % grid_.blocks_y; }
    expr block_x() const { return at_.lane % grid_.blocks_x; }
    /// What a residual_add adds to the sum at y, x.
    expr residual() const;

    const conv2d_problem &p_;
    const post::pool pool_;
    const tiling &blocking_;
    const lane_grid &grid_;
    const tile_loops &at_;
    const conv2d_images &images_;
    const tile_pooling pooling_;
    tiled_sums &sums_;
};

expr lifted_tile::window() const {
    return pooling_.together(pool_.kh * pool_.kw, [&](int i) {
        const expr y = at_.window_y * pool_.sh + i / pool_.kw;
        const expr x = at_.window_x * pool_.sw + i % pool_.kw;
        const expr row = block_y() * (grid_.block_rows * pool_.sh) + at_.first_row(blocking_) + y;
        const expr column =
            block_x() * (grid_.block_columns * pool_.sw) + at_.first_column(blocking_) + x;
        return pooling_.taken(sums_.at(y, x, at_.lane),
                              {at_.n, at_.f, row - pool_.ph, column - pool_.pw});
    });
}

dst_position lifted_tile::element() const {
    return {at_.n, at_.f, block_y() * grid_.block_rows + at_.dst_row(blocking_),
            block_x() * grid_.block_columns + at_.dst_column(blocking_)};
}

expr lifted_tile::residual() const {
    if (!images_.residual_memory()) {
        return {};
    }
    const var row("row", 0, grid_.block_rows), column("column", 0, grid_.block_columns);
    input lanes("lifted_residual", {at_.n, at_.f, row, column, at_.lane}, p_float32);
    buffer memory = *images_.residual_memory();
    lanes.store_in(&memory);
    return lanes(at_.n, at_.f, at_.dst_row(blocking_), at_.dst_column(blocking_), at_.lane);
}

computation lifted_tile::spread() const {
    sums_.stage(at_.window_x, blocking_.windows_x, window());
    const lane_loops of(grid_);
    const expr row = at_.dst_row(blocking_), column = at_.dst_column(blocking_);
    const dst_position place = {at_.n * grid_.images + of.image, at_.f,
                                of.block_y * grid_.block_rows + row,
                                of.block_x * grid_.block_columns + column};
    const auto extents = p_.dst_extents();
    const expr is_there = place.n < p_.mb && row < grid_.block_rows && place.y < extents[2] &&
                          column < grid_.block_columns && place.x < extents[3];
    computation result(
        "result",
        {at_.n, at_.slab, at_.y_tile, at_.x_tile, at_.f, of.image, of.block_y, at_.window_y,
         of.block_x, at_.window_x},
        is_there, pooling_.result(sums_.staged(at_.window_y, at_.window_x, of.lane(grid_)), place));
    images_.store_result(result, place);
    return result;
}

computation lifted_tile::stored() const {
    const expr row = at_.dst_row(blocking_), column = at_.dst_column(blocking_);
    const expr value = p_.pooling() != nullptr ? pooling_.result(window(), element())
                                               : images_.finished_with(window(), residual());
    computation result("result", at_.of_tile(at_.window_y, at_.window_x),
                       row < grid_.block_rows && column < grid_.block_columns, value);
    buffer memory = images_.dst_memory();
    result.store_in(&memory, {at_.n, at_.f, row, column, at_.lane});
    sums_.keep_in_registers(result, at_.window_y, at_.window_x);
    return result;
}

} // namespace

std::string lifted_sparse_conv2d::why_not(const sparse_conv2d_task &task) const {
    if (task.problem.has_residual() && task.problem.pooling() != nullptr) {
        return "a residual_add before a pooling, whose blocks need not be those of dst";
    }
    const lane_grid grid = lifted_grid(task);
    const std::string reason = why_not_lifted(task, grid);
    return reason.empty() ? why_not_tiled(task, grid, grid.lanes()) : reason;
}

bool lifted_sparse_conv2d::is_for_rule(const sparse_conv2d_task &task) const {
    if (task.layouts.src == layout::lifted || task.layouts.dst == layout::lifted) {
        return true;
    }
    const post::pool pool = pooling_of(task.problem);
    const bool shares_sums = pool.kh > pool.sh || pool.kw > pool.sw;
    const lane_grid blocks = lifted_grid(task), whole = whole_images(task.problem);
    const int columns = column_lanes(task);
    return !shares_sums &&
           (!why_not_tiled(task, whole, columns).empty() ||
            least_cost(task, blocks, blocks.lanes()) < least_cost(task, whole, columns));
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
    const tiling blocking = tiling_of(task, chosen);
    const pattern_packing packing =
        packing_for(task, blocking.strides(task.problem), blocking.channels);
    program packer = pattern_packer(packing, name + "_pack_pattern");

    function_scope scope(name);
    const conv2d_iterators plain(task.dense());
    const conv2d_images images(task.dense(), plain);
    const pattern weights(packing);
    const tile_loops at(task, blocking);
    const lifted_copy copy = lift(task, blocking, at, images);
    const bool stays_lifted = task.layouts.dst == layout::lifted;
    tiled_sums sums(task, blocking, at, weights, copy.element, images.start_of(at.f));
    const lifted_tile tile(task, blocking, at, images, sums);
    computation result = stays_lifted ? tile.stored() : tile.spread();
    sums.schedule(copy.parts, at.c, result);
    return sparse_program{{scope.get(), images.arguments(weights.arguments())},
                          std::move(packer),
                          blocking.channel_blocks};
}

} // namespace tiramisu::nn
