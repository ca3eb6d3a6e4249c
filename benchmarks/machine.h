#pragma once

#include <map>
#include <string>
#include <vector>

namespace tiramisu::bench {

/// What figures of this run are to be read against.
struct machine {
    std::string processor;           ///< as /proc/cpuinfo names it, with family and model
    int cores = 1;                   ///< that are on line
    std::string vectors;             ///< "AVX-512", ...
    std::string compiler;            ///< of the plain loops
    std::map<int, double> fma_peak;  ///< 1e9 operations a second, by number of threads
    std::map<int, double> bandwidth; ///< 1e9 bytes a second, by number of threads
};

/// Measures peak and bandwidth with each of these numbers of threads.
machine describe_machine(const std::vector<int> &threads);
void print_machine(const machine &here);

} // namespace tiramisu::bench
