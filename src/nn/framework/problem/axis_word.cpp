#include "nn/framework/problem/axis_word.h"

namespace tiramisu::nn {

void check_axis(const std::string &subject, int axis, source_place where) {
    if (axis != 1 && axis != 3) {
        throw user_error(subject, axis_key,
                         "is " + std::to_string(axis) + ", must be 1 (channels) or 3 (columns)",
                         where);
    }
}

} // namespace tiramisu::nn
