#include "nn/layers/conv2d_chain/chain_options.h"

#include "nn/layers/conv2d/sized_problem.h"

namespace tiramisu::nn {

void require_auto(const std::string &chain, const layer_options &opts, source_place where) {
    if (opts.solver != "auto" || !opts.configuration.empty()) {
        throw user_error(chain, "solver \"" + opts.solver + "\"",
                         "is asked for, must be \"auto\": steps have solvers of their own", where);
    }
}

void require_options_of_chain(const conv2d_options &opts, source_place where) {
    require_auto("chain", opts, where);
    require_fixed_sizes("a chain", opts.any_batch, opts.any_size, where);
}

} // namespace tiramisu::nn
