#pragma once

#include <string>
#include <vector>

#include "session.h"

namespace tiramisu::bench {

/// Where the record of a run stands whose rows are in `csv`: the same name with .json.
std::string run_record_path(const std::string &csv);

/// What the figures of a run are to be read with: machine, measured peak and bandwidth, versions of
/// the libraries, date, command, what each problem takes at least, and the fastest run of each row.
/// Throws std::runtime_error if the file cannot be written.
void write_run_record(const session &here, const std::vector<std::string> &command,
                      const std::string &path);

} // namespace tiramisu::bench
