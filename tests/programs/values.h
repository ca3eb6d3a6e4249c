#pragma once

#include <HalideBuffer.h>

#include "tiramisu/utils.h"

template <typename T>
using tensor = Halide::Runtime::Buffer<T>;

/// A tensor, sizes innermost first, of values that differ from their neighbours. Floats are
/// multiples of 1/64 below 1, so that short sums of products are exact.
template <typename T, typename... Sizes>
tensor<T> values(int seed, Sizes... sizes) {
    tensor<T> result(sizes...);
    int k = 7 * seed;
    result.for_each_value([&](T &value) {
        const int at = (37 * k++ + 11) % 101;
        value = std::is_integral_v<T> ? T(2 * at) : T((at - 50) / 64.0);
    });
    return result;
}

/// The same with all elements equal.
template <typename T, typename... Sizes>
tensor<T> all(T value, Sizes... sizes) {
    tensor<T> result(sizes...);
    result.fill(value);
    return result;
}
