#include <functional>

#include "graph/operators/numbers.h"
#include "graph/operators/operator.h"
#include "graph/operators/strides.h"

// BitwiseAnd, BitwiseOr, BitwiseXor and BitwiseNot. The language has no operations on bits but
// shifts: a conjunction is the sum of the bits that both numbers have, and the others follow from
// it, since a + b = (a | b) + (a & b) and a ^ b = (a | b) - (a & b).

namespace tiramisu::graph {

namespace {

using function = std::function<std::int64_t(std::int64_t, std::int64_t)>;

void require_integers(const node_call &call) {
    for (std::size_t i = 0; i < call.input_count(); i++) {
        const primitive_t type = call.type(i).elements;
        if (is_float(type) || type == p_boolean || type != call.type(0).elements) {
            throw refusal(
                "input " + std::to_string(i + 1) + " is " + to_text(call.type(i)) +
                ", must be of integers, all of one type; booleans take And, Or, Xor, Not");
        }
    }
}

bool is_known(const node_call &call) {
    return call.value(0) != nullptr && call.value(1) != nullptr;
}

tensor known_result(const node_call &call, const function &compute) {
    const tensor_type type = {call.type(0).elements, broadcast({call.extents(0), call.extents(1)})};
    const auto ones = call.value(0)->integers(), others = call.value(1)->integers();
    const auto one_strides = broadcast_strides(call.extents(0), type.extents),
               other_strides = broadcast_strides(call.extents(1), type.extents);
    std::vector<std::int64_t> made;
    for (index_walk at(type.extents); !at.is_done(); at.next()) {
        made.push_back(compute(ones[static_cast<std::size_t>(at.position(one_strides))],
                               others[static_cast<std::size_t>(at.position(other_strides))]));
    }
    return tensor_of(type, made);
}

/// Bits that a conjunction can have: where one side is known, those of its elements.
std::vector<std::int64_t> possible_bits(const node_call &call) {
    std::int64_t mask = -1;
    for (std::size_t i = 0; i < 2; i++) {
        if (call.value(i) != nullptr) {
            mask = 0;
            for (const std::int64_t one : call.value(i)->integers()) {
                mask |= one;
            }
        }
    }
    std::vector<std::int64_t> bits;
    for (std::int64_t bit = 0; bit < 8 * size_in_bytes(call.type(0).elements); bit++) {
        if ((static_cast<std::uint64_t>(mask) >> bit & 1U) != 0) {
            bits.push_back(bit);
        }
    }
    return bits;
}

/// Each of those bits of an integer of 64 bits, behind its other dimensions: 0 or 1.
std::string bits_of(expansion &to, const std::string &x, const std::vector<std::int64_t> &bits) {
    shape apart = to.extents(x);
    apart.push_back(1);
    const std::string shifted = to.add("BitShift", {to.reshaped(x, apart), to.integers(bits)},
                                       {{"direction", std::string("RIGHT")}});
    return to.add("Mod", {shifted, to.like(shifted, 2)});
}

/// In integers of 64 bits.
std::string conjunction(expansion &to, const std::string &one, const std::string &other) {
    const std::vector<std::int64_t> bits = possible_bits(to.call);
    if (bits.empty()) {
        return to.add("Mul", {to.add("Mul", {one, other}), to.like(one, 0)});
    }
    std::vector<std::int64_t> powers;
    for (const std::int64_t bit : bits) {
        powers.push_back(static_cast<std::int64_t>(std::uint64_t{1} << bit));
    }
    const std::string both = to.add("Mul", {bits_of(to, one, bits), bits_of(to, other, bits)});
    return to.add("ReduceSum", {to.add("Mul", {both, to.integers(powers)}), to.integers({-1})},
                  {{"keepdims", std::int64_t{0}}});
}

/// `sum` times the sum of both sides, and `ands` times their conjunction.
void of_two(expansion &to, double sum, double ands, const function &compute) {
    require_integers(to.call);
    if (is_known(to.call)) {
        to.result(0, to.constant(known_result(to.call, compute)));
        return;
    }
    const std::string one = to.cast(to.input(0), p_int64), other = to.cast(to.input(1), p_int64);
    std::string made = to.scaled(conjunction(to, one, other), ands);
    if (sum != 0) {
        made = to.add("Add", {to.add("Add", {one, other}), made});
    }
    to.result(0, to.cast(made, to.call.type(0).elements));
}

/// -1 - x, which is the largest number minus x where there is no sign.
void negation(expansion &to) {
    require_integers(to.call);
    const primitive_t type = to.call.type(0).elements;
    const std::string ones = to.constant(tensor_of({type, {}}, std::vector<std::int64_t>{-1}));
    to.result(0, to.add("Sub", {ones, to.input(0)}));
}

} // namespace

void add_bitwise(operator_table &all) {
    const auto add = [&](const std::string &name, double sum, double ands,
                         const function &compute) {
        all.add_expanded(name, {}, 18, [=](expansion &to) { of_two(to, sum, ands, compute); });
    };
    add("BitwiseAnd", 0, 1, [](std::int64_t x, std::int64_t y) { return x & y; });
    add("BitwiseOr", 1, -1, [](std::int64_t x, std::int64_t y) { return x | y; });
    add("BitwiseXor", 1, -2, [](std::int64_t x, std::int64_t y) { return x ^ y; });
    all.add_expanded("BitwiseNot", {}, 18, negation);
}

} // namespace tiramisu::graph
