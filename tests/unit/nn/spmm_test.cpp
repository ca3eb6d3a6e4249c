#include "tiramisu/nn/spmm.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "nn/sparse/spmm/task.h"
#include "support/spmm_run.h"
#include "support/throws.h"

namespace tiramisu::nn {
namespace {

const spmm_problem small = spmm_problem::parse("spmm m=9 n=17 k=12");
const sparse::csr_matrix no_elements(9, 12, {{}, {}, std::vector<std::int32_t>(10, 0)});

spmm_options forced(const std::string &solver, const std::string &configuration = "") {
    spmm_options opts;
    opts.solver = solver;
    opts.configuration = configuration;
    return opts;
}

/// Succeeds if the product is refused with these words.
::testing::AssertionResult refused(const spmm_problem &problem, const spmm_options &opts,
                                   const std::vector<std::string> &parts) {
    return oracle::throws<user_error>([&] { spmm(problem, opts); }, parts);
}

TEST(Spmm, RuleTakesDotProductsForAVectorAndPanelsElse) {
    EXPECT_EQ(spmm(small).solver(), "panels");
    EXPECT_EQ(spmm(spmm_problem::parse("spmm m=9 n=1 k=12")).solver(), "dot");
    EXPECT_EQ(spmm(spmm_problem::parse("spmm m=8 n=1 k=12 block=4")).solver(), "block_rows");
    EXPECT_EQ(spmm(spmm_problem::parse("spmm m=8 n=4 k=12 block=4")).solver(), "block_rows");
    EXPECT_EQ(spmm(spmm_problem::parse("spmm m=8 n=4 k=12 block=2")).solver(), "panels");
    EXPECT_EQ(spmm(spmm_problem::parse("spmm m=8 n=5 k=12 block=4")).solver(), "panels");
}

TEST(Spmm, TakesBlocksAsTheProblemHasThem) {
    const auto blocks = sparse::bsr_matrix(4, 3, 2, {{1, 2, 3, 4}, {2, 0}, {0, 1, 2}});
    const spmm product(spmm_problem::parse("spmm m=4 n=1 k=3 block=2"));
    const std::vector<float> b = {10, 100, 1000};
    std::vector<float> c(4);
    product.run(b.data(), product.pack(blocks), nullptr, c.data());
    EXPECT_EQ(c, (std::vector<float>{1000, 2000, 30, 40}));
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] {
            product.pack(sparse::bsr_matrix(4, 3, 4, {{}, {}, {0, 0}}));
        },
        {"pack: a is 4x3 in blocks of 4 rows, must be m x k = 4x3 in blocks of 2 rows"}));
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] { spmm(spmm_problem::parse("spmm m=9 n=1 k=3")).pack(blocks); },
        {"a is 4x3 in blocks of 2 rows, must be m x k = 9x3 in blocks of 1 rows"}));
}

TEST(Spmm, FindDrawsBlocks) {
    spmm_search_options opts;
    opts.solvers = {"block_rows", "panels", "naive"};
    opts.configurations = opts.repeats = 1;
    opts.seconds = 0; // as long as it takes
    const auto results = spmm::find(spmm_problem::parse("spmm m=16 n=1 k=12 block=8"), opts);
    ASSERT_EQ(results.size(), 3u);
    EXPECT_EQ(results[0].why_not, "");
    EXPECT_EQ(results[1].why_not, "");
    EXPECT_EQ(results[2].why_not, "");
}

TEST(Spmm, ASolverOutsideItsRangeRefusesWithItsReason) {
    EXPECT_TRUE(refused(small, forced("dot"), {"solver \"dot\"", "n 17, must be at most 4"}));
    const auto blocks = spmm_problem::parse("spmm m=8 n=5 k=12 block=8");
    EXPECT_TRUE(refused(blocks, forced("dot"), {"blocks of 8 rows, must be 1: its lanes are"}));
    EXPECT_TRUE(refused(blocks, forced("block_rows"), {"n 5, must be at most 4"}));
    EXPECT_TRUE(refused(small, forced("fastest"), {"is not known", "\"panels\"", "\"naive\""}));
    EXPECT_TRUE(refused(small, forced("panels", "depth=12"), {"copy is missing"}));
    spmm_options opts;
    opts.density = -1;
    EXPECT_TRUE(refused(small, opts, {"density: is -1.000000, must be from 0 to 1"}));
}

