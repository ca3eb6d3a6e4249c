#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tiramisu::support {

/// Tells contents apart: FNV-1a of 128 bits that takes eight bytes at a time, whose least
/// significant bits come first. It guards against accidents, not against those who mean harm.
class content_hash {
public:
    /// Bytes, and how many these are.
    void add(std::string_view bytes) {
        std::size_t done = 0;
        for (; done + sizeof(std::uint64_t) <= bytes.size(); done += sizeof(std::uint64_t)) {
            add_word(bytes.data() + done, sizeof(std::uint64_t));
        }
        add_word(bytes.data() + done, bytes.size() - done);
        add(std::uint64_t{bytes.size()});
    }
    void add(std::uint64_t number) { value_ = (value_ ^ number) * prime; }

    /// 32 hexadecimal digits.
    std::string text() const {
        constexpr const char *digits = "0123456789abcdef";
        std::string all;
        for (int shift = 124; shift >= 0; shift -= 4) {
            all += digits[static_cast<unsigned>(value_ >> shift) & 15U];
        }
        return all;
    }

private:
    __extension__ using wide = unsigned __int128;
    static constexpr wide prime = (wide{1} << 88) + 0x13b;
    wide value_ = (wide{0x6c62272e07bb0142} << 64) + 0x62b821756295c58d;

    void add_word(const char *bytes, std::size_t count) {
        std::uint64_t word = 0;
        // Without bytes there may be no memory, and memcpy takes no null pointer.
        std::copy_n(bytes, count, reinterpret_cast<char *>(&word));
        add(word);
    }
};

} // namespace tiramisu::support
