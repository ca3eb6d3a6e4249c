#include "nn/framework/program/kernel.h"

#include "nn/framework/program/call_checks.h"

namespace tiramisu::nn {

std::vector<std::int64_t> extents_of(const buffer &argument) {
    std::vector<std::int64_t> sizes;
    for (const expr &size : argument.get_dim_sizes()) {
        sizes.push_back(size.get_int_val());
    }
    return sizes;
}

jit_argument::shared_extents shared_extents_of(const buffer &argument) {
    return std::make_shared<const std::vector<std::int64_t>>(extents_of(argument));
}

primitive_t primitive_of(element_type type) {
    switch (type) {
    case element_type::f32: return p_float32;
    case element_type::s32: return p_int32;
    case element_type::s8: return p_int8;
    case element_type::u8: return p_uint8;
    case element_type::f16: return p_float16;
    case element_type::bf16: return p_bfloat16;
    }
    throw internal_error("a layer has elements of an unknown type");
}

// A call has one type for all memory; what it writes, its function's header says.
jit_argument as_argument(const_elements memory, const std::vector<std::int64_t> &extents) {
    return {const_cast<void *>(memory.data()), primitive_of(memory.type()), extents};
}

jit_argument as_argument(const_elements memory, const jit_argument::shared_extents &extents) {
    return {extents, const_cast<void *>(memory.data()), primitive_of(memory.type())};
}

// The arguments are the library's own, so that no line of the caller's is to blame for them.
void call(const compiled_function &code, const std::vector<jit_argument> &arguments) {
    if (code(arguments, {}) != 0) {
        throw error(compiled_function::error_text());
    }
}

void call(const compiled_function &code, const std::vector<jit_argument> &arguments,
          const call_checks &checks) {
    if (const int number = code(arguments, {})) {
        checks.refuse_what_code_reported(number);
    }
}

kernel::kernel(const program &what, const program_compiler &compiler)
    : code_(compiler.compiled(what)) {
    for (const buffer &argument : what.arguments) {
        extents_.push_back(argument.has_constant_extents() ? shared_extents_of(argument) : nullptr);
    }
}

std::vector<jit_argument> kernel::arguments(const std::vector<const_elements> &memory) const {
    std::vector<jit_argument> list;
    list.reserve(extents_.size());
    for (std::size_t i = 0; i < extents_.size(); i++) {
        list.push_back(as_argument(memory.at(i), extents_[i]));
    }
    return list;
}

} // namespace tiramisu::nn
