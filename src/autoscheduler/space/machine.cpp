#include "autoscheduler/space/machine.h"

#include <unistd.h>

#include "support/processor.h"
#include "tiramisu/runtime.h"
#include "tiramisu/target.h"

namespace tiramisu::tune {

namespace {

std::string processor_name() {
    for (const auto &[key, value] : support::processor_facts()) {
        if (key == "model name") {
            return value;
        }
    }
    return "unknown processor";
}

} // namespace

machine machine::here(int threads) {
    machine found;
    const target_vectors vectors = vectors_of("host");
    found.vector_bytes = vectors.floats * static_cast<int>(sizeof(float));
    found.registers = vectors.registers;
    found.l1_bytes = support::cache_bytes(_SC_LEVEL1_DCACHE_SIZE, found.l1_bytes);
    found.l2_bytes = support::cache_bytes(_SC_LEVEL2_CACHE_SIZE, found.l2_bytes);
    found.l3_bytes = support::cache_bytes(_SC_LEVEL3_CACHE_SIZE, found.l3_bytes);
    found.threads = threads > 0 ? threads : tiramisu_get_num_threads();
    found.processor = processor_name();
    return found;
}

std::string machine::text() const {
    return processor + ", " + vectors_text() + ", " + std::to_string(threads) +
           (threads == 1 ? " thread" : " threads");
}

std::string machine::vectors_text() const {
    return std::to_string(vector_bytes) + "-byte vectors";
}

} // namespace tiramisu::tune
