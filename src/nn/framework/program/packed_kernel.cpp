#include "nn/framework/program/packed_kernel.h"

#include <cstring>

namespace tiramisu::nn {

packed_kernel::packed_kernel(const packed_program &what, const program_compiler &compiler,
                             const std::string &made_for)
    : run_(what.run, compiler), weights_count_(static_cast<std::size_t>(what.weights_count())),
      weights_type_(what.weights_type), made_for_(made_for) {
    if (what.pack_weights) {
        pack_ = kernel(*what.pack_weights, compiler);
    }
}

layer_weights packed_kernel::pack(const_elements weights) const {
    layer_weights packed(weights_count_, made_for_, weights_type_);
    if (pack_) {
        pack_(pack_.arguments({weights, packed.memory()}));
    } else {
        std::memcpy(packed.memory().data(), weights.data(), packed.bytes());
    }
    return packed;
}

} // namespace tiramisu::nn
