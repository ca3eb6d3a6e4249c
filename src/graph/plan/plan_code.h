#pragma once

#include <vector>

#include "graph/compile/network_program.h"
#include "tiramisu/graph/model.h"
#include "tiramisu/jit.h"

namespace tiramisu::graph {

/// The code of a plan with its weights, which are apart: others take their place without compiling.
class plan_code {
public:
    plan_code() = default; ///< none
    plan_code(const model &plan, const nn::layer_options &opts, source_place where);

    explicit operator bool() const { return static_cast<bool>(code_); }

    /// `plan` differs in weights alone. It is compiled again only where one of them has become a
    /// number in the code: constants of one element are.
    void set_weights(const model &plan, const nn::layer_options &opts, source_place where);
    void run(const std::vector<float *> &sources, float *dst) const;

private:
    std::vector<shape> extents_; ///< of the arguments
    network_program program_;
    compiled_function code_;
};

} // namespace tiramisu::graph
