#pragma once

#include <string>
#include <vector>

#include "nn/framework/program/kernel.h"
#include "nn/framework/program/packed_program.h"
#include "tiramisu/nn/layer_weights.h"

namespace tiramisu::nn {

/// A layer with weights, compiled into this process.
class packed_kernel {
public:
    packed_kernel() = default;
    /// `made_for`, the text of that name: what it packs bears it.
    packed_kernel(const packed_program &what, const program_compiler &compiler,
                  const std::string &made_for);

    const kernel &run() const { return run_; }
    bool packs() const { return static_cast<bool>(pack_); } ///< else it takes plain weights
    layer_weights pack(const_elements weights) const;
    const std::string &made_for() const { return made_for_; }
    std::size_t weights_count() const { return weights_count_; }       ///< packed, in elements
    std::size_t bytes() const { return run_.bytes() + pack_.bytes(); } ///< that the code takes

    template <typename Record>
    void record(Record &with) {
        with(run_, pack_, weights_count_, weights_type_, made_for_);
    }

private:
    kernel run_, pack_;
    std::size_t weights_count_ = 0;
    element_type weights_type_ = element_type::f32;
    std::string made_for_;
};

} // namespace tiramisu::nn
