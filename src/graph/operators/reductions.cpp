#include <algorithm>
#include <cmath>
#include <limits>

#include "graph/operators/language_functions.h"
#include "graph/operators/loops.h"
#include "graph/operators/numbers.h"
#include "graph/operators/operator.h"
#include "graph/operators/strides.h"
#include "tiramisu/function.h"

// ReduceMean, ReduceSum, ReduceMax, ReduceMin, ReduceProd, and what is made of them.

namespace tiramisu::graph {

namespace {

enum class gathering { mean, sum, product, largest, smallest };

struct reduced {
    shape from;
    std::vector<bool> goes; ///< of each dimension
    shape result;           ///< as the node says
    std::int64_t count = 1; ///< of elements that become one
};

/// Axes are an attribute in older opsets, an input in newer ones.
reduced reduced_of(const node_call &call) {
    if (call.type(0).elements == p_boolean) {
        throw refusal("input is " + to_text(call.type(0)) + ", must be of numbers");
    }
    reduced made;
    made.from = call.extents(0);
    const auto axes = call.has_input(1) ? call.integers(1, "the axes") : call.integers("axes", {});
    const bool takes_all = axes.empty() && call.integer("noop_with_empty_axes", 0) == 0;
    made.goes.assign(made.from.size(), takes_all);
    for (const std::int64_t axis : axes) {
        made.goes[node_call::axis_of(axis, made.from.size())] = true;
    }
    for (std::size_t d = 0; d < made.from.size(); d++) {
        if (!made.goes[d]) {
            made.result.push_back(made.from[d]);
            continue;
        }
        made.count *= made.from[d];
        if (call.integer("keepdims", 1) != 0) {
            made.result.push_back(1);
        }
    }
    return made;
}

template <typename Number>
Number start_number(gathering kind) {
    constexpr Number infinity = std::numeric_limits<Number>::infinity();
    return kind == gathering::largest    ? -infinity
           : kind == gathering::smallest ? infinity
           : kind == gathering::product  ? 1
                                         : 0;
}

template <typename Number>
Number gathered(gathering kind, Number one, Number value) {
    return kind == gathering::largest    ? std::max(one, value)
           : kind == gathering::smallest ? std::min(one, value)
           : kind == gathering::product  ? one * value
                                         : one + value;
}

template <typename Number>
std::vector<Number> gathered_of(gathering kind, const reduced &what,
                                const std::vector<Number> &values) {
    shape kept = what.from;
    for (std::size_t d = 0; d < kept.size(); d++) {
        kept[d] = what.goes[d] ? 1 : kept[d];
    }
    const auto strides = broadcast_strides(kept, what.from);
    std::vector<Number> all(static_cast<std::size_t>(count_of(kept)), start_number<Number>(kind));
    std::size_t next = 0;
    for (index_walk at(what.from); !at.is_done(); at.next()) {
        Number &one = all[static_cast<std::size_t>(at.position(strides))];
        one = gathered(kind, one, values[next++]);
    }
    return all;
}

std::vector<tensor> reference(gathering kind, const node_call &call, const tensor_list &inputs) {
    const reduced what = reduced_of(call);
    const tensor_type type = {inputs[0]->elements(), what.result};
    if (!is_float(type.elements) && kind != gathering::mean) {
        return {tensor_of(type, gathered_of(kind, what, exact_numbers_of(*inputs[0])))};
    }
    std::vector<double> all = gathered_of(kind, what, reals_of(*inputs[0]));
    for (double &one : all) {
        one = kind == gathering::mean ? one / static_cast<double>(what.count) : one;
    }
    return {tensor_of(type, all)};
}

expr start_of(gathering kind, primitive_t type) {
    return kind == gathering::largest    ? extreme(type, false)
           : kind == gathering::smallest ? extreme(type, true)
                                         : expr::literal(type, kind == gathering::product ? 1 : 0);
}

void gather(gathering kind, access element, const expr &value) {
    if (kind == gathering::largest) {
        element.max_with(value);
    } else if (kind == gathering::smallest) {
        element.min_with(value);
    } else if (kind == gathering::product) {
        element *= value;
    } else {
        element += value;
    }
}

/// Without a schedule: the compiler's own choice of loops adds along rows, or for rows side by
/// side.
nn::program program_of(gathering kind, reduced what, primitive_t type, const std::string &name) {
    const function_scope scope(name);
    if (what.from.empty()) { // a single number
        what.from = {1};
        what.goes = {false};
    }
    const std::vector<var> in = iterators(what.from, "in");
    std::vector<var> kept, gone;
    shape kept_extents;
    std::vector<expr> place;
    for (std::size_t d = 0; d < what.from.size(); d++) {
        const var one((what.goes[d] ? "k" : "i") + std::to_string(d), 0,
                      static_cast<std::int32_t>(what.from[d]));
        (what.goes[d] ? gone : kept).push_back(one);
        place.push_back(one);
        if (!what.goes[d]) {
            kept_extents.push_back(what.from[d]);
        }
    }
    if (kept.empty()) {
        kept.emplace_back("one", 0, 1);
        kept_extents.push_back(1);
    }
    input src("src", in, type);
    buffer src_memory("src", buffer_sizes(what.from), type, a_input);
    buffer dst_memory("dst", buffer_sizes(kept_extents), type, a_output);
    src.store_in(&src_memory);
    computation all("all", kept, start_of(kind, type));
    gather(kind, all.at(as_exprs(kept)), src.at(place));
    if (kind != gathering::mean) {
        all.store_in(&dst_memory);
        return {scope.get(), {src_memory, dst_memory}};
    }
    computation means(
        "means", kept,
        is_float(type)
            ? all.at(as_exprs(kept)) * expr::literal(type, 1.0 / static_cast<double>(what.count))
            : truncated_quotient(all.at(as_exprs(kept)), expr::literal(type, what.count)));
    means.store_in(&dst_memory);
    return {scope.get(), {src_memory, dst_memory}};
}

const std::vector<std::string> reduction_attributes = {"axes", "keepdims", "noop_with_empty_axes"};

/// A reduction along the axes of the node, which may be an input.
std::string along_axes(expansion &to, const std::string &op, const std::string &value, bool keeps) {
    expansion::attributes with = to.call.what().attributes;
    if (keeps) {
        with["keepdims"] = std::int64_t{1};
    }
    std::vector<std::string> inputs = {value};
    if (to.has(1)) {
        inputs.push_back(to.input(1));
    }
    return to.add(op, inputs, with);
}

/// ... and a function of it.
void reduce(expansion &to, const std::string &op, const std::string &value,
            const std::string &function) {
    const std::string made = along_axes(to, op, value, false);
    const primitive_t type = to.type(made).elements;
    if (function.empty()) {
        to.result(0, made);
    } else if (is_float(type)) {
        to.result(0, to.add(function, {made}));
    } else {
        to.result(0, to.cast(to.add(function, {to.cast(made, p_float64)}), type));
    }
}

/// The largest is taken out, so that no exponential overflows.
void log_sum_exp(expansion &to) {
    const primitive_t type = to.type(to.input(0)).elements;
    const std::string x = is_float(type) ? to.input(0) : to.cast(to.input(0), p_float64);
    const std::string largest = along_axes(to, "ReduceMax", x, true);
    const std::string centred = to.add("Sub", {x, largest});
    const std::string sum = along_axes(to, "ReduceSum", to.add("Exp", {centred}), true);
    const std::string kept = to.add("Add", {to.add("Log", {sum}), largest});
    const shape extents = to.extents(along_axes(to, "ReduceSum", x, false));
    to.result(0, to.cast(to.reshaped(kept, extents), type));
}

/// Of no elements: what sums and the like start with.
void reduce_nothing(expansion &to, gathering kind) {
    const tensor_type made = {to.call.type(0).elements, reduced_of(to.call).result};
    if (!is_float(made.elements) && kind != gathering::sum && kind != gathering::product) {
        throw refusal("input is " + to_text(to.call.type(0)) + ", which has nothing to reduce");
    }
    const double start = kind == gathering::mean ? std::numeric_limits<double>::quiet_NaN()
                                                 : start_number<double>(kind);
    to.result(0, to.constant(tensor_of(
                     made, std::vector<double>(static_cast<std::size_t>(count_of(made.extents)),
                                               start))));
}

void add(operator_table &all, const std::string &name, gathering kind) {
    operator_row row;
    row.name = name;
    row.expand = [kind](expansion &to) { reduce_nothing(to, kind); };
    row.expands = [](const node_call &call) { return reduced_of(call).count == 0; };
    row.attributes = reduction_attributes;
    row.first_opset = 1;
    row.types = [](const node_call &call) -> std::vector<tensor_type> {
        return {{call.type(0).elements, reduced_of(call).result}};
    };
    row.reference = [kind](const node_call &call, const tensor_list &inputs) {
        return reference(kind, call, inputs);
    };
    row.steps = [kind, name](const lowering &of) -> std::vector<step> {
        const reduced what = reduced_of(of.call);
        step made;
        const primitive_t type = of.call.type(0).elements;
        made.text = name + " " + to_text(of.call.type(0)) + " along";
        for (std::size_t d = 0; d < what.goes.size(); d++) {
            made.text += what.goes[d] ? " " + std::to_string(d) : "";
        }
        made.arguments = {{"src", {of.input(0)}}, {"dst", {of.output()}, true}};
        made.write = [kind, what, type](const std::string &called) {
            return program_of(kind, what, type, called);
        };
        return {made};
    };
    all.add(std::move(row));
}

} // namespace

void add_reductions(operator_table &all) {
    add(all, "ReduceMean", gathering::mean);
    add(all, "ReduceSum", gathering::sum);
    add(all, "ReduceProd", gathering::product);
    add(all, "ReduceMax", gathering::largest);
    add(all, "ReduceMin", gathering::smallest);
    all.add_expanded("ReduceL1", reduction_attributes, 1, [](expansion &to) {
        reduce(to, "ReduceSum", to.add("Abs", {to.input(0)}), "");
    });
    all.add_expanded("ReduceL2", reduction_attributes, 1, [](expansion &to) {
        reduce(to, "ReduceSum", to.add("Mul", {to.input(0), to.input(0)}), "Sqrt");
    });
    all.add_expanded("ReduceSumSquare", reduction_attributes, 1, [](expansion &to) {
        reduce(to, "ReduceSum", to.add("Mul", {to.input(0), to.input(0)}), "");
    });
    all.add_expanded("ReduceLogSum", reduction_attributes, 1,
                     [](expansion &to) { reduce(to, "ReduceSum", to.input(0), "Log"); });
    all.add_expanded("ReduceLogSumExp", reduction_attributes, 1, log_sum_exp);
}

} // namespace tiramisu::graph
