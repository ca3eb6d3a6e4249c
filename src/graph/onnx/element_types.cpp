#include "graph/onnx/element_types.h"

#include <array>

#include "tiramisu/error.h"

namespace tiramisu::graph {

namespace {

struct row {
    const char *name;
    primitive_t type = p_none; ///< p_none: not supported
};

/// By the numbers of TensorProto.DataType. Halves are computed as floats.
const std::array<row, 27> rows = {{{"undefined"},
                                   {"float32", p_float32},
                                   {"uint8", p_uint8},
                                   {"int8", p_int8},
                                   {"uint16", p_uint16},
                                   {"int16", p_int16},
                                   {"int32", p_int32},
                                   {"int64", p_int64},
                                   {"string"},
                                   {"boolean", p_boolean},
                                   {"float16", p_float32},
                                   {"float64", p_float64},
                                   {"uint32", p_uint32},
                                   {"uint64", p_uint64},
                                   {"complex64"},
                                   {"complex128"},
                                   {"bfloat16", p_float32},
                                   {"float8e4m3fn"},
                                   {"float8e4m3fnuz"},
                                   {"float8e5m2"},
                                   {"float8e5m2fnuz"},
                                   {"uint4"},
                                   {"int4"},
                                   {"float4e2m1"},
                                   {"float8e8m0"},
                                   {"uint2"},
                                   {"int2"}}};

bool is_listed(int type) {
    return type >= 0 && type < static_cast<int>(rows.size());
}

} // namespace

std::optional<primitive_t> from_onnx(int type) {
    const primitive_t known = is_listed(type) ? rows[static_cast<std::size_t>(type)].type : p_none;
    return known == p_none ? std::nullopt : std::optional(known);
}

int to_onnx(primitive_t type) {
    for (std::size_t i = 0; i < rows.size(); i++) {
        if (rows[i].type == type && type != p_none) {
            return static_cast<int>(i);
        }
    }
    throw internal_error("no ONNX type for " + to_string(type));
}

std::string onnx_type_name(int type) {
    return is_listed(type) ? rows[static_cast<std::size_t>(type)].name
                           : "type " + std::to_string(type);
}

} // namespace tiramisu::graph
