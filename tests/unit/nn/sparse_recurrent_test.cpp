#include "tiramisu/nn/sparse_recurrent.h"

#include <gtest/gtest.h>

#include "nn/sparse/recurrent/solvers.h"
#include "support/temporary_folder.h"
#include "support/throws.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::nn {
namespace {

using sparse::csr_matrix;

const recurrent_problem small = recurrent_problem::parse("rnn_relu l=2 t=3 mb=2 ic=4 hc=5");

csr_matrix empty(int rows, int columns) {
    return csr_matrix::from_coo(rows, columns, {});
}

std::vector<csr_matrix> matrices_of_small() {
    return {empty(5, 4), empty(5, 5), empty(5, 5), empty(5, 5)};
}

/// Succeeds if packing is refused with these words.
::testing::AssertionResult refused(const sparse_recurrent &layer,
                                   const sparse_recurrent_weights &weights,
                                   const std::string &part) {
    return oracle::throws<user_error>([&] { layer.pack(weights); }, {part});
}

TEST(SparseRecurrent, RuleTakesSequencesAsLanes) {
    EXPECT_EQ(sparse_recurrent(small).solver(), "sequence_lanes");
}

/// The configuration of the rule, of layers of 1024 units on a core with 48 KiB and 1 MiB of cache.
configuration by_rule(const std::string &sequences, double density) {
    machine target;
    target.l1_bytes = 49152;
    target.l2_bytes = 1 << 20;
    const auto problem = recurrent_problem::parse("lstm t=100 ic=1024 hc=1024 mb=" + sequences);
    return all_sparse_recurrent_solvers()
        .by_name({problem, target, density}, "sequence_lanes", "", "", {})
        .values;
}

/// A block's columns meet 32 to 48 KiB; of few elements there are no blocks.
TEST(SparseRecurrent, RuleCutsColumnsSoThatWhatTheyMeetFitsTheFirstCache) {
    EXPECT_EQ(by_rule("8", 0.15).at("t"), 15);
    EXPECT_EQ(by_rule("8", 0.15).at("input_blocks"), 16);
    EXPECT_EQ(by_rule("8", 0.15).at("state_blocks"), 1);
    EXPECT_EQ(by_rule("64", 0.15).at("t"), 2);
    EXPECT_EQ(by_rule("64", 0.15).at("state_blocks"), 8);
    EXPECT_EQ(by_rule("64", 0.03).at("state_blocks"), 2);
    EXPECT_EQ(by_rule("64", 0.01).at("state_blocks"), 1);
}

TEST(SparseRecurrent, MatricesOfOtherSizesAreRefused) {
    const sparse_recurrent layer(small);
    sparse_recurrent_weights weights;
    EXPECT_TRUE(refused(layer, weights, "matrices are 0, must be 2 * l = 4"));
    weights.matrices = matrices_of_small();
    weights.matrices[0] = empty(5, 5);
    EXPECT_TRUE(refused(layer, weights, "matrices[0] is 5x5, must be gates x hc by ic = 5x4"));
    weights.matrices = matrices_of_small();
    weights.matrices[3] = empty(4, 5);
    EXPECT_TRUE(refused(layer, weights, "matrices[3] is 4x5, must be gates x hc by hc = 5x5"));

    recurrent_problem both = small;
    both.direction = recurrent_direction::bidirectional;
    const sparse_recurrent of_both(both);
    EXPECT_TRUE(refused(of_both, weights, "matrices are 4, must be 2 * l * directions = 8"));
    weights.matrices = {empty(5, 4),  empty(5, 5), empty(5, 4), empty(5, 5),
                        empty(5, 10), empty(5, 5), empty(5, 5), empty(5, 5)};
    EXPECT_TRUE(refused(of_both, weights, "matrices[6] is 5x5, must be gates x hc by dlc = 5x10"));
}

TEST(SparseRecurrent, MissingAndSuperfluousBiasesAreRefused) {
    const std::vector<float> memory(100);
    sparse_recurrent_weights weights{matrices_of_small(), memory.data()};
    EXPECT_TRUE(
        refused(sparse_recurrent(small), weights, "bias is given, but the problem has none"));
    recurrent_problem biased = small;
    biased.bias = true;
    weights.bias = nullptr;
    EXPECT_TRUE(refused(sparse_recurrent(biased), weights, "bias is null"));
}

TEST(SparseRecurrent, MissingMemoryAndWeightsOfOthersAreRefused) {
    const sparse_recurrent layer(small);
    const auto weights = layer.pack({matrices_of_small()});
    std::vector<float> memory(100);
    recurrent_data data;
    const auto refused_run = [&](const sparse_recurrent::packed_weights &given,
                                 const std::string &part) {
        return oracle::throws<user_error>([&] { layer.run(data, given); }, {"run", part});
    };
    EXPECT_TRUE(refused_run(weights, "src is null"));
    data.src = memory.data();
    EXPECT_TRUE(refused_run(weights, "dst is null"));
    data.dst = memory.data();
    EXPECT_TRUE(refused_run({}, "weights were packed for another layer"));
    data.steps = 2;
    EXPECT_TRUE(refused_run(weights, "steps is given, but the problem has t steps"));
}

TEST(SparseRecurrent, ADensityThatIsNoShareIsRefused) {
    sparse_recurrent_options opts;
    opts.density = 1.5;
    EXPECT_TRUE(oracle::throws<user_error>([&] { sparse_recurrent(small, opts); },
                                           {"density", "must be from 0 to 1"}));
}

TEST(SparseRecurrent, AProjectionIsAThirdMatrix) {
    const sparse_recurrent layer(recurrent_problem::parse("lstm ic=3 hc=4 proj=2"));
    sparse_recurrent_weights weights{{empty(16, 3), empty(16, 2)}, nullptr};
    EXPECT_TRUE(refused(layer, weights,
                        "matrices are 2, must be 3 * l = 3: of the input, of the hidden state and "
                        "of the projection"));
    weights.matrices.push_back(empty(4, 2));
    EXPECT_TRUE(refused(layer, weights, "matrices[2] is 4x2, must be proj by hc = 2x4"));
    weights.matrices[1] = empty(16, 4);
    EXPECT_TRUE(refused(layer, weights, "matrices[1] is 16x4, must be gates x hc by proj = 16x2"));
}

TEST(SparseRecurrent, FindRemembersTheDensityOfTheWeightsAndItsWinnerIsTakenAfterwards) {
    const tiramisu::testing::temporary_folder folder;
    perf_db results(folder / "perf.sqlite");
    search_options opts;
    opts.configurations = 2;
    opts.repeats = 1;
    opts.results = &results;
    opts.seconds = 0;
    const csr_matrix of_input = csr_matrix::from_coo(5, 4, {{0, 1, 0.5f}, {3, 3, -0.5f}});
    const csr_matrix of_hidden = csr_matrix::from_coo(5, 5, {{2, 0, 0.5f}});
    const sparse_recurrent_weights weights{{of_input, of_hidden, of_hidden, of_hidden}, nullptr};
    const std::vector<find_result> found = sparse_recurrent::find(small, weights, opts);
    ASSERT_EQ(found.size(), 3u);
    EXPECT_EQ(found[0].record.solver, "sequence_lanes");
    EXPECT_EQ(found[0].why_not, "");
    EXPECT_EQ(found[1].record.solver, "sequence_lanes");
    EXPECT_NE(found[2].why_not.find("timed only by name"), std::string::npos);
    sparse_recurrent_options measured;
    measured.results = &results;
    measured.density = 5.0 / 95;
    EXPECT_EQ(sparse_recurrent(small, measured).configuration(), found[0].record.configuration);
    EXPECT_EQ((sparse_recurrent_task{small, machine::here(), measured.density}.perf_key()),
              "sparse_" + small.text() + " density=0.053");
}

TEST(SparseRecurrent, FindDrawsWeightsOfADensity) {
    sparse_recurrent_search_options opts;
    opts.solvers = {"sequence_lanes"};
    opts.configurations = opts.repeats = 1;
    opts.density = 0.5;
    const auto problem = recurrent_problem::parse("gru t=2 ic=3 hc=4 bias=1");
    const auto found = sparse_recurrent::find(problem, opts);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].why_not, "");
}

