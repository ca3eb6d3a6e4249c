#pragma once

#include "../size.h"
#include "arrays.h"

/// Compares a generated `correlation` with plain loops.
template <typename Kernel>
void check_correlation(int argc, char **argv, const Kernel &correlation) {
    const int N = size_of(argc, argv, 32, 100), M = size_of(argc, argv, 28, 80);
    array float_n(1, [&](int) { return N; });
    array data(N, M, [&](int i, int j) { return double(i * j) / M + i; });
    array mean({M}), stddev({M}), corr({M, M});
    array expected_data = data, expected_mean({M}), expected_stddev({M}), expected({M, M});

    for (int j = 0; j < M; j++) {
        for (int i = 0; i < N; i++) {
            expected_mean(j) += expected_data(i, j);
        }
        expected_mean(j) /= N;
        for (int i = 0; i < N; i++) {
            const double difference = expected_data(i, j) - expected_mean(j);
            expected_stddev(j) += difference * difference;
        }
        expected_stddev(j) = std::sqrt(expected_stddev(j) / N);
        if (expected_stddev(j) <= 0.1) {
            expected_stddev(j) = 1;
        }
        for (int i = 0; i < N; i++) {
            expected_data(i, j) -= expected_mean(j);
            expected_data(i, j) /= std::sqrt(double(N)) * expected_stddev(j);
        }
    }
    for (int i = 0; i < M; i++) {
        expected(i, i) = 1;
        for (int j = i + 1; j < M; j++) {
            for (int k = 0; k < N; k++) {
                expected(i, j) += expected_data(k, i) * expected_data(k, j);
            }
            expected(j, i) = expected(i, j);
        }
    }

    correlation(float_n.buffer(), data.buffer(), mean.buffer(), stddev.buffer(), corr.buffer());
    require_same("mean", mean, expected_mean);
    require_same("stddev", stddev, expected_stddev);
    require_same("data", data, expected_data);
    require_same("corr", corr, expected);
}
