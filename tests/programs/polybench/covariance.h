#pragma once

#include "../size.h"
#include "arrays.h"

/// Compares a generated `covariance` with plain loops.
template <typename Kernel>
void check_covariance(int argc, char **argv, const Kernel &covariance) {
    const int N = size_of(argc, argv, 32, 100), M = size_of(argc, argv, 28, 80);
    array float_n(1, [&](int) { return N; });
    array data(N, M, [&](int i, int j) { return double(i) * j / M; });
    array cov({M, M}), expected_data = data, expected({M, M});

    for (int j = 0; j < M; j++) {
        double mean = 0;
        for (int i = 0; i < N; i++) {
            mean += expected_data(i, j);
        }
        mean /= N;
        for (int i = 0; i < N; i++) {
            expected_data(i, j) -= mean;
        }
    }
    for (int i = 0; i < M; i++) {
        for (int j = i; j < M; j++) {
            for (int k = 0; k < N; k++) {
                expected(i, j) += expected_data(k, i) * expected_data(k, j);
            }
            expected(i, j) /= N - 1.0;
            expected(j, i) = expected(i, j);
        }
    }

    covariance(float_n.buffer(), data.buffer(), cov.buffer());
    require_same("data", data, expected_data);
    require_same("cov", cov, expected);
}
