#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "support/gpu_trial.h"

namespace tiramisu::oracle {

/// A chain of stages over rows and columns of which each one reads elements of the one before in
/// the same row: neighbours, those from the other end, sums of all, or a sum that one thread
/// makes. Rows run on blocks, columns on threads, in pieces or not, and the stages are fused at the
/// rows, so that threads hand values to one another. What is between stages lies on the device, or
/// in memory of the block that rows share one after the other.
class exchange_case {
public:
    explicit exchange_case(std::uint64_t seed);
    ~exchange_case();
    exchange_case(exchange_case &&) noexcept;

    /// With 0, 1 and several rows.
    gpu_trial trial() const;
    /// What was chosen, for messages.
    std::string text() const;

    struct parts; ///< what was chosen, and the program
private:
    std::unique_ptr<parts> parts_;
};

} // namespace tiramisu::oracle
