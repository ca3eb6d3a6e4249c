#include "tiramisu/type.h"

#include <array>

namespace tiramisu {

namespace {

struct type_facts {
    std::string name;
    int bytes;
};

// Indexed by primitive_t.
const std::array<type_facts, 14> facts = {{{"none", 0},
                                           {"boolean", 1},
                                           {"uint8", 1},
                                           {"uint16", 2},
                                           {"uint32", 4},
                                           {"uint64", 8},
                                           {"int8", 1},
                                           {"int16", 2},
                                           {"int32", 4},
                                           {"int64", 8},
                                           {"float32", 4},
                                           {"float64", 8},
                                           {"float16", 2},
                                           {"bfloat16", 2}}};

} // namespace

const std::string &to_string(primitive_t type) {
    return facts[type].name;
}

bool is_integer(primitive_t type) {
    return type >= p_uint8 && type <= p_int64;
}

bool is_signed(primitive_t type) {
    return type >= p_int8;
}

bool is_float(primitive_t type) {
    return type >= p_float32;
}

bool is_short_float(primitive_t type) {
    return type == p_float16 || type == p_bfloat16;
}

int size_in_bytes(primitive_t type) {
    return facts[type].bytes;
}

} // namespace tiramisu
