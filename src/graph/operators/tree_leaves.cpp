#include "graph/operators/loops.h"
#include "graph/operators/moving_program.h"
#include "graph/operators/numbers.h"
#include "graph/operators/operator.h"
#include "graph/operators/trees.h"
#include "tiramisu/function.h"

// Which leaf of each tree a row of a table leads to: what operators of trees become. Inputs are the
// table, and of each node of the trees its column, its limit, and the two nodes behind "at most the
// limit" and "more"; the node at which each tree starts; perhaps which nodes take NaN for small.
// Leaves have themselves behind both.

namespace tiramisu::graph {

namespace {

enum input_number : std::size_t { of_table, of_columns, of_limits, of_next, of_roots, of_nans };

struct walk {
    std::int64_t rows, columns, nodes, trees, depth;
    bool has_nans;
};

walk walk_of(const node_call &call) {
    const shape &table = call.extents(of_table);
    return {table[0],
            table[1],
            call.extents(of_columns)[0],
            call.extents(of_roots)[0],
            call.integer("depth", 0),
            call.has_input(of_nans)};
}

std::vector<tensor> leaves_reference(const node_call &call, const tensor_list &inputs) {
    const walk what = walk_of(call);
    const auto floats = [&](std::size_t i) { return inputs[i]->data<float>(); };
    const auto at = [&](std::size_t i, std::size_t place) {
        return static_cast<std::size_t>(inputs[i]->data<std::int32_t>()[place]);
    };
    std::vector<std::int32_t> leaves;
    for (std::int64_t tree = 0; tree < what.trees; tree++) {
        for (std::int64_t row = 0; row < what.rows; row++) {
            const float *const numbers = floats(of_table) + row * what.columns;
            std::size_t node = at(of_roots, static_cast<std::size_t>(tree));
            for (std::int64_t level = 0; level < what.depth; level++) {
                const float number = numbers[at(of_columns, node)];
                const bool is_nan = number != number;
                const bool is_small = is_nan ? what.has_nans && at(of_nans, node) != 0
                                             : number <= floats(of_limits)[node];
                node = at(of_next, 2 * node + (is_small ? 0 : 1));
            }
            leaves.push_back(static_cast<std::int32_t>(node));
        }
    }
    return {{shape{what.trees, what.rows}, std::move(leaves)}};
}

/// Rows are the lanes or, of few of them, trees: each walks for itself, and several vectors of them
/// at once, since each step waits for what it has read.
void walk_in_vectors(computation &leaf, const std::vector<var> &at, const var &level,
                     const shape &extents, int lanes) {
    const std::size_t side = extents[1] >= lanes ? 1 : 0;
    const var outer("outer"), inner("inner"), part("part"), lane("lane");
    constexpr int at_once = 4;
    if (side == 0) {
        leaf.interchange(at[0], at[1]);
    }
    leaf.split(at[side], at_once * lanes, outer, inner);
    leaf.split(inner, lanes, part, lane);
    leaf.interchange(lane, level);
    leaf.interchange(part, level);
    leaf.vectorize(lane, lanes, tail::masked);
    leaf.unroll(part, at_once);
    if (is_worth_threads(extents)) {
        leaf.parallelize(side == 1 ? at[0] : outer);
    }
}

nn::program leaves_program(const walk &what, const std::string &name, int lanes) {
    const function_scope scope(name);
    const shape of_node = {what.nodes}, to = {what.trees, what.rows};
    std::vector<buffer> memory;
    const auto argument = [&](const char *called, const shape &extents, primitive_t type) {
        input made(called, iterators(extents, std::string("in_") + called), type);
        memory.emplace_back(called, buffer_sizes(extents), type, a_input);
        made.store_in(&memory.back());
        return made;
    };
    memory.reserve(8);
    const input table = argument("table", {what.rows, what.columns}, p_float32);
    const input columns = argument("columns", of_node, p_int32),
                limits = argument("limits", of_node, p_float32),
                next = argument("next", {2 * what.nodes}, p_int32),
                roots = argument("roots", {what.trees}, p_int32);
    const auto within = [](const expr &value, std::int64_t count) {
        return clamp(value, 0, literal(count - 1));
    };
    const std::vector<var> at = iterators(to);
    computation leaf("leaf", at, within(roots(at[0]), what.nodes));
    if (what.depth > 0) {
        const var level("level", 0, static_cast<std::int32_t>(what.depth));
        const expr node = within(leaf(at[0], at[1]), what.nodes);
        const expr value = table(at[1], within(columns(node), what.columns));
        expr is_small = level >= 0 && !is_nan(value) && value <= limits(node);
        if (what.has_nans) {
            const input nans = argument("nans", of_node, p_int32);
            is_small = is_small || (is_nan(value) && nans(node) != 0);
        }
        leaf(at[0], at[1]) =
            within(next(node * 2 + select(is_small, expr(0), expr(1))), what.nodes);
        walk_in_vectors(leaf, at, level, to, lanes);
    }
    memory.emplace_back("leaves", buffer_sizes(to), p_int32, a_output);
    leaf.store_in(&memory.back());
    return {scope.get(), memory};
}

std::vector<step> leaves_steps(const lowering &of) {
    const walk what = walk_of(of.call);
    step made;
    made.text = "leaves of " + std::to_string(what.trees) + " trees of " +
                std::to_string(what.nodes) + " nodes, " + std::to_string(what.depth) +
                " deep, for " + std::to_string(what.rows) + "x" + std::to_string(what.columns) +
                (what.has_nans ? " with NaNs" : "");
    const char *const names[] = {"table", "columns", "limits", "next", "roots", "nans"};
    for (std::size_t i = 0; i < of.call.input_count(); i++) {
        made.arguments.push_back({names[i], {of.input(i)}});
    }
    made.arguments.push_back({"leaves", {of.output()}, true});
    made.write = [what, lanes = of.lanes](const std::string &name) {
        return leaves_program(what, name, lanes);
    };
    return {made};
}

} // namespace

void add_tree_leaves(operator_table &all) {
    operator_row row;
    row.name = tree_leaves;
    row.attributes = {"depth"};
    row.types = [](const node_call &call) -> std::vector<tensor_type> {
        const walk what = walk_of(call);
        return {{p_int32, {what.trees, what.rows}}};
    };
    row.reference = leaves_reference;
    row.steps = leaves_steps;
    all.add(std::move(row));
}

} // namespace tiramisu::graph
