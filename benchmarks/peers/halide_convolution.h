#pragma once

#include "dnn/our_convolutions.h"
#include "peers/onednn_chain.h"

namespace tiramisu::bench {

/// A convolution in Halide, compiled into this process, by a short schedule: filters are lanes, a
/// tile of filters times columns lies in registers, and the whole sum runs inside; the fastest of a
/// few tiles. The image has its channels innermost and the zeros around it, the result blocks of
/// channels; both are brought there and back outside of the time. Not of a chain, groups, dilation,
/// post-ops but ReLU, or filters that do not fill vectors: then it is empty. Unpacks to `dst`,
/// plain, which has to live as long.
prepared_chain halide_convolution(const convolution_data &data, int threads, aligned_floats &dst);

} // namespace tiramisu::bench
