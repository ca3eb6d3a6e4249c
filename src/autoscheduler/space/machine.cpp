#include "autoscheduler/space/machine.h"

#include <fstream>

#include <unistd.h>

#include "tiramisu/runtime.h"
#include "tiramisu/target.h"

namespace tiramisu::tune {

namespace {

std::string processor_name() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(": ");
        if (line.rfind("model name", 0) == 0 && colon != std::string::npos) {
            return line.substr(colon + 2);
        }
    }
    return "unknown processor";
}

/// Bytes, or `otherwise` where the system does not tell.
long cache_bytes(int which, long otherwise) {
    const long told = sysconf(which);
    return told > 0 ? told : otherwise;
}

} // namespace

machine machine::here(int threads) {
    machine found;
    const target_vectors vectors = vectors_of("host");
    found.vector_bytes = vectors.floats * static_cast<int>(sizeof(float));
    found.registers = vectors.registers;
    found.l1_bytes = cache_bytes(_SC_LEVEL1_DCACHE_SIZE, found.l1_bytes);
    found.l2_bytes = cache_bytes(_SC_LEVEL2_CACHE_SIZE, found.l2_bytes);
    found.l3_bytes = cache_bytes(_SC_LEVEL3_CACHE_SIZE, found.l3_bytes);
    found.threads = threads > 0 ? threads : tiramisu_get_num_threads();
    found.processor = processor_name();
    return found;
}

std::string machine::text() const {
    return processor + ", " + std::to_string(vector_bytes) + "-byte vectors, " +
           std::to_string(threads) + (threads == 1 ? " thread" : " threads");
}

} // namespace tiramisu::tune
