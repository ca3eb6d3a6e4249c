#include "runtime/argument_errors.h"

#include <HalideRuntime.h>

namespace {

// A caller that fills in code and bits of a type alone leaves its lanes 0.
uint32_t bytes_of(uint32_t type) {
    const uint32_t bits = type >> 8 & 0xff, lanes = type >> 16;
    return (bits + 7) / 8 * (lanes == 0 ? 1 : lanes);
}

// The first dimension of that stride, among those that have more than one element.
int first_with_stride(const halide_buffer_t &buffer, int64_t stride) {
    for (int d = 0; d < buffer.dimensions; ++d) {
        if (buffer.dim[d].extent > 1 && buffer.dim[d].stride == stride) {
            return d;
        }
    }
    return -1;
}

/// The dimensions whose elements lie side by side, then those that repeat such rows without a gap,
/// and so on: as many of them as there are.
struct dense_part {
    int64_t elements = 1;
    int dimensions = 0;

    // A stride has 32 bits, so that the product with one more extent has 63 at most.
    explicit dense_part(const halide_buffer_t &buffer) {
        for (int d = first_with_stride(buffer, 1); d >= 0;
             d = first_with_stride(buffer, elements)) {
            elements *= buffer.dim[d].extent;
            ++dimensions;
        }
    }
};

bool is_in_dense_part(const halide_buffer_t &buffer, int dimension) {
    int64_t stride = 1;
    for (int d = first_with_stride(buffer, stride); d >= 0; d = first_with_stride(buffer, stride)) {
        if (d == dimension) {
            return true;
        }
        stride *= buffer.dim[d].extent;
    }
    return false;
}

int report_gap(const char *function, const char *name, const halide_buffer_t &buffer,
               int64_t expected) {
    int d = 0;
    while (buffer.dim[d].extent == 1 || is_in_dense_part(buffer, d)) {
        ++d;
    }
    return tiramisu_error_not_dense(function, name, d, buffer.dimensions, buffer.dim[d].stride,
                                    expected);
}

/// The bytes that the argument describes, or the code of the error that was reported.
int64_t described_bytes(const char *function, const char *name, const halide_buffer_t &buffer,
                        uint32_t bytes_of_element) {
    int wide = 0;
    bool is_empty = false;
    for (int d = 0; d < buffer.dimensions; ++d) {
        const int32_t extent = buffer.dim[d].extent;
        if (extent < 0) {
            return tiramisu_error_negative_extent(function, name, d, buffer.dimensions, extent);
        }
        is_empty = is_empty || extent == 0;
        wide += extent > 1 ? 1 : 0;
    }
    if (buffer.dimensions == 0 || buffer.type.bits == 0) {
        return INT64_MAX;
    }
    if (is_empty) {
        return 0;
    }
    const dense_part dense(buffer);
    if (dense.dimensions < wide) {
        return report_gap(function, name, buffer, dense.elements);
    }
    if (dense.elements > INT64_MAX / bytes_of_element) {
        return tiramisu_error_too_many_bytes(function, name);
    }
    return dense.elements * bytes_of_element;
}

} // namespace

extern "C" {

int64_t tiramisu_argument_bytes(const char *function, const char *name,
                                const halide_buffer_t *given, uint32_t type) {
    if (given == nullptr) {
        return tiramisu_error_buffer_is_null(function, name);
    }
    if (given->dimensions < 0) {
        return tiramisu_error_negative_rank(function, name, given->dimensions);
    }
    if (given->dimensions > 0 && given->dim == nullptr) {
        return tiramisu_error_dimensions_are_null(function, name, given->dimensions);
    }
    const uint32_t found = given->type.as_u32();
    if (given->type.bits != 0 && bytes_of(found) != bytes_of(type)) {
        return tiramisu_error_bad_element_size(function, name, found, type);
    }
    const int64_t bytes = described_bytes(function, name, *given, bytes_of(type));
    if (bytes > 0 && given->host == nullptr) {
        return tiramisu_error_host_is_null(function, name);
    }
    return bytes;
}
}
