#include "nn/framework/choice/compiled_key.h"

namespace tiramisu::nn {

std::string compiled_key(const options &opts) {
    const bool is_strict = opts.with_environment().strict_float;
    return std::string(is_strict ? " strict_float=1" : "") + (opts.validate ? " validate=1" : "");
}

} // namespace tiramisu::nn
