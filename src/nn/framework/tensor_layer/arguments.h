#pragma once

#include <vector>

#include "nn/framework/program/layout_map.h"
#include "tiramisu/buffer.h"
#include "tiramisu/computation.h"
#include "tiramisu/nn/images.h"

namespace tiramisu::nn {

/// The tensors of a layer: arguments of the implicit function, which have its storage.
class tensor_arguments {
public:
    tensor_arguments(const std::vector<tensor> &sources, const tensor &dst);

    /// What is read at (n, c, y, x).
    input source(std::size_t number) const;
    /// The same as it is computed with: 16-bit floats as float32.
    expr value(std::size_t number, const image_index &at) const;
    /// Stores what is computed in the iterations of `at` as the function's result there.
    void store(computation &result, const image_index &at) const;
    /// In the order of the function's arguments.
    std::vector<buffer> all() const;

private:
    std::vector<tensor> sources_;
    tensor dst_;
    std::vector<buffer> memory_; ///< of the sources, then of dst
};

/// The same tensors as rows of all their pixels: height 1, width h * w. What lies where does not
/// change in any layout.
tensor as_rows(tensor images);
std::vector<tensor> as_rows(std::vector<tensor> images);

} // namespace tiramisu::nn
