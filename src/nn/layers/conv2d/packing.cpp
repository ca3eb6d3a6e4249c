#include "nn/layers/conv2d/packing.h"

#include "nn/layers/conv2d/tensors.h"

namespace tiramisu::nn {

program packing_for(const conv2d_task &task, const conv2d_program &made, const std::string &name) {
    return made.pack_weights ? *made.pack_weights : weights_packer(task, plain_weights(task), name);
}

} // namespace tiramisu::nn
