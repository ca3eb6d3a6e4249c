#include "core/commands/remainder.h"

#include <algorithm>

namespace tiramisu::core {

namespace {

class remainder : public computation {
public:
    explicit remainder(computation_state &definition) : computation(not_owning(&definition)) {}

    std::vector<computation_state *> parts() const override { return {}; }
};

} // namespace

bool leaves_remainder(const computation_state &definition) {
    const auto &history = definition.nest.history;
    return std::any_of(history.begin(), history.end(), [](const command &given) {
        return given.verb == "vectorize" || given.verb == "unroll";
    });
}

computation &remainder_of(computation_state &definition) {
    if (!definition.remainder_handle) {
        definition.remainder_handle = std::make_unique<remainder>(definition);
    }
    return *definition.remainder_handle;
}

} // namespace tiramisu::core
