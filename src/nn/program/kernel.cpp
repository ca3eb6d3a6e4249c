#include "nn/program/kernel.h"

namespace tiramisu::nn {

kernel::kernel(const program &what, const options &how) : code_(what.compile(how)) {
    for (const buffer &argument : what.arguments) {
        extents_.emplace_back();
        for (const expr &size : argument.get_dim_sizes()) {
            extents_.back().push_back(size.get_int_val());
        }
    }
}

void kernel::operator()(const std::vector<const float *> &arguments) const {
    std::vector<jit_argument> list;
    for (std::size_t i = 0; i < extents_.size(); i++) {
        list.emplace_back(arguments.at(i), extents_[i]);
    }
    (*this)(list);
}

void kernel::operator()(const std::vector<jit_argument> &arguments) const {
    if (code_(arguments) != 0) {
        throw error(compiled_function::error_text());
    }
}

} // namespace tiramisu::nn
