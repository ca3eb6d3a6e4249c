#include "tiramisu/nn/recurrent.h"

#include <gtest/gtest.h>

#include "support/recurrent_run.h"
#include "support/temporary_folder.h"
#include "support/throws.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::nn {
namespace {

const recurrent_problem small = recurrent_problem::parse("lstm l=2 t=3 mb=2 ic=4 hc=5");

/// Succeeds if a run on this data is refused with these words.
::testing::AssertionResult refused(const recurrent &layer, const recurrent_data &data,
                                   const std::string &part) {
    const std::vector<float> weights(layer.problem().weights_count());
    return oracle::throws<user_error>([&] { layer.run(data, weights.data()); }, {"run", part});
}

TEST(Recurrent, RuleTakesTheLayerOrderForWorkThatThreadsCanShare) {
    EXPECT_EQ(recurrent(recurrent_problem::parse("lstm ic=8 hc=9")).solver(), "layer_order");
}

TEST(Recurrent, LayersOfTwoDirectionsAreNoWavefront) {
    layer_options opts;
    opts.solver = "wavefront";
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] {
            recurrent(recurrent_problem::parse("lstm ic=8 hc=9 direction=bidirectional"), opts);
        },
        {"wavefront", "direction is bidirectional", "after all steps of the one below"}));
}

TEST(Recurrent, MissingAndSuperfluousMemoryIsRefused) {
    std::vector<float> memory(1000);
    recurrent_data data;
    const recurrent layer(small);
    EXPECT_TRUE(refused(layer, data, "src is null"));
    data.src = memory.data();
    EXPECT_TRUE(refused(layer, data, "dst is null"));
    data.dst = memory.data();
    EXPECT_TRUE(
        oracle::throws<user_error>([&] { layer.pack(nullptr); }, {"pack: weights is null"}));
    EXPECT_TRUE(
        oracle::throws<user_error>([&] { layer.run(data, layer_weights()); }, {"another layer"}));

    const recurrent gated(recurrent_problem::parse("gru ic=4 hc=5"));
    data.first_cell = memory.data();
    EXPECT_TRUE(refused(gated, data, "first_cell is given, but the problem has none"));
    data.first_cell = nullptr;
    data.last_cell = memory.data();
    EXPECT_TRUE(refused(gated, data, "last_cell is given, but the problem has none"));
}

TEST(Recurrent, MemoryOfAnotherTypeIsRefused) {
    std::vector<float> memory(1000);
    const std::vector<std::int8_t> bytes(1000);
    const recurrent layer(small);
    EXPECT_TRUE(oracle::throws<user_error>([&] { layer.pack(bytes.data()); },
                                           {"pack: weights is of type s8, must be of f32"}));
    recurrent_data data;
    data.src = bytes.data();
    data.dst = memory.data();
    EXPECT_TRUE(refused(layer, data, "src is of type s8, must be of f32"));
    data.src = memory.data();
    data.first_hidden = bytes.data();
    EXPECT_TRUE(refused(layer, data, "first_hidden is of type s8, must be of f32"));
    data.first_hidden = nullptr;
    data.dst = {static_cast<void *>(memory.data()), element_type::bf16};
    EXPECT_TRUE(refused(layer, data, "dst is of type bf16, must be of f32"));

    recurrent_problem none = small;
    none.t = 0;
    data.last_cell = {static_cast<void *>(memory.data()), element_type::bf16};
    EXPECT_TRUE(refused(recurrent(none), data, "last_cell is of type bf16, must be of f32"));
}

TEST(Recurrent, PreparedRunsTakeOtherMemoryOfTheSameType) {
    const recurrent layer(small);
    const oracle::recurrent_values values(small, 1);
    const layer_weights packed = layer.pack(values.weights.data());
    std::vector<float> first(small.dst_count()), second(first.size());
    recurrent_data data;
    data.src = values.src.data();
    data.dst = first.data();
    invocation run = layer.prepare(data, packed);
    run();
    run.set_result("dst", second.data());
    run();
    EXPECT_EQ(first, second);
    const std::vector<std::int8_t> bytes(1000);
    EXPECT_TRUE(oracle::throws<user_error>([&] { run.set_source("first_hidden", bytes.data()); },
                                           {"first_hidden is of type s8, must be of f32"}));
}

TEST(Recurrent, SolversOfFloatsRefuseOtherTypes) {
    for (const solver_verdict &one :
         recurrent_solvers(recurrent_problem::parse("lstm ic=8 hc=9 type=bf16"))) {
        EXPECT_NE(one.why_not.find("bf16"), std::string::npos) << one.solver;
    }
}

TEST(Recurrent, AConfigurationThatIsNotValidIsRefused) {
    layer_options opts;
    opts.solver = "layer_order";
    opts.configuration = "n=3,t=1,t_tiles=1,u_vectors=1";
    EXPECT_TRUE(
        oracle::throws<user_error>([&] { recurrent(small, opts); }, {"n is 3, may be 1, 2"}));
}

