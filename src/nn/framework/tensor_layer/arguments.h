#pragma once

#include <string>
#include <vector>

#include "nn/framework/program/layout_map.h"
#include "tiramisu/buffer.h"
#include "tiramisu/computation.h"
#include "tiramisu/nn/images.h"

namespace tiramisu::nn {

/// The tensors of a layer: arguments of the implicit function, which have its storage.
class tensor_arguments {
public:
    tensor_arguments(const std::vector<tensor> &sources, const tensor &dst)
        : tensor_arguments(sources, std::vector<tensor>{dst}) {}
    tensor_arguments(const std::vector<tensor> &sources, const std::vector<tensor> &results);

    /// What is read at (n, c, y, x).
    input source(std::size_t number) const;
    /// The same as it is computed with: 16-bit floats as float32.
    expr value(std::size_t number, const image_index &at) const;
    /// What a result holds before the function stores it.
    input before(std::size_t number) const;
    /// Stores what is computed in the iterations of `at` as that result of the function there.
    void store(computation &result, const image_index &at, std::size_t number = 0) const;
    /// In the order of the function's arguments.
    std::vector<buffer> all() const { return memory_; }

private:
    input read(const std::string &name, std::size_t place) const;

    std::vector<tensor> shapes_;
    std::size_t sources_;
    std::vector<buffer> memory_; ///< of the sources, then of the results
};

/// The same tensors as rows of all their pixels: height 1, width h * w. What lies where does not
/// change in any layout.
tensor as_rows(tensor images);
std::vector<tensor> as_rows(std::vector<tensor> images);

} // namespace tiramisu::nn
