#pragma once

#include <iosfwd>
#include <string>

// Performance databases as text, which can be read, compared and kept with sources. A record is a
// line of machine, problem, solver, configuration, milliseconds, error and, where it is not the
// first one, the solver's revision, with tabs in between; lines that begin with # are comments.

namespace tiramisu::nn {

/// The fastest record of each solver for each problem of a database, sorted. Throws
/// sqlite::failure.
void write_text(const std::string &database, std::ostream &to);

/// Makes a database of the text, which `name` is the name of, in place of what is there; it is one
/// that can be read where nothing may be written. Throws user_error with the line that is no
/// record, or io_error if the file cannot be written.
void read_text(std::istream &from, const std::string &name, const std::string &database);

/// Adds the records of the text to a database, which is made if it is not there: in the place of
/// those of the same solver and configuration. Returns how many there were. Throws as read_text();
/// the database then stays as it is.
int merge_text(std::istream &from, const std::string &name, const std::string &database);

} // namespace tiramisu::nn
