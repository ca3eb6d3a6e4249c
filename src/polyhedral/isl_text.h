#pragma once

#include <optional>
#include <string>

#include "polyhedral/isl.h"

// Texts in isl's notation that somebody wrote.

namespace tiramisu::poly {

/// The set that a text means, without parameters that it only declares; nothing if it is none:
/// last_error() tells why.
std::optional<isl::set> parsed_set(isl::ctx ctx, const std::string &text);
std::optional<isl::map> parsed_map(isl::ctx ctx, const std::string &text);

/// How many characters of the text isl reads before it gives up; its message does not tell.
std::size_t read_until(isl::ctx ctx, std::string text);

} // namespace tiramisu::poly
