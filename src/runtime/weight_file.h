#pragma once

#include <cstdint>

// The file in which weights of a compiled network lie when they are not in its object file: this
// header, floats from the next cache line on, and integers from the first one behind them. Whoever
// writes such files, and the run-time library that maps them, read it from here.

#define TIRAMISU_WEIGHT_FILE_MARK "TIRAWGHT"
#define TIRAMISU_WEIGHT_FILE_VERSION 1u
/// As a machine with the other order of bytes does not read it.
#define TIRAMISU_WEIGHT_FILE_ORDER 0x01020304u

struct tiramisu_weight_file_header {
    char mark[8];
    uint32_t version;
    uint32_t byte_order;
    uint64_t fingerprint; ///< of floats and integers
    uint64_t floats;      ///< count
    uint64_t integers;    ///< count
    uint64_t unused[3];
};

/// Bytes in front of the integers.
inline uint64_t tiramisu_bytes_before_integers(uint64_t floats) {
    const uint64_t line = 64;
    return sizeof(tiramisu_weight_file_header) + (floats * sizeof(float) + line - 1) / line * line;
}

/// Tells contents apart, of both arrays: against accidents, not against those who mean harm. It
/// depends on the order of the machine's bytes.
uint64_t tiramisu_weight_fingerprint(const float *floats, uint64_t float_count,
                                     const int32_t *integers, uint64_t integer_count);
