#include "tiramisu/nn/element_type.h"

#include "nn/framework/problem/type_word.h"

namespace tiramisu::nn {

std::string to_string(element_type which) {
    return name_of(element_type_names(), which);
}

element_type parse_element_type(const std::string &text, source_place where) {
    std::string known;
    for (const auto &[type, name] : element_type_names()) {
        if (name == text) {
            return type;
        }
        known += (known.empty() ? "" : ", ") + name;
    }
    throw user_error("element type \"" + text + "\"", "", "is not known; there are " + known,
                     where);
}

std::size_t bytes_of(element_type which) {
    switch (which) {
    case element_type::f32:
    case element_type::s32: return 4;
    case element_type::f16:
    case element_type::bf16: return 2;
    case element_type::s8:
    case element_type::u8: return 1;
    }
    throw internal_error("unknown element type");
}

element_type accumulation_type(element_type which) {
    switch (which) {
    case element_type::f32:
    case element_type::f16:
    case element_type::bf16: return element_type::f32;
    case element_type::s32:
    case element_type::s8:
    case element_type::u8: return element_type::s32;
    }
    throw internal_error("unknown element type");
}

double tolerance_of(element_type which) {
    // A value is rounded to 11 and 8 bits in f16 and bf16, to a part in 127 in 8 bits; sums of
    // integers are exact.
    switch (which) {
    case element_type::f32: return 1e-3;
    case element_type::f16: return 4e-3;
    case element_type::bf16: return 2e-2;
    case element_type::s32: return 0;
    case element_type::s8:
    case element_type::u8: return 1e-2;
    }
    throw internal_error("unknown element type");
}

} // namespace tiramisu::nn
