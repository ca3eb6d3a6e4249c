#include <gtest/gtest.h>

#include <cstdlib>

#include "support/random_source.h"
#include "support/recurrent_run.h"
#include "tiramisu/target.h"

// Every solver against the double-precision reference. TIRAMISU_TEST_SEED starts the random
// problems elsewhere, TIRAMISU_TEST_CASES says how many a solver gets.

namespace tiramisu {
namespace {

using nn::recurrent_problem;

unsigned number_from(const char *variable, unsigned otherwise) {
    const char *text = std::getenv(variable);
    return text == nullptr ? otherwise : static_cast<unsigned>(std::atol(text));
}

/// Single precision over some tens of terms, and a hyperbolic tangent that is as exact as values of
/// about 1 are.
constexpr double tolerance = 2e-6;

/// What goes wrong when `solver` computes the problem; empty if nothing does.
std::string failure(const recurrent_problem &problem, const std::string &solver,
                    const oracle::recurrent_values &values, const std::string &configuration = "") {
    nn::layer_options opts;
    opts.solver = solver;
    opts.configuration = configuration;
    try {
        const double found = oracle::recurrent_error(nn::recurrent(problem, opts), values);
        return found <= tolerance ? "" : "error " + std::to_string(found);
    } catch (const error &refused) {
        return refused.what();
    }
}

recurrent_problem random_recurrent(oracle::random_source &source) {
    recurrent_problem problem;
    problem.cell = source.one_of<nn::recurrent_cell>(
        {nn::recurrent_cell::lstm, nn::recurrent_cell::lstm, nn::recurrent_cell::gru,
         nn::recurrent_cell::rnn_tanh, nn::recurrent_cell::rnn_relu});
    problem.l = source.between(1, 3);
    problem.t = source.between(1, source.chance(30) ? 9 : 4);
    problem.mb = source.between(1, source.chance(30) ? 9 : 3);
    problem.ic = source.between(1, source.chance(50) ? 40 : 5);
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

/// Why a solver does not do a problem; empty if it does.
std::string why_not(const recurrent_problem &problem, const std::string &solver) {
    for (const nn::solver_verdict &verdict : nn::recurrent_solvers(problem)) {
        if (verdict.solver == solver) {
            return verdict.why_not;
        }
    }
    return "there is no such solver";
}

class RecurrentSolver : public ::testing::TestWithParam<std::string> {};

std::vector<std::string> solver_names() {
    std::vector<std::string> names;
    for (const nn::solver_verdict &verdict :
         nn::recurrent_solvers(recurrent_problem::parse("lstm ic=1 hc=1"))) {
        names.push_back(verdict.solver);
    }
    return names;
}

INSTANTIATE_TEST_SUITE_P(All, RecurrentSolver, ::testing::ValuesIn(solver_names()),
                         [](const auto &of) { return of.param; });

TEST_P(RecurrentSolver, AgreesWithDoublePrecisionOnRandomProblems) {
    const unsigned seed = number_from("TIRAMISU_TEST_SEED", 1);
    const unsigned cases = number_from("TIRAMISU_TEST_CASES", 6);
    for (unsigned i = 0; i < cases; i++) {
        oracle::random_source source(seed + i);
        recurrent_problem problem = random_recurrent(source);
        if (!why_not(problem, GetParam()).empty()) {
            problem.direction = nn::recurrent_direction::reverse;
        }
        SCOPED_TRACE(problem.text() + "; alone by TIRAMISU_TEST_CASES=1 TIRAMISU_TEST_SEED=" +
                     std::to_string(seed + i));
        EXPECT_EQ(failure(problem, GetParam(), oracle::recurrent_values(problem, seed + i)), "");
    }
}

TEST_P(RecurrentSolver, ComputesASingleStepOfASingleUnit) {
    for (const std::string cell : {"lstm", "gru", "rnn_tanh", "rnn_relu"}) {
        const auto problem = recurrent_problem::parse(cell + " ic=1 hc=1 bias=1");
        EXPECT_EQ(failure(problem, GetParam(), oracle::recurrent_values(problem, 1)), "") << cell;
    }
}

TEST_P(RecurrentSolver, BeginsWithZerosWhereNoStatesAreGiven) {
    const auto problem = recurrent_problem::parse("lstm l=2 t=3 mb=2 ic=3 hc=5");
    oracle::recurrent_values values(problem, 1);
    values.first_hidden.clear();
    values.first_cell.clear();
    EXPECT_EQ(failure(problem, GetParam(), values), "");
}

TEST_P(RecurrentSolver, SequencesEndWhereTheirLengthsSay) {
    for (const std::string cell : {"lstm", "gru", "rnn_tanh", "rnn_relu"}) {
        const auto problem =
            recurrent_problem::parse(cell + " l=2 t=5 mb=4 ic=3 hc=6 bias=1 lengths=1");
        nn::layer_options opts;
        opts.solver = GetParam();
        const nn::recurrent layer(problem, opts);
        oracle::recurrent_values values(problem, 1);
        for (const std::vector<std::int32_t> &lengths :
             {std::vector<std::int32_t>{0, 1, 5, 3}, {5, 5, 5, 5}, {0, 0, 0, 0}, {}}) {
            values.lengths = lengths;
            EXPECT_LE(oracle::recurrent_error(layer, values), tolerance) << cell;
        }
    }
}

TEST_P(RecurrentSolver, BeginsWhereASequenceEndsInReverse) {
    for (const std::string direction : {"reverse", "bidirectional"}) {
        for (const std::string cell : {"lstm", "gru", "rnn_relu"}) {
            const auto problem = recurrent_problem::parse(
                cell + " l=3 t=5 mb=4 ic=3 hc=6 bias=1 lengths=1 direction=" + direction);
            if (!why_not(problem, GetParam()).empty()) {
                continue;
            }
            nn::layer_options opts;
            opts.solver = GetParam();
            const nn::recurrent layer(problem, opts);
            for (const int steps : {1, 4, 5}) {
                oracle::recurrent_values values(problem, steps, 1);
                for (const std::vector<std::int32_t> &lengths :
                     {std::vector<std::int32_t>{0, 1, steps, steps - 1}, {0, 0, 0, 0}, {}}) {
                    values.lengths = lengths;
                    EXPECT_LE(oracle::recurrent_error(layer, values), tolerance)
                        << problem.text() << ", " << steps << " steps";
                }
            }
        }
    }
}

TEST_P(RecurrentSolver, ProjectsHiddenStates) {
    for (const std::string text : {"lstm l=2 t=4 mb=3 ic=5 hc=21 proj=6 bias=1 lengths=1",
                                   "lstm l=3 t=3 mb=2 ic=4 hc=5 proj=18",
                                   "lstm l=2 t=3 mb=2 ic=4 hc=9 proj=1 direction=bidirectional"}) {
        const auto problem = recurrent_problem::parse(text);
        if (!why_not(problem, GetParam()).empty()) {
            continue;
        }
        nn::layer_options opts;
        opts.solver = GetParam();
        const nn::recurrent layer(problem, opts);
        oracle::recurrent_values values(problem, 1);
        EXPECT_LE(oracle::recurrent_error(layer, values), tolerance) << text;
        values.first_hidden.clear();
        EXPECT_LE(oracle::recurrent_error(layer, values), tolerance) << text << ", from zeros";
    }
}

TEST_P(RecurrentSolver, RunsAsManyStepsAsItIsTold) {
    const auto problem = recurrent_problem::parse("lstm l=3 t=9 mb=3 ic=4 hc=20 lengths=1");
    nn::layer_options opts;
    opts.solver = GetParam();
    const nn::recurrent layer(problem, opts);
    for (int steps = 0; steps <= problem.t; steps++) {
        const oracle::recurrent_values values(problem, steps, 1);
        EXPECT_LE(oracle::recurrent_error(layer, values), tolerance) << steps << " steps";
    }
}

TEST(TiledRecurrent, TilesNeedNotDivideAnything) {
    const auto problem = recurrent_problem::parse("lstm l=3 t=7 mb=5 ic=11 hc=37 bias=1");
    const oracle::recurrent_values values(problem, 1);
    recurrent_problem of_lengths = problem;
    of_lengths.lengths = true;
    const oracle::recurrent_values values_of_lengths(of_lengths, 2);
    // As large as registers allow.
    const bool has_32 = vectors_of("host").registers == 32;
    const std::string steps = has_32 ? "n=3,t=4" : "n=2,t=2", rows = has_32 ? "n=5" : "n=2";
    const std::pair<std::string, std::string> all[] = {
        {"layer_order", "n=2,t=2,t_tiles=2,u_vectors=2"},
        {"wavefront", steps + ",t_tiles=1,u_vectors=1"},
        {"wavefront", rows + ",t=1,t_tiles=3,u_vectors=3"}};
    recurrent_problem both = of_lengths;
    both.direction = nn::recurrent_direction::bidirectional;
    EXPECT_EQ(failure(both, "layer_order", oracle::recurrent_values(both, 3),
                      "n=2,t=2,t_tiles=2,u_vectors=2"),
              "");
    recurrent_problem projected = of_lengths;
    projected.proj = 19;
    EXPECT_EQ(failure(projected, "wavefront", oracle::recurrent_values(projected, 4),
                      steps + ",t_tiles=1,u_vectors=2"),
              "");
    for (const auto &[solver, tiles] : all) {
        EXPECT_EQ(failure(problem, solver, values, tiles), "") << solver << ' ' << tiles;
        EXPECT_EQ(failure(of_lengths, solver, values_of_lengths, tiles), "")
            << solver << ' ' << tiles << " with lengths";
    }
}

} // namespace
} // namespace tiramisu
