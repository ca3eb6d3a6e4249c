#include <algorithm>
#include <cmath>
#include <limits>

#include "graph/operators/loops.h"
#include "graph/operators/operator.h"
#include "graph/operators/strides.h"
#include "tiramisu/function.h"

// ReduceMean, ReduceSum, ReduceMax, ReduceMin.

namespace tiramisu::graph {

namespace {

enum class gathering { mean, sum, largest, smallest };

struct reduced {
    shape from;
    std::vector<bool> goes; ///< of each dimension
    shape result;           ///< as the node says
    std::int64_t count = 1; ///< of elements that become one
};

/// Axes are an attribute in older opsets, an input in newer ones.
reduced reduced_of(const node_call &call) {
    if (call.type(0).elements != p_float32) {
        throw refusal("input is " + to_text(call.type(0)) + ", must be float32");
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
    if (made.count == 0) {
        throw refusal("input is " + to_text(made.from) + ", which has nothing to reduce");
    }
    return made;
}

std::vector<tensor> reference(gathering how, const node_call &call, const tensor_list &inputs) {
    const reduced what = reduced_of(call);
    shape kept = what.from;
    for (std::size_t d = 0; d < kept.size(); d++) {
        kept[d] = what.goes[d] ? 1 : kept[d];
    }
    const auto strides = broadcast_strides(kept, what.from);
    const double start = how == gathering::largest    ? -std::numeric_limits<double>::infinity()
                         : how == gathering::smallest ? std::numeric_limits<double>::infinity()
                                                      : 0;
    std::vector<double> all(static_cast<std::size_t>(count_of(kept)), start);
    std::int64_t next = 0;
    for (index_walk at(what.from); !at.is_done(); at.next()) {
        double &one = all[static_cast<std::size_t>(at.position(strides))];
        const double value = inputs[0]->data<float>()[next++];
        one = how == gathering::largest    ? std::max(one, value)
              : how == gathering::smallest ? std::min(one, value)
                                           : one + value;
    }
    std::vector<float> values;
    for (const double one : all) {
        values.push_back(static_cast<float>(
            how == gathering::mean ? one / static_cast<double>(what.count) : one));
    }
    return {tensor(what.result, std::move(values))};
}

expr start_of(gathering how) {
    return how == gathering::largest    ? expr(-std::numeric_limits<float>::max())
           : how == gathering::smallest ? expr(std::numeric_limits<float>::max())
                                        : expr(0.0f);
}

void gather(gathering how, access element, const expr &value) {
    if (how == gathering::largest) {
        element.max_with(value);
    } else if (how == gathering::smallest) {
        element.min_with(value);
    } else {
        element += value;
    }
}

nn::program program_of(gathering how, const reduced &what, const std::string &name, int lanes) {
    const function_scope scope(name);
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
    input src("src", in, p_float32);
    buffer src_memory("src", buffer_sizes(what.from), p_float32, a_input);
    buffer dst_memory("dst", buffer_sizes(kept_extents), p_float32, a_output);
    src.store_in(&src_memory);
    computation all("all", kept, start_of(how));
    gather(how, all.at(as_exprs(kept)), src.at(place));
    if (how != gathering::mean) {
        all.store_in(&dst_memory);
        return {scope.get(), {src_memory, dst_memory}};
    }
    computation means("means", kept,
                      all.at(as_exprs(kept)) * expr(1.0f / static_cast<float>(what.count)));
    means.store_in(&dst_memory);
    run_in_order(means, kept, kept_extents, lanes);
    return {scope.get(), {src_memory, dst_memory}};
}

void add(operator_table &all, const std::string &name, gathering how) {
    operator_row row;
    row.name = name;
    row.attributes = {"axes", "keepdims", "noop_with_empty_axes"};
    row.first_opset = 1;
    row.types = [](const node_call &call) -> std::vector<tensor_type> {
        return {{p_float32, reduced_of(call).result}};
    };
    row.reference = [how](const node_call &call, const tensor_list &inputs) {
        return reference(how, call, inputs);
    };
    row.steps = [how, name](const lowering &of) -> std::vector<step> {
        const reduced what = reduced_of(of.call);
        step made;
        made.text = name + " " + to_text(what.from) + " along";
        for (std::size_t d = 0; d < what.goes.size(); d++) {
            made.text += what.goes[d] ? " " + std::to_string(d) : "";
        }
        made.arguments = {{"src", {of.input(0)}}, {"dst", {of.output()}, true}};
        made.write = [how, what, lanes = of.lanes](const std::string &called) {
            return program_of(how, what, called, lanes);
        };
        return {made};
    };
    all.add(std::move(row));
}

} // namespace

void add_reductions(operator_table &all) {
    add(all, "ReduceMean", gathering::mean);
    add(all, "ReduceSum", gathering::sum);
    add(all, "ReduceMax", gathering::largest);
    add(all, "ReduceMin", gathering::smallest);
}

} // namespace tiramisu::graph
