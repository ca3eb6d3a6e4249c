#pragma once

#include <cstdint>
#include <string>

namespace tiramisu::support {

/// Where this user's programs keep what they can make again: the folder tiramisu in
/// $XDG_CACHE_HOME or ~/.cache. Empty if the environment has neither.
std::string user_cache();

/// Where compiled code of one sort is kept on disk: in the folder $TIRAMISU_CACHE, else in that of
/// this name in user_cache(). Empty where TIRAMISU_CACHE says "off", or there is no such place.
std::string code_cache_folder(const std::string &name);

/// How many bytes such a folder may take: $TIRAMISU_CACHE_MB megabytes, 2048 if that is not said.
/// Throws user_error where it is no number.
std::uint64_t code_cache_bound();

/// Tells one build of this library from another one, whose code is not the same.
std::string library_build();

} // namespace tiramisu::support
