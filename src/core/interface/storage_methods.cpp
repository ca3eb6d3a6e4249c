#include <algorithm>

#include "core/expr/expr_text.h"
#include "core/expr/expr_walk.h"
#include "core/program/buffer_text.h"
#include "core/program/integer_indices.h"
#include "core/program/public_call.h"
#include "core/program/state.h"
#include "core/program/storage.h"
#include "tiramisu/computation.h"

// Methods that say where values lie.

namespace tiramisu {

namespace {

bool lies_alone(const core::computation_state &base) {
    const auto &all = base.owner->computations;
    return std::none_of(all.begin(), all.end(), [&](const auto &other) {
        return other.get() != &base && other->storage == base.storage;
    });
}

/// Keeps `size` elements of the dimension that the iterator indexes.
void fold(core::computation_state &base, const std::string &iterator, int size,
          const std::string &call, source_place where) {
    std::vector<expr> element = core::storage_map(base);
    for (std::size_t dim = 0; dim < element.size(); ++dim) {
        if (core::reads_name(element[dim], iterator)) {
            element[dim] = element[dim] % size;
            base.storage_indices = element;
            if (base.storage->role == a_temporary || lies_alone(base)) {
                base.storage->sizes[dim] = expr(size);
            }
            return;
        }
    }
    throw user_error(core::subject(base), call,
                     "no dimension of " + core::buffer_text(*base.storage) + " is indexed by \"" +
                         iterator + "\"",
                     where);
}

} // namespace

computation &computation::store_in(const located_buffer &target) {
    core::store(*core::present(state_->base), target.target(), std::nullopt, target.where());
    return *this;
}

computation &computation::store_in(const located_buffer &target, std::vector<expr> indices) {
    core::store(*core::present(state_->base), target.target(), std::move(indices), target.where());
    return *this;
}

computation &computation::store_in(std::vector<expr> indices, std::vector<expr> sizes,
                                   source_place where) {
    core::computation_state &base = *core::present(state_->base);
    core::require_integer_indices(base, indices,
                                  "store_in({" + core::expr_list_text(indices) + "}, ...)", where);
    core::allocate_storage(base, std::move(sizes), a_temporary, where);
    base.storage_indices = std::move(indices);
    return *this;
}

buffer *computation::get_buffer() const {
    if (core::present(state_->base)->storage == nullptr &&
        core::can_be_allocated(*core::present(state_->base))) {
        core::allocate_for_domain(*core::present(state_->base), a_temporary, core::indexing::own);
    }
    const core::buffer_state *storage = core::present(state_->base)->storage;
    for (const auto &handle : state_->owner->buffer_handles) {
        if (handle->state() == storage) {
            return handle.get();
        }
    }
    return nullptr;
}

computation &computation::storage_fold(const var &dimension, int size, source_place where) {
    core::computation_state &base = *core::present(state_->base);
    const std::string call =
        "storage_fold(" + dimension.get_name() + ", " + std::to_string(size) + ")";
    if (size < 1) {
        throw user_error(core::subject(base), call,
                         "the size is " + std::to_string(size) + ", must be at least 1", where);
    }
    core::change(*base.owner, {core::subject(base), call, where}, {&base}, [&] {
        allocate_and_map_buffer_automatically(a_temporary, where);
        core::check_rank(base);
        fold(base, dimension.get_name(), size, call, where);
        base.storage->is_automatic = false;
    });
    return *this;
}

} // namespace tiramisu
