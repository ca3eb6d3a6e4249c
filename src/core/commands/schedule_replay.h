#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/program/staging.h"
#include "core/program/state.h"

namespace tiramisu::core {

/// Puts a function's schedule aside: while this lives, the function is as if no command had been
/// given, and others may be. The destructor brings the former schedule back and drops the new one,
/// unless keep() was called, which does the reverse.
class schedule_replay {
public:
    /// Throws unsupported_error where commands have become a part of the program's meaning.
    explicit schedule_replay(function_state &function);
    schedule_replay(const schedule_replay &) = delete;
    schedule_replay &operator=(const schedule_replay &) = delete;
    ~schedule_replay();

    void keep();

private:
    /// What commands add to a function.
    struct added_parts {
        std::vector<std::unique_ptr<staging>> stagings;
        std::vector<std::unique_ptr<computation_state>> staged;
        std::vector<std::unique_ptr<computation_state>> partial; ///< by rfactor
        std::vector<std::unique_ptr<buffer_state>> buffers;
        std::vector<std::unique_ptr<buffer>> buffer_handles;
    };

    /// A definition of the program, and what the schedule that is aside says of it.
    struct own_definition {
        computation_state *of;
        definition_schedule schedule;
        std::optional<definition_algorithm> algorithm; ///< where rfactor makes a difference
    };

    static own_definition without_commands(computation_state &definition);
    void swap_definitions();
    added_parts take_added();
    void take_buffers(added_parts &taken);
    void put_back(added_parts added);

    function_state &function_;
    std::vector<const computation_state *> order_; ///< of all definitions
    std::vector<const buffer_state *> buffer_order_;
    function_schedule schedule_;
    added_parts added_;
    std::vector<own_definition> definitions_;
    bool is_kept_ = false;
};

/// Stores a definition that a command adds where the program has stored the one that had its name
/// under an earlier schedule.
void store_as_before(computation_state &added);

} // namespace tiramisu::core
