#pragma once

#include <string>
#include <type_traits>

#include "tiramisu/language.h"

namespace tiramisu {

/// Element types. Names are those of the older Tiramisu, so that its programs compile.
enum primitive_t {
    p_none,
    p_boolean,
    p_uint8,
    p_uint16,
    p_uint32,
    p_uint64,
    p_int8,
    p_int16,
    p_int32,
    p_int64,
    p_float32,
    p_float64,
    p_float16, ///< IEEE 754's binary16; arithmetic takes its values as float32
    p_bfloat16 ///< the upper half of a float32; arithmetic takes its values as float32
};

/// What a buffer is to the generated function.
enum argument_t { a_input, a_output, a_temporary };

/// What an expression node is.
enum expr_t {
    e_none, ///< undefined
    e_val,  ///< literal
    e_var,  ///< loop iterator or parameter
    e_op    ///< operation on operands
};

/// Operations of expression nodes.
enum op_t {
    o_none,
    o_minus,
    o_add,
    o_sub,
    o_mul,
    o_div, ///< integers: rounds toward minus infinity
    o_mod, ///< integers: a - b * floor(a / b)
    o_max,
    o_min,
    o_logical_not,
    o_logical_and,
    o_logical_or,
    o_eq,
    o_ne,
    o_lt,
    o_le,
    o_gt,
    o_ge,
    o_right_shift,
    o_left_shift,
    o_select, ///< operands: condition, value if true, value if false
    o_lerp,   ///< operands: zero value, one value, weight in [0, 1]
    o_cast,
    o_abs,
    o_sqrt,
    o_expo,
    o_log,
    o_pow,
    o_sin,
    o_cos,
    o_tan,
    o_asin,
    o_acos,
    o_atan,
    o_sinh,
    o_cosh,
    o_tanh,
    o_asinh,
    o_acosh,
    o_atanh,
    o_sigmoid,
    o_floor,
    o_ceil,
    o_round,
    o_trunc,
    o_access, ///< value of a computation at the indices given by the operands
    o_call,   ///< call of a C function found when the object is linked
    o_address,
    o_allocate, ///< a place in the order, by the name of a buffer
    o_memcpy,   ///< a copy of a buffer; operands: addresses of the source and the target
    o_sync      ///< a place in the order
};

/// Where temporary values are kept. Where nothing is said, loops on a GPU have them where they can
/// be: in registers if every thread has elements of its own, else in what a block shares.
enum class memory {
    temporary, ///< an array: on the stack if it is small, else on the heap
    registers, ///< an array whose loops are all unrolled, so that its elements become registers
    shared,    ///< of a GPU: what the threads of one block share
    local,     ///< of a GPU: what one thread has for itself
    constant,  ///< of a GPU: what all threads read and none writes
    global     ///< of a GPU: what all blocks share
};

/// What becomes of the iterations that do not fill a vector.
enum class tail {
    separated, ///< they run one by one, in a loop beside that of the vectors
    masked     ///< they run as a vector whose other lanes are switched off
};

/// "float32" for p_float32, and so on.
const std::string &to_string(primitive_t type);

bool is_integer(primitive_t type); ///< signed or unsigned, not boolean
bool is_signed(primitive_t type);  ///< signed integers and floats
bool is_float(primitive_t type);

/// A float of 16 bits: it is loaded and stored as such, and no operation computes in it.
bool is_short_float(primitive_t type);

/// Size in bytes as it lies in a buffer (booleans take one byte).
int size_in_bytes(primitive_t type);

/// The primitive type of a C++ arithmetic type.
template <typename T>
constexpr primitive_t primitive_type_of() {
    if constexpr (std::is_same_v<T, bool>) {
        return p_boolean;
    } else if constexpr (std::is_same_v<T, float>) {
        return p_float32;
    } else if constexpr (std::is_floating_point_v<T>) {
        return p_float64;
    } else if constexpr (std::is_signed_v<T>) {
        return sizeof(T) == 1   ? p_int8
               : sizeof(T) == 2 ? p_int16
               : sizeof(T) == 4 ? p_int32
                                : p_int64;
    } else {
        return sizeof(T) == 1   ? p_uint8
               : sizeof(T) == 2 ? p_uint16
               : sizeof(T) == 4 ? p_uint32
                                : p_uint64;
    }
}

} // namespace tiramisu
