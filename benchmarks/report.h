#pragma once

#include <string>
#include <vector>

#include "row.h"

namespace tiramisu::bench {

/// set,id,variant,threads,ours_ms,peer,peer_ms,ratio,gflops,peak_share,max_error,
/// trials,tuning_seconds: the same columns
/// for every set. Throws std::runtime_error if the file cannot be written.
void write_csv(const std::vector<row> &rows, const std::string &path);

/// Prints one row in columns; medians with the fastest run in brackets.
void print_header();
void print_row(const row &one);

} // namespace tiramisu::bench
