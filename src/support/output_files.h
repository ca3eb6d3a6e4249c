#pragma once

#include <map>
#include <string>
#include <string_view>

#include "support/text_parts.h"

namespace tiramisu::support {

/// Where a file goes that a program asks for: a path that is not absolute begins at
/// $TIRAMISU_OUTPUT_DIR, if that is set.
std::string output_path(const std::string &asked);

/// Files to write, all or none: each is written beside its place under a temporary name, and when
/// all are complete they are renamed. Destroying the set before commit() leaves nothing behind.
class output_files {
public:
    output_files() = default;
    output_files(const output_files &) = delete;
    output_files &operator=(const output_files &) = delete;
    ~output_files();

    /// The temporary name under which the file for `path` is to be written. Throws io_error if its
    /// folder does not exist or cannot be written.
    std::string stage(const std::string &path);
    /// Writes `text` as the file for `path`.
    void write(const std::string &path, std::string_view text);
    void write(const std::string &path, const text_parts &text);
    /// Moves all files to their places. Throws io_error if one cannot be moved.
    void commit();

private:
    std::map<std::string, std::string> staged_; ///< path to temporary name
};

} // namespace tiramisu::support
