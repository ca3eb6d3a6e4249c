#pragma once

#include <cstdint>
#include <string>

namespace tiramisu::nn {

/// FNV-1a of 64 bits: the same number on all machines.
class fnv_hash {
public:
    void add(std::uint8_t byte) { value_ = (value_ ^ byte) * prime; }
    std::uint64_t value() const { return value_; }
    /// Of 16 digits.
    std::string text() const;

private:
    static constexpr std::uint64_t basis = 0xcbf29ce484222325, prime = 0x100000001b3;
    std::uint64_t value_ = basis;
};

} // namespace tiramisu::nn