TEST(Recurrent, WithoutStepsTheStatesPassThrough) {
    recurrent_problem problem = small;
    problem.t = 0;
    const recurrent layer(problem);
    const std::vector<float> first(problem.state_count(), 0.5f);
    std::vector<float> hidden(first.size()), cell(first.size(), 1.0f);
    recurrent_data data;
    data.first_hidden = first.data();
    data.last_hidden = hidden.data();
    data.last_cell = cell.data();
    layer.run(data, layer_weights());
    EXPECT_EQ(hidden, first);
    EXPECT_EQ(cell, std::vector<float>(first.size()));
}

TEST(Recurrent, ARunWithoutStepsPassesTheStatesOn) {
    recurrent_problem problem = small;
    problem.lengths = true;
    const std::vector<float> first(problem.state_count(), 0.5f);
    std::vector<float> hidden(first.size());
    recurrent_data data;
    data.steps = 0;
    data.first_hidden = first.data();
    data.last_hidden = hidden.data();
    recurrent(problem).run(data, layer_weights());
    EXPECT_EQ(hidden, first);
}

TEST(Recurrent, WithoutSequencesNothingIsTouched) {
    recurrent_problem problem = small;
    problem.mb = 0;
    recurrent(problem).run({}, layer_weights());
}

TEST(Recurrent, StepsAndLengthsAreOfProblemsThatHaveThem) {
    std::vector<float> memory(1000);
    const std::vector<std::int32_t> lengths = {1, 1};
    recurrent_data data;
    data.src = memory.data();
    data.dst = memory.data() + 500;
    data.steps = 2;
    EXPECT_TRUE(refused(recurrent(small), data, "steps is given, but the problem has t steps"));
    data.steps.reset();
    data.lengths = lengths.data();
    EXPECT_TRUE(refused(recurrent(small), data, "lengths is given, but the problem has t steps"));
}

TEST(Recurrent, StepsAndLengthsOutOfRangeAreRefused) {
    recurrent_problem problem = small;
    problem.lengths = true;
    const recurrent layer(problem);
    recurrent_data data;
    data.steps = 4;
    EXPECT_TRUE(refused(layer, data, "steps is 4, must be from 0 to t = 3"));
    data.steps = -1;
    EXPECT_TRUE(refused(layer, data, "steps is -1, must be from 0 to t = 3"));
    data.steps = 2;
    const std::vector<std::int32_t> too_long = {2, 3}, negative = {-1, 2};
    data.lengths = too_long.data();
    EXPECT_TRUE(refused(layer, data, "lengths[1] is 3, must be from 0 to steps = 2"));
    data.lengths = negative.data();
    EXPECT_TRUE(refused(layer, data, "lengths[0] is -1, must be from 0 to steps = 2"));
}

TEST(Recurrent, LastStatesNeedNotBeWanted) {
    const recurrent layer(small);
    const oracle::recurrent_values values(small, 1);
    const layer_weights packed = layer.pack(values.weights.data());
    std::vector<float> some(small.dst_count()), all(some.size()), hidden(small.state_count());
    recurrent_data data;
    data.src = values.src.data();
    data.dst = some.data();
    layer.run(data, packed);
    data.dst = all.data();
    data.last_hidden = hidden.data();
    layer.run(data, packed);
    EXPECT_EQ(some, all);
}

TEST(Recurrent, FindRanksSolversAndTheirResultsAreUsed) {
    const auto problem = recurrent_problem::parse("rnn_tanh t=3 ic=4 hc=5");
    const tiramisu::testing::temporary_folder folder;
    perf_db results(folder / "perf.sqlite");
    search_options opts;
    opts.configurations = 1;
    opts.repeats = 1;
    opts.results = &results;
    opts.seconds = 0;
    const std::vector<find_result> found = find(problem, opts);
    ASSERT_EQ(found.size(), 3u);
    EXPECT_EQ(found[0].why_not, "");
    EXPECT_EQ(found[1].why_not, "");
    EXPECT_NE(found[2].why_not.find("timed only by name"), std::string::npos);
    layer_options measured;
    measured.results = &results;
    EXPECT_EQ(recurrent(problem, measured).solver(), found[0].record.solver);
}

TEST(Recurrent, FindHasNothingToTryWithoutSteps) {
    EXPECT_TRUE(find(recurrent_problem::parse("lstm t=0 ic=4 hc=5")).empty());
    EXPECT_TRUE(find(recurrent_problem::parse("lstm mb=0 ic=4 hc=5")).empty());
}

TEST(Recurrent, LeavesTheUsersFunctionAlone) {
    init("of_the_user");
    const recurrent layer(small);
    EXPECT_EQ(global::get_implicit_function()->get_name(), "of_the_user");
}

} // namespace
} // namespace tiramisu::nn
