#include "nn/layers/gemm/blocked_product.h"

#include <numeric>
#include <optional>

#include "nn/framework/program/kernel.h"
#include "nn/framework/program/pieces.h"
#include "nn/framework/program/typed_expr.h"

namespace tiramisu::nn {

namespace {

/// Blocks and what is in them. That blocks are iterators, not made by the schedule, lets arrays
/// hold one block alone.
struct block_iterators {
    std::vector<var> outer;
    var j_block, p_block, i_block, j_tile, i_tile, p, row, column;
    /// What p is together, where neighbours lie side by side: a piece of a row of a, a group of
    /// neighbours in it, one of these. Panels of a have the place `in_piece` of both.
    var piece, group, neighbour, in_piece;

    block_iterators(const product_blocks &blocking, const std::vector<var> &around)
        : outer(around), j_block("j_block", 0, blocking.column_blocks),
          p_block("p_block", 0, blocking.depths), i_block("i_block", 0, blocking.row_blocks),
          j_tile("j_tile", 0, blocking.column_tiles), i_tile("i_tile", 0, tiles_in_block(blocking)),
          p("p", 0, blocking.depth), row("row", 0, blocking.rows),
          column("column", 0, blocking.columns),
          piece("p_piece", 0, blocking.depth / blocking.piece),
          group("p_group", 0, blocking.piece / blocking.form.width),
          neighbour("p_neighbour", 0, blocking.form.width),
          in_piece("p_in_piece", 0, blocking.piece) {}

    std::vector<var> in_outer(const std::vector<var> &inner) const {
        std::vector<var> all = outer;
        all.insert(all.end(), inner.begin(), inner.end());
        return all;
    }
    std::vector<var> of_sums() const {
        return in_outer({j_block, p_block, i_block, j_tile, i_tile, row, column});
    }

private:
    /// Tiles are computed whole, so the last block has no more of them than there are.
    expr tiles_in_block(const product_blocks &blocking) const {
        const bool are_full = blocking.row_blocks * blocking.row_tiles == blocking.all_row_tiles;
        return are_full ? expr(blocking.row_tiles)
                        : tiramisu::min(blocking.row_tiles,
                                        blocking.all_row_tiles - i_block * blocking.row_tiles);
    }
};

access at(const computation &what, const std::vector<var> &iterators) {
    return what.at({iterators.begin(), iterators.end()});
}

/// The same with `value` in the place of one iterator.
access at(const computation &what, const std::vector<var> &iterators, const var &replaced,
          const expr &value) {
    std::vector<expr> place;
    for (const var &one : iterators) {
        place.push_back(one.get_name() == replaced.get_name() ? value : expr(one));
    }
    return what.at(place);
}

/// Elements of the matrices that the iterators stand for.
struct element {
    expr i, j, p;

