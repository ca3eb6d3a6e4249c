#pragma once

#include <cstring>
#include <stdexcept>

/// One of two problem sizes: programs, and the wrappers that call what they generate, are run with
/// the argument "mini" or "small".
inline bool is_mini(int argc, char **argv) {
    if (argc != 2 || (std::strcmp(argv[1], "mini") != 0 && std::strcmp(argv[1], "small") != 0)) {
        throw std::invalid_argument("one argument: mini or small");
    }
    return std::strcmp(argv[1], "mini") == 0;
}

inline int size_of(int argc, char **argv, int mini, int small) {
    return is_mini(argc, argv) ? mini : small;
}
