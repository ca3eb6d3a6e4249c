#include "tiramisu/buffer.h"

#include <algorithm>

#include "core/storage.h"

namespace tiramisu {

buffer::buffer(const std::string &name, std::vector<expr> sizes, primitive_t type, argument_t role,
               function *owner, source_place where)
    : state_(core::shared_with_owner(core::make_buffer(
          owner != nullptr ? *owner->state()
                           : *core::implicit_function("buffer \"" + name + "\"", where),
          name, std::move(sizes), type, role, where))) {}

const std::string &buffer::get_name() const {
    return state_->name;
}

int buffer::get_n_dims() const {
    return static_cast<int>(state_->sizes.size());
}

const std::vector<expr> &buffer::get_dim_sizes() const {
    return state_->sizes;
}

primitive_t buffer::get_elements_type() const {
    return state_->type;
}

argument_t buffer::get_argument_type() const {
    return state_->role;
}

bool buffer::has_constant_extents() const {
    return std::all_of(state_->sizes.begin(), state_->sizes.end(),
                       [](const expr &size) { return size.is_constant(); });
}

} // namespace tiramisu
