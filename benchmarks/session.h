#pragma once

#include <string>
#include <vector>

#include "machine.h"
#include "row.h"

namespace tiramisu::bench {

/// One run of the program: what was asked for, and the rows so far.
struct session {
    std::string set;        ///< that runs now
    bool quick = false;     ///< fewer rounds
    std::string only = "*"; ///< shell pattern for ids
    std::vector<int> threads = {1};
    machine here;
    std::vector<row> rows;

    bool wants(const std::string &id) const;
    int rounds() const { return quick ? 5 : 20; }
    /// Share of the peak with as many threads.
    double peak_share(double gflops, int threads) const;
    /// Prints the row and keeps it.
    void add(row one);
};

} // namespace tiramisu::bench
