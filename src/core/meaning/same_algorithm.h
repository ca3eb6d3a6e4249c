#pragma once

#include <vector>

#include "core/program/state.h"

namespace tiramisu::core {

/// What declarations have said of a function at one moment: all that decides what it means, but for
/// the commands.
class known_algorithm {
public:
    known_algorithm(const function_state &function, std::vector<buffer *> arguments);

    /// Whether the function is the same and says the same now. Values are compared as they are
    /// written, which takes a small part of the time that isl would: if not, they may mean the same
    /// still.
    bool is_of(const function_state &function, const std::vector<buffer *> &arguments) const;

    const std::vector<buffer *> &arguments() const { return arguments_; }

private:
    /// A value, and where it was found: others refer to it by that.
    template <typename State, typename Value>
    struct placed {
        const State *place;
        Value value;
    };

    std::vector<buffer *> arguments_;
    function_algorithm function_;
    std::vector<placed<computation_state, definition_algorithm>> definitions_;
    std::vector<placed<buffer_state, buffer_state>> buffers_;
};

} // namespace tiramisu::core
