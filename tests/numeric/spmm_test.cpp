#include <gtest/gtest.h>

#include <limits>

#include "support/conv2d_run.h"
#include "support/environment_number.h"
#include "support/spmm_run.h"

// Every solver against the double-precision reference. TIRAMISU_TEST_SEED starts the random
// problems elsewhere, TIRAMISU_TEST_CASES says how many a solver gets.

namespace tiramisu {
namespace {

using nn::spmm_problem;
using oracle::spread;

nn::spmm_options by(const std::string &solver, const std::string &configuration = "") {
    nn::spmm_options opts;
    opts.solver = solver;
    opts.configuration = configuration;
    return opts;
}

/// Empty if the product of such an a is right; else how far off it is.
std::string failure(const nn::spmm &product, double density, spread format, unsigned seed) {
    const spmm_problem &p = product.problem();
    const oracle::spmm_data data(p, oracle::random_csr(p.m, p.k, density, format, seed), seed);
    const double error =
        oracle::largest_error(oracle::reference_spmm(p, data), oracle::run_spmm(product, data));
    // Single precision over sums of at most some hundred terms, of which clip leaves little.
    return error <= 1e-5 ? "" : "off by " + std::to_string(error);
}

class SpmmSolver : public ::testing::TestWithParam<std::string> {
protected:
    /// The problem, with blocks where the solver is for such only.
    static spmm_problem parsed(const std::string &text) {
        return spmm_problem::parse(text + (GetParam() == "block_rows" ? " block=4" : ""));
    }
};

std::vector<std::string> solver_names() {
    std::vector<std::string> names;
    for (const nn::solver_verdict &verdict :
         nn::spmm_solvers(spmm_problem::parse("spmm m=1 n=1 k=1"))) {
        names.push_back(verdict.solver);
    }
    return names;
}

INSTANTIATE_TEST_SUITE_P(All, SpmmSolver, ::testing::ValuesIn(solver_names()),
                         [](const auto &of) { return of.param; });

TEST_P(SpmmSolver, OneProductComputesEveryPattern) {
    const nn::spmm product(parsed("spmm m=28 n=3 k=67 bias=1 post=relu"), by(GetParam()));
    unsigned seed = 1;
    for (const double density : {0.0, 0.001, 0.01, 0.1, 0.5, 1.0}) {
        for (const spread format :
             {spread::anywhere, spread::clustered, spread::banded, spread::without_lines}) {
            SCOPED_TRACE(density);
            EXPECT_EQ(failure(product, density, format, seed++), "");
        }
    }
}

TEST_P(SpmmSolver, OneNonZeroWhereverItIs) {
    const nn::spmm product(parsed("spmm m=4 n=4 k=5"), by(GetParam()));
    for (int at = 0; at < 20; at++) {
        const sparse::coo_element element = {at / 5, at % 5, 2};
        const oracle::spmm_data data(product.problem(),
                                     sparse::csr_matrix::from_coo(4, 5, {element}), 1);
        EXPECT_LE(oracle::largest_error(oracle::reference_spmm(product.problem(), data),
                                        oracle::run_spmm(product, data)),
                  1e-6)
            << "non-zero " << at;
    }
}

TEST_P(SpmmSolver, ANaNThatNoElementMeetsStaysWhereItIs) {
    const nn::spmm product(parsed("spmm m=20 n=2 k=40"), by(GetParam()));
    // Rows and columns 1, 5, 9, ... have no elements.
    oracle::spmm_data data(product.problem(),
                           oracle::random_csr(20, 40, 0.5, spread::without_lines, 3), 3);
    const std::vector<double> reference = oracle::reference_spmm(product.problem(), data);
    for (std::size_t row = 1; row < 40; row += 4) {
        data.b[2 * row] = data.b[2 * row + 1] = std::numeric_limits<float>::quiet_NaN();
    }
    EXPECT_LE(oracle::largest_error(reference, oracle::run_spmm(product, data)), 1e-6);
}

std::string why_not(const std::string &solver, const spmm_problem &problem) {
    for (const nn::solver_verdict &verdict : nn::spmm_solvers(problem)) {
        if (verdict.solver == solver) {
            return verdict.why_not;
        }
    }
    return "is not known";
}

TEST_P(SpmmSolver, AgreesWithDoublePrecisionOnRandomProblemsOrSaysWhyNot) {
    const unsigned seed = oracle::environment_number("TIRAMISU_TEST_SEED", 1);
    const unsigned cases = oracle::environment_number("TIRAMISU_TEST_CASES", 12);
    unsigned computed = 0;
    for (unsigned i = 0; computed < cases; i++) {
        oracle::random_source source(seed + i);
        const spmm_problem problem = oracle::random_spmm(source);
        nn::spmm_options opts = by(GetParam());
        opts.density = source.between(1, 100) / 100.0;
        if (!why_not(GetParam(), problem).empty()) {
            continue;
        }
        SCOPED_TRACE(
            problem.text() + " density " + std::to_string(opts.density) +
            "; alone by TIRAMISU_TEST_CASES=1 TIRAMISU_TEST_SEED=" + std::to_string(seed + i));
        const spread format =
            source.one_of<spread>({spread::anywhere, spread::clustered, spread::banded});
        EXPECT_EQ(failure(nn::spmm(problem, opts), opts.density, format, seed + i), "");
        computed++;
    }
}

TEST(PanelsSpmm, BlocksOfColumnsAndPartsOfPanels) {
    for (const std::string sizes : {"n=37 transb=1 transc=1", "n=64", "n=64 transc=1"}) {
        SCOPED_TRACE(sizes);
        const auto problem = spmm_problem::parse("spmm m=21 k=50 bias=1 " + sizes);
        for (const std::string blocking :
             {"copy=1,depth=13,vectors=1", "copy=1,depth=50,vectors=2", "copy=0,depth=25,vectors=2",
              "copy=0,depth=50,vectors=1"}) {
            EXPECT_EQ(failure(nn::spmm(problem, by("panels", blocking)), 0.3, spread::anywhere, 1),
                      "")
                << blocking;
        }
    }
}

TEST(PanelsSpmm, BlocksOfRows) {
    for (const std::string sizes : {"n=37 transb=1 transc=1 block=4", "n=64 block=2",
                                    "n=33 block=16 transc=1", "n=48 block=8"}) {
        SCOPED_TRACE(sizes);
        const auto problem = spmm_problem::parse("spmm m=48 k=50 bias=1 post=relu " + sizes);
        for (const std::string blocking : {"", "copy=1,depth=13,vectors=1"}) {
            EXPECT_EQ(failure(nn::spmm(problem, by("panels", blocking)), 0.1, spread::anywhere, 1),
                      "")
                << blocking;
        }
    }
}

TEST(BlockRowsSpmm, BlocksWithSumsOfTheirOwn) {
    for (const std::string sizes :
         {"n=1 block=16", "n=4 block=8 transc=1", "n=3 block=2 transb=1"}) {
        SCOPED_TRACE(sizes);
        const auto problem = spmm_problem::parse("spmm m=48 k=50 bias=1 post=tanh " + sizes);
        for (const std::string blocking : {"unrolled=1", "unrolled=8"}) {
            EXPECT_EQ(
                failure(nn::spmm(problem, by("block_rows", blocking)), 0.1, spread::anywhere, 1),
                "")
                << blocking;
        }
    }
}

} // namespace
} // namespace tiramisu
