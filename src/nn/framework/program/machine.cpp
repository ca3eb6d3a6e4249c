#include "nn/framework/program/machine.h"

#include <unistd.h>

#include <set>

#include "support/processor.h"
#include "tiramisu/runtime.h"
#include "tiramisu/target.h"

namespace tiramisu::nn {

namespace {

/// The values of /proc/cpuinfo that tell one model from another, of the first processor.
std::string processor_name() {
    const std::set<std::string> telling = {"model name", "cpu family", "model", "stepping"};
    std::string name;
    for (const auto &[key, value] : support::processor_facts()) {
        if (telling.count(key) != 0) {
            name += (name.empty() ? "" : "/") + value;
        }
    }
    return name.empty() ? "unknown processor" : name;
}

/// Bytes, or `otherwise` where the system does not tell, or tells what no cache has.
int cache_bytes(int which, int otherwise) {
    const long told = support::cache_bytes(which, otherwise);
    return told < (1 << 30) ? static_cast<int>(told) : otherwise;
}

/// Null: there is no such machine.
const target_machine *machine_called(const std::string &name) {
    for (const target_machine &one : target_machines()) {
        if (one.name == name) {
            return &one;
        }
    }
    return nullptr;
}

void find_vectors(machine &found) {
#if defined(__x86_64__)
    const bool avx512 = __builtin_cpu_supports("avx512f") != 0;
    found.lanes = avx512 ? 16 : __builtin_cpu_supports("avx2") != 0 ? 8 : 4;
    found.registers = avx512 ? 32 : 16;
#else
    found.lanes = 4;
    found.registers = 32;
#endif
}

} // namespace

machine machine::here() {
    machine found;
    find_vectors(found);
    found.dot_products = vectors_of("host").dot_products;
    found.l1_bytes = cache_bytes(_SC_LEVEL1_DCACHE_SIZE, found.l1_bytes);
    found.l2_bytes = cache_bytes(_SC_LEVEL2_CACHE_SIZE, found.l2_bytes);
    found.threads = tiramisu_get_num_threads();
    found.processor = processor_name();
    return found;
}

machine machine::of(const options &opts) {
    machine found = here();
    const target_vectors asked = vectors_of(opts.target);
    const target_machine *const named = machine_called(opts.target);
    if (named != nullptr) {
        found.processor = named->name;
        found.l1_bytes = named->l1_bytes;
        found.l2_bytes = named->l2_bytes;
    }
    if (named != nullptr || asked.target != vectors_of("host").target) {
        found.target = asked.target;
        found.lanes = asked.floats;
        found.registers = asked.registers;
        found.dot_products = asked.dot_products;
        found.device = device_of(opts.target);
    }
    return found;
}

std::string machine::fingerprint() const {
    return processor + " lanes=" + std::to_string(lanes) + " l1=" + std::to_string(l1_bytes) +
           " l2=" + std::to_string(l2_bytes) + " threads=" + std::to_string(threads) +
           (target.empty() ? "" : " target=" + target);
}

} // namespace tiramisu::nn
