// Chains as C functions, compared with the same chains in process.
#include "nn/layers/conv2d_chain/chain_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "support/chains.h"
#include "support/guarded_arguments.h"
#include "support/layer_values.h"
#include "support/throws.h"
#include "tiramisu/nn/conv2d_chain.h"

namespace tiramisu::nn {
namespace {

using ::testing::ElementsAre;

using oracle::parsed_conv2d;
using problems = oracle::conv2d_steps;

const problems residual_block = oracle::residual_block("mb=2 ih=7 iw=9");
/// With 16 channels between, and a bias at its end.
const problems pooling_block = {
    parsed_conv2d("mb=2 ic=3 oc=16 ih=8 iw=8 kh=3 kw=3 ph=1 pw=1 post=relu"),
    parsed_conv2d("mb=2 ic=16 oc=16 ih=8 iw=8"),
    parsed_conv2d(
        "mb=2 ic=16 oc=4 ih=8 iw=8 kh=3 kw=3 ph=1 pw=1 bias=1 post=relu+max_pool:2x2:2x2:0x0")};

std::vector<float> randoms(std::size_t count) {
    static std::mt19937 source;
    return oracle::random_floats(count, source);
}

struct chain_case {
    chain_start start;
    problems steps, all; ///< `all` with the shortcut at its end
    std::vector<float> src, dst;
    std::vector<std::vector<float>> weights, biases; ///< of all

    explicit chain_case(problems chain, chain_start before = {})
        : start(std::move(before)), steps(std::move(chain)), all(steps),
          src(randoms(start.resizing ? start.resizing->sources().front().size()
                                     : element_count(layout::nchw, steps.front().src_extents()))),
          dst(element_count(layout::nchw, steps.back().dst_extents())) {
        if (start.shortcut) {
            all.push_back(*start.shortcut);
        }
        for (const conv2d_problem &one : all) {
            weights.push_back(randoms(element_count(layout::nchw, one.weights_extents())));
            biases.push_back(randoms(static_cast<std::size_t>(one.bias ? one.oc : 0)));
        }
    }

    std::vector<float> expected() {
        const conv2d_chain chain = start.resizing   ? conv2d_chain(*start.resizing, steps)
                                   : start.shortcut ? conv2d_chain(*start.shortcut, steps)
                                                    : conv2d_chain(steps);
        std::vector<const float *> plain, added;
        for (std::size_t i = 0; i < all.size(); i++) {
            plain.push_back(weights[i].data());
            added.push_back(all[i].bias ? biases[i].data() : nullptr);
        }
        std::vector<float> result(dst.size());
        chain.run(src.data(), chain.pack(plain), added, result.data());
        return result;
    }
};

std::vector<std::string> argument_names(const function_sequence &what) {
    std::vector<std::string> names;
    for (const sequence_memory &one : what.memory) {
        if (one.role != a_temporary) {
            names.push_back(one.name);
        }
    }
    return names;
}

chain_program generated(const chain_case &of) {
    return generate_chain(dense_chain(of.start, of.steps, {}, {}), machine::here(), {}, "block");
}

void run(chain_case &of) {
    const chain_program made = generated(of);
    testing::guarded_arguments to_pack, to_run;
    for (const std::vector<float> &weights : of.weights) {
        to_pack.add(weights);
    }
    auto &packed = to_pack.add(std::vector<float>(static_cast<std::size_t>(made.weights_count)));
    ASSERT_EQ(made.pack_weights.compile(testing::of_rows())(to_pack.list), 0)
        << compiled_function::error_text();
    to_run.add(of.src);
    to_run.add(packed.elements());
    for (const std::vector<float> &bias : of.biases) {
        if (!bias.empty()) {
            to_run.add(bias);
        }
    }
    auto &dst = to_run.add(of.dst);
    ASSERT_EQ(made.run.compile(testing::of_rows())(to_run.list), 0)
        << compiled_function::error_text();
    of.dst = dst.elements();
}

TEST(ChainProgram, ComputesWhatTheChainInProcessDoes) {
    for (const problems &one : {residual_block, pooling_block}) {
        chain_case data(one);
        run(data);
        EXPECT_EQ(data.dst, data.expected());
    }
}

TEST(ChainProgram, ImagesMayBeResizedFirst) {
    chain_case data(residual_block,
                    {resize_problem::parse("resize mb=2 ic=5 ih=12 iw=5 oh=7 ow=9")});
    run(data);
    EXPECT_EQ(data.dst, data.expected());
}

TEST(ChainProgram, AShortcutMakesWhatIsAdded) {
    const chain_start start = {std::nullopt, oracle::projection("2")};
    chain_case data(oracle::projected_block("2"), start);
    run(data);
    EXPECT_EQ(data.dst, data.expected());
    const chain_program made = generated(data);
    EXPECT_THAT(argument_names(made.run),
                ElementsAre("src", "weights", "bias_1", "bias_shortcut", "dst"));
    EXPECT_THAT(argument_names(made.pack_weights),
                ElementsAre("weights_1", "weights_2", "weights_shortcut", "weights"));
    EXPECT_EQ(made.choices.size(), 3u);
}

TEST(ChainProgram, AShortcutDoesNotStandBesideAResizing) {
    const chain_start start = {resize_problem::parse("resize mb=2 ic=4 ih=9 iw=9 oh=16 ow=16"),
                               oracle::projection("2")};
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] { dense_chain(start, oracle::projected_block("2"), {}, {}); },
        {"chain of 2 steps and a shortcut", "resize mb=2 ic=4",
         "stands beside a shortcut, which reads images that are not resized"}));
}

TEST(ChainProgram, TakesTheWeightsOfAllStepsAsOneArgument) {
    const chain_program made = generated(chain_case(pooling_block));
    EXPECT_EQ(made.run.name, "block");
    EXPECT_EQ(made.pack_weights.name, "block_pack_weights");
    EXPECT_THAT(argument_names(made.run), ElementsAre("src", "weights", "bias_3", "dst"));
    EXPECT_THAT(argument_names(made.pack_weights),
                ElementsAre("weights_1", "weights_2", "weights_3", "weights"));
}

} // namespace
} // namespace tiramisu::nn
