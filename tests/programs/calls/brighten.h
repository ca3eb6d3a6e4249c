#pragma once

#include "buffers.h"

/// Compares a generated function that brightens an image with plain loops.
template <typename Kernel>
void check_brighten(int argc, char **argv, const Kernel &brighten) {
    const int N = size_of(argc, argv, 13, 100), M = size_of(argc, argv, 18, 130);
    array<uint8_t> in = filled<uint8_t>({M, N}, [](int k) { return 7 * k; });
    array<uint8_t> out = zeros<uint8_t>({M, N}), expected = zeros<uint8_t>({M, N});
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++) {
            expected(j, i) = uint8_t(in(j, i) + 20);
        }
    }
    brighten(in, out);
    compare_buffers("brighten", out, expected);
}
