#pragma once

#include <string>
#include <vector>

#include "tiramisu/nn/conv2d.h"

namespace tiramisu::nn {

/// What the command line of the generator asks for: the words of a problem's text, and besides
/// solver=, configuration=, layout= (or src= and dst=) and perf_db=.
struct conv2d_parameters {
    conv2d_problem problem;
    conv2d_options how;  ///< without results
    std::string results; ///< file of a performance database; empty: none
};

/// Throws user_error.
conv2d_parameters read_conv2d_parameters(const std::vector<std::string> &given);

} // namespace tiramisu::nn
