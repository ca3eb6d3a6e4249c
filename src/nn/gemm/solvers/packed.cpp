#include "nn/gemm/solvers/packed.h"

#include <algorithm>

#include "nn/gemm/tensors.h"
#include "nn/program/pieces.h"
#include "nn/program/register_tile.h"

namespace tiramisu::nn {

namespace {

/// Neighbours in a row of a, which stay neighbours when it is packed: they are a cache line.
constexpr int a_piece = 16;

/// A configuration, and the sizes that follow from it.
struct blocking {
    int rows, columns, lanes; ///< of a tile
    int depth, depths;        ///< of a block; blocks
    int row_tiles, row_blocks, all_row_tiles;
    int column_tiles, column_blocks;

    blocking(const gemm_task &task, const configuration &chosen)
        : rows(chosen.at("rows")), columns(chosen.at("vectors") * task.on.lanes),
          lanes(task.on.lanes), depth(chosen.at("depth")),
          depths(divided_up(task.problem.k, depth)), row_tiles(chosen.at("row_tiles")),
          row_blocks(divided_up(task.problem.m, row_tiles * rows)),
          all_row_tiles(divided_up(task.problem.m, rows)), column_tiles(chosen.at("column_tiles")),
          column_blocks(divided_up(task.problem.n, block_columns())) {}

    int block_columns() const { return column_tiles * columns; }
    bool fills_rows(const gemm_problem &p) const {
        return row_blocks * row_tiles == all_row_tiles && all_row_tiles * rows == p.m;
    }
    bool fills_columns(const gemm_problem &p) const {
        return column_blocks * block_columns() == p.n;
    }
    bool fills_depth(const gemm_problem &p) const { return depths * depth == p.k; }
};

/// Blocks and what is in them. That blocks are iterators, not made by the schedule, lets arrays
/// hold one block alone.
struct block_iterators {
    var j_block, p_block, i_block, j_tile, i_tile, p, row, column;

    explicit block_iterators(const blocking &cut)
        : j_block("j_block", 0, cut.column_blocks), p_block("p_block", 0, cut.depths),
          i_block("i_block", 0, cut.row_blocks), j_tile("j_tile", 0, cut.column_tiles),
          i_tile("i_tile", 0, tiles_in_block(cut)), p("p", 0, cut.depth), row("row", 0, cut.rows),
          column("column", 0, cut.columns) {}

private:
    /// Tiles are computed whole, so the last block has no more of them than there are.
    expr tiles_in_block(const blocking &cut) const {
        const bool are_full = cut.row_blocks * cut.row_tiles == cut.all_row_tiles;
        return are_full ? expr(cut.row_tiles)
                        : tiramisu::min(cut.row_tiles, cut.all_row_tiles - i_block * cut.row_tiles);
    }
};

/// Elements of the matrices that the iterators stand for.
struct element {
    expr i, j, p;

