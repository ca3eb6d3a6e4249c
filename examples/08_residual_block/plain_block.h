#pragma once

#include <vector>

/// ResNet's basic block on one image of 64 channels and 28x28 points, in plain order: two
/// convolutions of 3x3, each with ReLU, the image added before the second ReLU.
struct plain_block {
    static constexpr int channels = 64, size = 28;

    std::vector<float> src, first_weights, second_weights; ///< small random numbers
    std::vector<float> expected;                           ///< of plain loops

    plain_block();
};
