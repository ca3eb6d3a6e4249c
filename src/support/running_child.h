#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>

#include "support/subprocess.h"

namespace tiramisu::support {

/// A child that was started, the leader of a process group where it has limits. None is left behind
/// when this object goes, whatever happens.
class running_child {
public:
    running_child(pid_t process, const process_limits &limits)
        : process_(process), limits_(limits) {}
    running_child(const running_child &) = delete;
    running_child &operator=(const running_child &) = delete;
    ~running_child();

    /// Waits until it ends, by itself or at a limit. Throws io_error where the system tells no end.
    process_end end();

private:
    pid_t process_; ///< 0: it was waited for
    const process_limits limits_;
    const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();

    /// The limit that it has reached; none if it ends before.
    std::optional<process_end::kind> stopped_by() const;
    bool has_ended() const;
    /// None where the system has taken its status away.
    std::optional<int> wait_for_end();
};

} // namespace tiramisu::support
