#pragma once

#include <HalideBuffer.h>

/// The same values as another type.
template <typename To, typename From>
Halide::Runtime::Buffer<To> converted(const Halide::Runtime::Buffer<From> &from) {
    auto to = Halide::Runtime::Buffer<To>::make_with_shape_of(from);
    to.for_each_value([](To &value, From given) { value = To(given); }, from);
    return to;
}
