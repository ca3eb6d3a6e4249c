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
//
// The code is also left on disk, where later processes find it. A file there that is damaged, was
// written by another version of the library, or cannot be read or written is one that is not there:
// the layer is compiled as it would be without.

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
    std::uint64_t loaded = 0;   ///< layers that lay on disk, and were not compiled
};

layer_cache_contents layer_cache();

/// How much may be kept: 256 MiB, if nothing is said; 0 keeps nothing. Beyond that the layer that
/// was not used for longest is forgotten. One that a program still holds goes on.
void set_layer_cache_bound(std::size_t bytes);

/// Forgets all that is kept in memory.
void clear_layer_cache();

/// Where code lies on disk.
struct kept_layers {
    std::string path;        ///< of the folder; empty: none
    std::uint64_t bound = 0; ///< bytes; beyond it the file that was not used for longest goes
};

/// What set_layer_cache_folder() and its bound say; else the folder $TIRAMISU_CACHE, none where
/// that is "off", or tiramisu/layers in $XDG_CACHE_HOME or ~/.cache; and $TIRAMISU_CACHE_MB
/// megabytes, 2048 if that is not set. Throws user_error where that is no number.
kept_layers layer_cache_folder();

/// From now on, whatever the environment says; no folder with an empty path.
void set_layer_cache_folder(const std::string &path);
void set_layer_cache_folder_bound(std::uint64_t bytes);

} // namespace tiramisu::nn
