#pragma once

#include <charconv>
#include <string>

namespace tiramisu::nn {

/// The shortest text that reads back as the same float.
std::string shortest(float number);

/// "3x5".
std::string size_text(int rows, int columns);

/// False if the text is not wholly a number.
template <typename Number>
bool read_number(const std::string &text, Number &number) {
    const char *end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && stop == end && !text.empty();
}

/// The same of a number that is finite.
bool read_finite(const std::string &text, float &number);

} // namespace tiramisu::nn
