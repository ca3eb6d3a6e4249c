#include "codegen/expressions/types.h"

#include "tiramisu/error.h"

namespace tiramisu::lower {

Halide::Type value_type(primitive_t type) {
    switch (type) {
    case p_boolean: return Halide::Bool();
    case p_uint8: return Halide::UInt(8);
    case p_uint16: return Halide::UInt(16);
    case p_uint32: return Halide::UInt(32);
    case p_uint64: return Halide::UInt(64);
    case p_int8: return Halide::Int(8);
    case p_int16: return Halide::Int(16);
    case p_int32: return Halide::Int(32);
    case p_int64: return Halide::Int(64);
    case p_float32: return Halide::Float(32);
    case p_float64: return Halide::Float(64);
    case p_float16: return Halide::Float(16);
    case p_bfloat16: return Halide::BFloat(16);
    case p_none: break;
    }
    throw internal_error("code generation met a value without a type");
}

Halide::Type storage_type(primitive_t type) {
    return type == p_boolean ? Halide::UInt(8) : value_type(type);
}

Halide::Expr as_int64(const Halide::Expr &value) {
    return Halide::cast(Halide::Int(64), value);
}

Halide::Expr to_storage(const Halide::Expr &value) {
    return value.type().is_bool() ? Halide::cast(Halide::UInt(8), value) : value;
}

Halide::Expr from_storage(const Halide::Expr &stored, primitive_t type) {
    return type == p_boolean ? stored != hir::make_zero(stored.type()) : stored;
}

} // namespace tiramisu::lower
