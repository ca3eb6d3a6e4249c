#include "tiramisu/graph/tune_network.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "support/network_builder.h"
#include "support/throws.h"

// What a search over a network's layers asks, tells and leaves; how fast it makes them is for
// benchmarks.

namespace tiramisu::testing {
namespace {

using graph::model;
using nn::network_search;
using oracle::throws;

/// A pooling, and two equal products.
model three_layers() {
    network_builder made("three");
    const std::string x = made.input("x", {4, 6, 6});
    const std::string pooled =
        made.node("MaxPool", {x}, {{"kernel_shape", std::vector<std::int64_t>{2}}});
    const std::string rows = made.node("Reshape", {pooled, made.numbers({20, 6})});
    return made.with_output(made.dense(made.dense(rows, 6, 6), 6, 6));
}

std::string solver_of(const nn::network &compiled, const std::string &layer) {
    for (const auto &step : compiled.report().steps) {
        if (step.text == layer) {
            return step.solver;
        }
    }
    return "";
}

std::string product_of(const nn::network &compiled) {
    for (const auto &step : compiled.report().steps) {
        if (step.text.rfind("gemm", 0) == 0) {
            return step.text;
        }
    }
    return "";
}

TEST(LayerChoices, AreWhatComputesTheLayer) {
    const nn::network by_rule(three_layers());
    const std::string layer = product_of(by_rule);
    nn::network_options opts;
    opts.choices[layer] = {"naive", ""};
    const nn::network chosen(three_layers(), opts);
    EXPECT_EQ("naive", solver_of(chosen, layer));
    EXPECT_NE("naive", solver_of(by_rule, layer));
    const auto inputs = random_inputs(three_layers());
    const auto expected = run(by_rule, inputs);
    for (const auto &[name, values] : run(chosen, inputs)) {
        EXPECT_LE(difference(values, expected.at(name)), 1e-5);
    }
}

TEST(LayerChoices, HaveToBeOfTheLayer) {
    nn::network_options opts;
    const std::string layer = product_of(nn::network(three_layers()));
    opts.choices[layer] = {"fastest", ""};
    EXPECT_TRUE(throws<user_error>([&] { nn::network(three_layers(), opts); },
                                   {"gemm", "\"fastest\"", "naive"}));
}

TEST(TuneNetwork, TellsOfEachLayerOnce) {
    nn::perf_db results("");
    network_search search;
    search.seconds = 0.2;
    search.runs = 2;
    search.results = &results;
    std::vector<nn::searched_layer> told;
    search.told = [&](const nn::searched_layer &one) { told.push_back(one); };
    const nn::layer_choices choices = tune_network(three_layers(), search);
    ASSERT_FALSE(told.empty());
    std::vector<std::string> texts;
    for (const nn::searched_layer &one : told) {
        EXPECT_FALSE(one.fastest.solver.empty());
        EXPECT_GT(one.milliseconds, 0);
        EXPECT_LE(one.number, one.count);
        texts.push_back(one.text);
    }
    std::sort(texts.begin(), texts.end());
    EXPECT_EQ(texts.end(), std::adjacent_find(texts.begin(), texts.end()));
    for (const auto &[layer, choice] : choices) {
        const auto of = std::find_if(told.begin(), told.end(), [&, name = layer](const auto &one) {
            return one.text == name;
        });
        ASSERT_NE(told.end(), of);
        EXPECT_TRUE(of->fastest == choice);
    }
    // What was chosen can be compiled.
    nn::network_options opts;
    opts.choices = choices;
    const nn::network compiled(three_layers(), opts);
    for (const auto &[layer, choice] : choices) {
        EXPECT_EQ(choice.solver, solver_of(compiled, layer));
    }
}

TEST(TuneNetwork, EndsWhenItIsTold) {
    network_search search;
    search.stop = [] { return true; };
    search.runs = 1;
    search.told = [](const nn::searched_layer &) { ADD_FAILURE() << "nothing is to be measured"; };
    EXPECT_TRUE(tune_network(three_layers(), search).empty());
    search.stop = {};
    search.seconds = 0;
    EXPECT_TRUE(tune_network(three_layers(), search).empty());
}

TEST(TuneNetwork, RefusesWhatIsNoTime) {
    network_search search;
    search.seconds = -1;
    EXPECT_TRUE(throws<user_error>([&] { tune_network(three_layers(), search); },
                                   {"network \"three\"", "tune_network", "must be at least 0"}));
    search.seconds = 1;
    search.runs = 0;
    EXPECT_TRUE(throws<user_error>([&] { tune_network(three_layers(), search); },
                                   {"0 runs are asked for, must be at least 1"}));
}

} // namespace
} // namespace tiramisu::testing
