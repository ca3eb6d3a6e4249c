#pragma once

#include <cstdint>
#include <vector>

#include "codegen/expressions/halide.h"

namespace tiramisu::oracle {

/// A number in lowered code. It is unknown where memory held nothing, where a lane was off, and
/// where signed arithmetic of 32 bits or more left its range; what is computed of it is unknown.
/// What memory held nothing of is some number all the same: false && it is false. The others LLVM
/// calls poison: nothing that they take part in is known.
struct lane {
    std::int64_t integer = 0; ///< extended to 64 bits as the type says; also addresses
    double real = 0;          ///< of floats
    bool is_known = true;
    bool is_poison = false; ///< of what is unknown

    static lane unset();
    static lane poison();
    static lane made_of_unknown(const lane &a, const lane &b);
    bool is_true() const { return integer != 0; }
};

struct lowered_value {
    Halide::Type type;
    std::vector<lane> lanes;
};

enum class lowered_op { add, subtract, multiply, divide, remainder, minimum, maximum };
enum class lowered_comparison { equal, less, less_or_equal };

/// Each of one lane; the types are those of elements.
lane lowered_arithmetic(lowered_op op, Halide::Type type, const lane &a, const lane &b);
lane lowered_compare(lowered_comparison how, Halide::Type type, const lane &a, const lane &b);
lane lowered_cast(const lane &from, Halide::Type type, Halide::Type wanted);
lane lowered_reinterpret(const lane &from, Halide::Type type, Halide::Type wanted);

/// The number that has these bits, and its bits.
lane lane_of_bits(Halide::Type type, std::uint64_t bits);
std::uint64_t bits_of(Halide::Type type, const lane &number);

} // namespace tiramisu::oracle
