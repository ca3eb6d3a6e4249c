// What find() is asked for has one shape for all kinds of layers.
#include "tiramisu/nn/find.h"

#include <gtest/gtest.h>

#include "nn/framework/program/machine.h"
#include "support/environment_setting.h"
#include "support/temporary_folder.h"
#include "support/throws.h"
#include "tiramisu/nn/nn.h"

namespace tiramisu::nn {
namespace {

const auto small = conv2d_problem::parse("conv2d ic=3 oc=5 ih=6 iw=7");

template <typename Options>
Options quick() {
    Options opts;
    opts.solvers = {"naive"};
    opts.configurations = opts.repeats = 1;
    return opts;
}

TEST(Find, OfAnyNumberOrSizeOfImagesIsRememberedForSuchLayers) {
    for (const auto &[any_batch, any_size] :
         {std::pair{true, false}, {false, true}, {true, true}}) {
        const testing::temporary_folder folder;
        perf_db known(folder / "perf.sqlite");
        auto opts = quick<find_options>();
        opts.any_batch = any_batch;
        opts.any_size = any_size;
        opts.results = &known;
        ASSERT_EQ(conv2d::find(small, opts).size(), 1u);
        conv2d_options layer;
        layer.results = &known;
        EXPECT_NE(conv2d(small, layer).solver(), "naive");
        layer.any_batch = any_batch;
        layer.any_size = any_size;
        EXPECT_EQ(conv2d(small, layer).solver(), "naive");
    }
}

TEST(Find, OfAnySizeTriesOnlyWhatCanDoIt) {
    find_options opts;
    opts.any_size = true;
    opts.configurations = opts.repeats = 1;
    const std::vector<solver_verdict> fixed = conv2d_solvers(small);
    std::size_t counted = 0;
    for (const find_result &one : conv2d::find(small, opts)) {
        counted += one.why_not.empty() ? 1 : 0;
    }
    EXPECT_GE(counted, 1u);
    EXPECT_LT(counted, fixed.size());
}

TEST(Find, OfAnySizeIsRefusedWhereSizesAreFixed) {
    const auto expected = [](const std::string &subject) {
        return std::vector<std::string>{subject + ": any_size: is asked for, but images of " +
                                        subject + " have one number and size"};
    };
    auto sparse = quick<sparse_find_options>();
    sparse.any_size = true;
    EXPECT_TRUE(oracle::throws<user_error>([&] { sparse_conv2d::find(small, sparse); },
                                           expected("a sparse convolution")));
    auto chain = quick<sparse_chain_find_options>();
    chain.any_size = true;
    EXPECT_TRUE(oracle::throws<user_error>([&] { sparse_conv2d_chain::find({small}, chain); },
                                           expected("a chain")));
    auto dense = quick<find_options>();
    dense.any_size = true;
    EXPECT_TRUE(oracle::throws<user_error>([&] { find(std::vector<conv2d_problem>{small}, dense); },
                                           expected("a chain")));
    auto odd = small;
    odd.oh = odd.ow = 3;
    EXPECT_TRUE(oracle::throws<user_error>([&] { conv2d::find(odd, dense); }, {"any size"}));
}

TEST(Find, OfAConstantMatrixIsRememberedForIt) {
    const testing::temporary_folder folder;
    perf_db known(folder / "perf.sqlite");
    const auto problem = gemm_problem::parse("gemm m=4 n=5 k=6");
    auto opts = quick<gemm_search_options>();
    opts.constant_b = true;
    opts.results = &known;
    gemm::find(problem, opts);
    gemm_options layer;
    layer.results = &known;
    EXPECT_NE(gemm(problem, layer).solver(), "naive");
    layer.constant_b = true;
    EXPECT_EQ(gemm(problem, layer).solver(), "naive");
}

/// A database that was told what find() is to find.
class FindMode : public ::testing::Test {
protected:
    testing::temporary_folder folder_;
    perf_db known_{folder_ / "perf.sqlite"};
    const std::string machine_ = machine::here().fingerprint(),
                      key_ = small.text() + " src=nchw dst=nchw";

