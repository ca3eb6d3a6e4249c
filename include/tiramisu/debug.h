#pragma once

#include <cstdlib>
#include <iostream>
#include <string>

#include "tiramisu/language.h"

// What older programs use to report and to print. The library itself throws.

namespace tiramisu {

inline void str_dump(const std::string &text) {
    std::cout << text;
}
inline void str_dump(const std::string &text, const char *more) {
    std::cout << text << more;
}

} // namespace tiramisu

// NOLINTBEGIN(readability-identifier-naming): older programs know them by these names.

/// Prints a message with its place, and ends the program if `should_exit` holds.
#define ERROR(message, should_exit)                                                                \
    do {                                                                                           \
        std::cerr << __FILE__ << ":" << __LINE__ << ": " << (message) << std::endl;                \
        if (should_exit) {                                                                         \
            std::exit(EXIT_FAILURE);                                                               \
        }                                                                                          \
    } while (0)

#define DEBUG(level, statement)
#define DEBUG_FCT_NAME(level)
#define DEBUG_INDENT(indentation)
#define DEBUG_NEWLINE(level)
#define DEBUG_NO_NEWLINE(level, statement)

// NOLINTEND(readability-identifier-naming)
