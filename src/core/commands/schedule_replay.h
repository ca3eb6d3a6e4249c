#pragma once

#include <memory>
#include <vector>

#include "core/program/staging.h"
#include "core/program/state.h"

namespace tiramisu::core {

/// Whether a function's schedule is all in its commands, so that they can be given again.
bool is_replayable(const function_state &function);

/// Puts a function's schedule aside: while this lives the function is as if no command had been
/// given, and takes others. Then what was there comes back, and those are forgotten.
class schedule_replay {
public:
    explicit schedule_replay(function_state &function);
    schedule_replay(const schedule_replay &) = delete;
    schedule_replay &operator=(const schedule_replay &) = delete;
    ~schedule_replay();

private:
    /// Buffers of windows, which belong to the schedule.
    struct window_buffers {
        std::vector<std::unique_ptr<buffer_state>> states;
        std::vector<std::unique_ptr<buffer>> handles;
    };

    window_buffers take_window_buffers();

    function_state &function_;
    function_schedule schedule_;
    std::vector<definition_schedule> definitions_;
    window_buffers buffers_;
    std::vector<std::unique_ptr<staging>> stagings_;
    std::vector<std::unique_ptr<computation_state>> staged_;
};

} // namespace tiramisu::core
