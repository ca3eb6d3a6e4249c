#pragma once

#include <string>

#include "nn/framework/perf_db/sqlite.h"

// What is in a performance database.

namespace tiramisu::nn {

/// Makes an empty file, or one of an older version that may be written, one of this version.
void bring_up_to_date(sqlite::connection &database);
/// Throws error if it is of a version that this program does not read.
void check_version(const sqlite::connection &database);
/// The revision of a record's solver, in SQL.
std::string revision_column(const sqlite::connection &database);

} // namespace tiramisu::nn
