#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>

#include "support/conv2d_run.h"
#include "support/gemm_run.h"

// Every solver against the double-precision reference. TIRAMISU_TEST_SEED starts the random
// problems elsewhere, TIRAMISU_TEST_CASES says how many a solver gets.

namespace tiramisu {
namespace {

using nn::gemm_problem;

unsigned number_from(const char *variable, unsigned otherwise) {
    const char *text = std::getenv(variable);
    return text == nullptr ? otherwise : static_cast<unsigned>(std::atol(text));
}

struct forced {
    std::string solver, configuration;
    bool constant_b = false;
};

/// What goes wrong when the problem is computed so; empty if nothing does.
std::string failure(const gemm_problem &problem, const forced &opts, unsigned seed) {
    const oracle::gemm_data data(problem, seed);
    try {
        nn::gemm_options options;
        options.solver = opts.solver;
        options.configuration = opts.configuration;
        options.constant_b = opts.constant_b;
        const nn::gemm product(problem, options);
        const double found =
            oracle::largest_error(oracle::reference_gemm(problem, data),
                                  oracle::run_gemm(product, data, opts.constant_b));
        // Single precision over sums of at most some hundred terms, of which clip leaves little.
        return found <= 1e-5 ? "" : "error " + std::to_string(found);
    } catch (const error &refused) {
        return refused.what();
    }
}

TEST(PackedGemm, SeveralBlocksInEveryDirectionWithFullAndPartialTiles) {
    const std::string post = " beta=0.5 bias=1 post=relu";
    const auto full = gemm_problem::parse("gemm m=24 n=64 k=48" + post);
    const auto partial = gemm_problem::parse("gemm m=23 n=61 k=41" + post);
    const std::string tiles = "column_tiles=2,row_tiles=2,rows=3,vectors=1,depth=";
    EXPECT_EQ(failure(full, {"packed", tiles + "16"}, 1), "");
    EXPECT_EQ(failure(partial, {"packed", tiles + "14"}, 1), "");
    EXPECT_EQ(failure(partial, {"packed", tiles + "14", true}, 1), "");
    // Blocks of depth are full, so that a is read in place.
    const auto partial_rows = gemm_problem::parse("gemm m=23 n=61 k=42" + post);
    EXPECT_EQ(failure(partial_rows, {"packed", tiles + "14"}, 1), "");
    EXPECT_EQ(failure(partial_rows, {"packed", tiles + "14", true}, 1), "");
}

TEST(DotGemm, RowsShorterAndLongerThanItsVectors) {
    for (const std::string sizes :
         {"m=9 n=1 k=7", "m=10 n=1 k=200", "m=7 n=3 k=16", "m=13 n=5 k=33", "m=1 n=32 k=50"}) {
        for (const std::string turned : {"", " transb=1"}) {
            SCOPED_TRACE(sizes + turned);
            const auto problem = gemm_problem::parse("gemm " + sizes + turned);
            EXPECT_EQ(failure(problem, {"dot", "", false}, 1), "");
            EXPECT_EQ(failure(problem, {"dot", "", true}, 1), "");
        }
    }
}

class GemmSolver : public ::testing::TestWithParam<std::string> {};

std::vector<std::string> solver_names() {
    std::vector<std::string> names;
    for (const nn::solver_verdict &verdict :
         nn::gemm_solvers(gemm_problem::parse("gemm m=1 n=1 k=1"))) {
        const bool is_for_others = verdict.why_not.find("type f32") != std::string::npos ||
                                   verdict.why_not.find("without a device") != std::string::npos;
        if (!is_for_others) {
            names.push_back(verdict.solver);
        }
    }
    return names;
}

INSTANTIATE_TEST_SUITE_P(All, GemmSolver, ::testing::ValuesIn(solver_names()),
                         [](const auto &of) { return of.param; });

std::string why_not(const std::string &solver, const gemm_problem &problem) {
    for (const nn::solver_verdict &verdict : nn::gemm_solvers(problem)) {
        if (verdict.solver == solver) {
            return verdict.why_not;
        }
    }
    return "is not there";
}

TEST_P(GemmSolver, AgreesWithDoublePrecisionOnRandomProblemsOrSaysWhyNot) {
    const unsigned seed = number_from("TIRAMISU_TEST_SEED", 1);
    const unsigned cases = number_from("TIRAMISU_TEST_CASES", GetParam() == "packed" ? 8 : 12);
    unsigned computed = 0;
    for (unsigned i = 0; computed < cases && i < 50 * cases; i++) {
        oracle::random_source source(seed + i);
        const gemm_problem problem = oracle::random_gemm(source);
        const bool constant_b = source.chance(50);
        if (why_not(GetParam(), problem).empty()) {
            SCOPED_TRACE(
                problem.text() + (constant_b ? " constant b" : "") +
                "; alone by TIRAMISU_TEST_CASES=1 TIRAMISU_TEST_SEED=" + std::to_string(seed + i));
            EXPECT_EQ(failure(problem, {GetParam(), "", constant_b}, seed + i), "");
            computed++;
        }
    }
    EXPECT_GE(computed, cases) << "too few random problems are ones that the solver can do";
}

TEST_P(GemmSolver, WhatIsNoNumberStaysInItsRowAndColumn) {
    const auto problem = gemm_problem::parse("gemm m=7 n=5 k=9");
    oracle::gemm_data data(problem, 1);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    data.a[2 * 9 + 8] = nan; // in row 2
    data.b[8 * 5 + 4] = nan; // in column 4
    std::fill(data.c.begin(), data.c.end(), nan);
    nn::gemm_options opts;
    opts.solver = GetParam();
    const std::vector<float> found = oracle::run_gemm(nn::gemm(problem, opts), data, false);
    for (int i = 0; i < 7; i++) {
        for (int j = 0; j < 5; j++) {
            EXPECT_EQ(found[static_cast<std::size_t>(i * 5 + j)] !=
                          found[static_cast<std::size_t>(i * 5 + j)],
                      i == 2 || j == 4)
                << i << ", " << j;
        }
    }
}

} // namespace
} // namespace tiramisu