    element(const block_iterators &at, const blocking &cut)
        : i((at.i_block * cut.row_tiles + at.i_tile) * cut.rows + at.row),
          j((at.j_block * cut.column_tiles + at.j_tile) * cut.columns + at.column),
          p(at.p_block * cut.depth + at.p) {}
};

/// All of b in panels of a tile's columns, row after row.
b_arrangement in_panels(const blocking &cut) {
    const int rows = cut.depths * cut.depth, panels = cut.column_blocks * cut.column_tiles;
    return {{panels, rows, cut.columns},
            [columns = cut.columns](const expr &p, const expr &j) -> std::vector<expr> {
                return {j / columns, p, j % columns};
            },
            rows,
            panels *cut.columns};
}

/// A copy of a part of a matrix, padded with zeros where the matrix ends.
struct padded_copy {
    std::optional<computation> zeros;
    computation values;
};

/// A matrix ends where p and its other index reach these.
padded_copy copy_padded(const std::string &name, const std::vector<var> &iterators, const expr &p,
                        int p_end, const expr &other, int other_end, bool is_full,
                        const expr &value) {
    if (is_full) {
        return {std::nullopt, computation(name, iterators, value)};
    }
    const computation zeros(name + "_edge", iterators, p >= p_end || other >= other_end, 0.0f);
    return {zeros, computation(name, iterators, p < p_end && other < other_end, value)};
}

/// The computations, from the matrices to the product.
struct stages {
    std::optional<padded_copy> b; ///< none where b is packed beforehand
    padded_copy a;
    computation sums;
    std::vector<computation> results; ///< of the first, the middle and the last blocks of depth
};

std::optional<padded_copy> copy_b(const gemm_task &task, const blocking &cut,
                                  const block_iterators &at, const gemm_tensors &tensors) {
    if (task.constant_b) {
        return std::nullopt;
    }
    const gemm_problem &problem = task.problem;
    const element e(at, cut);
    padded_copy made = copy_padded(
        "b_panels", {at.j_block, at.p_block, at.j_tile, at.p, at.column}, e.p, problem.k, e.j,
        problem.n, cut.fills_depth(problem) && cut.fills_columns(problem), tensors.b(e.p, e.j));
    buffer memory("b_panels", {cut.column_tiles, cut.depth, cut.columns}, p_float32, a_temporary);
    memory.align(64);
    made.values.store_in(&memory, {at.j_tile, at.p, at.column});
    if (made.zeros) {
        made.zeros->store_in(&memory, {at.j_tile, at.p, at.column});
    }
    return made;
}

padded_copy copy_a(const gemm_problem &problem, const blocking &cut, const block_iterators &at,
                   const gemm_tensors &tensors) {
    const element e(at, cut);
    padded_copy made = copy_padded(
        "a_panels", {at.j_block, at.p_block, at.i_block, at.i_tile, at.row, at.p}, e.p, problem.k,
        e.i, problem.m, cut.fills_depth(problem) && cut.fills_rows(problem), tensors.a(e.i, e.p));
    buffer memory("a_panels", {cut.row_tiles, divided_up(cut.depth, a_piece), cut.rows, a_piece},
                  p_float32, a_temporary);
    memory.align(64);
    const std::vector<expr> place = {at.i_tile, at.p / a_piece, at.row, at.p % a_piece};
    made.values.store_in(&memory, place);
    if (made.zeros) {
        made.zeros->store_in(&memory, place);
    }
    return made;
}

computation sum_up(const gemm_tensors &tensors, const blocking &cut, const block_iterators &at,
                   const std::optional<padded_copy> &b, const padded_copy &a) {
    const element e(at, cut);
    const expr factor = b ? expr(b->values(at.j_block, at.p_block, at.j_tile, at.p, at.column))
                          : expr(tensors.b(e.p, e.j));
    computation sums("sums",
                     {at.j_block, at.p_block, at.i_block, at.j_tile, at.i_tile, at.row, at.column},
                     0.0f);
    sums(at.j_block, at.p_block, at.i_block, at.j_tile, at.i_tile, at.row, at.column) +=
        a.values(at.j_block, at.p_block, at.i_block, at.i_tile, at.row, at.p) * factor;
    buffer tile("tile", {cut.rows, cut.columns}, p_float32, a_temporary);
    tile.align(64);
    sums.store_in(&tile, {at.row, at.column});
    return sums;
}

/// c of the first block of depth starts from what it holds and the bias, the others add to it, and
/// the last one does the post-ops.
std::vector<computation> add_to_c(const gemm_problem &problem, const blocking &cut,
                                  const block_iterators &at, const gemm_tensors &tensors,
                                  const computation &sums) {
    const element e(at, cut);
    const bool is_full = cut.fills_rows(problem) && cut.fills_columns(problem);
    const expr inside = e.i < problem.m && e.j < problem.n;
    std::vector<computation> made;
    const auto add = [&](const std::string &name, const var &p_block, const expr &value) {
        const std::vector<var> iterators = {at.j_block, p_block, at.i_block, at.j_tile,
                                            at.i_tile,  at.row,  at.column};
        made.push_back(is_full ? computation(name, iterators, value)
                               : computation(name, iterators, inside, value));
        tensors.store_in_c(made.back(), e.i, e.j);
    };
    const expr sum = tensors.scaled(
        sums(at.j_block, at.p_block, at.i_block, at.j_tile, at.i_tile, at.row, at.column));
    const expr start = tensors.start(e.i, e.j) + sum, more = tensors.c(e.i, e.j) + sum;
    const int last = cut.depths - 1;
    add("first", var("p_block", 0, 1), last == 0 ? tensors.finished(start) : start);
    if (last > 1) {
        add("middle", var("p_block", 1, last), more);
    }
    if (last > 0) {
        add("last", var("p_block", last, cut.depths), tensors.finished(more));
    }
    return made;
}

void schedule_sums(const blocking &cut, const block_iterators &at, computation &sums) {
    const var vector("column_vector"), lane("column_lane"), piece("p_piece"), step("p_step");
    computation start = sums.init(), steps = sums.update(0);
    steps.split(at.p, a_piece, piece, step);
    steps.reorder(
        {at.j_block, at.p_block, at.i_block, at.j_tile, at.i_tile, piece, step, at.row, at.column});
    for (computation part : {start, steps}) {
        part.vectorize(at.column, cut.lanes, vector, lane);
        part.tag_unroll_level(at.row).tag_unroll_level(vector);
    }
}

/// Each after the one before it, inside the loops that both share.
void order_stages(stages &of, const block_iterators &at) {
    std::vector<std::pair<computation, var>> all;
    const auto add = [&](const padded_copy &one, const var &level) {
        if (one.zeros) {
            all.emplace_back(*one.zeros, at.p_block);
            all.emplace_back(one.values, level);
        } else {
            all.emplace_back(one.values, at.p_block);
        }
    };
    if (of.b) {
        add(*of.b, at.p_block);
    }
    add(of.a, at.i_block);
    all.emplace_back(of.sums.init(), at.i_block);
    all.emplace_back(of.sums.update(0), at.i_tile);
    for (const computation &one : of.results) {
        all.emplace_back(one, at.i_tile);
    }
    for (std::size_t i = 1; i < all.size(); i++) {
        all[i - 1].first.then(all[i].first, all[i].second);
    }
}

void schedule(const blocking &cut, const block_iterators &at, const input &c, stages &of) {
    schedule_sums(cut, at, of.sums);
    if (of.b) {
        of.b->values.vectorize(at.column, cut.lanes);
    }
    of.a.values.vectorize(at.p, cut.lanes);
    for (computation &one : of.results) {
        one.vectorize(at.column, cut.lanes, tail::masked);
    }
    order_stages(of, at);
    if (of.b) {
        of.b->values.parallelize(at.j_tile);
    }
    if (of.results.size() > 1) {
        of.results.back().prefetch(c, at.i_tile, 1); // rows of c's tiles may be pages apart
    }
    of.sums.update(0).cache_write(at.i_tile, memory::registers);
    of.results.back().parallelize(at.i_block);
}

/// The tile that takes the fewest cycles where those at the edges are computed whole.
register_tile best_whole_tile(const gemm_problem &problem, const machine &on) {
    const auto cost = [&](const register_tile &tile) {
        return step_cycles(tile, on) * divided_up(problem.m, tile.columns) *
               divided_up(problem.n, tile.vectors * on.lanes);
    };
    std::vector<register_tile> tiles = fitting_tiles(on);
    const auto is_flat = [](const register_tile &tile) { return tile.rows > 1; };
    tiles.erase(std::remove_if(tiles.begin(), tiles.end(), is_flat), tiles.end());
    return *std::min_element(tiles.begin(), tiles.end(), [&](const auto &left, const auto &right) {
        return cost(left) < cost(right);
    });
}

} // namespace

std::size_t packed_gemm::workspace_bytes(const gemm_task &task, const configuration &chosen) const {
    const blocking cut(task, chosen);
    const auto bytes = [](int rows, int columns) {
        return sizeof(float) * static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
    };
    return bytes(cut.row_tiles * cut.rows, divided_up(cut.depth, a_piece) * a_piece) +
           (task.constant_b ? 0 : bytes(cut.block_columns(), cut.depth));
}

std::vector<tunable> packed_gemm::tunables(const gemm_task &task) const {
    const tile_sides sides = sides_of_fitting_tiles(task.on);
    return {{"column_tiles", equal_pieces(divided_up(task.problem.n, task.on.lanes))},
            {"depth", equal_pieces(task.problem.k)},
            {"row_tiles", equal_pieces(task.problem.m)},
            {"rows", sides.columns},
            {"vectors", sides.vectors}};
}

configuration packed_gemm::default_configuration(const gemm_task &task) const {
    const gemm_problem &problem = task.problem;
    constexpr int usual_depth = 1024, b_bytes = 4 << 20, float_bytes = sizeof(float);
    const register_tile tile = best_whole_tile(problem, task.on);
    const int columns = tile.vectors * task.on.lanes, rows = tile.columns;
    const int depth = divided_up(problem.k, divided_up(problem.k, usual_depth));
    const auto balanced = [](int tiles, int most) {
        return divided_up(tiles, divided_up(tiles, std::max(1, most)));
    };
    const int row_tiles = std::min(task.on.l2_bytes / 5 * 2 / (depth * rows * float_bytes),
                                   divided_up(divided_up(problem.m, rows), task.on.threads));
    const int column_tiles = b_bytes / (depth * columns * float_bytes);
    return {{"column_tiles", balanced(divided_up(problem.n, columns), column_tiles)},
            {"depth", depth},
            {"row_tiles", balanced(divided_up(problem.m, rows), row_tiles)},
            {"rows", rows},
            {"vectors", tile.vectors}};
}

gemm_program packed_gemm::generate(const gemm_task &task, const configuration &chosen,
                                   const std::string &name) const {
    const blocking cut(task, chosen);
    const b_arrangement b = task.constant_b ? in_panels(cut) : plain_b(task.problem);
    std::optional<program> packer;
    if (task.constant_b) {
        packer = b_packer(task.problem, b, name + "_pack_weights");
    }

    function_scope scope(name);
    const gemm_tensors tensors(task.problem, b);
    const block_iterators at(cut);
    const std::optional<padded_copy> b_copy = copy_b(task, cut, at, tensors);
    const padded_copy a_copy = copy_a(task.problem, cut, at, tensors);
    const computation sums = sum_up(tensors, cut, at, b_copy, a_copy);
    stages of = {b_copy, a_copy, sums, add_to_c(task.problem, cut, at, tensors, sums)};
    schedule(cut, at, tensors.c, of);
    return {{scope.get(), tensors.arguments()}, std::move(packer), b.extents};
}

} // namespace tiramisu::nn
