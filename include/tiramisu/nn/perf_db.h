#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tiramisu/language.h"

namespace tiramisu::nn {

/// What one solver took for one problem.
struct perf_record {
    std::string solver, configuration;
    double milliseconds = 0; ///< median
    double error = 0;        ///< largest difference from the naive solver, over its largest value
    int revision = 1;        ///< of the solver; the times of others do not hold
};

/// The order of records: faster ones first, and of those that took the same time by name.
bool ranks_before(const perf_record &left, const perf_record &right);

/// Measured times, kept in SQLite files: one of the user's, which is written, over one that was
/// shipped with a program, which is only read. Several threads and processes, also forked ones, may
/// use the files at once: each call opens what has the name then. A file that is damaged is set
/// aside under another name and a new one begun; one that cannot be opened or written is gone
/// without. Neither is an error: warnings() tells.
class perf_db {
public:
    /// An empty path stands for no file. The folder of the user's file is made if need be.
    explicit perf_db(const std::string &user_file, const std::string &shipped_file = "");
    /// The same, but the first file is only read, too: it is not made, and store() does nothing.
    static perf_db read_only(const std::string &file, const std::string &shipped_file = "");
    ~perf_db();
    perf_db(perf_db &&) noexcept;
    perf_db &operator=(perf_db &&) noexcept;

    /// $TIRAMISU_PERF_DB, else tiramisu/perf.sqlite in $XDG_CACHE_HOME or ~/.cache; empty if the
    /// environment has none of these.
    static std::string user_file();

    /// What was installed with Tiramisu: a few problems on machines that it was measured on. Empty
    /// if it is not there.
    static std::string shipped_file();

    /// The records of a problem on a machine, fastest first: the user's or, if there are none,
    /// those shipped. `machine` and `problem` are compared as texts.
    std::vector<perf_record> records(const std::string &machine, const std::string &problem) const;
    /// The first of them.
    std::optional<perf_record> best(const std::string &machine, const std::string &problem) const;
    /// Puts these in place of the user's records of the problem, all or none.
    void store(const std::string &machine, const std::string &problem,
               const std::vector<perf_record> &records);

    /// What went wrong so far, a sentence each, and each once.
    std::vector<std::string> warnings() const;

private:
    struct files;
    std::unique_ptr<files> files_;
};

} // namespace tiramisu::nn
