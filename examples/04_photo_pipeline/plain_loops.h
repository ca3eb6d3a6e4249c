#pragma once

/// Sizes of the pipeline: photo [3][514][514], weights [16][3][3][3], bias [16], pooled
/// [16][256][256].
struct pipeline_sizes {
    static constexpr int size = 512, channels = 3, filters = 16;
    static constexpr int photo_size = size + 2, pooled_size = size / 2;
};

/// The algorithm as one writes it down: every sum is finished before the next one begins.
void plain_loops(const float *photo, const float *weights, const float *bias, float *pooled);

/// The same sums in the same order, with the loop over a row innermost: a compiler can vectorize
/// it.
void plain_loops_row_by_row(const float *photo, const float *weights, const float *bias,
                            float *pooled);