    void tell(const std::vector<perf_record> &records) { known_.store(machine_, key_, records); }
    std::vector<perf_record> told() const { return known_.records(machine_, key_); }
    std::vector<find_result> find(find_mode mode, const std::vector<std::string> &solvers = {}) {
        auto opts = quick<find_options>();
        opts.solvers = solvers;
        opts.mode = mode;
        opts.results = &known_;
        return conv2d::find(small, opts);
    }
};

constexpr double hour = 3600e3;

TEST_F(FindMode, HybridMeasuresOnceAndNormalEachTime) {
    tell({{"of_another_version", "", hour, 0}});
    const std::vector<find_result> first = find(find_mode::hybrid, {"naive"});
    ASSERT_EQ(first.size(), 1u);
    EXPECT_GT(first.front().record.milliseconds, 0);
    EXPECT_LT(first.front().record.milliseconds, hour);
    tell({{"naive", "", hour, 0}});
    EXPECT_EQ(find(find_mode::hybrid, {"naive"}).front().record.milliseconds, hour);
    EXPECT_EQ(find(find_mode::fast, {"naive"}).front().record.milliseconds, hour);
    EXPECT_LT(find(find_mode::normal, {"naive"}).front().record.milliseconds, hour);
    EXPECT_LT(told().front().milliseconds, hour);
}

TEST_F(FindMode, FastTellsWhatIsKnownAndWhatALayerTakes) {
    tell({{"naive", "", 2, 1e-7}, {"of_another_version", "", 1, 0}, {"direct", "x=0", 1, 0}});
    const std::vector<find_result> found = find(find_mode::fast);
    EXPECT_EQ(found.size(), conv2d_solvers(small).size());
    EXPECT_EQ(found[0].record.solver, "naive");
    EXPECT_EQ(found[0].why_not, "");
    EXPECT_EQ(found[0].record.error, 1e-7);
    EXPECT_NE(found[1].why_not, "");
    conv2d_options layer;
    layer.results = &known_;
    EXPECT_EQ(conv2d(small, layer).solver(), "naive");
}

TEST_F(FindMode, FastTellsTheRulesChoiceWhereNothingIsKnown) {
    const std::vector<find_result> found = find(find_mode::fast);
    EXPECT_EQ(found.size(), conv2d_solvers(small).size());
    const conv2d layer(small);
    EXPECT_EQ(found[0].record.solver, layer.solver());
    EXPECT_EQ(found[0].record.configuration, layer.configuration());
    EXPECT_EQ(found[0].record.milliseconds, 0);
    EXPECT_EQ(found[0].why_not, "");
    for (std::size_t i = 1; i < found.size(); i++) {
        EXPECT_NE(found[i].why_not, "");
    }
    EXPECT_TRUE(told().empty());
    auto nowhere = quick<find_options>();
    nowhere.mode = find_mode::fast;
    EXPECT_EQ(conv2d::find(small, nowhere).front().record.milliseconds, 0);
}

TEST_F(FindMode, CleanForgetsThisProblemOnly) {
    tell({{"naive", "", hour, 0}});
    known_.store(machine_, "another", {{"naive", "", 1, 0}});
    const std::vector<find_result> found = find(find_mode::clean);
    EXPECT_EQ(found[0].record.solver, conv2d(small).solver());
    EXPECT_EQ(found[0].record.milliseconds, 0);
    EXPECT_TRUE(told().empty());
    EXPECT_EQ(known_.records(machine_, "another").size(), 1u);
}

TEST_F(FindMode, IsWhatTheEnvironmentSays) {
    tell({{"naive", "", hour, 0}});
    {
        const testing::environment_setting setting("TIRAMISU_FIND", "fast");
        EXPECT_EQ(find(find_mode::normal, {"naive"}).front().record.milliseconds, hour);
    }
    {
        const testing::environment_setting setting("TIRAMISU_FIND", "normal");
        EXPECT_LT(find(find_mode::hybrid, {"naive"}).front().record.milliseconds, hour);
    }
    const testing::environment_setting setting("TIRAMISU_FIND", "clean");
    EXPECT_EQ(find(find_mode::normal, {"naive"}).front().record.milliseconds, 0);
    EXPECT_TRUE(told().empty());
}

TEST(Find, DoesWhatItCanOfTheEnvironmentWithoutResults) {
    const auto milliseconds = [](const std::string &mode) {
        const testing::environment_setting setting("TIRAMISU_FIND", mode);
        return conv2d::find(small, quick<find_options>()).front().record.milliseconds;
    };
    EXPECT_GT(milliseconds("hybrid"), 0);
    EXPECT_EQ(milliseconds("clean"), 0);
    EXPECT_TRUE(
        oracle::throws<user_error>([&] { milliseconds("slow"); }, {"TIRAMISU_FIND", "\"slow\""}));
}

TEST(Find, TakesTheRulesChoiceFirst) {
    find_options opts;
    opts.configurations = opts.repeats = 1;
    opts.stop = [] { return true; };
    const std::vector<find_result> found = conv2d::find(small, opts);
    EXPECT_EQ(found[0].record.solver, conv2d(small).solver());
    EXPECT_EQ(found[0].why_not, "");
    EXPECT_GT(found[0].record.milliseconds, 0);
    EXPECT_EQ(found[1].why_not, "not tried: search_options::stop ended the search");
}

} // namespace
} // namespace tiramisu::nn
