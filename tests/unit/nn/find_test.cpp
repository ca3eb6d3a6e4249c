// What find() is asked for has one shape for all kinds of layers.
#include "tiramisu/nn/find.h"

#include <gtest/gtest.h>

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

} // namespace
} // namespace tiramisu::nn
