#include "runtime/argument_errors.h"

#include <cinttypes>
#include <cstdarg>
#include <cstdio>
#include <string_view>

#include <HalideRuntime.h>

namespace {

thread_local tiramisu_error_receiver thread_receiver = nullptr;
thread_local void *thread_context = nullptr;

__attribute__((format(printf, 2, 3))) int report(int code, const char *format, ...) {
    char text[512];
    va_list details;
    va_start(details, format);
    vsnprintf(text, sizeof text, format, details);
    va_end(details);
    tiramisu_report(text);
    return code;
}

int report_overlap(const char *function, std::string_view written, std::string_view other) {
    return report(halide_error_code_constraint_violated,
                  "%s: arguments \"%.*s\" and \"%.*s\" overlap in memory, and the first is "
                  "written: pass memory of its own for each, or declare one buffer for both",
                  function, static_cast<int>(written.size()), written.data(),
                  static_cast<int>(other.size()), other.data());
}

// Names in a list are each followed by a comma.
std::string_view name_in(std::string_view names, int32_t place) {
    for (; place > 0; place--) {
        names.remove_prefix(names.find(',') + 1);
    }
    return names.substr(0, names.find(','));
}

struct type_name {
    char text[24];
};

// halide_type_t as a number: code in the lowest byte, then bits, then lanes.
type_name name_of(uint32_t type) {
    const unsigned code = type & 0xff, bits = type >> 8 & 0xff, lanes = type >> 16;
    const char *kinds[] = {"int", "uint", "float", "handle", "bfloat"};
    type_name name;
    if (code == halide_type_uint && bits == 1) {
        snprintf(name.text, sizeof name.text, "boolean");
    } else if (lanes > 1) {
        snprintf(name.text, sizeof name.text, "%s%ux%u", code < 5 ? kinds[code] : "unknown", bits,
                 lanes);
    } else {
        snprintf(name.text, sizeof name.text, "%s%u", code < 5 ? kinds[code] : "unknown", bits);
    }
    return name;
}

struct limits_text {
    char text[64];

    limits_text(int64_t lowest, int64_t highest) {
        if (lowest == highest) {
            snprintf(text, sizeof text, "%" PRId64, lowest);
        } else if (highest == INT64_MAX) {
            snprintf(text, sizeof text, "at least %" PRId64, lowest);
        } else if (lowest == INT64_MIN) {
            snprintf(text, sizeof text, "at most %" PRId64, highest);
        } else {
            snprintf(text, sizeof text, "from %" PRId64 " to %" PRId64, lowest, highest);
        }
    }
};

} // namespace

