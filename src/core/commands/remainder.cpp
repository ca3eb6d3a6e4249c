#include "core/commands/remainder.h"

#include <algorithm>

#include "core/program/command_kind.h"

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
    return std::any_of(history.begin(), history.end(),
                       [](const command &given) { return has_trait(given, leaves_rest); });
}

computation &remainder_of(computation_state &definition) {
    if (!definition.remainder_handle) {
        definition.remainder_handle = std::make_unique<remainder>(definition);
    }
    return *definition.remainder_handle;
}

} // namespace tiramisu::core
