#pragma once

#include "gpu/product.h"
#include "schedules/scheduled_function.h"

#include <tiramisu/nn/nn.h>

namespace tiramisu::bench {

/// A convolution of images in NCHW, without groups, as a product of weights (filters x what a
/// result reads) and pixels, whose factors are put together in shared memory tile by tile: rows of
/// `tiles` are filters, columns are pixels of all images, and its depth counts channels. Weights
/// lie as kernel rows, kernel columns, channels, filters. Biases are added and ReLU is applied
/// while the sums are in registers; other post-ops are not there. Arguments: images, weights,
/// biases if there are any, results. All of it by schedule commands.
scheduled_function device_convolution(const nn::conv2d_problem &problem, const device_tiles &tiles);

} // namespace tiramisu::bench
