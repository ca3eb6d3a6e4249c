#include "graph/operators/integer_products.h"

#include <algorithm>

#include "graph/operators/quantized.h"

namespace tiramisu::graph {

namespace {

bool are_all(const tensor *values, std::int64_t least, std::int64_t most) {
    if (values == nullptr) {
        return false;
    }
    const std::vector<std::int64_t> all = values->integers();
    return std::all_of(all.begin(), all.end(),
                       [&](std::int64_t one) { return least <= one && one <= most; });
}

constexpr std::int64_t middle = 128; ///< of the values of u8

/// Of the same numbers, with elements of the other type of 8 bits.
offset_bytes shifted(expansion &to, const offset_bytes &of) {
    const bool is_u8 = to.type(of.values).elements == p_uint8;
    const std::string by = to.number(is_u8 ? -middle : middle, p_int32);
    const std::string values = to.add("Add", {to.cast(of.values, p_int32), by}),
                      zero = of.zero.empty() ? by : to.add("Add", {of.zero, by});
    return {to.cast(values, is_u8 ? p_int8 : p_uint8), are_all(to.known(zero), 0, 0) ? "" : zero};
}

/// Matrices in the last two dimensions.
std::string product_of_bytes(expansion &to, const offset_bytes &given, const offset_bytes &b) {
    const offset_bytes a = factors_beside(to, given, b.values);
    std::string sums = to.add("MatMulInteger", {a.values, b.values});
    const auto subtract = [&](const std::string &zero, const std::string &of, std::int64_t axis) {
        if (!zero.empty()) {
            const std::string all = to.reduced("ReduceSum", of, {axis});
            sums = to.add("Sub", {sums, to.add("Mul", {zero, all})});
        }
    };
    subtract(a.zero, to.cast(b.values, p_int32), -2);
    subtract(b.zero, centred(to, a, p_int32), -1);
    return sums;
}

bool are_matrices(const expansion &to, const std::string &a, const std::string &b) {
    return is_byte(to.type(a).elements) && is_byte(to.type(b).elements) &&
           to.extents(a).size() >= 2 && to.extents(b).size() >= 2;
}

/// Whether numbers are one, or one for each place along this axis, counted from the end.
bool lie_along(const expansion &to, const quantization &of, std::size_t axis_from_end) {
    const shape &scales = to.extents(of.scale), &all = to.extents(of.integers);
    return count_of(scales) == 1 ||
           (scales.size() == 1 &&
            node_call::axis_of(of.axis, all.size()) + axis_from_end == all.size());
}

} // namespace

bool is_byte(primitive_t type) {
    return type == p_uint8 || type == p_int8;
}

bool is_of_bytes(const node_call &call) {
    return call.what().op == "MatMulInteger" || call.what().op == "ConvInteger";
}

primitive_t elements_of_sums(const node_call &call) {
    return is_of_bytes(call) ? p_int32 : call.type(0).elements;
}

operator_row integer_row(operator_row of_floats, const std::string &name,
                         std::function<void(expansion &)> expand,
                         std::function<bool(const node_call &)> expands) {
    of_floats.name = name;
    of_floats.first_opset = 10;
    of_floats.with_integers = nullptr;
    of_floats.expand = std::move(expand);
    of_floats.expands = std::move(expands);
    of_floats.layouts = layout_rule::plain;
    of_floats.can_be_blocked = nullptr;
    return of_floats;
}

std::string zeros_beside(expansion &to, const std::string &zero, const std::string &x,
                         std::int64_t axis) {
    if (zero.empty() || are_all(to.known(zero), 0, 0)) {
        return "";
    }
    return to.cast(along_axis(to, zero, x, axis), p_int32);
}

std::string centred(expansion &to, const offset_bytes &of, primitive_t type) {
    const std::string all = to.cast(of.values, type);
    return of.zero.empty() ? all : to.add("Sub", {all, to.cast(of.zero, type)});
}

offset_bytes weights_in_bytes(expansion &to, const std::string &weights, const std::string &zero) {
    if (to.known(weights) == nullptr || (!zero.empty() && to.known(zero) == nullptr)) {
        return {weights, zero};
    }
    const std::string difference = centred(to, {weights, zero}, p_int32);
    if (are_all(to.known(difference), -middle, middle - 1)) {
        return {to.cast(difference, p_int8), ""};
    }
    const bool is_s8 = to.type(weights).elements == p_int8;
    return is_s8 ? offset_bytes{weights, zero} : shifted(to, {weights, zero});
}

offset_bytes factors_beside(expansion &to, const offset_bytes &of, const std::string &weights) {
    const bool are_both_s8 = to.known(weights) != nullptr && to.type(weights).elements == p_int8 &&
                             to.type(of.values).elements == p_int8;
    return are_both_s8 ? shifted(to, of) : of;
}

void multiply_integers(expansion &to) {
    const std::string &a = to.input(0), &b = to.input(1);
    const offset_bytes left = {a, zeros_beside(to, to.input_or_nothing(2), a, -2)},
                       right = {b, zeros_beside(to, to.input_or_nothing(3), b, -1)};
    to.result(0, are_matrices(to, a, b)
                     ? product_of_bytes(to, left, weights_in_bytes(to, b, right.zero))
                     : to.add("MatMul", {centred(to, left, p_int32), centred(to, right, p_int32)}));
}

bool multiply_quantized(expansion &to) {
    const quantization *const of_a = to.quantization_of(to.input(0));
    const quantization *const of_b = to.quantization_of(to.input(1));
    const bool fits =
        of_a != nullptr && of_b != nullptr && are_matrices(to, of_a->integers, of_b->integers) &&
        to.known(of_b->integers) != nullptr && lie_along(to, *of_a, 2) && lie_along(to, *of_b, 1) &&
        to.extents(of_a->integers).back() <= most_byte_products;
    if (!fits) {
        return false;
    }
    const quantization a = *of_a, b = *of_b;
    const std::string sums = product_of_bytes(
        to, {a.integers, zeros_beside(to, a.zero, a.integers, -2)},
        weights_in_bytes(to, b.integers, zeros_beside(to, b.zero, b.integers, -1)));
    const std::string scale = to.add(
        "Mul", {along_axis(to, a.scale, a.integers, -2), along_axis(to, b.scale, b.integers, -1)});
    to.result(0, to.add("Mul", {to.cast(sums, p_float32), to.cast(scale, p_float32)}));
    return true;
}

} // namespace tiramisu::graph
