#include "machine.h"

#include "bandwidth.h"
#include "peak.h"

#include <unistd.h>

#include <cstdio>
#include <fstream>

namespace tiramisu::bench {

namespace {

/// The value of the first line "key : value" of /proc/cpuinfo.
std::string cpuinfo(const std::string &key) {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const auto colon = line.find(':');
        if (colon != std::string::npos &&
            line.find_last_not_of(" \t", colon - 1) + 1 == key.size() &&
            line.compare(0, key.size(), key) == 0) {
            const auto value = line.find_first_not_of(" \t", colon + 1);
            return value == std::string::npos ? "" : line.substr(value);
        }
    }
    return "unknown";
}

} // namespace

machine describe_machine(const std::vector<int> &threads) {
    machine here;
    here.processor = cpuinfo("model name") + " (family " + cpuinfo("cpu family") + ", model " +
                     cpuinfo("model") + ")";
    here.cores = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
    here.vectors = vector_extension();
    here.compiler = "g++ " __VERSION__;
    for (const int number : threads) {
        here.fma_peak[number] = measure_fma_peak(number);
        here.bandwidth[number] = measure_memory_bandwidth(number);
    }
    return here;
}

void print_machine(const machine &here) {
    std::printf("machine    %s, %d cores, %s; plain loops by %s\n", here.processor.c_str(),
                here.cores, here.vectors.c_str(), here.compiler.c_str());
    for (const auto &[threads, peak] : here.fma_peak) {
        std::printf("measured   %d thread%s: FMA peak %.1f GFLOP/s, memory %.1f GB/s\n", threads,
                    threads == 1 ? " " : "s", peak, here.bandwidth.at(threads));
    }
    std::printf("\n");
}

} // namespace tiramisu::bench