    element(const block_iterators &at, const product_blocks &blocking)
        : i((at.i_block * blocking.row_tiles + at.i_tile) * blocking.rows + at.row),
          j((at.j_block * blocking.column_tiles + at.j_tile) * blocking.columns + at.column),
          p(at.p_block * blocking.depth + at.p) {}
};

/// A copy of a part of a matrix, padded with zeros where the matrix ends.
struct padded_copy {
    std::vector<var> iterators;
    std::optional<computation> zeros;
    computation values;
};

/// A matrix ends where p and its other index reach these.
padded_copy copy_padded(const std::string &name, const std::vector<var> &iterators, const expr &p,
                        int p_end, const expr &other, int other_end, bool is_full, primitive_t type,
                        const expr &element) {
    const expr value = widened(type, element);
    if (is_full) {
        return {iterators, std::nullopt, computation(name, iterators, value)};
    }
    const computation zeros(name + "_edge", iterators, p >= p_end || other >= other_end,
                            zero_of(type));
    return {iterators, zeros, computation(name, iterators, p < p_end && other < other_end, value)};
}

void store_copy(padded_copy &copy, const std::vector<expr> &sizes, const std::vector<expr> &place) {
    buffer memory(copy.values.get_name(), sizes, copy.values.get_data_type(), a_temporary);
    memory.align(64);
    copy.values.store_in(&memory, place);
    if (copy.zeros) {
        copy.zeros->store_in(&memory, place);
    }
}

/// The computations, from the matrices to the product.
struct stages {
    std::optional<padded_copy> b; ///< none where b is packed beforehand
    std::optional<padded_copy> a; ///< none where a is in place
    computation sums;
    std::vector<computation> results; ///< of the first, the middle and the last blocks of depth
};

std::optional<padded_copy> copy_b(const product_blocks &blocking, const block_iterators &at,
                                  const product_elements &of) {
    if (of.b_is_packed) {
        return std::nullopt;
    }
    const element e(at, blocking);
    padded_copy made = copy_padded(
        "b_panels", at.in_outer({at.j_block, at.p_block, at.j_tile, at.p, at.column}), e.p,
        blocking.all.k, e.j, blocking.all.n, blocking.fills_depth() && blocking.fills_columns(),
        primitive_of(blocking.form.b), of.b(e.p, e.j));
    const int width = blocking.form.width;
    if (width == 1) {
        store_copy(made, {blocking.column_tiles, blocking.depth, blocking.columns},
                   {at.j_tile, at.p, at.column});
    } else {
        store_copy(made, {blocking.column_tiles, blocking.depth / width, blocking.columns, width},
                   {at.j_tile, at.p / width, at.column, at.p % width});
    }
    return made;
}

std::optional<padded_copy> copy_a(const product_blocks &blocking, const block_iterators &at,
                                  const product_elements &of) {
    if (of.a_is_in_place) {
        return std::nullopt;
    }
    const element e(at, blocking);
    const int piece = blocking.piece;
    const auto copy = [&](const std::vector<var> &along, const expr &p) {
        std::vector<var> place = {at.j_block, at.p_block, at.i_block, at.i_tile, at.row};
        place.insert(place.end(), along.begin(), along.end());
        return copy_padded("a_panels", at.in_outer(place), p, blocking.all.k, e.i, blocking.all.m,
                           blocking.fills_depth() && blocking.fills_rows(), blocking.form.a,
                           of.a(e.i, p));
    };
    const std::vector<expr> sizes = {blocking.row_tiles, divided_up(blocking.depth, piece),
                                     blocking.rows, piece};
    if (blocking.form.width == 1) {
        padded_copy made = copy({at.p}, e.p);
        store_copy(made, sizes, {at.i_tile, at.p / piece, at.row, at.p % piece});
        return made;
    }
    padded_copy made =
        copy({at.piece, at.in_piece}, at.p_block * blocking.depth + at.piece * piece + at.in_piece);
    store_copy(made, sizes, {at.i_tile, at.piece, at.row, at.in_piece});
    return made;
}

computation sum_up(const product_elements &of, const product_blocks &blocking,
                   const block_iterators &at, const std::optional<padded_copy> &b,
                   const std::optional<padded_copy> &a) {
    const element e(at, blocking);
    const product_form &form = blocking.form;
    const expr in_piece = at.group * form.width + at.neighbour;
    const expr p = form.width == 1 ? expr(at.p) : at.piece * blocking.piece + in_piece;
    // Sums of rows behind the last one, which are not stored, are as good as any.
    const expr row = blocking.fills_rows() ? e.i : tiramisu::min(e.i, blocking.all.m - 1);
    const expr left =
        a ? expr(nn::at(a->values, a->iterators, at.in_piece, in_piece)) : of.a(row, e.p);
    const expr right = b ? expr(nn::at(b->values, b->iterators, at.p, p))
                         : of.b(at.p_block * blocking.depth + p, e.j);
    computation sums("sums", at.of_sums(), zero_of(form.sums));
    nn::at(sums, at.of_sums()) += widened(form.sums, left) * widened(form.sums, right);
    buffer tile("tile", {blocking.rows, blocking.columns}, form.sums, a_temporary);
    tile.align(64);
    sums.store_in(&tile, {at.row, at.column});
    return sums;
}

/// c of the first block of depth starts from what it holds and the bias, the others add to it, and
/// the last one does the post-ops.
std::vector<computation> add_to_c(const product_blocks &blocking, const block_iterators &at,
                                  const product_elements &of, const computation &sums) {
    const element e(at, blocking);
    const bool is_full = blocking.fills_rows() && blocking.fills_columns();
    const expr inside = e.i < blocking.all.m && e.j < blocking.all.n;
    std::vector<computation> made;
    const auto add = [&](const std::string &name, const var &p_block, const expr &value) {
        const std::vector<var> iterators =
            at.in_outer({at.j_block, p_block, at.i_block, at.j_tile, at.i_tile, at.row, at.column});
        made.push_back(is_full ? computation(name, iterators, value)
                               : computation(name, iterators, inside, value));
        of.store_in_c(made.back(), e.i, e.j);
    };
    const expr sum = of.scaled(nn::at(sums, at.of_sums()));
    const expr start = of.start(e.i, e.j) + sum;
    const int last = blocking.depths - 1;
    if (last == 0) {
        add("first", var("p_block", 0, 1), of.finished(start, e.i, e.j));
        return made;
    }
    const expr more = of.c_before->at(of.c_place(e.i, e.j)) + sum;
    add("first", var("p_block", 0, 1), start);
    if (last > 1) {
        add("middle", var("p_block", 1, last), more);
    }
    add("last", var("p_block", last, blocking.depths), of.finished(more, e.i, e.j));
    return made;
}

void schedule_sums(const product_blocks &blocking, const block_iterators &at, computation &sums) {
    const var vector("column_vector"), lane("column_lane"), piece("p_piece"), step("p_step");
    const bool has_groups = blocking.form.width > 1;
    computation start = sums.init(), steps = sums.update(0);
    if (!has_groups) {
        steps.split(at.p, blocking.piece, piece, step);
    }
    std::vector<var> order =
        at.in_outer({at.j_block, at.p_block, at.i_block, at.j_tile, at.i_tile});
    order.insert(order.end(), {piece, has_groups ? at.group : step, at.row, at.column});
    if (has_groups) {
        order.push_back(at.neighbour);
    }
    steps.reorder(order);
    for (computation part : {start, steps}) {
        part.vectorize(at.column, blocking.lanes, vector, lane);
        part.tag_unroll_level(at.row).tag_unroll_level(vector);
    }
    if (has_groups) {
        steps.vectorize(at.neighbour, blocking.form.width);
    }
}

/// Neighbours in a group are stored by one instruction, as far as they are all there.
void schedule_copy_of_b(const product_blocks &blocking, const block_iterators &at,
                        computation &copy) {
    if (blocking.form.width == 1) {
        copy.vectorize(at.column, blocking.lanes);
        return;
    }
    const var group("p_group"), neighbour("p_neighbour"), vector("column_vector"),
        lane("column_lane");
    copy.split(at.p, blocking.form.width, group, neighbour);
    copy.vectorize(at.column, blocking.lanes, vector, lane);
    copy.reorder(at.in_outer({at.j_block, at.p_block, at.j_tile, group, vector, neighbour, lane}));
    copy.unroll(neighbour);
}

/// Vectors of elements that lie side by side both in a and in its panels.
void schedule_copy_of_a(const product_blocks &blocking, const block_iterators &at, int a_run,
                        computation &copy) {
    if (blocking.form.width == 1) {
        copy.vectorize(at.p, blocking.lanes);
    } else {
        copy.vectorize(at.in_piece, std::gcd(blocking.piece, a_run));
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
    if (of.a) {
        add(*of.a, at.i_block);
    }
    all.emplace_back(of.sums.init(), of.a ? at.i_block : at.p_block);
    all.emplace_back(of.sums.update(0), at.i_tile);
    for (const computation &one : of.results) {
        all.emplace_back(one, at.i_tile);
    }
    for (std::size_t i = 1; i < all.size(); i++) {
        all[i - 1].first.then(all[i].first, all[i].second);
    }
}

void schedule(const product_blocks &blocking, const block_iterators &at,
              const product_elements &elements, stages &of) {
    schedule_sums(blocking, at, of.sums);
    if (of.b) {
        schedule_copy_of_b(blocking, at, of.b->values);
    }
    if (of.a) {
        schedule_copy_of_a(blocking, at, elements.a_run, of.a->values);
    }
    for (computation &one : of.results) {
        one.vectorize(at.column, blocking.lanes, tail::masked);
    }
    order_stages(of, at);
    if (of.b) {
        of.b->values.parallelize(at.j_tile);
    }
    if (of.results.size() > 1 && elements.prefetches_c) {
        of.results.back().prefetch(*elements.c_before, at.i_tile, 1);
    }
    if (elements.awaited_b) {
        of.sums.update(0).prefetch(*elements.awaited_b, at.j_tile, 1, var("p_step"));
    }
    of.sums.update(0).cache_write(at.i_tile, memory::registers);
    of.results.back().parallelize(at.i_block);
}

} // namespace

void write_blocked_product(const product_blocks &blocking, const product_elements &of) {
    const block_iterators at(blocking, of.outer);
    const std::optional<padded_copy> b_copy = copy_b(blocking, at, of);
    const std::optional<padded_copy> a_copy = copy_a(blocking, at, of);
    const computation sums = sum_up(of, blocking, at, b_copy, a_copy);
    stages made = {b_copy, a_copy, sums, add_to_c(blocking, at, of, sums)};
    schedule(blocking, at, of, made);
}

} // namespace tiramisu::nn
