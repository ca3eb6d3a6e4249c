#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tiramisu::bench {

/// A GPU, and what it reaches.
struct device_machine {
    std::string name, driver;
    int multiprocessors = 0;
    double clock_ghz = 0;        ///< the highest one
    double stated_bandwidth = 0; ///< 1e9 bytes a second, of its memory's clock and width
    double fma_peak = 0;         ///< measured: 1e9 operations a second
    double bandwidth = 0;        ///< measured: 1e9 bytes a second
    std::map<std::string, std::string> libraries; ///< to compare with: their versions
};

/// What figures of this run are to be read against.
struct machine {
    std::string processor;                ///< as /proc/cpuinfo names it, with family and model
    int cores = 1;                        ///< that are on line
    std::string vectors;                  ///< "AVX-512", ...
    std::string compiler;                 ///< of the plain loops
    std::map<int, double> fma_peak;       ///< 1e9 operations a second, by number of threads
    std::map<int, double> bandwidth;      ///< 1e9 bytes a second, by number of threads
    std::optional<device_machine> device; ///< of sets that run on one
};

/// Measures peak and bandwidth with each of these numbers of threads.
machine describe_machine(const std::vector<int> &threads);
void print_machine(const machine &here);

} // namespace tiramisu::bench
