#pragma once

#include <string>

namespace tiramisu::support {

/// A file that is open, and closed with this object. No program that is started gets it.
class open_file {
public:
    explicit open_file(int number) : number_(number) {}
    open_file(open_file &&other) noexcept;
    open_file &operator=(open_file &&) = delete;
    ~open_file();

    int number() const { return number_; }

private:
    int number_; ///< -1: none
};

/// A file in memory without a name. A child that writes to it never waits for a reader, however
/// much it writes. Throws io_error if there can be none.
open_file file_in_memory();

/// The same that holds `text`, to be read from its beginning.
open_file file_of(const std::string &text);

/// All that the file holds.
std::string text_of(const open_file &file);

} // namespace tiramisu::support
