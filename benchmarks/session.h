#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "machine.h"
#include "progress.h"
#include "row.h"

namespace tiramisu::bench {

/// What a problem takes at least.
struct problem_cost {
    double operations = 0; ///< floating-point ones
    double bytes = 0;      ///< of its arguments, each read or written once
};

/// One run of the program: what was asked for, and the rows so far.
struct session {
    std::string set;          ///< that runs now
    bool quick = false;       ///< a few problems, and few rounds
    bool only_checks = false; ///< results, and takes no times
    std::string only = "*";   ///< shell pattern for ids
    std::string problems;     ///< file of problems in place of those of the set; empty: those
    std::string tuning_log;   ///< to which trials of searches are added; empty: to none
    /// Of single convolutions: run these instead of what find() takes.
    std::vector<std::string> solvers;
    std::optional<int> rounds_asked;
    std::vector<int> threads = {1};
    machine here;
    std::vector<row> rows;
    std::map<std::string, problem_cost> costs; ///< by id, of problems that tell it
    progress bar;
    /// Called after each part of a set, so that what is stopped leaves what it has measured.
    std::function<void()> keep_results = [] {};

    bool wants(const std::string &id) const;
    /// With --quick only those that are marked so, unless problems are named: who names some wants
    /// them, quick ones or not.
    bool wants(const std::string &id, bool is_quick) const;
    int rounds() const { return rounds_asked.value_or(quick ? 5 : 20); }
    /// Share of the peak with as many threads.
    double peak_share(double gflops, int threads) const;
    /// Prints the row and keeps it.
    void add(row one);
    /// Runs the parts of the set one after another and shows how far it is. A part that fails is
    /// told, and the others run. Throws std::runtime_error at the end if one has failed.
    void run_parts(const std::vector<std::function<void(session &)>> &parts);
};

} // namespace tiramisu::bench
