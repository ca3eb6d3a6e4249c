#pragma once

#include <functional>

#include <HalideBuffer.h>

/// A matrix, row index first in `value`, as generated functions take it.
template <typename T>
Halide::Runtime::Buffer<T> matrix(int rows, int columns, const std::function<T(int, int)> &value) {
    Halide::Runtime::Buffer<T> made(columns, rows);
    made.for_each_element([&](int column, int row) { made(column, row) = value(row, column); });
    return made;
}
