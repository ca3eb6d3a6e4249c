// Calls the generated function matrix_multiply, compares it with plain loops and times both.
#include "matrix_multiply.h"

#include <HalideBuffer.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <vector>

namespace {

constexpr int size = 1024;
using matrix = Halide::Runtime::Buffer<float, 2>;

double milliseconds(const std::chrono::steady_clock::time_point &start) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
        .count();
}

void fill(matrix &values, unsigned seed) {
    values.for_each_value([&](float &value) {
        seed = seed * 1664525u + 1013904223u;
        value = static_cast<float>(seed >> 8) / (1 << 23) - 1;
    });
}

// The inner loop is over j, so that the compiler can vectorize it.
void plain_loops(const float *a, const float *b, float *c) {
    std::fill(c, c + size * size, 0.0f);
    for (int i = 0; i < size; i++) {
        for (int k = 0; k < size; k++) {
            for (int j = 0; j < size; j++) {
                c[i * size + j] += a[i * size + k] * b[k * size + j];
            }
        }
    }
}

} // namespace

int main() {
    matrix a(size, size), b(size, size), c(size, size), expected(size, size);
    fill(a, 1);
    fill(b, 2);

    auto start = std::chrono::steady_clock::now();
    plain_loops(a.data(), b.data(), expected.data());
    const double plain = milliseconds(start);

    std::vector<double> times;
    for (int repeat = 0; repeat < 20; repeat++) {
        start = std::chrono::steady_clock::now();
        if (const int error = matrix_multiply(a, b, c)) {
            std::printf("matrix_multiply failed with error %d\n", error);
            return 1;
        }
        times.push_back(milliseconds(start));
    }
    std::sort(times.begin(), times.end());

    // The terms of a sum are added in another order, and products are fused with sums.
    float difference = 0;
    for (int element = 0; element < size * size; element++) {
        difference = std::max(difference, std::abs(c.data()[element] - expected.data()[element]));
    }
    std::printf("plain loops %.1f ms, generated %.1f ms\n", plain, times[times.size() / 2]);
    std::printf("largest difference %.2g\n", difference);
    return difference < 1e-3f ? 0 : 1;
}
