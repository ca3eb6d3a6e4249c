#pragma once

#include "gpu/convolution_data.h"
#include "gpu/cusparse.h"
#include "gpu/device_contest.h"

#include <tiramisu/sparse.h>

#include <memory>
#include <vector>

namespace tiramisu::bench {

/// A convolution with sparse weights on a device, and the same with all their zeros.
class sparse_convolution_on_device {
public:
    sparse_convolution_on_device(const gpu_place &where, const nn::conv2d_problem &problem,
                                 const sparse::csr_matrix &weights);

    /// As device_sparse_convolution() takes them.
    std::vector<device_array *> arguments();
    expected_elements expected() const { return dense_->expected(); }
    const std::shared_ptr<convolution_on_device> &dense() const { return dense_; }
    /// cuSPARSE's product of the weights and of what each element of the kernel meets, which is
    /// gathered before and not timed. Of one image, whose result is a product as a whole.
    device_contender cusparse_peer();

private:
    struct product_arrays;

    const gpu_place where_;
    sparse::csr_matrix weights_;
    std::shared_ptr<convolution_on_device> dense_;
    device_array starts_, places_, values_, padded_source_, result_;
    std::shared_ptr<product_arrays> product_;
};

} // namespace tiramisu::bench
