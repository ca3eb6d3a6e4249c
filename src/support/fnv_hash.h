#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tiramisu::support {

/// FNV-1a of 64 bits: the same number on all machines.
class fnv_hash {
public:
    void add(std::uint8_t byte) { value_ = (value_ ^ byte) * prime; }
    void add(std::string_view bytes) {
        for (const char one : bytes) {
            add(static_cast<std::uint8_t>(one));
        }
    }

    std::uint64_t value() const { return value_; }
    /// 16 hexadecimal digits.
    std::string text() const {
        std::string digits;
        for (int shift = 60; shift >= 0; shift -= 4) {
            digits += "0123456789abcdef"[(value_ >> shift) & 15U];
        }
        return digits;
    }

private:
    static constexpr std::uint64_t basis = 0xcbf29ce484222325, prime = 0x100000001b3;
    std::uint64_t value_ = basis;
};

/// Of these bytes alone.
inline fnv_hash fnv_hash_of(std::string_view bytes) {
    fnv_hash made;
    made.add(bytes);
    return made;
}

} // namespace tiramisu::support
