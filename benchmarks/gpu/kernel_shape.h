#pragma once

#include <string>
#include <vector>

namespace tiramisu::bench {

/// What is started for one kernel.
struct kernel_shape {
    double blocks = 1;
    int threads = 1;
    int shared_bytes = 0;
};

/// The kernels of a function, as function::stmt_text() prints it, in their order.
std::vector<kernel_shape> kernel_shapes(const std::string &statement);

} // namespace tiramisu::bench
