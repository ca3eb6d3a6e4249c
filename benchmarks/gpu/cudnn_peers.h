#pragma once

#include "gpu/convolution_data.h"
#include "gpu/cudnn.h"
#include "gpu/device_contest.h"

#include <memory>

namespace tiramisu::bench {

/// cuDNN's convolution, of which the algorithm is looked for when the first result is asked for.
device_contender cudnn_peer(const std::shared_ptr<convolution_on_device> &data, image_order order,
                            convolution_math math);

/// The same in NCHW and f32 with biases and ReLU: by one call of the library, or by three.
device_contender cudnn_fused_peer(const std::shared_ptr<convolution_on_device> &data, bool at_once);

} // namespace tiramisu::bench
