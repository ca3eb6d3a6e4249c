// Building blocks of the strings that generated code prints. Each writes at `dst`, never at or past
// `end`, and returns the place of the terminating zero, where the next one goes on.
#include "runtime/hooks.h"

#include <HalideRuntime.h>

#include <cinttypes>
#include <cstdarg>
#include <cstdio>

namespace {

__attribute__((format(printf, 3, 4))) char *append(char *dst, char *end, const char *format, ...) {
    if (dst >= end) {
        return dst;
    }
    const auto room = end - dst;
    va_list arguments;
    va_start(arguments, format);
    const auto length = std::vsnprintf(dst, static_cast<std::size_t>(room), format, arguments);
    va_end(arguments);
    return dst + (length < room ? length : room - 1);
}

const char *type_code_name(int code) {
    switch (code) {
    case halide_type_int: return "int";
    case halide_type_uint: return "uint";
    case halide_type_float: return "float";
    case halide_type_handle: return "handle";
    case halide_type_bfloat: return "bfloat";
    default: return "unknown";
    }
}

} // namespace

extern "C" {

TIRAMISU_REPLACEABLE void halide_print(void * /*user_context*/, const char *message) {
    std::fputs(message, stderr);
}

char *halide_string_to_string(char *dst, char *end, const char *text) {
    return append(dst, end, "%s", text != nullptr ? text : "<nullptr>");
}

char *halide_int64_to_string(char *dst, char *end, int64_t value, int digits) {
    return append(dst, end, "%.*" PRId64, digits, value);
}

char *halide_uint64_to_string(char *dst, char *end, uint64_t value, int digits) {
    return append(dst, end, "%.*" PRIu64, digits, value);
}

char *halide_double_to_string(char *dst, char *end, double value, int scientific) {
    return append(dst, end, scientific != 0 ? "%e" : "%f", value);
}

char *halide_pointer_to_string(char *dst, char *end, const void *pointer) {
    return append(dst, end, "%p", pointer);
}

char *halide_type_to_string(char *dst, char *end, const halide_type_t *type) {
    dst = append(dst, end, "%s%d", type_code_name(type->code), type->bits);
    return type->lanes == 1 ? dst : append(dst, end, "x%d", type->lanes);
}

char *halide_buffer_to_string(char *dst, char *end, const halide_buffer_t *buffer) {
    if (buffer == nullptr) {
        return append(dst, end, "buffer(nullptr)");
    }
    dst = append(dst, end, "buffer(%p, ", static_cast<const void *>(buffer->host));
    dst = halide_type_to_string(dst, end, &buffer->type);
    for (int i = 0; i < buffer->dimensions; ++i) {
        const halide_dimension_t &dim = buffer->dim[i];
        dst = append(dst, end, ", {%d, %d, %d}", dim.min, dim.extent, dim.stride);
    }
    return append(dst, end, ")");
}

} // extern "C"
