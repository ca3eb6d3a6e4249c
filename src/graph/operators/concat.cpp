#include <algorithm>
#include <numeric>

#include "graph/operators/loops.h"
#include "graph/operators/moving_program.h"
#include "graph/operators/operator.h"
#include "graph/operators/picked.h"
#include "tiramisu/function.h"

// Concat.

namespace tiramisu::graph {

namespace {

using picking = std::pair<const tensor *, std::int64_t>;

/// Tensors as rows: what comes before the axis counts them.
struct joined_rows {
    shape result;
    std::int64_t rows = 1;
    std::vector<std::int64_t> lengths; ///< of a row of each input
};

joined_rows joined(const node_call &call) {
    joined_rows made;
    made.result = call.extents(0);
    const std::size_t axis = node_call::axis_of(call.integer("axis", 1), made.result.size());
    made.result[axis] = 0;
    for (std::size_t i = 0; i < call.input_count(); i++) {
        shape others = call.extents(i);
        const bool fits =
            others.size() == made.result.size() && call.type(i).elements == call.type(0).elements;
        const std::int64_t length = fits ? others[axis] : 0;
        if (fits) {
            others[axis] = made.result[axis];
        }
        if (!fits || others != made.result) {
            throw refusal("inputs are " + to_text(call.type(0)) + " and " + to_text(call.type(i)) +
                          ", which may differ in size " + std::to_string(axis + 1) + " alone");
        }
        made.result[axis] += length;
        made.lengths.push_back(count_of(
            {call.extents(i).begin() + static_cast<std::ptrdiff_t>(axis), call.extents(i).end()}));
    }
    made.rows =
        count_of({made.result.begin(), made.result.begin() + static_cast<std::ptrdiff_t>(axis)});
    return made;
}

std::vector<tensor> concat_reference(const node_call &call, const tensor_list &inputs) {
    const joined_rows what = joined(call);
    const std::int64_t length =
        std::accumulate(what.lengths.begin(), what.lengths.end(), std::int64_t{0});
    return {picked(call.type(0).elements, {what.rows, length},
                   [&](const std::vector<std::int64_t> &at) -> picking {
                       std::int64_t k = at[1];
                       std::size_t i = 0;
                       while (k >= what.lengths[i]) {
                           k -= what.lengths[i++];
                       }
                       return {inputs[i], at[0] * what.lengths[i] + k};
                   })
                .reshaped(what.result)};
}

nn::program concat_program(const std::string &name, const joined_rows &what, primitive_t type,
                           int lanes) {
    const function_scope scope(name);
    const std::int64_t length =
        std::accumulate(what.lengths.begin(), what.lengths.end(), std::int64_t{0});
    buffer dst_memory("dst", buffer_sizes({what.rows, length}), type, a_output);
    std::vector<buffer> arguments;
    std::int64_t first = 0;
    for (std::size_t i = 0; i < what.lengths.size(); i++) {
        const std::string number = std::to_string(i);
        const shape part = {what.rows, what.lengths[i]};
        const std::vector<var> in = iterators(part, "in" + number + "_");
        const std::vector<var> at = iterators(part, "i" + number + "_");
        input src("src" + number, in, type);
        buffer src_memory("src" + number, buffer_sizes(part), type, a_input);
        src.store_in(&src_memory);
        computation copy("copy" + number, at, type);
        copy.set_expression(src(at[0], at[1]));
        copy.store_in(&dst_memory, {at[0], at[1] + literal(first)});
        run_in_order(copy, at, part, lanes);
        arguments.push_back(src_memory);
        first += what.lengths[i];
    }
    arguments.push_back(dst_memory);
    return {scope.get(), arguments};
}

/// A copy of one input into its place; those that are as long are one function.
step copy_step(const lowering &of, std::size_t input, std::int64_t first, std::int64_t length) {
    const primitive_t type = of.call.type(0).elements;
    step made;
    made.text = "copy " + std::to_string(length) + " " + to_string(type);
    made.arguments = {{"src", {of.input(input)}}, {"dst", {of.output(), first}, true}};
    made.write = [=, lanes = of.lanes](const std::string &name) {
        return moving_program(name, type, {length}, {length}, lanes,
                              [](const tiramisu::input &src, const std::vector<var> &at) {
                                  return expr(src(at[0]));
                              });
    };
    return made;
}

std::vector<step> steps_of(const lowering &of) {
    constexpr std::size_t most_together = 8;
    const joined_rows what = joined(of.call);
    const primitive_t type = of.call.type(0).elements;
    std::vector<std::size_t> parts; // that are not empty
    for (std::size_t i = 0; i < what.lengths.size(); i++) {
        if (what.lengths[i] > 0) {
            parts.push_back(i);
        }
    }
    if (what.rows == 1 && parts.size() > most_together) {
        std::vector<step> copies;
        std::int64_t first = 0;
        for (const std::size_t i : parts) {
            copies.push_back(copy_step(of, i, first, what.lengths[i]));
            first += what.lengths[i];
        }
        return copies;
    }
    joined_rows full{what.result, what.rows, {}};
    step made;
    for (const std::size_t i : parts) {
        made.arguments.push_back({"src" + std::to_string(full.lengths.size()), {of.input(i)}});
        full.lengths.push_back(what.lengths[i]);
    }
    made.text = "concat " + to_string(type) + " " + std::to_string(what.rows) + " rows of " +
                list_text(full.lengths);
    made.arguments.push_back({"dst", {of.output()}, true});
    made.write = [full, type, lanes = of.lanes](const std::string &name) {
        return concat_program(name, full, type, lanes);
    };
    return {made};
}

} // namespace

void add_concat(operator_table &all) {
    operator_row row;
    row.name = "Concat";
    row.attributes = {"axis"};
    row.first_opset = 1;
    row.layouts = layout_rule::same;
    row.can_be_blocked = [](const node_call &call) {
        // Blocks of channels follow one another as channels do.
        return node_call::axis_of(call.integer("axis", 1), call.extents(0).size()) <= 1;
    };
    row.types = [](const node_call &call) -> std::vector<tensor_type> {
        return {{call.type(0).elements, joined(call).result}};
    };
    row.reference = concat_reference;
    row.steps = steps_of;
    all.add(std::move(row));
}

} // namespace tiramisu::graph
