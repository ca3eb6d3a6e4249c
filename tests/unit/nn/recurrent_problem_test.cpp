#include "tiramisu/nn/recurrent_problem.h"

#include <gtest/gtest.h>

#include "support/throws.h"

namespace tiramisu {
namespace {

using nn::recurrent_problem;

/// Succeeds if the text, or the problem that it states, is refused with these words.
::testing::AssertionResult refused(const std::string &text, const std::vector<std::string> &parts) {
    return oracle::throws<user_error>([&] { recurrent_problem::parse(text); }, parts);
}

TEST(RecurrentProblem, HasOneTextWithAllSizes) {
    const auto problem = recurrent_problem::parse("lstm hc=20 ic=10 bias=0 t=7");
    EXPECT_EQ(problem.text(), "lstm l=1 t=7 mb=1 ic=10 hc=20");
    EXPECT_EQ(problem, recurrent_problem::parse(problem.text()));
    EXPECT_NE(problem, recurrent_problem::parse("gru hc=20 ic=10 t=7"));
}

// Performance databases hold these texts: they must never change.
TEST(RecurrentProblem, TextIsTheSameInEveryVersion) {
    recurrent_problem problem{nn::recurrent_cell::lstm, 4, 100, 8, 512, 1024, true, false};
    EXPECT_EQ(problem.text(), "lstm l=4 t=100 mb=8 ic=512 hc=1024 bias=1");
    problem.cell = nn::recurrent_cell::gru;
    EXPECT_EQ(problem.text().substr(0, 4), "gru ");
    problem.cell = nn::recurrent_cell::rnn_tanh;
    EXPECT_EQ(problem.text().substr(0, 9), "rnn_tanh ");
    problem.cell = nn::recurrent_cell::rnn_relu;
    EXPECT_EQ(problem.text().substr(0, 9), "rnn_relu ");
    problem.lengths = true;
    EXPECT_EQ(problem.text(), "rnn_relu l=4 t=100 mb=8 ic=512 hc=1024 bias=1 lengths=1");
    EXPECT_EQ(problem, recurrent_problem::parse(problem.text()));
}

TEST(RecurrentProblem, WeightsOfLayersFollowOneAnotherAndBiasesThem) {
    const auto problem = recurrent_problem::parse("gru l=2 ic=5 hc=7 bias=1");
    EXPECT_EQ(problem.input_weights_at(0), 0u);
    EXPECT_EQ(problem.hidden_weights_at(0), 3u * 7 * 5);
    EXPECT_EQ(problem.input_weights_at(1), 3u * 7 * (5 + 7));
    EXPECT_EQ(problem.hidden_weights_at(1), 3u * 7 * (5 + 7 + 7));
    EXPECT_EQ(problem.bias_at(0), 3u * 7 * (5 + 7 + 7 + 7));
    EXPECT_EQ(problem.weights_count(), 3u * 7 * (5 + 7 + 7 + 7) + 2 * 4 * 7);
}

TEST(RecurrentProblem, DirectionIsPartOfTheTextUnlessItIsForward) {
    auto problem = recurrent_problem::parse("lstm ic=3 hc=4 direction=forward");
    EXPECT_EQ(problem.text(), "lstm l=1 t=1 mb=1 ic=3 hc=4");
    problem.direction = nn::recurrent_direction::reverse;
    EXPECT_EQ(problem.text(), "lstm l=1 t=1 mb=1 ic=3 hc=4 direction=reverse");
    EXPECT_EQ(problem, recurrent_problem::parse(problem.text()));
    problem.direction = nn::recurrent_direction::bidirectional;
    EXPECT_EQ(problem.text(), "lstm l=1 t=1 mb=1 ic=3 hc=4 direction=bidirectional");
    EXPECT_EQ(problem, recurrent_problem::parse(problem.text()));
    EXPECT_TRUE(refused("lstm ic=3 hc=4 direction=backward",
                        {"direction", "is \"backward\"", "forward, reverse, bidirectional"}));
}

TEST(RecurrentProblem, DirectionsOfALayerFollowOneAnother) {
    const auto problem =
        recurrent_problem::parse("gru l=2 ic=5 hc=7 bias=1 direction=bidirectional");
    const std::size_t of_first = 3u * 7 * (5 + 7), of_second = 3u * 7 * (14 + 7);
    EXPECT_EQ(problem.input_weights_at(0, 1), of_first);
    EXPECT_EQ(problem.hidden_weights_at(0, 1), of_first + 3u * 7 * 5);
    EXPECT_EQ(problem.input_weights_at(1, 0), 2 * of_first);
    EXPECT_EQ(problem.hidden_weights_at(1, 1), 2 * of_first + of_second + 3u * 7 * 14);
    EXPECT_EQ(problem.bias_at(0), 2 * of_first + 2 * of_second);
    EXPECT_EQ(problem.bias_at(1, 1), problem.bias_at(0) + 3u * 4 * 7);
    EXPECT_EQ(problem.weights_count(), problem.bias_at(0) + 4u * 4 * 7);
    EXPECT_EQ(problem.state_count(), 4u * 7);
    EXPECT_EQ(problem.dst_count(), 14u);
}

TEST(RecurrentProblem, AProjectionIsPartOfTheTextAndOfTheWeights) {
    const auto problem =
        recurrent_problem::parse("lstm l=2 ic=5 hc=7 bias=1 direction=bidirectional proj=3");
    EXPECT_EQ(problem.text(), "lstm l=2 t=1 mb=1 ic=5 hc=7 bias=1 direction=bidirectional proj=3");
    EXPECT_EQ(problem, recurrent_problem::parse(problem.text()));
    EXPECT_EQ(problem.slc(1), 6);
    const std::size_t of_first = 4u * 7 * (5 + 3) + 3 * 7, of_second = 4u * 7 * (6 + 3) + 3 * 7;
    EXPECT_EQ(problem.projection_weights_at(0), 4u * 7 * (5 + 3));
    EXPECT_EQ(problem.input_weights_at(0, 1), of_first);
    EXPECT_EQ(problem.input_weights_at(1, 1), 2 * of_first + of_second);
    EXPECT_EQ(problem.bias_at(0), 2 * of_first + 2 * of_second);
    EXPECT_EQ(problem.dst_count(), 6u);
    EXPECT_EQ(problem.state_count(), 4u * 3);
    EXPECT_EQ(problem.cell_state_count(), 4u * 7);
    EXPECT_EQ(problem.operations(),
              2.0 * 2 * 7 * (4 * (5 + 3) + 3) + 2.0 * 2 * 7 * (4 * (6 + 3) + 3));
}

TEST(RecurrentProblem, OnlyAnLstmHasAProjection) {
    EXPECT_TRUE(refused("lstm ic=3 hc=4 proj=-1", {"proj", "is -1, must be from 0"}));
    EXPECT_TRUE(refused("gru ic=3 hc=4 proj=2",
                        {"proj", "is 2, but the cell is gru; only the hidden state of an lstm"}));
}

TEST(RecurrentProblem, SizesThatHaveNoMeaningAreRefused) {
    EXPECT_TRUE(refused("lstm ic=3", {"hc", "is 0, must be from 1"}));
    EXPECT_TRUE(refused("lstm ic=3 hc=4 l=0", {"l", "is 0, must be from 1"}));
    EXPECT_TRUE(refused("lstm ic=3 hc=4 t=-1", {"t", "is -1, must be from 0"}));
    EXPECT_TRUE(refused("lstm ic=3 hc=4 bias=2", {"bias", "is 2, must be 0 or 1"}));
    EXPECT_TRUE(refused("lstm ic=3 hc=4 lengths=9", {"lengths", "is 9, must be 0 or 1"}));
    EXPECT_TRUE(refused("lstm ic=3 hc=4 oc=5",
                        {"oc", "no word of such a problem", "mb, ic, hc, bias, lengths"}));
    EXPECT_TRUE(refused("cell ic=3 hc=4", {"does not begin with its kind"}));
    EXPECT_TRUE(refused("", {"does not begin with its kind"}));
}

TEST(RecurrentProblem, WhatTakesTooMuchMemoryIsRefused) {
    EXPECT_TRUE(refused("lstm ic=1 hc=100000", {"has", "weights", "32-bit"}));
    // A unit of each of as many layers takes a vector.
    EXPECT_TRUE(
        refused("lstm l=16777216 ic=1 hc=1", {"has", "weights in whole vectors", "32-bit"}));
    EXPECT_TRUE(refused("lstm ic=1 hc=10 mb=10000 t=10000", {"has", "hidden states", "32-bit"}));
}

} // namespace
} // namespace tiramisu
