// Compares the product with sums in doubles.
#include "tune_a_product.h"

#include <HalideBuffer.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

int main() {
    constexpr int size = 384;
    Halide::Runtime::Buffer<float> a(size, size), b(size, size), c(size, size);
    a.for_each_element([&](int x, int y) {
        a(x, y) = static_cast<float>((3 * x + 5 * y) % 16) / 16;
        b(x, y) = static_cast<float>((7 * x + y) % 16) / 16;
    });
    if (tune_a_product(a, b, c) != 0) {
        return 1;
    }
    double largest = 0;
    for (int i = 0; i < size; i++) {
        for (int j = 0; j < size; j++) {
            double sum = 0;
            for (int k = 0; k < size; k++) {
                sum += static_cast<double>(a(k, i)) * static_cast<double>(b(j, k));
            }
            largest = std::max(largest, std::abs(sum - static_cast<double>(c(j, i))));
        }
    }
    std::printf("largest difference %.0e\n", largest);
    return largest < 1e-3 ? 0 : 1;
}
