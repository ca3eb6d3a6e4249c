#pragma once

#include <cstddef>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include <HalideBuffer.h>

#include "tiramisu/utils.h"

/// A dense row-major array of doubles that plain C loops and generated functions share.
class array {
public:
    /// Sizes outermost first; element k gets value(k), k being its place in memory.
    explicit array(std::vector<int> sizes) : sizes_(std::move(sizes)) {
        std::size_t count = 1;
        for (const int size : sizes_) {
            count *= static_cast<std::size_t>(size);
        }
        values_.assign(count, 0);
    }
    array(int rows, const std::function<double(int)> &value) : array({rows}) {
        for (int i = 0; i < rows; ++i) {
            (*this)(i) = value(i);
        }
    }
    array(int rows, int columns, const std::function<double(int, int)> &value)
        : array({rows, columns}) {
        for (int i = 0; i < rows; ++i) {
            for (int j = 0; j < columns; ++j) {
                (*this)(i, j) = value(i, j);
            }
        }
    }

    template <typename... Indices>
    double &operator()(Indices... indices) {
        std::size_t place = 0, dimension = 0;
        ((place = place * static_cast<std::size_t>(sizes_[dimension++]) +
                  static_cast<std::size_t>(indices)),
         ...);
        return values_.at(place);
    }

    /// For calls of generated functions, which read and write this array's memory.
    Halide::Runtime::Buffer<double> buffer() {
        return Halide::Runtime::Buffer<double>(values_.data(),
                                               std::vector<int>(sizes_.rbegin(), sizes_.rend()));
    }

    bool has_bits_of(const array &other) const {
        return values_.size() == other.values_.size() &&
               std::memcmp(values_.data(), other.values_.data(), values_.size() * sizeof(double)) ==
                   0;
    }

private:
    std::vector<int> sizes_;
    std::vector<double> values_;
};

/// Ends the program unless both hold the same bits.
inline void require_same(const std::string &name, array &got, array &expected) {
    compare_buffers(name, got.buffer(), expected.buffer());
    if (!got.has_bits_of(expected)) {
        ERROR("Test " + name + " failed: zeros differ in their signs.", true);
    }
}

/// Calls `kernel`, which takes one array of two planes, with the two arrays that it is given.
template <typename Kernel>
auto with_planes(const Kernel &kernel) {
    return [&](Halide::Runtime::Buffer<double> A, Halide::Runtime::Buffer<double> B) {
        const int outermost = A.dimensions();
        std::vector<int> sizes;
        for (int d = 0; d < outermost; ++d) {
            sizes.push_back(A.dim(d).extent());
        }
        sizes.push_back(2);
        Halide::Runtime::Buffer<double> planes(sizes);
        planes.sliced(outermost, 0).copy_from(A);
        planes.sliced(outermost, 1).copy_from(B);
        kernel(planes);
        A.copy_from(planes.sliced(outermost, 0));
        B.copy_from(planes.sliced(outermost, 1));
    };
}
