#include <HalideRuntime.h>

#include <cstdint>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace {

bool is_in(const uint64_t *features, int count, int feature) {
    const int word = feature / 64;
    return word < count && ((features[word] >> (feature % 64)) & 1) != 0;
}

#if defined(__x86_64__)
// clang 14 does not know "f16c" in __builtin_cpu_supports.
bool has_f16c() {
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
    return __get_cpuid(1, &eax, &ebx, &ecx, &edx) != 0 && (ecx & bit_F16C) != 0;
}
#endif

bool machine_has(int feature) {
#if defined(__x86_64__)
    // __builtin_cpu_supports takes a literal only, so this cannot be a table.
    switch (feature) {
    case halide_target_feature_sse41: return __builtin_cpu_supports("sse4.1") != 0;
    case halide_target_feature_avx: return __builtin_cpu_supports("avx") != 0;
    case halide_target_feature_avx2: return __builtin_cpu_supports("avx2") != 0;
    case halide_target_feature_fma: return __builtin_cpu_supports("fma") != 0;
    case halide_target_feature_f16c: return has_f16c();
    case halide_target_feature_avx512:
        return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512cd") != 0;
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
               __builtin_cpu_supports("avx512vnni") != 0;
    default: return true;
    }
#else
    static_cast<void>(feature);
    return true;
#endif
}

} // namespace

extern "C" {

/// 0 if this machine lacks one of the features (bits of `count` words), as far as is known; else 1.
int halide_default_can_use_target_features(int count, const uint64_t *features) {
    for (int feature = 0; feature < halide_target_feature_end; ++feature) {
        if (is_in(features, count, feature) && !machine_has(feature)) {
            return 0;
        }
    }
    return 1;
}

int halide_can_use_target_features(int count, const uint64_t *features) {
    return halide_default_can_use_target_features(count, features);
}

} // extern "C"
