#pragma once

#include <string>

namespace tiramisu::tool {

/// The text with letters of HTML's own written as entities.
std::string escaped(const std::string &text);

/// A whole page, with our style, around `body`. It refers to no other file.
std::string html_page(const std::string &title, const std::string &body);

} // namespace tiramisu::tool
