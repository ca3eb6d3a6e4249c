#include "nn/framework/program/packed_kernel.h"

#include <algorithm>

namespace tiramisu::nn {

packed_kernel::packed_kernel(const packed_program &what, const options &how,
                             const std::string &made_for)
    : run_(what.run, how), weights_count_(static_cast<std::size_t>(what.weights_count())),
      made_for_(made_for) {
    if (what.pack_weights) {
        pack_ = kernel(*what.pack_weights, how);
    }
}

layer_weights packed_kernel::pack(const float *weights) const {
    layer_weights packed(weights_count_, made_for_);
    if (pack_) {
        pack_(pack_.arguments({weights, packed.data()}));
    } else {
        std::copy(weights, weights + packed.size(), packed.data());
    }
    return packed;
}

} // namespace tiramisu::nn
