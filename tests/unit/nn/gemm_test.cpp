#include "tiramisu/nn/gemm.h"

#include <gtest/gtest.h>

#include "support/conv2d_run.h"
#include "support/gemm_run.h"
#include "support/throws.h"

namespace tiramisu::nn {
namespace {

const gemm_problem small = gemm_problem::parse("gemm m=9 n=17 k=12");

gemm_options forced(const std::string &solver, const std::string &configuration = "") {
    gemm_options opts;
    opts.solver = solver;
    opts.configuration = configuration;
    return opts;
}

/// Succeeds if the product is refused with these words.
::testing::AssertionResult refused(const gemm_problem &problem, const gemm_options &opts,
                                   const std::vector<std::string> &parts) {
    return oracle::throws<user_error>([&] { gemm(problem, opts); }, parts);
}

TEST(Gemm, RuleTakesDotProductsForFewColumnsAndPacksElse) {
    EXPECT_EQ(gemm(small).solver(), "packed");
    EXPECT_EQ(gemm(gemm_problem::parse("gemm m=9 n=1 k=12")).solver(), "dot");
}

TEST(Gemm, TilesHaveFewRowsWhereRowsOfTheProductLiePagesApart) {
    const std::string tile = gemm(gemm_problem::parse("gemm m=64 n=1024 k=16")).configuration();
    EXPECT_LE(std::stoi(tile.substr(tile.find(",rows=") + 6)), 8) << tile;
}

TEST(Gemm, ASolverOutsideItsRangeRefusesWithItsReason) {
    EXPECT_TRUE(refused(gemm_problem::parse("gemm m=9 n=1 k=12 transa=1"), forced("dot"),
                        {"problem \"gemm m=9", "solver \"dot\"", "transa"}));
    EXPECT_TRUE(refused(gemm_problem::parse("gemm m=9 n=33 k=12"), forced("dot"),
                        {"n 33, must be at most 32"}));
    EXPECT_TRUE(refused(small, forced("fastest"), {"is not known", "\"packed\"", "\"naive\""}));
    EXPECT_TRUE(refused(small, forced("packed", "rows=99"), {"configuration \"rows=99\""}));
}

TEST(Gemm, MissingAndSuperfluousMatricesAreRefused) {
    gemm_problem problem = small;
    problem.bias = true;
    const gemm product(problem), without(small);
    std::vector<float> any(1000);
    float *there = any.data();
    const float *missing = nullptr;
    const auto refused_run = [](const auto &call, const std::string &part) {
        return oracle::throws<user_error>(call, {part});
    };
    EXPECT_TRUE(refused_run([&] { product.run(nullptr, there, there, there); }, "a is null"));
    EXPECT_TRUE(refused_run([&] { product.run(there, missing, there, there); }, "b is null"));
    EXPECT_TRUE(refused_run([&] { product.run(there, there, nullptr, there); }, "c is null"));
    EXPECT_TRUE(refused_run([&] { product.run(there, there, there); }, "bias is null"));
    EXPECT_TRUE(refused_run([&] { without.run(there, there, there, there); }, "bias is given"));
    EXPECT_TRUE(refused_run([&] { product.pack(nullptr); }, "pack: b is null"));
    EXPECT_TRUE(refused_run([&] { product.run(there, layer_weights(), there, there); },
                            "packed for another product"));
}

TEST(Gemm, NoRowsTouchNothing) {
    gemm_problem problem = small;
    problem.m = 0;
    gemm(problem).run(nullptr, layer_weights(), nullptr);
    EXPECT_TRUE(find(problem).empty());
}

TEST(Gemm, AConstantBIsPackedOnceAndUsedAgain) {
    gemm_options opts;
    opts.constant_b = true;
    const gemm product(small, opts);
    const oracle::gemm_data data(small, 1);
    const layer_weights packed = product.pack(data.b.data());
    std::vector<float> first(data.c.size()), second(data.c.size());
    product.run(data.a.data(), data.b.data(), first.data());
    product.run(data.a.data(), packed, second.data());
    EXPECT_EQ(first, second);
    EXPECT_LE(oracle::largest_error(oracle::reference_gemm(small, data), first), 1e-6);
}

TEST(Gemm, FindComparesAndRanksSolvers) {
    search_options opts;
    opts.configurations = opts.repeats = 1;
    const std::vector<find_result> results =
        find(gemm_problem::parse("gemm m=9 n=3 k=12 beta=0.5 transa=1"), opts);
    ASSERT_EQ(results.size(), 5u);
    EXPECT_EQ(results[0].record.solver, "packed");
    EXPECT_EQ(results[0].why_not, "");
    EXPECT_EQ(results[1].record.solver, "device_tiles");
    EXPECT_EQ(results[1].why_not, "a target without a device, must be one with opencl or cuda");
    EXPECT_EQ(results[2].record.solver, "dot");
    EXPECT_EQ(results[2].why_not, "transa, but rows of a have to lie together");
    EXPECT_EQ(results[3].record.solver, "interleaved");
    EXPECT_EQ(results[3].why_not, "type f32, which it does not compute");
    EXPECT_EQ(results[4].record.solver, "naive");
    EXPECT_NE(results[4].why_not.find("timed only by name"), std::string::npos);
}

} // namespace
} // namespace tiramisu::nn
