// Packed weights belong to a layer, its solver and configuration: others refuse them.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <new>

#include "support/conv2d_reference.h"
#include "support/conv2d_run.h"
#include "support/gemm_run.h"
#include "support/spmm_run.h"
#include "support/throws.h"
#include "tiramisu/nn/nn.h"

namespace tiramisu::nn {
namespace {

using oracle::throws;

conv2d_options direct(const std::string &configuration, const std::string &target = "host") {
    conv2d_options opts;
    opts.solver = "direct";
    opts.configuration = configuration;
    opts.compiled.target = target;
    return opts;
}

const char *const cut_wide = "c=32,f_vectors=2,x=7,y=1,y_block=14";
const char *const cut_narrow = "c=16,f_vectors=1,x=7,y=1,y_block=14";
const auto problem = conv2d_problem::parse("conv2d ic=32 oc=64 ih=14 iw=14 kh=3 kw=3 ph=1 pw=1");

/// A layer's result with weights that another one packed.
std::vector<float> result(const conv2d &layer, const conv2d::packed_weights &weights) {
    const oracle::conv2d_data data(problem, 1);
    std::vector<float> dst(element_count(layout::nchw, problem.dst_extents()));
    layer.run(data.src.data(), weights, nullptr, dst.data());
    return dst;
}

conv2d::packed_weights packed(const conv2d &layer) {
    return layer.pack(oracle::conv2d_data(problem, 1).weights.data());
}

TEST(PackedWeights, OfMoreBytesThanCanBeCountedHaveNoMemory) {
    const std::size_t most = std::numeric_limits<std::size_t>::max();
    for (const std::size_t size : {most, most / 2 + 1, most / 4 + 1, most / 4}) {
        EXPECT_THROW(layer_weights(size, "nobody"), std::bad_alloc) << size;
    }
}

TEST(PackedWeights, OfAnotherConfigurationAreRefused) {
    const conv2d wide(problem, direct(cut_wide)), narrow(problem, direct(cut_narrow));
    ASSERT_EQ(packed(wide).size(), packed(narrow).size()); // so that their number tells nothing
    EXPECT_TRUE(throws<user_error>([&] { result(narrow, packed(wide)); },
                                   {"problem \"conv2d",
                                    "run: weights were packed for another convolution, \"conv2d",
                                    "solver=direct configuration=" + std::string(cut_wide),
                                    "; this one reads what its pack() makes, for \"conv2d",
                                    "solver=direct configuration=" + std::string(cut_narrow)}));
    EXPECT_EQ(result(narrow, packed(narrow)).size(), result(wide, packed(wide)).size());
}

TEST(PackedWeights, OfAnotherSolverOrLayoutAreRefused) {
    const conv2d wide(problem, direct(cut_wide));
    conv2d_options opts;
    opts.solver = "naive";
    const conv2d naive(problem, opts);
    EXPECT_TRUE(throws<user_error>([&] { result(naive, packed(wide)); }, {"solver=naive"}));
    EXPECT_TRUE(throws<user_error>([&] { result(wide, packed(naive)); }, {"solver=naive"}));
    opts = direct(cut_wide);
    opts.layouts = {layout::nhwc, layout::nhwc};
    EXPECT_TRUE(throws<user_error>([&] { result(conv2d(problem, opts), packed(wide)); },
                                   {"src=nchw dst=nchw", "src=nhwc dst=nhwc"}));
}

TEST(PackedWeights, OfAnotherProblemAreRefused) {
    const auto transposed =
        conv2d_problem::parse("conv2d ic=64 oc=32 ih=14 iw=14 kh=3 kw=3 ph=1 pw=1");
    const conv2d one(problem, direct(cut_wide)), other(transposed, direct(cut_wide));
    const conv2d::packed_weights weights = packed(other);
    ASSERT_EQ(weights.size(), packed(one).size());
    EXPECT_TRUE(throws<user_error>([&] { result(one, weights); }, {"ic=64 oc=32", "ic=32 oc=64"}));
}

TEST(PackedWeights, OfAnotherMachineAreRefused) {
    const conv2d here(problem, direct("")), narrow(problem, direct("", "sse41"));
    EXPECT_TRUE(throws<user_error>([&] { result(narrow, packed(here)); }, {" lanes=4\""}));
}

TEST(PackedWeights, OfALayerThatIsMadeLikeItAreTaken) {
    const conv2d one(problem, direct(cut_wide)), same(problem, direct(cut_wide));
    EXPECT_EQ(result(one, packed(same)), result(one, packed(one)));
}

TEST(PackedWeights, ThatWereKeptAreTakenWithWhatTheyWereMadeFor) {
    const conv2d layer(problem, direct(cut_wide));
    const conv2d::packed_weights made = packed(layer);
    layer_weights kept(made.size(), made.made_for());
    std::copy(made.data(), made.data() + made.size(), kept.data());
    EXPECT_EQ(result(layer, kept), result(layer, made));
    layer_weights nameless(made.size());
    EXPECT_TRUE(throws<user_error>([&] { result(layer, nameless); },
                                   {"weights were packed for another convolution; this one"}));
    EXPECT_TRUE(
        throws<user_error>([&] { result(layer, layer_weights(made.size() - 1, made.made_for())); },
                           {"elements of weights are " + std::to_string(made.size() - 1) +
                            ", must be " + std::to_string(made.size())}));
}

TEST(PackedWeights, OfAnotherProductAreRefused) {
    const auto product = gemm_problem::parse("gemm m=16 n=64 k=32");
    gemm_options opts;
    opts.constant_b = true;
    opts.solver = "packed";
    const gemm first(product, opts);
    std::vector<float> b(64 * 32, 1), a(16 * 32, 1), c(16 * 64);
    const auto other = gemm_problem::parse("gemm m=16 n=64 k=32 transb=1");
    const layer_weights weights = gemm(other, opts).pack(b.data());
    ASSERT_EQ(weights.size(), first.pack(b.data()).size());
    EXPECT_TRUE(throws<user_error>([&] { first.run(a.data(), weights, c.data()); },
                                   {"run: b was packed for another product, \"gemm m=16 n=64 k=32 "
                                    "transb=1 constant_b=1 solver=packed"}));
}

TEST(PackedWeights, OfAnotherRecurrentLayerAreRefused) {
    const auto with_units = [](const char *text) { return recurrent_problem::parse(text); };
    const recurrent first(with_units("lstm t=2 mb=1 ic=8 hc=8")),
        longer(with_units("lstm t=3 mb=1 ic=8 hc=8"));
    const std::vector<float> weights(first.problem().weights_count());
    std::vector<float> src(16), dst(16);
    recurrent_data data;
    data.src = src.data();
    data.dst = dst.data();
    EXPECT_TRUE(throws<user_error>([&] { first.run(data, longer.pack(weights.data())); },
                                   {"run: weights were packed for another layer, \"lstm l=1 t=3"}));
    EXPECT_NO_THROW(first.run(data, first.pack(weights.data())));
}

TEST(PackedWeights, OfAnotherSparseLayerAreRefused) {
    const auto matrix = oracle::random_csr(16, 16, 0.2, oracle::spread::anywhere, 1);
    std::vector<float> b(16 * 20), c(16 * 20);
    spmm_options other;
    other.solver = "naive";
    const spmm first(spmm_problem::parse("spmm m=16 n=20 k=16")),
        second(spmm_problem::parse("spmm m=16 n=20 k=16"), other);
    ASSERT_NE(first.solver(), second.solver());
    EXPECT_TRUE(
        throws<user_error>([&] { first.run(b.data(), second.pack(matrix), nullptr, c.data()); },
                           {"run: a was packed for another product, \"spmm m=16", "solver=naive",
                            "; this one reads"}));
    const spmm blocks(spmm_problem::parse("spmm m=16 n=20 k=16 block=8"));
    EXPECT_TRUE(
        throws<user_error>([&] { blocks.run(b.data(), first.pack(matrix), nullptr, c.data()); },
                           {"a was packed for another product", "block=8"}));
}

TEST(PackedWeights, OfAnotherStepOfAChainAreRefused) {
    const auto step = [](const char *text) {
        return conv2d_problem::parse(std::string("conv2d ih=6 iw=6 ") + text);
    };
    const conv2d_chain chain({step("ic=16 oc=32"), step("ic=32 oc=16")});
    const std::vector<float> weights(16 * 32, 1), src(16 * 36, 1);
    std::vector<float> dst(16 * 36);
    conv2d_chain::packed_weights made = chain.pack({weights.data(), weights.data()});
    EXPECT_NO_THROW(chain.run(src.data(), made, {nullptr, nullptr}, dst.data()));
    std::swap(made[0], made[1]);
    EXPECT_TRUE(throws<user_error>(
        [&] {
            chain.run(src.data(), made, {nullptr, nullptr}, dst.data());
        },
        {"weights were packed for another convolution", "ic=32 oc=16", "ic=16 oc=32"}));
}

} // namespace
} // namespace tiramisu::nn
