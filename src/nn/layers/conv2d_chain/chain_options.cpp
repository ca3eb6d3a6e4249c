#include "nn/layers/conv2d_chain/chain_options.h"

namespace tiramisu::nn {

void require_no_configuration(const std::string &chain, const layer_options &opts,
                              source_place where) {
    if (!opts.configuration.empty()) {
        throw user_error(chain, "configuration \"" + opts.configuration + "\"",
                         "is asked for, must be empty: steps have configurations of their own, "
                         "which results know",
                         where);
    }
}

layer_options options_of_resizing(const layer_options &opts) {
    layer_options own;
    own.compiled = opts.compiled;
    own.results = opts.results;
    return own;
}

} // namespace tiramisu::nn
