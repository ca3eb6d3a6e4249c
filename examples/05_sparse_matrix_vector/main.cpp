// Calls the generated function sparse_matrix_vector, compares it with plain loops and times both.
#include "sparse_matrix_vector.h"

#include <HalideBuffer.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <vector>

namespace {

constexpr int rows = 20000, columns = 20000;

double milliseconds(const std::chrono::steady_clock::time_point &from) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - from)
        .count();
}

struct sparse_matrix {
    std::vector<int> start = {0}, column;
    std::vector<float> value;
};

// Rows of 0 to 127 elements, near the diagonal.
sparse_matrix make_matrix() {
    sparse_matrix made;
    unsigned seed = 1;
    const auto random = [&](int below) {
        seed = seed * 1664525u + 1013904223u;
        return static_cast<int>((seed >> 8) % static_cast<unsigned>(below));
    };
    for (int row = 0; row < rows; row++) {
        const int length = random(128);
        int at = std::max(0, std::min(row - 2 * length, columns - 4 * length - 4));
        for (int element = 0; element < length; element++) {
            at += 1 + random(4);
            made.column.push_back(at);
            made.value.push_back(static_cast<float>(random(2001) - 1000) / 1000);
        }
        made.start.push_back(static_cast<int>(made.column.size()));
    }
    return made;
}

void plain_loops(const sparse_matrix &m, const std::vector<float> &x, std::vector<float> &y) {
    for (std::size_t i = 0; i < y.size(); i++) {
        float sum = 0;
        for (int k = m.start[i]; k < m.start[i + 1]; k++) {
            const auto element = static_cast<std::size_t>(k);
            sum += m.value[element] * x[static_cast<std::size_t>(m.column[element])];
        }
        y[i] = sum;
    }
}

template <typename T>
Halide::Runtime::Buffer<T, 1> view(std::vector<T> &data) {
    return Halide::Runtime::Buffer<T, 1>(data.data(), static_cast<int>(data.size()));
}

} // namespace

int main() {
    sparse_matrix m = make_matrix();
    std::vector<float> x(columns), y(rows), expected(rows);
    for (int i = 0; i < columns; i++) {
        x[static_cast<std::size_t>(i)] = static_cast<float>(i % 17) / 17;
    }
    auto start = view(m.start), column = view(m.column);
    auto value = view(m.value), x_view = view(x), y_view = view(y);
    const auto elements = static_cast<int>(m.value.size());

    std::vector<double> plain, generated;
    for (int repeat = 0; repeat < 20; repeat++) {
        auto from = std::chrono::steady_clock::now();
        plain_loops(m, x, expected);
        plain.push_back(milliseconds(from));
        from = std::chrono::steady_clock::now();
        if (const int error = sparse_matrix_vector(start, column, value, x_view, y_view, rows,
                                                   columns, elements)) {
            std::printf("sparse_matrix_vector failed with error %d\n", error);
            return 1;
        }
        generated.push_back(milliseconds(from));
    }
    std::sort(plain.begin(), plain.end());
    std::sort(generated.begin(), generated.end());

    // The terms of a sum are added in another order, and products are fused with sums.
    float difference = 0;
    for (std::size_t i = 0; i < y.size(); i++) {
        difference = std::max(difference, std::abs(y[i] - expected[i]));
    }
    std::printf("%d rows, %d elements: plain loops %.2f ms, generated %.2f ms\n", rows, elements,
                plain[plain.size() / 2], generated[generated.size() / 2]);
    std::printf("largest difference %.2g\n", static_cast<double>(difference));
    return difference < 1e-4f ? 0 : 1;
}