TEST(Spmm, RefusesMatricesOfAnotherSizeAndWhatWasPackedForAnotherProduct) {
    const spmm product(small);
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] {
            product.pack(sparse::csr_matrix(8, 12, {{}, {}, std::vector<std::int32_t>(9)}));
        },
        {"pack: weights are 8x12, must be m x k = 9x12"}));
    std::vector<float> any(1000);
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] { product.run(any.data(), spmm::packed_weights(), nullptr, any.data()); },
        {"a was packed for another product"}));
}

TEST(Spmm, MissingAndSuperfluousMatricesAreRefused) {
    spmm_problem problem = small;
    problem.bias = true;
    const spmm with_bias(problem), without(small);
    std::vector<float> any(1000);
    float *there = any.data();
    const auto refused_run = [](const spmm &product, const float *b, const float *bias, float *c,
                                const std::string &part) {
        const spmm::packed_weights a = product.pack(no_elements);
        return oracle::throws<user_error>([&] { product.run(b, a, bias, c); }, {part});
    };
    EXPECT_TRUE(refused_run(without, nullptr, nullptr, there, "b is null"));
    EXPECT_TRUE(refused_run(without, there, nullptr, nullptr, "c is null"));
    EXPECT_TRUE(refused_run(with_bias, there, nullptr, there, "bias is null"));
    EXPECT_TRUE(refused_run(without, there, there, there, "bias is given"));
}

TEST(Spmm, NoColumnsTouchNothing) {
    spmm_problem problem = small;
    problem.n = 0;
    const spmm product(problem);
    product.run(nullptr, product.pack(no_elements), nullptr, nullptr);
    EXPECT_TRUE(spmm::find(problem).empty());
}

TEST(Spmm, FindRemembersTheDensityOfTheMatrixAndItsWinnerIsTakenAfterwards) {
    const auto folder =
        std::filesystem::temp_directory_path() / ("spmm_find_test." + std::to_string(getpid()));
    perf_db db((folder / "perf.sqlite").string());
    search_options opts;
    opts.configurations = 2;
    opts.repeats = 1;
    opts.results = &db;
    opts.seconds = 0;
    const auto a = oracle::random_csr(9, 12, 0.3, oracle::spread::anywhere, 1);
    const std::vector<find_result> results = spmm::find(small, a, opts);
    ASSERT_EQ(results.size(), 5u);
    EXPECT_EQ(results[0].record.solver, "panels");
    EXPECT_EQ(results[0].why_not, "");
    EXPECT_EQ(results[2].why_not,
              "blocks of 1 row, must be at least 2: its lanes are the rows of a block");
    EXPECT_EQ(results[3].why_not, "n 17, must be at most 4");
    spmm_options measured;
    measured.results = &db;
    measured.density = a.density();
    EXPECT_EQ(spmm(small, measured).configuration(), results[0].record.configuration);
    EXPECT_EQ((spmm_task{small, machine::here(), 0.1612}.perf_key()),
              small.text() + " density=0.16");
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] {
            spmm::find(small, oracle::random_csr(8, 12, 0.3, oracle::spread::anywhere, 1), opts);
        },
        {"find: weights are 8x12, must be m x k = 9x12"}));
    std::filesystem::remove_all(folder);
}

TEST(Spmm, FindDrawsMatricesOfADensity) {
    spmm_search_options opts;
    opts.solvers = {"dot", "naive"};
    opts.configurations = opts.repeats = 1;
    opts.density = 0.5;
    const auto results = spmm::find(spmm_problem::parse("spmm m=9 n=1 k=12"), opts);
    ASSERT_EQ(results.size(), 2u);
    EXPECT_EQ(results[0].why_not, "");
}

} // namespace
} // namespace tiramisu::nn
