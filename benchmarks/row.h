#pragma once

#include <optional>
#include <string>

namespace tiramisu::bench {

/// One line of the result: a problem, our variant of it, a thread count and a peer.
struct row {
    std::string set, id, variant;
    int threads = 1;
    std::optional<double> ours_ms; ///< median; nothing if we cannot do the problem
    std::optional<double> ours_min_ms;
    std::string peer;              ///< empty: there is nothing to compare with
    std::optional<double> peer_ms; ///< median; nothing if the peer cannot do the problem
    std::optional<double> peer_min_ms;
    std::optional<double> gflops;     ///< useful work over our median, in 1e9 operations a second
    std::optional<double> peak_share; ///< gflops over the peak measured in this run
    std::optional<double> max_error;  ///< against a double reference, relative to its largest value
    std::optional<int> trials;        ///< that the search for our schedule has taken
    std::optional<double> tuning_seconds; ///< and how long

    std::optional<double> ratio() const {
        return ours_ms && peer_ms ? std::optional(*peer_ms / *ours_ms) : std::nullopt;
    }
};

} // namespace tiramisu::bench
