#include "support/lowered_intrinsics.h"

#include <cmath>
#include <cstdlib>

#include "support/lowered_state.h"

namespace tiramisu::oracle {

namespace {

using Halide::Type;
using lower::hir::Call;

lane magnitude(Type operand, Type type, const lane &x) {
    lane made;
    made.real = std::abs(x.real);
    const bool is_negative = operand.is_int() && x.integer < 0;
    const std::uint64_t bits = static_cast<std::uint64_t>(x.integer);
    return operand.is_float() ? made : lane_of_bits(type, is_negative ? 0 - bits : bits);
}

lane shifted(Type type, const lane &x, bool is_left, std::int64_t by) {
    if (by >= type.bits()) {
        return lane::poison();
    }
    const auto bits = static_cast<std::uint64_t>(x.integer);
    return is_left         ? lane_of_bits(type, bits << by)
           : type.is_int() ? lane_of_bits(type, static_cast<std::uint64_t>(x.integer >> by))
                           : lane_of_bits(type, bits >> by);
}

} // namespace

lane lowered_intrinsic(const Call &node, const std::vector<lane> &x) {
    const Type type = node.type.element_of(), operand = node.args[0].type().element_of();
    if (node.is_intrinsic(Call::abs)) {
        return magnitude(operand, type, x[0]);
    }
    if (node.is_intrinsic(Call::bitwise_not)) {
        return lane_of_bits(type, ~bits_of(operand, x[0]));
    }
    if (node.is_intrinsic(Call::round)) {
        lane made;
        made.real = std::nearbyint(x[0].real);
        return made;
    }
    if (node.is_intrinsic({Call::strict_add, Call::strict_sub})) {
        const bool is_sum = node.is_intrinsic(Call::strict_add);
        return lowered_arithmetic(is_sum ? lowered_op::add : lowered_op::subtract, type, x[0],
                                  x[1]);
    }
    const std::uint64_t a = bits_of(operand, x[0]), b = x.size() > 1 ? bits_of(operand, x[1]) : 0;
    if (node.is_intrinsic(Call::bitwise_and)) {
        return lane_of_bits(type, a & b);
    }
    if (node.is_intrinsic(Call::bitwise_or)) {
        return lane_of_bits(type, a | b);
    }
    if (node.is_intrinsic(Call::bitwise_xor)) {
        return lane_of_bits(type, a ^ b);
    }
    if (node.is_intrinsic({Call::shift_left, Call::shift_right})) {
        const bool is_left = node.is_intrinsic(Call::shift_left) == (x[1].integer >= 0);
        return shifted(type, x[0], is_left, std::abs(x[1].integer));
    }
    throw not_modelled("the intrinsic " + node.name);
}

} // namespace tiramisu::oracle
