// Chains of convolutions by their texts; what they have as all kinds do is in layer_kinds_test.cpp.
#include <gtest/gtest.h>

#include "nn/kinds/chain_parts.h"
#include "support/chains.h"
#include "support/temporary_folder.h"
#include "support/throws.h"
#include "tiramisu/nn/nn.h"

namespace tiramisu::nn {
namespace {

const conv2d_chain_problem projected = {oracle::projected_block("2"), oracle::projection("2")};

conv2d_chain_problem resized() {
    conv2d_chain_problem made = {oracle::residual_block("mb=2 ih=4 iw=4")};
    made.resizing = resize_problem::parse("resize mb=2 ic=5 ih=9 iw=9 oh=4 ow=4 by=nearest");
    return made;
}

TEST(Conv2dChainProblem, IsReadBackFromItsText) {
    for (conv2d_chain_problem problem : {projected, resized()}) {
        EXPECT_EQ(conv2d_chain_problem::parse(problem.text()), problem) << problem.text();
        EXPECT_EQ(conv2d_chain_problem::parse(problem.text()).text(), problem.text());
    }
    EXPECT_NE(projected, resized());
    conv2d_chain_problem without = projected;
    without.shortcut.reset();
    EXPECT_NE(projected, without);
}

TEST(Conv2dChainProblem, HasItsTypeOnceAtTheEnd) {
    conv2d_chain_problem bytes = projected;
    bytes.shortcut->type = element_type::s8;
    for (conv2d_problem &step : bytes.steps) {
        step.type = element_type::s8;
    }
    const std::string text = bytes.text();
    EXPECT_EQ(text, projected.text() + " type=s8");
    EXPECT_EQ(conv2d_chain_problem::parse(text), bytes);
    bytes.shortcut->type = element_type::u8;
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] { bytes.text(); },
        {"chain of 2 steps: shortcut: is of type u8, but step 1 of type s8; they must be equal"}));
}

TEST(Conv2dChainProblem, RefusesTextsWithoutMeaning) {
    const std::string step = " conv2d ic=4 oc=4 ih=3 iw=3";
    const auto refused = [](const std::string &text, const std::string &reason) {
        return oracle::throws<user_error>([&] { conv2d_chain_problem::parse(text); }, {reason});
    };
    EXPECT_TRUE(refused("", "does not begin with \"conv2d_chain\""));
    EXPECT_TRUE(refused("conv2d ic=4", "does not begin with \"conv2d_chain\""));
    EXPECT_TRUE(refused("conv2d_chain", "chain: has no steps, must have at least one"));
    EXPECT_TRUE(refused("conv2d_chain ic=4" + step,
                        "\"ic=4\" stands before the first part; write, for example"));
    EXPECT_TRUE(
        refused("conv2d_chain" + step + " pooling mb=1",
                "\"pooling\" is no part of a chain, which are conv2d, shortcut and resize"));
    EXPECT_TRUE(refused("conv2d_chain" + step + " shortcut ic=4 oc=4 ih=3 iw=3 shortcut ic=4",
                        "\"shortcut\" is given twice"));
    EXPECT_TRUE(refused("conv2d_chain" + step + " type=s8" + step + " type=u8",
                        "\"type=s8\" and \"type=u8\" are given; all parts are of one type"));
    EXPECT_TRUE(refused("conv2d_chain conv2d ic=4 oc=4 ih=3", "iw"));
}

TEST(Conv2dChainKind, TellsWhichSolversItsConvolutionsHave) {
    const testing::temporary_folder folder;
    perf_db known(folder / "perf.sqlite");
    find_options search;
    search.solvers = {"naive"};
    search.configurations = search.repeats = 1;
    search.results = &known;
    conv2d::find(
        [] {
            conv2d_problem alone = projected.steps.front();
            alone.mb = 1;
            return alone;
        }(),
        [&] {
            search.layouts.dst = layout::nhwc;
            return search;
        }());
    layer_options measured;
    measured.results = &known;
    const auto layer = make_layer(projected.text(), measured);
    EXPECT_EQ(layer->solver().rfind("naive+", 0), 0u) << layer->solver();
    EXPECT_NE(layer->solver(), "naive+naive+naive");
}

TEST(Conv2dChainKind, SaysWhichConvolutionASolverCannotDo) {
    for (const solver_verdict &one : kind_of("conv2d_chain").solvers(projected.text())) {
        if (one.solver == "winograd") {
            EXPECT_EQ(one.why_not.rfind("step 1: ", 0), 0u) << one.why_not;
        }
    }
}

TEST(Conv2dChainKind, HasNoMoreWeightsThanATensor) {
    const conv2d_problem large = oracle::parsed_conv2d("ic=40000 oc=40000 ih=1 iw=1");
    EXPECT_EQ(chain_arguments({{large.completed()}}, {})[1].size(), 1600000000u);
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] {
            chain_arguments({{large, large}}, {});
        },
        {"layer \"conv2d_chain conv2d", "weights: are 3200000000 of all convolutions, may be "
                                        "2147483647; make several chains of it"}));
}

TEST(Conv2dChainKind, SparseOnesHaveDensitiesAndALayoutInBetween) {
    const std::string problem = "sparse_" + resized().text();
    const auto layer = make_layer(problem + " between=nchw density=0.3");
    EXPECT_NE(layer->text().find(" between=nchw density=0.3"), std::string::npos) << layer->text();
    EXPECT_TRUE(
        oracle::throws<user_error>([&] { make_layer(problem + " between=rows"); }, {"rows"}));
    EXPECT_TRUE(
        oracle::throws<user_error>([&] { make_layer(problem + " density=2"); }, {"density"}));
}

TEST(Conv2dChainKind, SparseOnesMayHaveADensityForEachConvolution) {
    const conv2d_problem step = oracle::parsed_conv2d("ic=2 oc=2 ih=2 iw=2");
    const std::string problem = "sparse_" + conv2d_chain_problem{{step, step}}.text() +
                                " src=nchw dst=nchw between=nchw density=";
    const auto layer = make_layer(problem + "0.1,1");
    EXPECT_EQ(layer->text(), problem + "0.1,1");
    EXPECT_NE(layer->solver().find("+dense_"), std::string::npos) << layer->solver();
    EXPECT_EQ(make_layer(problem + "0.1,0.1")->text(), problem + "0.1");
    const auto refused = [&](const std::string &densities, const std::string &reason) {
        return oracle::throws<user_error>([&] { make_layer(problem + densities); }, {reason});
    };
    EXPECT_TRUE(refused("0.1,0.2,1", "chain of 2 steps: densities: are 3, must be one a step"));
    EXPECT_TRUE(refused("0.1,", "density: is \"\", must be a number"));
    EXPECT_TRUE(refused("0.1,many", "density: is \"many\", must be a number"));
    EXPECT_TRUE(refused("0.1,-1", "density: is -1.000000, must be from 0 to 1"));
}

} // namespace
} // namespace tiramisu::nn