TEST(SparseRecurrent, FindRefusesWeightsOfOtherSizes) {
    EXPECT_TRUE(oracle::throws<user_error>(
        [] {
            sparse_recurrent::find(small, sparse_recurrent_weights{{empty(5, 4)}, nullptr});
        },
        {"find", "matrices are 1, must be 2 * l = 4"}));
}

TEST(SparseRecurrent, FindHasNothingToTryWithoutSteps) {
    EXPECT_TRUE(sparse_recurrent::find(recurrent_problem::parse("gru t=0 ic=3 hc=4")).empty());
    EXPECT_TRUE(sparse_recurrent::find(recurrent_problem::parse("gru mb=0 ic=3 hc=4")).empty());
}

TEST(SparseRecurrent, WithoutStepsTheStatesPassThrough) {
    recurrent_problem problem = small;
    problem.t = 0;
    const sparse_recurrent layer(problem);
    const std::vector<float> first(problem.state_count(), 0.5f);
    std::vector<float> hidden(first.size());
    recurrent_data data;
    data.first_hidden = first.data();
    data.last_hidden = hidden.data();
    layer.run(data, layer.pack({matrices_of_small()}));
    EXPECT_EQ(hidden, first);
    EXPECT_EQ(layer.workspace_bytes(), 0u);
}

TEST(SparseRecurrent, WithoutSequencesNothingIsTouched) {
    recurrent_problem problem = small;
    problem.mb = 0;
    sparse_recurrent(problem).run({}, {});
}

TEST(SparseRecurrent, WhatOffsetsDoNotCountIsRefusedByItsSolver) {
    const auto problem = recurrent_problem::parse("rnn_relu t=128 mb=1024 ic=65536 hc=1");
    EXPECT_NE(sparse_recurrent_solvers(problem)[0].why_not.find("32-bit offsets"),
              std::string::npos);
}

TEST(SparseRecurrent, LeavesTheUsersFunctionAlone) {
    init("of_the_user");
    const sparse_recurrent layer(small);
    EXPECT_EQ(global::get_implicit_function()->get_name(), "of_the_user");
}

} // namespace
} // namespace tiramisu::nn
