#pragma once

#include <iosfwd>
#include <string>

namespace tiramisu::tool {

/// What `tiramisu tune-layers` is asked.
struct tune_layers_request {
    std::string list;     ///< file with the text of a layer in each line
    std::string database; ///< of times; empty: the user's
    int threads = 0;      ///< of parallel loops; 0: as usual
    int configurations = 4;
    int repeats = 5;
    bool only_missing = false; ///< layers that the database knows are not measured again
    double seconds = 0;        ///< that each layer may take; 0: as long as it needs
};

/// What came of it.
struct tuned_layers {
    std::string table; ///< of the layers that were measured
    bool is_interrupted = false;
};

/// Throws failure if that file is there and holds something else than a database, which would be
/// set aside.
void require_database(const std::string &path);

/// Measures the solvers of each layer and remembers the times, so that the layers take the fastest
/// from then on. Tells how far it is on `progress`, a line a layer. Ctrl-C ends it after the
/// candidate that is measured. Throws failure, and what the library throws, for a line that is no
/// layer before anything is measured.
tuned_layers tune_layers(const tune_layers_request &asked, std::ostream &progress);

/// The fastest record of each solver in a database, the user's if none is named, as text. Throws
/// failure if there is none.
void export_times(const std::string &database, std::ostream &to);

/// Adds the records of a text to it, and tells how many there were.
std::string merge_times(const std::string &text, const std::string &database);

} // namespace tiramisu::tool
