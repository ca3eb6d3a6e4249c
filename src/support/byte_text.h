#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "tiramisu/error.h"

// Records as bytes, for files that are read by the machine that wrote them.

namespace tiramisu::support {

/// What lies in bytes one after the other, where it need not be aligned.
template <typename Element>
std::vector<Element> elements_of(std::string_view bytes) {
    std::vector<Element> all(bytes.size() / sizeof(Element));
    if (!all.empty()) { // without elements there may be no memory, and memcpy takes no null pointer
        std::memcpy(all.data(), bytes.data(), all.size() * sizeof(Element));
    }
    return all;
}

/// The other way round: the bytes of what lies in a vector. Refers to it.
template <typename Element>
std::string_view bytes_of(const std::vector<Element> &all) {
    return {reinterpret_cast<const char *>(all.data()), all.size() * sizeof(Element)};
}

class byte_writer {
public:
    void number(std::uint64_t value) {
        bytes_.append(reinterpret_cast<const char *>(&value), sizeof value);
    }
    void text(std::string_view value) {
        number(value.size());
        bytes_.append(value);
    }
    const std::string &bytes() const { return bytes_; }

private:
    std::string bytes_;
};

/// Reads what a writer wrote, in the same order. Each call throws internal_error where the bytes
/// end before what they say.
class byte_reader {
public:
    /// Refers to the bytes.
    explicit byte_reader(std::string_view bytes) : rest_(bytes) {}

    std::uint64_t number() {
        std::uint64_t value = 0;
        std::memcpy(&value, taken(sizeof value).data(), sizeof value);
        return value;
    }
    /// Of records that take at least so many bytes each.
    std::size_t count(std::size_t least_bytes) {
        const std::uint64_t value = number();
        if (value > rest_.size() / least_bytes) {
            refuse();
        }
        return value;
    }
    std::string text() { return std::string(view()); }
    std::string_view view() { return taken(number()); }
    /// All that follows, which is the last record.
    std::string_view rest() { return taken(rest_.size()); }
    bool is_at_end() const { return rest_.empty(); }

private:
    std::string_view rest_;

    std::string_view taken(std::uint64_t size) {
        if (size > rest_.size()) {
            refuse();
        }
        const std::string_view first = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return first;
    }

    [[noreturn]] static void refuse() { throw internal_error("a record ends before its end"); }
};

/// Records one after the other, after their number.
template <typename Record, typename Write>
void write_all(byte_writer &to, const std::vector<Record> &records, const Write &write) {
    to.number(records.size());
    for (const Record &one : records) {
        write(to, one);
    }
}

template <typename Record, typename Read>
void read_all(byte_reader &from, std::vector<Record> &records, const Read &read) {
    records.resize(from.count(sizeof(std::uint64_t)));
    for (Record &one : records) {
        one = read(from);
    }
}

} // namespace tiramisu::support
