#include "nn/framework/choice/compiled_key.h"

namespace tiramisu::nn {

std::string compiled_key(const options &how) {
    const bool is_strict = how.with_environment().strict_float;
    return std::string(is_strict ? " strict_float=1" : "") + (how.validate ? " validate=1" : "");
}

} // namespace tiramisu::nn
