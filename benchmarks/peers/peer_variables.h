#pragma once

#include <string>
#include <vector>

namespace tiramisu::bench {

/// Names of those variables of the environment that change what a peer computes with: its kernels,
/// blocks, threads or precision. OpenMP's are not among them: they hold for both sides. The list
/// ends with a null pointer, as `environ` does.
std::vector<std::string> peer_variables(const char *const *environment);

} // namespace tiramisu::bench
