#include <HalideRuntime.h>
#include <gtest/gtest.h>

#include <array>

namespace {

constexpr int words = (halide_target_feature_end + 63) / 64;

int can_use(halide_target_feature_t feature) {
    std::array<uint64_t, words> features{};
    features[feature / 64] |= uint64_t{1} << (feature % 64);
    return halide_can_use_target_features(words, features.data());
}

TEST(CpuFeatures, NoneAreAlwaysThere) {
    const std::array<uint64_t, words> features{};
    EXPECT_EQ(halide_can_use_target_features(words, features.data()), 1);
}

TEST(CpuFeatures, ThoseThatAreNotOfTheProcessorDoNotMatter) {
    EXPECT_EQ(can_use(halide_target_feature_no_runtime), 1);
    EXPECT_EQ(can_use(halide_target_feature_no_asserts), 1);
}

#if defined(__x86_64__)
TEST(CpuFeatures, AreThoseOfThisMachine) {
    EXPECT_EQ(can_use(halide_target_feature_avx2), __builtin_cpu_supports("avx2") != 0);
    EXPECT_EQ(can_use(halide_target_feature_avx512), __builtin_cpu_supports("avx512f") != 0);
}
#endif

} // namespace
