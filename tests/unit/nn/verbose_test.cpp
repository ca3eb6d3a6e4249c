// What layers tell of themselves under TIRAMISU_VERBOSE=1.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/environment_setting.h"
#include "support/temporary_folder.h"
#include "support/throws.h"
#include "tiramisu/nn/nn.h"

namespace tiramisu::nn {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const conv2d_problem problem = conv2d_problem::parse("conv2d ic=4 oc=8 ih=6 iw=6 kh=3 kw=3");

std::string told(const std::function<void()> &call) {
    ::testing::internal::CaptureStderr();
    call();
    return ::testing::internal::GetCapturedStderr();
}

TEST(Verbose, LayersTellTheirSolverAndWhyAndHowLongItTook) {
    const testing::environment_setting verbose("TIRAMISU_VERBOSE", "1");
    conv2d_options opts;
    const std::string by_rule = told([&] { const conv2d layer(problem, opts); });
    EXPECT_THAT(
        by_rule,
        ContainsRegex("tiramisu: \"conv2d [^\"]*ic=4 oc=8[^\"]*\": [a-z_0-9]+ .*, by the rule\n"));
    EXPECT_THAT(by_rule,
                ContainsRegex("tiramisu: function \"[^\"]+\": proof [0-9]+ ms, loops [0-9]+ ms, "
                              "statement [0-9]+ ms, machine code [0-9]+ ms\n"));
    opts.solver = "naive";
    EXPECT_THAT(told([&] { const conv2d layer(problem, opts); }),
                HasSubstr("\": naive, asked for by name\n"));
}

TEST(Verbose, LayersTellTheCommandThatMakesThemAgain) {
    const testing::environment_setting verbose("TIRAMISU_VERBOSE", "1");
    conv2d_options opts;
    opts.solver = "naive";
    opts.layouts.dst = layout::nhwc;
    opts.compiled.target = "sse41";
    opts.compiled.strict_float = true;
    EXPECT_THAT(told([&] { const conv2d layer(problem, opts); }),
                HasSubstr("tiramisu: again: TIRAMISU_FLOAT=strict tiramisu-driver layer --text \"" +
                          problem.text() + " src=nchw dst=nhwc\" --solver naive --target sse41\n"));
    EXPECT_THAT(
        told([&] { const softmax layer(softmax_problem::parse("softmax ic=3 ih=1 iw=1")); }),
        ContainsRegex("again: tiramisu-driver layer --text \"softmax [^\"]*\" --solver "
                      "[a-z]+( --configuration [a-z_=,0-9]+)?\n"));
}

TEST(Verbose, LayersTellWhetherTheyWereMeasured) {
    const testing::temporary_folder folder;
    perf_db results(folder / "perf.sqlite");
    conv2d_options opts;
    opts.results = &results;
    const testing::environment_setting verbose("TIRAMISU_VERBOSE", "1");
    EXPECT_THAT(told([&] { const conv2d layer(problem, opts); }),
                HasSubstr(", by the rule: nothing that was measured fits\n"));
    find_options search;
    search.results = &results;
    search.configurations = 1;
    search.repeats = 1;
    const std::string progress = told([&] { find(problem, search); });
    EXPECT_THAT(progress, HasSubstr("tiramisu: find: naive, which the others are compared with\n"));
    EXPECT_THAT(progress, ContainsRegex("tiramisu: find: direct [a-z]"));
    EXPECT_THAT(told([&] { const conv2d layer(problem, opts); }),
                HasSubstr(", the fastest of those measured\n"));
}

TEST(Verbose, NothingIsToldUnasked) {
    const testing::environment_setting verbose("TIRAMISU_VERBOSE", "0");
    EXPECT_THAT(told([] { const conv2d layer(problem); }), IsEmpty());
}

TEST(Verbose, AnotherValueIsRefused) {
    const testing::environment_setting verbose("TIRAMISU_VERBOSE", "yes");
    EXPECT_TRUE(oracle::throws<user_error>(
        [] { const conv2d layer(problem); },
        {"environment variable TIRAMISU_VERBOSE", "is \"yes\"; it may be one of \"0\", \"1\""}));
}

} // namespace
} // namespace tiramisu::nn
