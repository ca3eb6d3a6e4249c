#include "tiramisu/target.h"

#include "support/immortal.h"

namespace tiramisu {

namespace {

constexpr int kib = 1024, mib = 1024 * kib;

const std::string sse = "x86-64-linux-sse41";
const std::string avx2 = "x86-64-linux-avx-avx2-f16c-fma-sse41";
const std::string skylake = "x86-64-linux-avx-avx2-avx512-avx512_skylake-f16c-fma-sse41";
const std::string icelake =
    "x86-64-linux-avx-avx2-avx512-avx512_cannonlake-avx512_skylake-f16c-fma-sse41";

} // namespace

// Caches of Intel's: Intel 64 and IA-32 Architectures Optimization Reference Manual, tables of the
// cache hierarchy of each microarchitecture. Of AMD's: Software Optimization Guides for the
// families 17h (models 30h and greater), 19h, 19h (models 10h and greater) and 1Ah, section
// "Caches".
const std::vector<target_machine> &target_machines() {
    static const std::vector<target_machine> &all = support::immortal<std::vector<target_machine>>({
        {"nehalem", sse, 32 * kib, 256 * kib},
        {"sandybridge", "x86-64-linux-avx-sse41", 32 * kib, 256 * kib},
        {"haswell", avx2, 32 * kib, 256 * kib},
        {"skylake", avx2, 32 * kib, 256 * kib},
        {"skylake-avx512", skylake, 32 * kib, mib},
        {"cascadelake", skylake, 32 * kib, mib},
        {"icelake-server", icelake, 48 * kib, mib + mib / 4},
        {"sapphirerapids",
         "x86-64-linux-avx-avx2-avx512-avx512_cannonlake-avx512_sapphirerapids-avx512_skylake-"
         "avxvnni-f16c-fma-sse41",
         48 * kib, 2 * mib},
        {"zen2", avx2, 32 * kib, 512 * kib},
        {"zen3", avx2, 32 * kib, 512 * kib},
        {"zen4",
         "x86-64-linux-avx-avx2-avx512-avx512_cannonlake-avx512_skylake-avx512_zen4-f16c-fma-sse41",
         32 * kib, mib},
        {"zen5",
         "x86-64-linux-avx-avx2-avx512-avx512_cannonlake-avx512_skylake-avx512_zen4-avx512_zen5-"
         "f16c-fma-sse41",
         48 * kib, mib},
    });
    return all;
}

} // namespace tiramisu
