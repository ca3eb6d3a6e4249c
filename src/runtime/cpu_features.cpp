#include <HalideRuntime.h>

#include <atomic>
#include <cstdint>

#include "runtime/argument_errors.h"

#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__)
#include <sys/auxv.h>
#endif

namespace {

constexpr int feature_words = 2;
static_assert(halide_target_feature_end <= 64 * feature_words);

#if defined(__x86_64__)
struct cpuid_words {
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
};

/// Zeros where the processor has no such leaf.
cpuid_words cpuid(unsigned leaf, unsigned part = 0) {
    cpuid_words found;
    if (__get_cpuid_count(leaf, part, &found.eax, &found.ebx, &found.ecx, &found.edx) == 0) {
        return {};
    }
    return found;
}

constexpr bool has_bit(unsigned word, int bit) {
    return (word >> bit & 1u) != 0;
}

// clang 14 does not know these in __builtin_cpu_supports. Bits of Intel 64 and IA-32 Architectures
// Software Developer's Manual, volume 2A, CPUID.
bool has_f16c() {
    return has_bit(cpuid(1).ecx, 29);
}
bool has_lzcnt_and_movbe() {
    return has_bit(cpuid(0x80000001).ecx, 5) && has_bit(cpuid(1).ecx, 22);
}
bool has_avxvnni() {
    return has_bit(cpuid(7, 1).eax, 4);
}
bool has_direct_stores() {
    const unsigned word = cpuid(7).ecx;
    return has_bit(word, 27) && has_bit(word, 28);
}
bool has_vector_aes() {
    const unsigned word = cpuid(7).ecx; // GFNI, VAES, VPCLMULQDQ
    return has_bit(word, 8) && has_bit(word, 9) && has_bit(word, 10);
}

/// Halide names LLVM's processor by the greatest feature, and with it comes all that this processor
/// has: "avx2" is code for Haswell.
bool machine_has(int feature) {
    // __builtin_cpu_supports takes a literal only, so this cannot be a table.
    switch (feature) {
    case halide_target_feature_sse41: return __builtin_cpu_supports("sse4.1") != 0;
    case halide_target_feature_avx: return __builtin_cpu_supports("avx") != 0;
    case halide_target_feature_avx2:
        return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 &&
               __builtin_cpu_supports("bmi") != 0 && __builtin_cpu_supports("bmi2") != 0 &&
               has_lzcnt_and_movbe() && has_f16c();
    case halide_target_feature_fma: return __builtin_cpu_supports("fma") != 0;
    case halide_target_feature_f16c: return has_f16c();
    case halide_target_feature_avx512:
        return machine_has(halide_target_feature_avx2) && __builtin_cpu_supports("avx512f") != 0 &&
               __builtin_cpu_supports("avx512cd") != 0;
    case halide_target_feature_avx512_skylake:
        return machine_has(halide_target_feature_avx512) &&
               __builtin_cpu_supports("avx512vl") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
               __builtin_cpu_supports("avx512dq") != 0;
    case halide_target_feature_avx512_cannonlake:
        return machine_has(halide_target_feature_avx512_skylake) &&
               __builtin_cpu_supports("avx512ifma") != 0 &&
               __builtin_cpu_supports("avx512vbmi") != 0;
    case halide_target_feature_avx512_zen4:
        return machine_has(halide_target_feature_avx512_cannonlake) &&
               __builtin_cpu_supports("avx512bf16") != 0 &&
               __builtin_cpu_supports("avx512vnni") != 0 &&
               __builtin_cpu_supports("avx512vbmi2") != 0 &&
               __builtin_cpu_supports("avx512bitalg") != 0 &&
               __builtin_cpu_supports("avx512vpopcntdq") != 0 && has_vector_aes();
    case halide_target_feature_avx512_zen5: {
        constexpr int vp2intersect = 8;
        return machine_has(halide_target_feature_avx512_zen4) && has_avxvnni() &&
               has_direct_stores() && has_bit(cpuid(7).edx, vp2intersect);
    }
    case halide_target_feature_avx512_sapphirerapids: {
        constexpr int float16 = 23;
        return machine_has(halide_target_feature_avx512_zen4) && has_avxvnni() &&
               has_direct_stores() && has_bit(cpuid(7).edx, float16);
    }
    case halide_target_feature_avxvnni: return has_avxvnni();
    default: return true;
    }
}
#elif defined(__aarch64__)
// Bits of Linux's Documentation/arch/arm64/elf_hwcaps.rst; the headers of older systems lack names.
bool machine_has(int feature) {
    constexpr unsigned long half_floats = 1ul << 10, dot_products = 1ul << 20;
    const unsigned long there = getauxval(AT_HWCAP);
    switch (feature) {
    case halide_target_feature_arm_dot_prod: return (there & dot_products) != 0;
    case halide_target_feature_arm_fp16: return (there & half_floats) != 0;
    default: return true;
    }
}
#else
bool machine_has(int /*feature*/) {
    return true;
}
#endif

/// Asking a virtual machine for its processor takes microseconds, so it is done once. Threads that
/// ask first at the same time find the same.
std::atomic<uint64_t> known_features[feature_words];
std::atomic<bool> are_known{false};

void find_features() {
    for (int word = 0; word < feature_words; ++word) {
        uint64_t bits = 0;
        for (int bit = 0; bit < 64; ++bit) {
            bits |= uint64_t{machine_has(64 * word + bit)} << bit;
        }
        known_features[word].store(bits, std::memory_order_relaxed);
    }
    are_known.store(true, std::memory_order_release);
}

std::atomic<halide_can_use_target_features_t> what_can_be_used{
    halide_default_can_use_target_features};

} // namespace

extern "C" {

/// 0 if this machine lacks one of the features (bits of `count` words), as far as is known; else 1.
int halide_default_can_use_target_features(int count, const uint64_t *features) {
    if (!are_known.load(std::memory_order_acquire)) {
        find_features();
    }
    for (int word = 0; word < count && word < feature_words; ++word) {
        if ((features[word] & ~known_features[word].load(std::memory_order_relaxed)) != 0) {
            return 0;
        }
    }
    return 1;
}

halide_can_use_target_features_t
halide_set_custom_can_use_target_features(halide_can_use_target_features_t judge) {
    return what_can_be_used.exchange(judge);
}

int halide_can_use_target_features(int count, const uint64_t *features) {
    return what_can_be_used.load()(count, features);
}

int tiramisu_can_use_level(uint64_t first, uint64_t second) {
    const uint64_t features[feature_words] = {first, second};
    return halide_can_use_target_features(feature_words, features);
}
}