extern "C" {

void tiramisu_report(const char *text) {
    if (thread_receiver) {
        thread_receiver(thread_context, text);
    } else {
        halide_error(nullptr, text);
    }
}

void tiramisu_set_thread_error_receiver(tiramisu_error_receiver receiver, void *context) {
    thread_receiver = receiver;
    thread_context = context;
}

int tiramisu_error_buffer_is_null(const char *function, const char *buffer) {
    return report(halide_error_code_buffer_argument_is_null,
                  "%s: argument \"%s\" is a null pointer, must point to a halide_buffer_t",
                  function, buffer);
}

int tiramisu_error_host_is_null(const char *function, const char *buffer) {
    return report(halide_error_code_host_is_null,
                  "%s: argument \"%s\" has no memory: its field host is null", function, buffer);
}

int tiramisu_error_negative_rank(const char *function, const char *buffer, int32_t rank) {
    return report(halide_error_code_bad_dimensions,
                  "%s: argument \"%s\" has %d dimensions, must have at least 0", function, buffer,
                  static_cast<int>(rank));
}

int tiramisu_error_dimensions_are_null(const char *function, const char *buffer, int32_t rank) {
    return report(halide_error_code_bad_dimensions,
                  "%s: argument \"%s\" has %d dimensions, but its field dim is null", function,
                  buffer, static_cast<int>(rank));
}

int tiramisu_error_negative_extent(const char *function, const char *buffer, int32_t dimension,
                                   int32_t rank, int32_t extent) {
    return report(halide_error_code_buffer_extents_negative,
                  "%s: argument \"%s\" has extent %d in dimension %d (0 is the innermost of %d), "
                  "must be at least 0",
                  function, buffer, static_cast<int>(extent), static_cast<int>(dimension),
                  static_cast<int>(rank));
}

int tiramisu_error_not_dense(const char *function, const char *buffer, int32_t dimension,
                             int32_t rank, int32_t found, int64_t expected) {
    return report(halide_error_code_constraint_violated,
                  "%s: argument \"%s\" has stride %d in dimension %d (0 is the innermost of %d), "
                  "must be %" PRId64 ": the memory has to be dense; pass a dense copy, as "
                  "Halide::Runtime::Buffer::copy() makes it",
                  function, buffer, static_cast<int>(found), static_cast<int>(dimension),
                  static_cast<int>(rank), expected);
}

int tiramisu_error_too_many_bytes(const char *function, const char *buffer) {
    return report(halide_error_code_buffer_extents_too_large,
                  "%s: argument \"%s\" describes memory of 2^63 bytes or more", function, buffer);
}

int tiramisu_error_bad_element_size(const char *function, const char *buffer, uint32_t found,
                                    uint32_t expected) {
    return report(halide_error_code_bad_type,
                  "%s: argument \"%s\" has elements of type %s, must be %s (or, with "
                  "argument_checks::memory, of its size)",
                  function, buffer, name_of(found).text, name_of(expected).text);
}

int tiramisu_error_bad_type(const char *function, const char *buffer, uint32_t found,
                            uint32_t expected) {
    return report(halide_error_code_bad_type,
                  "%s: argument \"%s\" has elements of type %s, must be %s", function, buffer,
                  name_of(found).text, name_of(expected).text);
}

int tiramisu_error_bad_rank(const char *function, const char *buffer, int32_t found,
                            int32_t expected) {
    return report(halide_error_code_bad_dimensions,
                  "%s: argument \"%s\" has %d dimensions, must have %d", function, buffer,
                  static_cast<int>(found), static_cast<int>(expected));
}

int tiramisu_error_bad_extent(const char *function, const char *buffer, int32_t dimension,
                              int32_t rank, int64_t found, int64_t expected) {
    if (expected < 0) {
        return report(halide_error_code_buffer_extents_negative,
                      "%s: argument \"%s\" would have extent %" PRId64
                      " in dimension %d (0 is the innermost of %d) as its size is declared; pass "
                      "values of which no size is negative",
                      function, buffer, expected, static_cast<int>(dimension),
                      static_cast<int>(rank));
    }
    return report(halide_error_code_constraint_violated,
                  "%s: argument \"%s\" has extent %" PRId64 " in dimension %d (0 is the innermost "
                  "of %d), must be %" PRId64 "; where only its memory is to count, generate the "
                  "function with argument_checks::memory",
                  function, buffer, found, static_cast<int>(dimension), static_cast<int>(rank),
                  expected);
}

int tiramisu_error_bad_stride(const char *function, const char *buffer, int32_t dimension,
                              int32_t rank, int64_t found, int64_t expected) {
    return report(halide_error_code_constraint_violated,
                  "%s: argument \"%s\" has stride %" PRId64 " in dimension %d (0 is the innermost "
                  "of %d), must be %" PRId64 ": rows have to lie one after the other; pass a copy "
                  "that lies so",
                  function, buffer, found, static_cast<int>(dimension), static_cast<int>(rank),
                  expected);
}

int tiramisu_error_bad_size(const char *function, const char *buffer, int64_t found,
                            int64_t expected) {
    return report(halide_error_code_constraint_violated,
                  "%s: argument \"%s\" has %" PRId64 " bytes, must have %" PRId64
                  ", in whatever shape",
                  function, buffer, found, expected);
}

int tiramisu_error_buffer_too_small(const char *function, const char *buffer, int64_t found,
                                    int64_t needed) {
    return report(halide_error_code_access_out_of_bounds,
                  "%s: argument \"%s\" is too small: it has memory for %" PRId64
                  " bytes, the function touches %" PRId64,
                  function, buffer, found, needed);
}

int tiramisu_error_buffer_too_large(const char *function, const char *buffer, int64_t elements,
                                    int64_t most) {
    return report(halide_error_code_buffer_extents_too_large,
                  "%s: argument \"%s\" has %" PRId64 " elements or more, the function was compiled "
                  "for at most %" PRId64 "%s",
                  function, buffer, elements, most,
                  most == INT32_MAX ? "; declare its sizes as int64" : "");
}

int tiramisu_error_before_memory(const char *function, const char *buffer, int64_t element) {
    return report(halide_error_code_access_out_of_bounds,
                  "%s: argument \"%s\": the function touches element %" PRId64
                  ", which lies before the first one",
                  function, buffer, element);
}

int tiramisu_error_overlap(const char *function, const char *written, const char *other) {
    return report_overlap(function, written, other);
}

int tiramisu_check_overlaps(const char *function, const char *names, const uint64_t *ranges,
                            int32_t written, int32_t count) {
    for (int32_t one = 0; one < written; one++) {
        for (int32_t other = one + 1; other < count; other++) {
            if (ranges[2 * one + 1] > ranges[2 * other] &&
                ranges[2 * other + 1] > ranges[2 * one]) {
                return report_overlap(function, name_in(names, one), name_in(names, other));
            }
        }
    }
    return 0;
}

int tiramisu_error_bad_element(const char *function, const char *buffer, int64_t index,
                               int64_t found, int64_t lowest, int64_t highest, const char *rule) {
    return report(halide_error_code_constraint_violated,
                  "%s: argument \"%s\": element %" PRId64 " is %" PRId64 ", must be %s: %s",
                  function, buffer, index, found, limits_text(lowest, highest).text, rule);
}

int tiramisu_error_bad_scalar(const char *function, const char *scalar, int64_t found,
                              int64_t lowest, int64_t highest, const char *rule) {
    return report(halide_error_code_constraint_violated,
                  "%s: argument \"%s\" is %" PRId64 ", must be %s: %s", function, scalar, found,
                  limits_text(lowest, highest).text, rule);
}

int tiramisu_error_bad_bound(const char *function, const char *statement, const char *iterator,
                             const char *text, int32_t is_upper, int64_t found) {
    const int64_t legal = is_upper != 0 ? INT32_MAX : INT32_MIN;
    return report(halide_error_code_constraint_violated,
                  "%s: \"%s\": iterator \"%s\" %s %s, which is %" PRId64
                  ", but loops count in 32 bits: pass values that make it at %s %" PRId64,
                  function, statement, iterator, is_upper != 0 ? "ends before" : "starts at", text,
                  found, is_upper != 0 ? "most" : "least", legal);
}

int tiramisu_error_bad_storage(const char *function, const char *problem) {
    return report(halide_error_code_constraint_violated,
                  "%s: %s; the scalar arguments must be such that it fits", function, problem);
}

int tiramisu_error_no_level(const char *function, const char *levels) {
    return report(halide_error_code_requirement_failed,
                  "%s: this processor runs none of the levels that the function was compiled for: "
                  "%s; add one with fewer features as the last",
                  function, levels);
}
}
