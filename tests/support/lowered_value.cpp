#include "support/lowered_value.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "support/short_floats.h"

namespace tiramisu::oracle {

namespace {

using wide = __int128;

lane of_integer(std::int64_t number) {
    lane made;
    made.integer = number;
    return made;
}

/// Of a Halide type of 16 bits.
primitive_t short_float_of(Halide::Type type) {
    return type.is_bfloat() ? p_bfloat16 : p_float16;
}

lane of_real(Halide::Type type, double number) {
    lane made;
    if (type.bits() == 16) {
        const primitive_t held = short_float_of(type);
        const auto bits = testing::short_float_bits(held, static_cast<float>(number));
        made.real = static_cast<double>(testing::short_float_value(held, bits));
        return made;
    }
    made.real = type.bits() == 32 ? static_cast<double>(static_cast<float>(number)) : number;
    return made;
}

wide number_of(Halide::Type type, const lane &of) {
    return type.is_int() ? wide(of.integer) : wide(static_cast<std::uint64_t>(of.integer));
}

/// Code generation tells LLVM that these do not overflow.
bool must_stay_in_range(Halide::Type type) {
    return type.is_int() && type.bits() >= 32;
}

// Of its lowest bits alone, which a product of two words without a sign may need more for.
wide product(wide x, wide y) {
    using bits = unsigned __int128;
    return static_cast<wide>(static_cast<bits>(x) * static_cast<bits>(y));
}

lane wrapped(Halide::Type type, wide number) {
    const lane made = lane_of_bits(type, static_cast<std::uint64_t>(number));
    const bool is_outside = must_stay_in_range(type) && number_of(type, made) != number;
    return is_outside ? lane::poison() : made;
}

/// Remainders are never negative; 0 divides into 0.
lane quotient(Halide::Type type, const lane &a, const lane &b) {
    const wide x = number_of(type, a), y = number_of(type, b);
    if (y == 0) {
        return of_integer(0);
    }
    const wide rest = x % y < 0 ? x % y + (y < 0 ? -y : y) : x % y;
    return wrapped(type, (x - rest) / y);
}

lane rest_of(Halide::Type type, const lane &a, const lane &b) {
    const wide x = number_of(type, a), y = number_of(type, b);
    if (y == 0) {
        return of_integer(0);
    }
    return wrapped(type, x % y < 0 ? x % y + (y < 0 ? -y : y) : x % y);
}

lane of_integers(lowered_op op, Halide::Type type, const lane &a, const lane &b) {
    const wide x = number_of(type, a), y = number_of(type, b);
    switch (op) {
    case lowered_op::add: return wrapped(type, x + y);
    case lowered_op::subtract: return wrapped(type, x - y);
    case lowered_op::multiply: return wrapped(type, product(x, y));
    case lowered_op::divide: return quotient(type, a, b);
    case lowered_op::remainder: return rest_of(type, a, b);
    case lowered_op::minimum: return x < y ? a : b;
    case lowered_op::maximum: return x > y ? a : b;
    }
    return lane::poison();
}

double of_reals(lowered_op op, double x, double y) {
    switch (op) {
    case lowered_op::add: return x + y;
    case lowered_op::subtract: return x - y;
    case lowered_op::multiply: return x * y;
    case lowered_op::divide: return x / y;
    case lowered_op::remainder: return x - y * std::floor(x / y);
    case lowered_op::minimum: return std::min(x, y);
    case lowered_op::maximum: return std::max(x, y);
    }
    return 0;
}

lane truncated(double number, Halide::Type wanted) {
    const double whole = std::trunc(number);
    const int width = wanted.bits() - (wanted.is_int() ? 1 : 0);
    const double limit = std::ldexp(1.0, width);
    if (!(whole < limit && whole >= (wanted.is_int() ? -limit : 0.0))) {
        return lane::poison();
    }
    return wrapped(wanted, static_cast<wide>(whole));
}

} // namespace

lane lane::unset() {
    lane made;
    made.is_known = false;
    return made;
}

lane lane::poison() {
    lane made = unset();
    made.is_poison = true;
    return made;
}

lane lane::made_of_unknown(const lane &a, const lane &b) {
    return a.is_poison || b.is_poison ? poison() : unset();
}

lane lane_of_bits(Halide::Type type, std::uint64_t bits) {
    if (type.is_float()) {
        if (type.bits() == 64) {
            double number = 0;
            std::memcpy(&number, &bits, sizeof number);
            return of_real(type, number);
        }
        if (type.bits() == 16) {
            return of_real(type, static_cast<double>(testing::short_float_value(
                                     short_float_of(type), static_cast<std::uint16_t>(bits))));
        }
        const auto low = static_cast<std::uint32_t>(bits);
        float number = 0;
        std::memcpy(&number, &low, sizeof number);
        return of_real(type, static_cast<double>(number));
    }
    const int unused = 64 - (type.is_handle() ? 64 : type.bits());
    const std::uint64_t high = bits << unused;
    return type.is_int() ? of_integer(static_cast<std::int64_t>(high) >> unused)
                         : of_integer(static_cast<std::int64_t>(high >> unused));
}

std::uint64_t bits_of(Halide::Type type, const lane &number) {
    if (!type.is_float()) {
        return static_cast<std::uint64_t>(number.integer);
    }
    std::uint64_t bits = 0;
    if (type.bits() == 64) {
        std::memcpy(&bits, &number.real, sizeof bits);
        return bits;
    }
    const auto narrow = static_cast<float>(number.real);
    if (type.bits() == 16) {
        return testing::short_float_bits(short_float_of(type), narrow);
    }
    std::memcpy(&bits, &narrow, sizeof narrow); // little-endian
    return bits;
}

lane lowered_arithmetic(lowered_op op, Halide::Type type, const lane &a, const lane &b) {
    if (!a.is_known || !b.is_known) {
        return lane::made_of_unknown(a, b);
    }
    return type.is_float() ? of_real(type, of_reals(op, a.real, b.real))
                           : of_integers(op, type, a, b);
}

lane lowered_compare(lowered_comparison how, Halide::Type type, const lane &a, const lane &b) {
    if (!a.is_known || !b.is_known) {
        return lane::made_of_unknown(a, b);
    }
    const wide x = number_of(type, a), y = number_of(type, b);
    const bool is_equal = type.is_float() ? a.real == b.real : x == y;
    const bool is_less = type.is_float() ? a.real < b.real : x < y;
    switch (how) {
    case lowered_comparison::equal: return of_integer(is_equal ? 1 : 0);
    case lowered_comparison::less: return of_integer(is_less ? 1 : 0);
    case lowered_comparison::less_or_equal: return of_integer(is_less || is_equal ? 1 : 0);
    }
    return lane::poison();
}

lane lowered_cast(const lane &from, Halide::Type type, Halide::Type wanted) {
    if (!from.is_known) {
        return from;
    }
    if (wanted.is_float()) {
        if (type.is_float()) {
            return of_real(wanted, from.real);
        }
        const wide number = number_of(type, from);
        return of_real(wanted, wanted.bits() == 32 ? static_cast<double>(static_cast<float>(number))
                                                   : static_cast<double>(number));
    }
    if (type.is_float()) {
        return truncated(from.real, wanted);
    }
    if (wanted.is_bool()) {
        return of_integer(from.integer != 0 ? 1 : 0);
    }
    return lane_of_bits(wanted, static_cast<std::uint64_t>(from.integer));
}

lane lowered_reinterpret(const lane &from, Halide::Type type, Halide::Type wanted) {
    return from.is_known ? lane_of_bits(wanted, bits_of(type, from)) : from;
}

} // namespace tiramisu::oracle
