#include <algorithm>
#include <cmath>

#include "graph/operators/numbers.h"
#include "graph/operators/operator.h"
#include "graph/operators/picked.h"

// What networks calculate of sizes: Constant, Shape, Size, ConstantOfShape, Range, EyeLike,
// NonZero. All of it is done while compiling: there are no steps.

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
    row.reads_values = name != "Shape" && name != "Size" && name != "EyeLike";
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

tensor count_of_all(const node_call &call) {
    return {shape{}, std::vector<std::int64_t>{count_of(call.extents(0))}};
}

void require_range(const node_call &call) {
    const std::string must_be = "start, limit and delta must be known numbers of one type";
    for (std::size_t i = 0; i < 3; i++) {
        if (call.has_input(i) && call.value(i) == nullptr) {
            throw call.unknown(i, must_be, true);
        }
        if (call.known(i, must_be).count() != 1 || call.type(i).elements != call.type(0).elements) {
            throw refusal(must_be);
        }
    }
}

/// How many steps there are is found in floats that hold the numbers without loss.
template <typename Float, typename Number>
std::vector<Number> range_from(Number start, Number limit, Number delta) {
    constexpr Float most = 1 << 28;
    const Float steps = std::ceil((static_cast<Float>(limit) - static_cast<Float>(start)) /
                                  static_cast<Float>(delta));
    if (delta == 0 || !(steps <= most)) { // or no number
        throw refusal("goes from " + std::to_string(start) + " to " + std::to_string(limit) +
                      " by " + std::to_string(delta));
    }
    std::vector<Number> values;
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(steps); i++) {
        values.push_back(start + static_cast<Number>(i) * delta);
    }
    return values;
}

tensor range_of(const tensor_list &inputs) {
    const primitive_t type = inputs[0]->elements();
    const auto made = [&](const auto &values) {
        return tensor_of({type, {static_cast<std::int64_t>(values.size())}}, values);
    };
    if (is_float(type)) {
        const auto real = [&](std::size_t i) { return reals_of(*inputs[i]).front(); };
        return made(range_from<double>(real(0), real(1), real(2)));
    }
    const auto whole = [&](std::size_t i) { return inputs[i]->integers().front(); };
    return made(range_from<long double>(whole(0), whole(1), whole(2)));
}

/// Ones on a diagonal, zeros elsewhere.
tensor diagonal(const node_call &call) {
    const shape &extents = call.extents(0);
    if (extents.size() != 2) {
        throw refusal("input is " + to_text(call.type(0)) + ", must have 2 dimensions");
    }
    const primitive_t type =
        call.has("dtype") ? type_of_number(call.integer("dtype", 1)) : call.type(0).elements;
    std::vector<std::int64_t> values;
    for (index_walk at(extents); !at.is_done(); at.next()) {
        values.push_back(at.index()[1] - at.index()[0] == call.integer("k", 0) ? 1 : 0);
    }
    return tensor_of({type, extents}, values);
}

/// Of each element that is not 0, its index along each dimension: a column.
tensor places_of_others(const tensor_list &inputs) {
    const std::vector<double> numbers = reals_of(*inputs[0]);
    const std::size_t rank = inputs[0]->extents().size();
    std::vector<std::vector<std::int64_t>> rows(rank);
    std::size_t next = 0;
    std::int64_t count = 0;
    for (index_walk at(inputs[0]->extents()); !at.is_done(); at.next()) {
        if (numbers[next++] == 0) {
            continue;
        }
        count++;
        for (std::size_t d = 0; d < rank; d++) {
            rows[d].push_back(at.index()[d]);
        }
    }
    std::vector<std::int64_t> all;
    for (const auto &row : rows) {
        all.insert(all.end(), row.begin(), row.end());
    }
    return {shape{static_cast<std::int64_t>(rank), count}, std::move(all)};
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
        all, "Size", {}, [](const node_call &call) -> types { return {count_of_all(call).type()}; },
        [](const node_call &call, const tensor_list &) -> values { return {count_of_all(call)}; });
    add(
        all, "Range", {},
        [](const node_call &call) -> types {
            require_range(call);
            return {range_of({call.value(0), call.value(1), call.value(2)}).type()};
        },
        [](const node_call &, const tensor_list &inputs) -> values { return {range_of(inputs)}; });
    add(
        all, "EyeLike", {"dtype", "k"},
        [](const node_call &call) -> types { return {diagonal(call).type()}; },
        [](const node_call &call, const tensor_list &) -> values { return {diagonal(call)}; });
    add(
        all, "NonZero", {},
        [](const node_call &call) -> types {
            return {places_of_others(
                        {&call.known(0, "how many elements are not 0 follows from input 1, which "
                                        "is not known while compiling; let the network end before "
                                        "it, with its input as an output")})
                        .type()};
        },
        [](const node_call &, const tensor_list &inputs) -> values {
            return {places_of_others(inputs)};
        });
}

} // namespace tiramisu::graph
