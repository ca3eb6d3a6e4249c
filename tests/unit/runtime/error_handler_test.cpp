#include "recorded_errors.h"

#include <HalideRuntime.h>
#include <gmock/gmock.h>

#include <thread>
#include <vector>

namespace {

using testing::ElementsAre;

TEST(ErrorHandler, GetsTextAndContext) {
    const recorded_errors errors;
    int context = 0;
    halide_error(&context, "the text");
    EXPECT_THAT(errors.messages(), ElementsAre("the text"));
    EXPECT_THAT(errors.contexts(), ElementsAre(&context));
}

TEST(ErrorHandler, PrintsToStandardErrorByDefault) {
    testing::internal::CaptureStderr();
    halide_error(nullptr, "something is wrong");
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "tiramisu: something is wrong\n");
}

TEST(ErrorHandler, NullRestoresTheFirstOne) {
    const auto ignore = [](void *, const char *) {};
    const tiramisu_error_handler first = tiramisu_set_error_handler(ignore);
    EXPECT_EQ(tiramisu_set_error_handler(nullptr), tiramisu_error_handler(ignore));
    EXPECT_EQ(tiramisu_set_error_handler(nullptr), first);
}

TEST(ErrorHandler, MayBeChangedWhileOthersReport) {
    const recorded_errors errors;
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 4; ++thread) {
        threads.emplace_back([] {
            for (int i = 0; i < 100; ++i) {
                halide_error(nullptr, "again");
                const tiramisu_error_handler current = tiramisu_set_error_handler(nullptr);
                tiramisu_set_error_handler(current);
            }
        });
    }
    testing::internal::CaptureStderr();
    for (std::thread &thread : threads) {
        thread.join();
    }
    testing::internal::GetCapturedStderr();
    EXPECT_LE(errors.messages().size(), 400U);
}

TEST(ErrorNames, AreThoseOfTheCodes) {
    EXPECT_STREQ(tiramisu_error_name(0), "success");
    EXPECT_STREQ(tiramisu_error_name(halide_error_code_bad_type), "bad_type");
    EXPECT_STREQ(tiramisu_error_name(halide_error_code_cannot_profile_pipeline),
                 "cannot_profile_pipeline");
    EXPECT_STREQ(tiramisu_error_name(12345), "unknown_error");
}

TEST(ErrorNames, KnowEveryCode) {
    for (int code = 0; code >= halide_error_code_cannot_profile_pipeline; --code) {
        EXPECT_STRNE(tiramisu_error_name(code), "unknown_error") << code;
    }
}

TEST(Version, HasThreeNumbers) {
    EXPECT_THAT(tiramisu_version(), testing::MatchesRegex("[0-9]+\\.[0-9]+\\.[0-9]+"));
}

} // namespace
