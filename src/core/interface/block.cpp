#include "tiramisu/block.h"

#include <algorithm>

#include "core/program/state.h"

namespace tiramisu {

block::block(const std::vector<computation *> &computations, source_place where)
    : computations_(computations) {
    if (computations.empty()) {
        throw user_error("block", "", "has no computations; name at least one", where);
    }
    if (std::count(computations.begin(), computations.end(), nullptr) != 0) {
        throw user_error("block", "", "one of its computations is a null pointer", where);
    }
    state_ = core::shared_with_owner(parts().front());
}

std::vector<core::computation_state *> block::parts() const {
    std::vector<core::computation_state *> all;
    for (const computation *one : computations_) {
        const std::vector<core::computation_state *> inside = one->parts();
        all.insert(all.end(), inside.begin(), inside.end());
    }
    return all;
}

} // namespace tiramisu
