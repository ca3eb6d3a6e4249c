#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/program/state.h"

namespace tiramisu::core {

/// The commands that a function was given, as a search for a neighbour of the schedule looks at
/// them. They are a copy: the function's own change with each neighbour that is tried.
class given_commands {
public:
    explicit given_commands(const function_state &function)
        : function_(function), all_(function.commands) {}

    const std::vector<command> &all() const { return all_; }
    std::size_t size() const { return all_.size(); }
    const command &operator[](std::size_t at) const { return all_[at]; }

    /// Places of commands that reorder instances of these computations. The last come first, those
    /// on all of the computations before those on some.
    std::vector<std::size_t> that_order(const std::vector<std::string> &ids) const;

    /// Places of commands that give loops of these computations this kind, the last first.
    std::vector<std::size_t> that_tag(const std::vector<std::string> &ids,
                                      poly::loop_kind kind) const;

    std::vector<command> before(std::size_t at) const;

    /// The schedule with other commands in the place of one.
    std::vector<command> with(std::size_t at, const std::vector<command> &instead) const;

private:
    const function_state &function_;
    std::vector<command> all_;
};

} // namespace tiramisu::core
