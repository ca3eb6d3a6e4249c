#include "graph/operators/numbers.h"

#include <cmath>
#include <limits>
#include <map>
#include <type_traits>

#include "graph/operators/node_call.h"

namespace tiramisu::graph {

namespace {

template <typename T>
std::vector<double> widened(const tensor &values) {
    const T *const first = static_cast<const T *>(values.bytes());
    return {first, first + values.count()};
}

/// What `make` makes of a vector of the type's elements.
template <typename Make>
tensor by_type(primitive_t type, const Make &make) {
    switch (type) {
    case p_float32: return make(std::vector<float>());
    case p_float64: return make(std::vector<double>());
    case p_int8: return make(std::vector<std::int8_t>());
    case p_int16: return make(std::vector<std::int16_t>());
    case p_int32: return make(std::vector<std::int32_t>());
    case p_int64: return make(std::vector<std::int64_t>());
    case p_uint16: return make(std::vector<std::uint16_t>());
    case p_uint32: return make(std::vector<std::uint32_t>());
    case p_uint64: return make(std::vector<std::uint64_t>());
    default: return make(std::vector<std::uint8_t>());
    }
}

template <typename T, typename Number>
T narrowed(Number value) {
    if constexpr (std::is_floating_point_v<T>) {
        return static_cast<T>(value);
    } else {
        using limits = std::numeric_limits<T>;
        return std::isnan(value)                             ? T{0}
               : value <= static_cast<Number>(limits::min()) ? limits::min()
               : value >= static_cast<Number>(limits::max()) ? limits::max()
                                                             : static_cast<T>(value);
    }
}

template <typename Number>
tensor made_of(const tensor_type &type, const std::vector<Number> &numbers) {
    return by_type(type.elements, [&](auto values) -> tensor {
        using element = typename decltype(values)::value_type;
        values.reserve(numbers.size());
        for (const Number one : numbers) {
            if (type.elements == p_boolean) {
                values.push_back(static_cast<element>(one != 0 ? 1 : 0));
            } else if constexpr (std::is_floating_point_v<Number>) {
                values.push_back(narrowed<element>(one));
            } else {
                values.push_back(static_cast<element>(one));
            }
        }
        return {type, std::move(values)};
    });
}

const std::map<std::int64_t, primitive_t> &types_by_number() {
    static const std::map<std::int64_t, primitive_t> all = {
        {1, p_float32}, {2, p_uint8},   {3, p_int8},    {4, p_uint16},   {5, p_int16},
        {6, p_int32},   {7, p_int64},   {9, p_boolean}, {10, p_float32}, {11, p_float64},
        {12, p_uint32}, {13, p_uint64}, {16, p_float32}};
    return all;
}

} // namespace

std::vector<double> reals_of(const tensor &values) {
    switch (values.elements()) {
    case p_float32: return widened<float>(values);
    case p_float64: return widened<double>(values);
    default: {
        const std::vector<std::int64_t> integers = values.integers();
        return {integers.begin(), integers.end()};
    }
    }
}

exact_numbers exact_numbers_of(const tensor &values) {
    if (is_float(values.elements())) {
        const std::vector<double> reals = reals_of(values);
        return {reals.begin(), reals.end()};
    }
    const std::vector<std::int64_t> integers = values.integers();
    return {integers.begin(), integers.end()};
}

tensor tensor_of(const tensor_type &type, const exact_numbers &numbers) {
    return made_of(type, numbers);
}

tensor tensor_of(const tensor_type &type, const std::vector<double> &numbers) {
    return made_of(type, numbers);
}

tensor tensor_of(const tensor_type &type, const std::vector<std::int64_t> &numbers) {
    return made_of(type, numbers);
}

std::int64_t number_of_type(primitive_t type) {
    for (const auto &[number, one] : types_by_number()) {
        if (one == type) {
            return number;
        }
    }
    throw refusal("elements of " + to_string(type) + " are not supported");
}

primitive_t type_of_number(std::int64_t number) {
    const auto found = types_by_number().find(number);
    if (found == types_by_number().end()) {
        throw refusal("elements of ONNX's type " + std::to_string(number) + " are not supported");
    }
    return found->second;
}

} // namespace tiramisu::graph
