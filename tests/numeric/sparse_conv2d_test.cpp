#include <gtest/gtest.h>

#include <limits>

#include "support/conv2d_run.h"
#include "support/environment_number.h"
#include "support/guarded_memory.h"
#include "support/random_conv2d.h"
#include "support/random_source.h"
#include "support/sparse_weights.h"
#include "tiramisu/nn/sparse_conv2d.h"

namespace tiramisu {
namespace {

using nn::conv2d_problem;
using testing::guarded_memory;

/// One layer, made once, and weights of any pattern for it.
class layer_under_test {
public:
    layer_under_test(const conv2d_problem &problem, const std::string &solver,
                     double density = 0.15, const std::string &configuration = "")
        : problem_(problem.completed()), layer_(problem, options(solver, density, configuration)) {}

    /// Empty if the result agrees with the dense reference; else how far off it is.
    std::string failure(double density, bool has_empty_rows, unsigned seed) const {
        oracle::conv2d_data data(problem_, seed);
        oracle::prune(data.weights, problem_, density, has_empty_rows, seed);
        const double error =
            oracle::largest_error(oracle::reference_conv2d(problem_, data), run(data));
        return error <= 1e-5 ? "" : "off by " + std::to_string(error);
    }
    std::vector<float> run(const oracle::conv2d_data &data) const {
        guarded_memory<float> src(data.src), bias(data.bias), residual(data.residual);
        std::vector<float> nothing(nn::element_count(nn::layout::nchw, problem_.dst_extents()),
                                   std::numeric_limits<float>::quiet_NaN());
        guarded_memory<float> dst(nothing);
        layer_.run(src.data(), layer_.pack(oracle::compressed(data.weights, problem_)),
                   problem_.bias ? bias.data() : nullptr, dst.data(),
                   problem_.has_residual() ? residual.data() : nullptr);
        return dst.elements();
    }

private:
    static nn::sparse_conv2d_options options(const std::string &solver, double density,
                                             const std::string &configuration) {
        nn::sparse_conv2d_options how;
        how.solver = solver;
        how.density = density;
        how.configuration = configuration;
        return how;
    }

    conv2d_problem problem_;
    nn::sparse_conv2d layer_;
};

class SparseConv2dSolver : public ::testing::TestWithParam<std::string> {};

std::vector<std::string> solver_names() {
    conv2d_problem any;
    any.ic = any.oc = any.ih = any.iw = 1;
    std::vector<std::string> names;
    for (const nn::solver_verdict &verdict : nn::sparse_conv2d_solvers(any)) {
        names.push_back(verdict.solver);
    }
    return names;
}

INSTANTIATE_TEST_SUITE_P(All, SparseConv2dSolver, ::testing::ValuesIn(solver_names()),
                         [](const auto &of) { return of.param; });

TEST_P(SparseConv2dSolver, OneLayerComputesEveryPattern) {
    const layer_under_test layer(
        conv2d_problem::parse("conv2d ic=13 oc=9 ih=11 iw=19 kh=3 kw=3 ph=1 pw=1 bias=1 post=relu"),
        GetParam());
    unsigned seed = 1;
    for (const double density : {0.0, 0.001, 0.01, 0.1, 0.5, 1.0}) {
        for (const bool has_empty_rows : {false, true}) {
            SCOPED_TRACE(density);
            EXPECT_EQ(layer.failure(density, has_empty_rows, seed++), "");
        }
    }
}

TEST_P(SparseConv2dSolver, OneNonZeroWhereverItIs) {
    const auto problem =
        conv2d_problem::parse("conv2d mb=2 ic=3 oc=2 ih=6 iw=7 kh=3 kw=2 ph=1 pw=1 sh=2");
    const layer_under_test layer(problem, GetParam());
    for (std::size_t at = 0; at < 36; at++) {
        oracle::conv2d_data data(problem, 1);
        data.weights.assign(36, 0.0f);
        data.weights[at] = 2;
        EXPECT_LE(oracle::largest_error(oracle::reference_conv2d(problem, data), layer.run(data)),
                  1e-6)
            << "non-zero " << at;
    }
}

TEST_P(SparseConv2dSolver, AgreesWithDoublePrecisionOnRandomProblems) {
    const unsigned seed = oracle::environment_number("TIRAMISU_TEST_SEED", 1);
    const unsigned cases = oracle::environment_number("TIRAMISU_TEST_CASES", 12);
    unsigned computed = 0;
    for (unsigned i = 0; computed < cases; i++) {
        oracle::random_source source(seed + i);
        conv2d_problem problem = oracle::random_conv2d(source);
        if (problem.g != 1 || problem.pooling() != nullptr) {
            continue;
        }
        const double density = source.between(1, 100) / 100.0;
        SCOPED_TRACE(
            problem.text() + " density " + std::to_string(density) +
            "; alone by TIRAMISU_TEST_CASES=1 TIRAMISU_TEST_SEED=" + std::to_string(seed + i));
        EXPECT_EQ(layer_under_test(problem, GetParam(), density).failure(density, false, seed + i),
                  "");
        computed++;
    }
}

TEST(ShiftedSparseConv2d, FewChannelsAtATimeAndSlabsOfRows) {
    const layer_under_test layer(
        conv2d_problem::parse("conv2d mb=2 ic=7 oc=5 ih=13 iw=37 kh=3 kw=3 ph=1 pw=1 bias=1"),
        "shifted", 0.3, "c=2,slab=2,x=2,y=3");
    EXPECT_EQ(layer.failure(0.3, true, 5), "");
}

TEST(LiftedSparseConv2d, FewChannelsAtATimeAndSlabsOfRows) {
    for (const std::string pictures : {"mb=1", "mb=3", "mb=17"}) {
        SCOPED_TRACE(pictures);
        const layer_under_test layer(
            conv2d_problem::parse("conv2d " + pictures +
                                  " ic=7 oc=5 ih=33 iw=37 kh=3 kw=3 ph=1 pw=1 bias=1 post=relu"),
            "lifted", 0.3, "c=2,slab=1,x=2,y=2");
        EXPECT_EQ(layer.failure(0.3, true, 5), "");
    }
}

} // namespace
} // namespace tiramisu
