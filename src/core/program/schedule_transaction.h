#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/program/state.h"

namespace tiramisu::core {

/// Takes back, when it goes, all that declarations, commands and questions have changed in a
/// function since it was made, unless keep() was called.
class schedule_transaction {
public:
    explicit schedule_transaction(function_state &function);
    /// For calls of which is known which definitions they may change: costs less where a function
    /// has many.
    schedule_transaction(function_state &function, const std::vector<computation_state *> &changed);
    schedule_transaction(const schedule_transaction &) = delete;
    schedule_transaction &operator=(const schedule_transaction &) = delete;
    ~schedule_transaction();

    void keep() { kept_ = true; }

private:
    template <typename Owned>
    using owners = std::vector<std::unique_ptr<Owned>>;

    /// What was there, by its place in memory.
    template <typename State, typename Value>
    struct saved {
        State *of;
        Value value;
    };

    void save(computation_state &definition);
    void roll_back();

    function_state &function_;
    function_value value_;
    std::vector<saved<computation_state, definition_value>> definitions_;
    std::vector<saved<buffer_state, buffer_state>> buffers_;
    /// All that there was.
    std::vector<const computation_state *> computations_;
    std::size_t staged_, stagings_, buffer_count_;
    bool kept_ = false;
};

/// The definitions whose value `what` may change: those that it names, and what is computed inside
/// others from the one that it is given for.
std::vector<computation_state *> changed_by(function_state &function, const command &what);

} // namespace tiramisu::core
