#include <algorithm>

#include "graph/operators/operator.h"

// The same elements in another shape: no code.

namespace tiramisu::graph {

namespace {

using shape_rule = std::function<shape(const node_call &)>;

void add(operator_table &all, const std::string &name, const std::vector<std::string> &attributes,
         int first_opset, const shape_rule &rule) {
    operator_row row;
    row.name = name;
    row.attributes = attributes;
    row.first_opset = first_opset;
    row.is_view = true;
    row.types = [rule](const node_call &call) -> std::vector<tensor_type> {
        const shape extents = rule(call);
        if (count_of(extents) != count_of(call.extents(0))) {
            throw refusal("makes " + to_text(extents) + " of " + to_text(call.extents(0)) +
                          ", which has another number of elements");
        }
        return {{call.type(0).elements, extents}};
    };
    row.reference = [rule](const node_call &call,
                           const tensor_list &inputs) -> std::vector<tensor> {
        return {inputs[0]->reshaped(rule(call))};
    };
    all.add(std::move(row));
}

/// 0 stands for the size that is there, -1 for what is left.
shape reshaped(const node_call &call) {
    const shape &from = call.extents(0);
    shape to = call.integers(1, "the shape");
    std::int64_t known = 1, free_at = -1;
    for (std::size_t d = 0; d < to.size(); d++) {
        if (to[d] == 0 && call.integer("allowzero", 0) == 0) {
            if (d >= from.size()) {
                throw refusal("the shape has a 0 at place " + std::to_string(d + 1) +
                              ", the input has " + std::to_string(from.size()) + " dimensions");
            }
            to[d] = from[d];
        }
        if (to[d] == -1 && free_at < 0) {
            free_at = static_cast<std::int64_t>(d);
        } else if (to[d] < 0) {
            throw refusal("the shape has a " + std::to_string(to[d]) +
                          "; one size may be -1, the others must be at least 0");
        } else {
            known = count_of({known, to[d]});
        }
    }
    if (free_at >= 0) {
        if (known == 0 || count_of(from) % known != 0) {
            throw refusal("makes " + std::to_string(count_of(from)) + " elements a shape of " +
                          std::to_string(known) + " times -1");
        }
        to[static_cast<std::size_t>(free_at)] = count_of(from) / known;
    }
    return to;
}

shape flattened(const node_call &call) {
    const shape &from = call.extents(0);
    const std::int64_t axis = call.integer("axis", 1);
    const auto rank = static_cast<std::int64_t>(from.size());
    if (axis < -rank || axis > rank) {
        throw refusal("axis is " + std::to_string(axis) + ", must be from " +
                      std::to_string(-rank) + " to " + std::to_string(rank));
    }
    const auto middle = from.begin() + (axis < 0 ? axis + rank : axis);
    return {count_of({from.begin(), middle}), count_of({middle, from.end()})};
}

/// An attribute before opset 13, an input since.
std::vector<std::int64_t> axes_of(const node_call &call) {
    return call.has_input(1) ? call.integers(1, "the axes") : call.integers("axes", {});
}

shape squeezed(const node_call &call) {
    const shape &from = call.extents(0);
    std::vector<bool> goes(from.size(), false);
    const auto axes = axes_of(call);
    for (const std::int64_t axis : axes) {
        const std::size_t d = node_call::axis_of(axis, from.size());
        if (from[d] != 1) {
            throw refusal("size " + std::to_string(d + 1) + " of " + to_text(from) +
                          " is to go, must be 1");
        }
        goes[d] = true;
    }
    shape to;
    for (std::size_t d = 0; d < from.size(); d++) {
        if (!(axes.empty() ? from[d] == 1 : goes[d])) {
            to.push_back(from[d]);
        }
    }
    return to;
}

shape unsqueezed(const node_call &call) {
    const auto axes = axes_of(call);
    const std::size_t rank = call.extents(0).size() + axes.size();
    shape to(rank, 0);
    for (const std::int64_t axis : axes) {
        std::int64_t &size = to[node_call::axis_of(axis, rank)];
        if (size == 1) {
            throw refusal("axis " + std::to_string(axis) + " comes twice");
        }
        size = 1;
    }
    auto next = call.extents(0).begin();
    for (std::int64_t &size : to) {
        size = size == 1 ? 1 : *next++;
    }
    return to;
}

shape same(const node_call &call) {
    return call.extents(0);
}

/// In inference it does nothing. Its second output, the mask, may have a name, but no reader: it
/// has no type.
shape dropped_out(const node_call &call) {
    const tensor *training = call.value(2);
    const bool may_train =
        call.has_input(2) && (training == nullptr || training->integers().front() != 0);
    if (may_train) {
        throw refusal("training_mode may be true: only inference is supported");
    }
    return call.extents(0);
}

} // namespace

void add_views(operator_table &all) {
    add(all, "Reshape", {"allowzero"}, 5, reshaped);
    add(all, "Flatten", {"axis"}, 1, flattened);
    add(all, "Squeeze", {"axes"}, 1, squeezed);
    add(all, "Unsqueeze", {"axes"}, 1, unsqueezed);
    add(all, "Identity", {}, 1, same);
    add(all, "Dropout", {"ratio", "seed", "is_test"}, 7, dropped_out);
}

} // namespace tiramisu::graph
