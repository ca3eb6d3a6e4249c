#pragma once

#include <HalideBuffer.h>

#include "../size.h"
#include "tiramisu/utils.h"

/// Memory that plain C loops and generated functions share. Sizes and indices are innermost first.
template <typename T>
using array = Halide::Runtime::Buffer<T>;

/// An array of these sizes; the element that is k-th in memory gets value(k).
template <typename T, typename Value>
array<T> filled(const std::vector<int> &sizes, const Value &value) {
    array<T> result(sizes);
    for (std::size_t k = 0; k < result.number_of_elements(); ++k) {
        result.data()[k] = static_cast<T>(value(static_cast<int>(k)));
    }
    return result;
}

template <typename T>
array<T> zeros(const std::vector<int> &sizes) {
    return filled<T>(sizes, [](int) { return 0; });
}

/// Where each of `rows` rows starts, row i having length(i) elements, and where the last one ends.
template <typename Length>
array<int32_t> starts_of(int rows, const Length &length) {
    array<int32_t> starts = zeros<int32_t>({rows + 1});
    for (int i = 0; i < rows; i++) {
        starts(i + 1) = starts(i) + length(i);
    }
    return starts;
}
