#include <gtest/gtest.h>

#include <limits>

#include "support/environment_number.h"
#include "support/random_source.h"
#include "support/sparse_recurrent_run.h"

// Every solver against the double-precision reference. TIRAMISU_TEST_SEED starts the random
// problems elsewhere, TIRAMISU_TEST_CASES says how many a solver gets.

namespace tiramisu {
namespace {

using nn::recurrent_problem;

/// As of dense layers.
constexpr double tolerance = 2e-6;

nn::sparse_recurrent_options by(const std::string &solver, const std::string &configuration = "") {
    nn::sparse_recurrent_options opts;
    opts.solver = solver;
    opts.configuration = configuration;
    return opts;
}

oracle::recurrent_values pruned(const recurrent_problem &problem, double density,
                                bool has_empty_rows, unsigned seed) {
    oracle::recurrent_values values(problem, seed);
    oracle::prune(values.weights, problem, density, has_empty_rows, seed);
    return values;
}

recurrent_problem random_problem(oracle::random_source &source) {
    recurrent_problem problem;
    problem.cell = source.one_of<nn::recurrent_cell>(
        {nn::recurrent_cell::lstm, nn::recurrent_cell::gru, nn::recurrent_cell::rnn_tanh,
         nn::recurrent_cell::rnn_relu});
    problem.l = source.between(1, 3);
    problem.t = source.between(1, source.chance(30) ? 40 : 5);
    problem.mb = source.between(1, source.chance(40) ? 40 : 5);
    problem.ic = source.between(1, source.chance(50) ? 60 : 5);
    problem.hc = source.between(1, source.chance(50) ? 50 : 17);
    problem.bias = source.chance(50);
    problem.lengths = source.chance(30);
    problem.direction = source.one_of<nn::recurrent_direction>(
        {nn::recurrent_direction::forward, nn::recurrent_direction::reverse,
         nn::recurrent_direction::bidirectional});
    if (problem.cell == nn::recurrent_cell::lstm && source.chance(40)) {
        problem.proj = source.between(1, 20);
    }
    return problem;
}

class SparseRecurrentSolver : public ::testing::TestWithParam<std::string> {};

std::vector<std::string> solver_names() {
    std::vector<std::string> names;
    for (const nn::solver_verdict &verdict :
         nn::sparse_recurrent_solvers(recurrent_problem::parse("lstm ic=1 hc=1"))) {
        names.push_back(verdict.solver);
    }
    return names;
}

INSTANTIATE_TEST_SUITE_P(All, SparseRecurrentSolver, ::testing::ValuesIn(solver_names()),
                         [](const auto &of) { return of.param; });

TEST_P(SparseRecurrentSolver, AgreesWithDoublePrecisionOnRandomProblems) {
    const unsigned seed = oracle::environment_number("TIRAMISU_TEST_SEED", 1);
    const unsigned cases = oracle::environment_number("TIRAMISU_TEST_CASES", 6);
    for (unsigned i = 0; i < cases; i++) {
        oracle::random_source source(seed + i);
        const recurrent_problem problem = random_problem(source);
        SCOPED_TRACE(problem.text() + "; alone by TIRAMISU_TEST_CASES=1 TIRAMISU_TEST_SEED=" +
                     std::to_string(seed + i));
        const nn::sparse_recurrent layer(problem, by(GetParam()));
        const double density = source.one_of<double>({0.01, 0.15, 0.5});
        EXPECT_LE(oracle::recurrent_error(layer, pruned(problem, density, true, seed + i)),
                  tolerance);
    }
}

TEST_P(SparseRecurrentSolver, TakesPatternsOfAllDensities) {
    for (const std::string cell : {"lstm", "gru", "rnn_tanh", "rnn_relu"}) {
        const auto problem = recurrent_problem::parse(cell + " l=2 t=5 mb=6 ic=21 hc=19 bias=1");
        const nn::sparse_recurrent layer(problem, by(GetParam()));
        for (const double density : {0.0, 0.01, 0.15, 1.0}) {
            for (const bool has_empty_rows : {false, true}) {
                EXPECT_LE(
                    oracle::recurrent_error(layer, pruned(problem, density, has_empty_rows, 1)),
                    tolerance)
                    << cell << ' ' << density;
            }
        }
    }
}

TEST_P(SparseRecurrentSolver, SequencesEndWhereTheirLengthsSay) {
    for (const std::string direction : {"forward", "reverse", "bidirectional"}) {
        const auto problem = recurrent_problem::parse(
            "lstm l=2 t=9 mb=5 ic=6 hc=7 lengths=1 direction=" + direction);
        const nn::sparse_recurrent layer(problem, by(GetParam()));
        for (int steps = 0; steps <= problem.t; steps++) {
            oracle::recurrent_values values(problem, steps, 1);
            for (const std::vector<std::int32_t> &lengths :
                 {values.lengths, {0, 0, 0, 0, 0}, {steps, 0, std::min(1, steps), steps, 0}, {}}) {
                values.lengths = lengths;
                EXPECT_LE(oracle::recurrent_error(layer, values), tolerance)
                    << direction << ", " << steps << " steps";
            }
        }
    }
}

TEST_P(SparseRecurrentSolver, ProjectsHiddenStates) {
    for (const std::string text : {"lstm l=2 t=4 mb=3 ic=5 hc=21 proj=6 bias=1 lengths=1",
                                   "lstm l=2 t=5 mb=18 ic=4 hc=5 proj=18",
                                   "lstm l=2 t=3 mb=2 ic=4 hc=9 proj=3 direction=bidirectional"}) {
        const auto problem = recurrent_problem::parse(text);
        const nn::sparse_recurrent layer(problem, by(GetParam()));
        for (const double density : {0.0, 0.4, 1.0}) {
            EXPECT_LE(oracle::recurrent_error(layer, pruned(problem, density, true, 1)), tolerance)
                << text << ", density " << density;
        }
    }
}

TEST(SequenceLanes, BlocksNeedNotDivideAnything) {
    for (const std::string text :
         {"gru l=2 t=7 mb=19 ic=11 hc=37 bias=1",
          "gru l=2 t=7 mb=19 ic=11 hc=37 bias=1 direction=bidirectional",
          "lstm l=2 t=7 mb=3 ic=50 hc=37 proj=18", "lstm l=2 t=7 mb=1 ic=50 hc=37 proj=18",
          "lstm l=2 t=7 mb=8 ic=9 hc=37 lengths=1"}) {
        const auto problem = recurrent_problem::parse(text);
        for (const std::string configuration :
             {"chains=8,chains_in_lanes=0,input_blocks=1,state_blocks=2,t=3,u=8",
              "chains=1,chains_in_lanes=1,input_blocks=4,state_blocks=32,t=7,u=128",
              "chains=4,chains_in_lanes=1,input_blocks=1,state_blocks=2,t=3,u=8",
              "chains=2,chains_in_lanes=1,input_blocks=8,state_blocks=1,t=5,u=16"}) {
            const nn::sparse_recurrent layer(problem, by("sequence_lanes", configuration));
            EXPECT_LE(oracle::recurrent_error(layer, pruned(problem, 0.3, true, 1)), tolerance)
                << text << ' ' << configuration;
        }
    }
}

/// A weight that is not stored meets nothing.
TEST(SequenceLanes, ANaNReachesOnlyWhatHasAWeightForIt) {
    const auto problem = recurrent_problem::parse("rnn_relu t=2 ic=3 hc=2");
    const nn::sparse_recurrent layer(problem, by("sequence_lanes"));
    nn::sparse_recurrent_weights weights;
    weights.matrices = {sparse::csr_matrix::from_coo(2, 3, {{0, 1, 2.0f}}),
                        sparse::csr_matrix::from_coo(2, 2, {{1, 1, 1.0f}})};
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<float> src = {nan, 1, nan, nan, 3, nan};
    std::vector<float> dst(4, nan);
    nn::recurrent_data data;
    data.src = src.data();
    data.dst = dst.data();
    layer.run(data, layer.pack(weights));
    EXPECT_EQ(dst, (std::vector<float>{2, 0, 6, 0}));
}

} // namespace
} // namespace tiramisu
