#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "support/text_parts.h"

namespace tiramisu::support {

/// A folder of files that are made once and read often, by several processes at once. A file that
/// is damaged, cannot be read or cannot be written is one that is not there, which is no error.
class file_cache {
public:
    /// An empty folder stands for none. Where files would take more bytes than that together, those
    /// that were not used for the longest time go.
    file_cache(std::string folder, std::uint64_t most_bytes)
        : folder_(std::move(folder)), most_bytes_(most_bytes) {}

    /// What was stored under a key: letters and digits.
    std::optional<std::string> find(const std::string &key) const;
    /// Keeps it, whole or not at all.
    void store(const std::string &key, std::string_view contents) const;
    /// What a file holds, if one is named, follows the contents: large ones are never in memory.
    void store(const std::string &key, const text_parts &contents,
               const std::string &file = "") const;

private:
    std::string folder_;
    std::uint64_t most_bytes_;

    std::string path_of(const std::string &key) const;
    void make_room(std::uint64_t bytes) const;
};

} // namespace tiramisu::support
