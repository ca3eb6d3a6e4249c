#pragma once

#include "contest.h"
#include "dnn/our_convolutions.h"
#include "peers/onednn_chain.h"

namespace tiramisu::bench {

/// Adds what can be called from Python: with plain images in and out all libraries, else the
/// oneDNN inside of PyTorch ("torch_onednn"), whose images have their channels innermost. Results
/// are brought to `dst`, plain.
void add_python_convolutions(contest &all, const convolution_data &data, onednn_formats formats,
                             aligned_floats &dst, int threads);

} // namespace tiramisu::bench
