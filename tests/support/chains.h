#pragma once

#include <string>
#include <vector>

#include "tiramisu/nn/conv2d_problem.h"

// Convolutions one after the other, as tests of chains take them.

namespace tiramisu::oracle {

using conv2d_steps = std::vector<nn::conv2d_problem>;

/// Without its kind.
inline nn::conv2d_problem parsed_conv2d(const std::string &text) {
    return nn::conv2d_problem::parse("conv2d " + text);
}

/// ResNet's basic block: the second convolution adds the src of the first. Of such sizes: "mb=2
/// ih=7 iw=9".
inline conv2d_steps residual_block(const std::string &sizes) {
    const std::string both = sizes + " ic=5 oc=5 kh=3 kw=3 ph=1 pw=1 ";
    return {parsed_conv2d(both + "bias=1 post=relu"),
            parsed_conv2d(both + "post=residual_add+relu")};
}

/// The first block of a stage, whose shortcut is not the identity.
inline conv2d_steps projected_block(const std::string &images) {
    return {parsed_conv2d("mb=" + images +
                          " ic=4 oc=6 ih=16 iw=16 kh=3 kw=3 sh=2 sw=2 ph=1 pw=1 bias=1 post=relu"),
            parsed_conv2d("mb=" + images +
                          " ic=6 oc=6 ih=8 iw=8 kh=3 kw=3 ph=1 pw=1 post=residual_add+relu")};
}
/// Of that block.
inline nn::conv2d_problem projection(const std::string &images) {
    return parsed_conv2d("mb=" + images + " ic=4 oc=6 ih=16 iw=16 sh=2 sw=2 bias=1");
}

} // namespace tiramisu::oracle
