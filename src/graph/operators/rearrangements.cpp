#include <algorithm>
#include <numeric>
#include <sstream>

#include "graph/operators/loops.h"
#include "graph/operators/operator.h"
#include "graph/operators/picked.h"
#include "tiramisu/function.h"

// The same elements elsewhere: Transpose, Concat, Slice, Pad.

namespace tiramisu::graph {

namespace {

using picking = std::pair<const tensor *, std::int64_t>;

std::string list_text(const std::vector<std::int64_t> &list) {
    std::string text;
    for (const std::int64_t one : list) {
        text += (text.empty() ? "" : ",") + std::to_string(one);
    }
    return text;
}

expr literal(std::int64_t value) {
    return expr(static_cast<std::int32_t>(value));
}

/// A program that makes one tensor of another: `value` says what an element is, given the source
/// and the iterators over the result.
template <typename Value>
nn::program moving_program(const std::string &name, const shape &from, const shape &to, int lanes,
                           const Value &value) {
    const function_scope scope(name);
    const shape source = from.empty() ? shape{1} : from, result = to.empty() ? shape{1} : to;
    const std::vector<var> in = iterators(source, "in"), at = iterators(result);
    input src("src", in, p_float32);
    buffer src_memory("src", buffer_sizes(source), p_float32, a_input);
    buffer dst_memory("dst", buffer_sizes(result), p_float32, a_output);
    src.store_in(&src_memory);
    computation dst("dst_values", at, value(src, at));
    dst.store_in(&dst_memory);
    run_in_order(dst, at, result, lanes);
    return {scope.get(), {src_memory, dst_memory}};
}

step moving_step(const lowering &of, const std::string &text,
                 std::function<nn::program(const std::string &)> write) {
    step made;
    made.text = text;
    made.arguments = {{"src", {of.input(0)}}, {"dst", {of.output()}, true}};
    made.write = std::move(write);
    return made;
}

// --- Transpose

std::vector<std::size_t> permutation_of(const node_call &call) {
    const std::size_t rank = call.extents(0).size();
    std::vector<std::int64_t> reversed(rank);
    std::iota(reversed.rbegin(), reversed.rend(), 0);
    const auto given = call.integers("perm", reversed);
    std::vector<std::int64_t> sorted = given;
    std::sort(sorted.begin(), sorted.end());
    std::reverse(reversed.begin(), reversed.end());
    if (sorted != reversed) {
        throw refusal("attribute perm is [" + list_text(given) + "], must be an order of " +
                      std::to_string(rank) + " dimensions");
    }
    return {given.begin(), given.end()};
}

template <typename List>
List permuted(const List &from, const std::vector<std::size_t> &order) {
    List to;
    for (const std::size_t d : order) {
        to.push_back(from[d]);
    }
    return to;
}

nn::program transpose_program(const std::string &name, const shape &from,
                              const std::vector<std::size_t> &order, int lanes) {
    return moving_program(name, from, permuted(from, order), lanes,
                          [&](const input &src, const std::vector<var> &at) {
                              std::vector<expr> place(from.size());
                              for (std::size_t d = 0; d < order.size(); d++) {
                                  place[order[d]] = at[d];
                              }
                              return expr(src.at(place));
                          });
}

void add_transpose(operator_table &all) {
    operator_row row;
    row.name = "Transpose";
    row.attributes = {"perm"};
    row.first_opset = 1;
    row.types = [](const node_call &call) -> std::vector<tensor_type> {
        return {{call.type(0).elements, permuted(call.extents(0), permutation_of(call))}};
    };
    row.reference = [](const node_call &call, const tensor_list &inputs) -> std::vector<tensor> {
        const auto order = permutation_of(call);
        const auto strides = permuted(strides_of(call.extents(0)), order);
        return {picked(call.type(0).elements, permuted(call.extents(0), order),
                       [&](const std::vector<std::int64_t> &at) -> picking {
                           return {inputs[0], std::inner_product(at.begin(), at.end(),
                                                                 strides.begin(), std::int64_t{0})};
                       })};
    };
    row.steps = [](const lowering &of) -> std::vector<step> {
        const shape from = of.call.extents(0);
        const auto order = permutation_of(of.call);
        return {moving_step(
            of, "transpose " + to_text(from) + " to " + list_text({order.begin(), order.end()}),
            [=, lanes = of.lanes](const std::string &name) {
                return transpose_program(name, from, order, lanes);
            })};
    };
    all.add(std::move(row));
}

// --- Concat

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

nn::program concat_program(const std::string &name, const joined_rows &what, int lanes) {
    const function_scope scope(name);
    const std::int64_t length =
        std::accumulate(what.lengths.begin(), what.lengths.end(), std::int64_t{0});
    buffer dst_memory("dst", buffer_sizes({what.rows, length}), p_float32, a_output);
    std::vector<buffer> arguments;
    std::int64_t first = 0;
    for (std::size_t i = 0; i < what.lengths.size(); i++) {
        const std::string number = std::to_string(i);
        const shape part = {what.rows, what.lengths[i]};
        const std::vector<var> in = iterators(part, "in" + number + "_");
        const std::vector<var> at = iterators(part, "i" + number + "_");
        input src("src" + number, in, p_float32);
        buffer src_memory("src" + number, buffer_sizes(part), p_float32, a_input);
        src.store_in(&src_memory);
        computation copy("copy" + number, at, src(at[0], at[1]));
        copy.store_in(&dst_memory, {at[0], at[1] + literal(first)});
        run_in_order(copy, at, part, lanes);
        arguments.push_back(src_memory);
        first += what.lengths[i];
    }
    arguments.push_back(dst_memory);
    return {scope.get(), arguments};
}

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
    row.steps = [](const lowering &of) -> std::vector<step> {
        const joined_rows what = joined(of.call);
        step made;
        made.text = "concat " + std::to_string(what.rows) + " rows of " + list_text(what.lengths);
        for (std::size_t i = 0; i < what.lengths.size(); i++) {
            made.arguments.push_back({"src" + std::to_string(i), {of.input(i)}});
        }
        made.arguments.push_back({"dst", {of.output()}, true});
        made.write = [what, lanes = of.lanes](const std::string &name) {
            return concat_program(name, what, lanes);
        };
        return {made};
    };
    all.add(std::move(row));
}

// --- Slice

/// A range of each dimension.
struct sliced {
    std::vector<std::int64_t> first, step;
    shape result;
};

/// Attributes before opset 10, inputs since.
std::vector<std::int64_t> slice_list(const node_call &call, std::size_t input,
                                     const std::string &name, std::vector<std::int64_t> otherwise) {
    return call.has_input(input)    ? call.integers(input, "the list of " + name)
           : call.input_count() > 1 ? otherwise
                                    : call.integers(name, std::move(otherwise));
}

sliced slice_of(const node_call &call) {
    const shape &from = call.extents(0);
    sliced made{std::vector<std::int64_t>(from.size(), 0),
                std::vector<std::int64_t>(from.size(), 1), from};
    const auto starts = slice_list(call, 1, "starts", {}), ends = slice_list(call, 2, "ends", {});
    std::vector<std::int64_t> in_order(starts.size());
    std::iota(in_order.begin(), in_order.end(), 0);
    const auto axes = slice_list(call, 3, "axes", in_order);
    const auto steps = slice_list(call, 4, "steps", std::vector<std::int64_t>(starts.size(), 1));
    if (ends.size() != starts.size() || axes.size() != starts.size() ||
        steps.size() != starts.size()) {
        throw refusal("starts, ends, axes and steps must be equally many");
    }
    for (std::size_t i = 0; i < starts.size(); i++) {
        const std::size_t d = node_call::axis_of(axes[i], from.size());
        if (steps[i] == 0) {
            throw refusal("steps has a 0");
        }
        const bool forward = steps[i] > 0;
        const auto inside = [&](std::int64_t at) {
            const std::int64_t from_start = at < 0 ? at + from[d] : at;
            return std::clamp<std::int64_t>(from_start, forward ? 0 : -1,
                                            forward ? from[d] : from[d] - 1);
        };
        const std::int64_t begin = inside(starts[i]);
        const std::int64_t end = ends[i] < -from[d] ? (forward ? 0 : -1) : inside(ends[i]);
        made.first[d] = begin;
        made.step[d] = steps[i];
        const std::int64_t span = forward ? end - begin : begin - end;
        const std::int64_t stride = std::abs(steps[i]);
        made.result[d] = span <= 0 ? 0 : (span + stride - 1) / stride;
    }
    return made;
}

void add_slice(operator_table &all) {
    operator_row row;
    row.name = "Slice";
    row.attributes = {"starts", "ends", "axes"};
    row.first_opset = 1;
    row.types = [](const node_call &call) -> std::vector<tensor_type> {
        return {{call.type(0).elements, slice_of(call).result}};
    };
    row.reference = [](const node_call &call, const tensor_list &inputs) -> std::vector<tensor> {
        const sliced what = slice_of(call);
        const auto strides = strides_of(call.extents(0));
        return {picked(call.type(0).elements, what.result,
                       [&](const std::vector<std::int64_t> &at) -> picking {
                           std::int64_t position = 0;
                           for (std::size_t d = 0; d < at.size(); d++) {
                               position += (what.first[d] + at[d] * what.step[d]) * strides[d];
                           }
                           return {inputs[0], position};
                       })};
    };
    row.steps = [](const lowering &of) -> std::vector<step> {
        const shape from = of.call.extents(0);
        const sliced what = slice_of(of.call);
        return {moving_step(of,
                            "slice " + to_text(from) + " from " + list_text(what.first) + " by " +
                                list_text(what.step) + " to " + to_text(what.result),
                            [=, lanes = of.lanes](const std::string &name) {
                                return moving_program(
                                    name, from, what.result, lanes,
                                    [&](const input &src, const std::vector<var> &at) {
                                        std::vector<expr> place;
                                        for (std::size_t d = 0; d < at.size(); d++) {
                                            place.push_back(at[d] * literal(what.step[d]) +
                                                            literal(what.first[d]));
                                        }
                                        return expr(src.at(place));
                                    });
                            })};
    };
    all.add(std::move(row));
}

// --- Pad

struct padded {
    std::vector<std::int64_t> before; ///< of each dimension; less than 0 takes elements away
    shape result;
    float value = 0;
};

/// Attributes before opset 11, inputs since.
padded pad_of(const node_call &call) {
    const shape &from = call.extents(0);
    if (call.text("mode", "constant") != "constant") {
        throw refusal("attribute mode is \"" + call.text("mode", "") +
                      "\", only \"constant\" is supported");
    }
    const auto pads =
        call.has_input(1) ? call.integers(1, "the padding") : call.integers("pads", {});
    std::vector<std::int64_t> axes(from.size());
    std::iota(axes.begin(), axes.end(), 0);
    if (call.has_input(3)) {
        axes = call.integers(3, "the axes");
    }
    if (pads.size() != 2 * axes.size()) {
        throw refusal("the padding has " + std::to_string(pads.size()) + " numbers, must have " +
                      std::to_string(2 * axes.size()));
    }
    padded made{std::vector<std::int64_t>(from.size(), 0), from};
    for (std::size_t i = 0; i < axes.size(); i++) {
        const std::size_t d = node_call::axis_of(axes[i], from.size());
        made.before[d] = pads[i];
        made.result[d] += pads[i] + pads[i + axes.size()];
    }
    count_of(made.result);
    made.value = call.real("value", 0);
    if (call.has_input(2)) {
        const tensor *value = call.value(2);
        if (value == nullptr || value->elements() != p_float32 || value->count() != 1) {
            throw refusal("the value around must be a constant of float32");
        }
        made.value = value->data<float>()[0];
    }
    return made;
}

std::vector<tensor> pad_reference(const node_call &call, const tensor_list &inputs) {
    const padded what = pad_of(call);
    const shape &from = call.extents(0);
    const auto strides = strides_of(from);
    const tensor around({1}, std::vector<float>{what.value});
    return {picked(p_float32, what.result, [&](const std::vector<std::int64_t> &at) -> picking {
        std::int64_t position = 0;
        for (std::size_t d = 0; d < at.size(); d++) {
            const std::int64_t there = at[d] - what.before[d];
            if (there < 0 || there >= from[d]) {
                return {&around, 0};
            }
            position += there * strides[d];
        }
        return {inputs[0], position};
    })};
}

expr padded_value(const padded &what, const shape &from, const input &src,
                  const std::vector<var> &at) {
    std::vector<expr> place;
    expr inside;
    for (std::size_t d = 0; d < from.size(); d++) {
        const expr there = at[d] - literal(what.before[d]);
        const bool may_leave = what.before[d] > 0 || what.result[d] - what.before[d] > from[d];
        if (may_leave) {
            const expr is_in = there >= 0 && there < literal(from[d]);
            inside = inside.is_defined() ? inside && is_in : is_in;
        }
        place.push_back(may_leave ? clamp(there, 0, literal(from[d] - 1)) : there);
    }
    const expr value = src.at(place);
    return inside.is_defined() ? select(inside, value, expr(what.value)) : value;
}

void add_pad(operator_table &all) {
    operator_row row;
    row.name = "Pad";
    row.attributes = {"mode", "pads", "value"};
    row.first_opset = 2;
    row.types = [](const node_call &call) -> std::vector<tensor_type> {
        if (call.type(0).elements != p_float32) {
            throw refusal("input is " + to_text(call.type(0)) + ", must be float32");
        }
        return {{p_float32, pad_of(call).result}};
    };
    row.reference = pad_reference;
    row.steps = [](const lowering &of) -> std::vector<step> {
        const shape from = of.call.extents(0);
        const padded what = pad_of(of.call);
        std::ostringstream text;
        text.precision(9);
        text << "pad " << to_text(from) << " by " << list_text(what.before) << " to "
             << to_text(what.result) << " with " << what.value;
        return {moving_step(of, text.str(), [=, lanes = of.lanes](const std::string &name) {
            return moving_program(name, from, what.result, lanes,
                                  [&](const input &src, const std::vector<var> &at) {
                                      return padded_value(what, from, src, at);
                                  });
        })};
    };
    all.add(std::move(row));
}

} // namespace

void add_rearrangements(operator_table &all) {
    add_transpose(all);
    add_concat(all);
    add_slice(all);
    add_pad(all);
}

} // namespace tiramisu::graph
