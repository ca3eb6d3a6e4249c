#pragma once

#include <HalideBuffer.h>

/// The product of two matrices, whose column index is innermost, as plain loops compute it.
template <typename T>
Halide::Runtime::Buffer<T> product(const Halide::Runtime::Buffer<T> &left,
                                   const Halide::Runtime::Buffer<T> &right) {
    Halide::Runtime::Buffer<T> result(right.width(), left.height());
    result.for_each_element([&](int j, int i) {
        T sum = 0;
        for (int k = 0; k < left.width(); k++) {
            sum += left(k, i) * right(j, k);
        }
        result(j, i) = sum;
    });
    return result;
}
