#pragma once

/// Marks what a program may replace by a definition of its own.
#define TIRAMISU_REPLACEABLE __attribute__((weak))
