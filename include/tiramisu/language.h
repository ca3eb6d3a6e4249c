#pragma once

// The headers are in C++17. A compiler of an older language would find hundreds of errors in them:
// it is stopped at the one that says why, by a file that there is not.

#if __cplusplus < 201703L
#error "Tiramisu needs C++17: compile with -std=c++17"
#include "C++17"
#endif
