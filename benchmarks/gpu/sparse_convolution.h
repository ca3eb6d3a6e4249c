#pragma once

#include "schedules/scheduled_function.h"

#include <tiramisu/nn/nn.h>

namespace tiramisu::bench {

/// How a sparse convolution is shared out: the threads of a block, and the pixels that each has.
struct pixel_tiles {
    int threads, own;
    std::string text() const; ///< "128/4"
};

/// A convolution, without groups, whose weights are the elements of a sparse matrix in compressed
/// rows, a row a filter. Images have their zeros around them (padded_extents), and the column of an
/// element is how far behind a pixel's first element what it meets lies there. A block of threads
/// computes pixels of one filter. Arguments: starts of rows, columns, values, images, results in
/// NCHW. All of it by schedule commands.
scheduled_function device_sparse_convolution(const nn::conv2d_problem &problem, int elements,
                                             const pixel_tiles &tiles);

/// Of such images: images, channels, rows, columns.
std::array<int, 4> padded_extents(const nn::conv2d_problem &problem);

} // namespace tiramisu::bench
