#include <cmath>

#include "graph/operators/operator.h"
#include "graph/operators/picked.h"

// What networks calculate of sizes: Constant, Shape, ConstantOfShape, Gather, Cast. All of it is
// done while compiling: there are no steps.

namespace tiramisu::graph {

namespace {

using picking = std::pair<const tensor *, std::int64_t>;

void add(operator_table &all, const std::string &name, const std::vector<std::string> &attributes,
         std::function<std::vector<tensor_type>(const node_call &)> types,
         std::function<std::vector<tensor>(const node_call &, const tensor_list &)> reference) {
    operator_row row;
    row.name = name;
    row.attributes = attributes;
    row.first_opset = 1;
    row.types = std::move(types);
    row.reference = std::move(reference);
    row.reads_values = name != "Shape";
    all.add(std::move(row));
}

/// Of the attribute that is there.
tensor constant_of(const node_call &call) {
    const auto &attributes = call.what().attributes;
    if (attributes.size() != 1) {
        throw refusal("must have one attribute: value, value_float, value_floats, value_int or "
                      "value_ints");
    }
    const attribute &value = attributes.begin()->second;
    if (const auto *one = std::get_if<tensor>(&value)) {
        return *one;
    }
    if (const auto *one = std::get_if<float>(&value)) {
        return {shape{}, std::vector<float>{*one}};
    }
    if (const auto *one = std::get_if<std::int64_t>(&value)) {
        return {shape{}, std::vector<std::int64_t>{*one}};
    }
    if (const auto *many = std::get_if<std::vector<float>>(&value)) {
        return {shape{static_cast<std::int64_t>(many->size())}, *many};
    }
    if (const auto *many = std::get_if<std::vector<std::int64_t>>(&value)) {
        return {shape{static_cast<std::int64_t>(many->size())}, *many};
    }
    throw refusal("attribute " + attributes.begin()->first + " is text, which is not supported");
}

/// Sizes from `start` to `end`, which are attributes since opset 15.
tensor sizes_of(const node_call &call) {
    const shape &from = call.extents(0);
    const auto rank = static_cast<std::int64_t>(from.size());
    const auto inside = [&](std::int64_t at) {
        return std::min(rank, std::max<std::int64_t>(0, at < 0 ? at + rank : at));
    };
    const std::int64_t start = inside(call.integer("start", 0));
    const std::int64_t end = std::max(start, inside(call.integer("end", rank)));
    return {shape{end - start}, shape(from.begin() + start, from.begin() + end)};
}

shape gathered_extents(const node_call &call) {
    const shape &from = call.extents(0), &at = call.extents(1);
    const auto axis =
        static_cast<std::ptrdiff_t>(node_call::axis_of(call.integer("axis", 0), from.size()));
    shape to(from.begin(), from.begin() + axis);
    to.insert(to.end(), at.begin(), at.end());
    to.insert(to.end(), from.begin() + axis + 1, from.end());
    return to;
}

std::vector<tensor> gathered(const node_call &call, const tensor_list &inputs) {
    const shape &from = call.extents(0);
    const std::size_t axis = node_call::axis_of(call.integer("axis", 0), from.size());
    const auto middle = from.begin() + static_cast<std::ptrdiff_t>(axis);
    const std::int64_t before = count_of({from.begin(), middle});
    const std::int64_t after = count_of({middle + 1, from.end()});
    const std::vector<std::int64_t> places = inputs[1]->integers();
    const shape rows = {before, static_cast<std::int64_t>(places.size()), after};
    return {
        picked(call.type(0).elements, rows, [&](const std::vector<std::int64_t> &at) -> picking {
            const std::int64_t given = places[static_cast<std::size_t>(at[1])];
            const std::int64_t place = given < 0 ? given + from[axis] : given;
            if (place < 0 || place >= from[axis]) {
                throw refusal("index " + std::to_string(given) + " is not in a size of " +
                              std::to_string(from[axis]));
            }
            return {inputs[0], (at[0] * from[axis] + place) * after + at[2]};
        }).reshaped(gathered_extents(call))};
}

/// Numbers of ONNX's list of element types.
primitive_t cast_target(const node_call &call) {
    switch (call.integer("to", 0)) {
    case 1: return p_float32;
    case 6: return p_int32;
    case 7: return p_int64;
    default:
        throw refusal("attribute to is " + std::to_string(call.integer("to", 0)) +
                      ", supported are 1 (float32), 6 (int32) and 7 (int64)");
    }
}

template <typename T>
tensor converted(const tensor &from) {
    std::vector<T> values;
    if (from.elements() == p_float32) {
        const float *const first = from.data<float>();
        for (std::int64_t i = 0; i < from.count(); i++) {
            values.push_back(static_cast<T>(first[i]));
        }
    } else {
        for (const std::int64_t one : from.integers()) {
            values.push_back(static_cast<T>(one));
        }
    }
    return {from.extents(), std::move(values)};
}

std::vector<tensor> cast_reference(const node_call &call, const tensor_list &inputs) {
    switch (cast_target(call)) {
    case p_float32: return {converted<float>(*inputs[0])};
    case p_int32: return {converted<std::int32_t>(*inputs[0])};
    default: return {converted<std::int64_t>(*inputs[0])};
    }
}

/// Of one element: the one that ConstantOfShape repeats.
tensor repeated_value(const node_call &call) {
    if (!call.has("value")) {
        return {shape{1}, std::vector<float>{0}};
    }
    const auto *given = std::get_if<tensor>(&call.what().attributes.at("value"));
    if (given == nullptr || given->count() != 1) {
        throw refusal("attribute value must be a tensor of one element");
    }
    return *given;
}

tensor_type filled_type(const node_call &call) {
    return {repeated_value(call).elements(), call.integers(0, "the shape")};
}

tensor filled(const node_call &call) {
    const tensor value = repeated_value(call);
    return picked(value.elements(), filled_type(call).extents,
                  [&](const std::vector<std::int64_t> &) -> picking {
                      return {&value, 0};
                  });
}

} // namespace

void add_shape_arithmetic(operator_table &all) {
    using types = std::vector<tensor_type>;
    using values = std::vector<tensor>;
    add(
        all, "Constant", {"value", "value_float", "value_floats", "value_int", "value_ints"},
        [](const node_call &call) -> types { return {constant_of(call).type()}; },
        [](const node_call &call, const tensor_list &) -> values { return {constant_of(call)}; });
    add(
        all, "Shape", {"start", "end"},
        [](const node_call &call) -> types { return {sizes_of(call).type()}; },
        [](const node_call &call, const tensor_list &) -> values { return {sizes_of(call)}; });
    add(
        all, "ConstantOfShape", {"value"},
        [](const node_call &call) -> types { return {filled_type(call)}; },
        [](const node_call &call, const tensor_list &) -> values { return {filled(call)}; });
    add(
        all, "Gather", {"axis"},
        [](const node_call &call) -> types {
            if (!is_integer(call.type(1).elements)) {
                throw refusal("indices are " + to_text(call.type(1)) + ", must be integers");
            }
            return {{call.type(0).elements, gathered_extents(call)}};
        },
        gathered);
    add(
        all, "Cast", {"to", "saturate"},
        [](const node_call &call) -> types {
            return {{cast_target(call), call.extents(0)}};
        },
        cast_reference);
}

} // namespace tiramisu::graph
