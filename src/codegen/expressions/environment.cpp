#include "codegen/expressions/environment.h"

#include "tiramisu/error.h"

namespace tiramisu::lower {

const Halide::Expr &environment::value(const std::string &name) const {
    const auto found = values_.find(name);
    if (found == values_.end()) {
        throw internal_error("code generation: the name \"" + name + "\" has no value here");
    }
    return found->second;
}

const buffer_layout &environment::buffer(const std::string &name) const {
    const auto found = buffers_ ? buffers_->find(name) : buffer_table::const_iterator{};
    if (!buffers_ || found == buffers_->end()) {
        throw internal_error("code generation: there is no buffer \"" + name + "\"");
    }
    return found->second;
}

} // namespace tiramisu::lower
