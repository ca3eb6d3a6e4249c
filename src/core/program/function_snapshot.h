#pragma once

#include <vector>

#include "core/program/owned_elements.h"
#include "core/program/staging.h"
#include "core/program/state.h"

namespace tiramisu::core {

/// A function as it is at one moment. When it goes it brings that back, whatever declarations,
/// commands and questions have changed since; unless keep() was called.
class function_snapshot {
public:
    explicit function_snapshot(function_state &function);
    /// For calls of which is known which definitions they may change: costs less where a function
    /// has many.
    function_snapshot(function_state &function, const std::vector<computation_state *> &changed);
    function_snapshot(const function_snapshot &) = delete;
    function_snapshot &operator=(const function_snapshot &) = delete;
    ~function_snapshot();

    /// Has the function, of which this knows all, be as if no command had been given, so that it
    /// takes others. Throws unsupported_error where commands have become a part of the program's
    /// meaning.
    void put_schedule_aside();

    /// The function stays as it is; what was put aside is forgotten.
    void keep();

private:
    /// What was there, by its place in memory.
    template <typename State, typename Value>
    struct saved {
        State *of;
        Value value;
    };

    void save(computation_state &definition);
    void take_out_added();
    void restore();

    function_state &function_;
    function_value value_;
    std::vector<saved<computation_state, definition_value>> definitions_;
    std::vector<saved<buffer_state, buffer_state>> buffer_values_;
    owned_elements<staging> stagings_;
    owned_elements<computation_state> staged_, computations_;
    owned_elements<buffer> buffer_handles_;
    owned_elements<buffer_state> buffers_;
    bool is_kept_ = false;
};

/// The definitions whose value `what` may change: those that it names, and what is computed inside
/// others from the one that it is given for.
std::vector<computation_state *> changed_by(function_state &function, const command &what);

} // namespace tiramisu::core
