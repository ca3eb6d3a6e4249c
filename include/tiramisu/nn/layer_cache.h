#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// Layers that this process has compiled are kept, so that the next one that is made of the same
// problem and options shares their code; while one thread compiles, others that want the same wait.
// What is the same is whatever decides the code: problem, layouts, pattern, machine and target,
// solver with its revision and configuration, and how it is compiled. Layers that write something
// while they are compiled (options::debug) are neither kept nor shared.

namespace tiramisu::nn {

struct cached_layer {
    std::string key;       ///< what it is the code of
    std::size_t bytes = 0; ///< that it takes, about
};

struct layer_cache_contents {
    std::vector<cached_layer> layers; ///< the one that was used last comes first
    std::size_t bytes = 0;            ///< that they take together
    std::size_t bound = 0;
    std::uint64_t compiled = 0; ///< layers since the process began
    std::uint64_t shared = 0;   ///< layers that were made without
};

layer_cache_contents layer_cache();

/// How much may be kept: 256 MiB, if nothing is said; 0 keeps nothing. Beyond that the layer that
/// was not used for longest is forgotten. One that a program still holds goes on.
void set_layer_cache_bound(std::size_t bytes);

/// Forgets all that is kept.
void clear_layer_cache();

} // namespace tiramisu::nn
