// Runs that are prepared once: they do what run() does, and allocate nothing.
#include "tiramisu/nn/invocation.h"

#include <gtest/gtest.h>

#include "support/conv2d_reference.h"
#include "support/conv2d_run.h"
#include "support/gemm_run.h"
#include "support/recurrent_run.h"
#include "support/sparse_recurrent_run.h"
#include "support/spmm_run.h"
#include "support/throws.h"
#include "tiramisu/nn/nn.h"
#include "unit/nn/counted_allocations.h"

namespace tiramisu::nn {
namespace {

using floats = std::vector<float>;

/// One thread: others take memory of their own whenever they first come.
execution alone() {
    execution opts;
    opts.threads = 1;
    return opts;
}

/// Runs twice; then a third time, which may not allocate.
void expect_to_allocate_nothing(const invocation &run) {
    run();
    run();
    const std::size_t bytes = run.workspace_bytes();
    const int before = testing::allocations_here();
    run();
    EXPECT_EQ(testing::allocations_here(), before);
    EXPECT_EQ(run.workspace_bytes(), bytes);
}

TEST(Invocation, OfAConvolutionDoesWhatRunDoes) {
    for (const char *const solver : {"naive", "direct", "im2col"}) {
        const auto problem = conv2d_problem::parse(
            "conv2d mb=2 ic=5 oc=7 ih=9 iw=8 kh=3 kw=3 ph=1 pw=1 bias=1 post=residual_add+relu");
        conv2d_options opts;
        opts.solver = solver;
        const conv2d layer(problem, opts);
        const oracle::conv2d_data data(layer.problem(), 1);
        floats expected(element_count(layout::nchw, layer.problem().dst_extents())),
            found(expected);
        const layer_weights weights = layer.pack(data.weights.data());
        layer.run(data.src.data(), weights, data.bias.data(), expected.data(),
                  data.residual.data());
        const invocation run = layer.prepare(data.src.data(), weights, data.bias.data(),
                                             found.data(), data.residual.data(), alone());
        expect_to_allocate_nothing(run);
        EXPECT_EQ(found, expected) << solver;
    }
}

TEST(Invocation, OfImagesOfAnySizeDoesWhatRunDoes) {
    conv2d_options opts;
    opts.any_batch = opts.any_size = true;
    const conv2d layer(conv2d_problem::parse("conv2d ic=3 oc=4 ih=9 iw=8 kh=3 kw=3"), opts);
    const image_sizes sizes = {3, 12, 7};
    const conv2d_problem problem = layer.for_images(sizes);
    const oracle::conv2d_data data(problem, 1);
    floats expected(element_count(layout::nchw, problem.dst_extents())), found(expected);
    const layer_weights weights = layer.pack(data.weights.data());
    layer.run(sizes, data.src.data(), weights, nullptr, expected.data());
    expect_to_allocate_nothing(
        layer.prepare(sizes, data.src.data(), weights, nullptr, found.data(), nullptr, alone()));
    EXPECT_EQ(found, expected);
}

TEST(Invocation, OfAProductDoesWhatRunDoes) {
    const auto problem = gemm_problem::parse("gemm m=13 n=21 k=17 bias=1");
    const oracle::gemm_data data(problem, 1);
    gemm_options constant;
    constant.constant_b = true;
    for (const gemm_options &opts : {gemm_options(), constant}) {
        const gemm layer(problem, opts);
        floats expected = data.c, plain = data.c, packed = data.c;
        layer.run(data.a.data(), data.b.data(), expected.data(), data.bias.data());
        expect_to_allocate_nothing(
            layer.prepare(data.a.data(), data.b.data(), plain.data(), data.bias.data(), alone()));
        EXPECT_EQ(plain, expected);
        const layer_weights b = layer.pack(data.b.data());
        layer.prepare(data.a.data(), b, packed.data(), data.bias.data())();
        EXPECT_EQ(packed, expected);
    }
}

TEST(Invocation, OfASparseProductDoesWhatRunDoes) {
    const auto problem = spmm_problem::parse("spmm m=16 n=21 k=17 bias=1");
    const oracle::spmm_data data(problem,
                                 oracle::random_csr(16, 17, 0.3, oracle::spread::anywhere, 1), 1);
    const spmm layer(problem);
    const sparse_weights a = layer.pack(data.a);
    floats expected(16 * 21), found(expected);
    layer.run(data.b.data(), a, data.bias.data(), expected.data());
    expect_to_allocate_nothing(
        layer.prepare(data.b.data(), a, data.bias.data(), found.data(), alone()));
    EXPECT_EQ(found, expected);
}

TEST(Invocation, OfASparseConvolutionDoesWhatRunDoes) {
    const auto problem =
        conv2d_problem::parse("conv2d ic=4 oc=6 ih=9 iw=9 kh=3 kw=3 bias=1 post=relu");
    for (const double density : {0.3, 0.9}) {
        sparse_conv2d_options opts;
        opts.density = density; // the rule takes sparse weights for one, dense ones for the other
        const sparse_conv2d layer(problem, opts);
        const oracle::conv2d_data data(layer.problem(), 1);
        const sparse_weights weights =
            layer.pack(oracle::random_csr(6, 36, density, oracle::spread::anywhere, 1));
        floats expected(element_count(layout::nchw, layer.problem().dst_extents())),
            found(expected);
        layer.run(data.src.data(), weights, data.bias.data(), expected.data());
        expect_to_allocate_nothing(layer.prepare(data.src.data(), weights, data.bias.data(),
                                                 found.data(), nullptr, alone()));
        EXPECT_EQ(found, expected) << layer.solver();
    }
}

TEST(Invocation, OfRecurrentLayersDoesWhatRunDoes) {
    for (const char *const text :
         {"lstm t=3 mb=2 ic=5 hc=6 bias=1", "gru t=4 mb=3 ic=5 hc=6 lengths=1"}) {
        const auto problem = recurrent_problem::parse(text);
        oracle::recurrent_values values = oracle::recurrent_values(problem, 1);
        const recurrent layer(problem);
        const layer_weights weights = layer.pack(values.weights.data());
        const auto prepared = [&](const recurrent_data &data) {
            expect_to_allocate_nothing(layer.prepare(data, weights, alone()));
        };
        EXPECT_LE(oracle::recurrent_error(problem, values, prepared), 1e-4) << text;

        oracle::prune(values.weights, problem, 0.4, false, 1);
        const sparse_recurrent sparse(problem);
        sparse_recurrent_weights matrices;
        matrices.matrices = oracle::compressed(values.weights, problem);
        matrices.bias = problem.bias ? values.weights.data() + problem.bias_at(0) : nullptr;
        const auto packed = sparse.pack(matrices);
        const auto prepared_sparse = [&](const recurrent_data &data) {
            expect_to_allocate_nothing(sparse.prepare(data, packed, alone()));
        };
        EXPECT_LE(oracle::recurrent_error(problem, values, prepared_sparse), 1e-4) << text;
    }
}

TEST(Invocation, WithoutStepsPassesStatesOn) {
    const auto problem = recurrent_problem::parse("gru t=0 mb=1 ic=2 hc=2");
    const recurrent layer(problem);
    const float first[] = {1, 2};
    float last[] = {0, 0};
    recurrent_data data;
    data.first_hidden = first;
    data.last_hidden = last;
    layer.prepare(data, layer_weights())();
    EXPECT_EQ(last[1], 2);
}

class PoolingInvocation : public ::testing::Test {
protected:
    const pooling layer{pooling_problem::parse("pooling ic=3 ih=4 iw=4 pool=max_pool:2x2:2x2:0x0")};
    floats src = floats(48, 1), dst = floats(12, 0);
};

TEST_F(PoolingInvocation, TakesOtherTensors) {
    invocation run = layer.prepare({src.data()}, dst.data());
    expect_to_allocate_nothing(run);
    EXPECT_EQ(dst, floats(12, 1));
    const floats other(48, 2);
    floats result(12, 0);
    run.set_source("src", other.data());
    run.set_result("dst", result.data());
    run();
    EXPECT_EQ(result, floats(12, 2));
    EXPECT_EQ(dst, floats(12, 1));
}

TEST_F(PoolingInvocation, RefusesWhatIsNoTensorOfIts) {
    invocation run = layer.prepare({src.data()}, dst.data());
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] { run.set_source("dst", src.data()); },
        {"problem \"pooling",
         "set_source: \"dst\" is no source of this run, of which there are src"}));
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] { run.set_result("src", dst.data()); },
        {"set_result: \"src\" is no result of this run, of which there are dst"}));
    EXPECT_TRUE(oracle::throws<user_error>([&] { run.set_source("src", nullptr); },
                                           {"set_source: src is null"}));
    EXPECT_TRUE(oracle::throws<user_error>([&] { invocation().set_source("src", src.data()); },
                                           {"of which there are none"}));
    EXPECT_TRUE(oracle::throws<user_error>([&] { layer.prepare({nullptr}, dst.data()); },
                                           {"prepare: src is null"}));
    EXPECT_TRUE(oracle::throws<user_error>([&] { layer.prepare({}, dst.data()); },
                                           {"prepare: sources are 0, must be 1"}));
}

TEST(Invocations, LieInTheMemoryOfTheCaller) {
    conv2d_options opts;
    opts.solver = "im2col";
    const conv2d layer(conv2d_problem::parse("conv2d ic=32 oc=16 ih=20 iw=20 kh=3 kw=3"), opts);
    const oracle::conv2d_data data(layer.problem(), 1);
    const layer_weights weights = layer.pack(data.weights.data());
    floats expected(element_count(layout::nchw, layer.problem().dst_extents())), found(expected);
    const invocation first =
        layer.prepare(data.src.data(), weights, nullptr, expected.data(), nullptr, alone());
    first();
    ASSERT_GE(first.workspace_bytes(), layer.workspace_bytes());
    layer_weights memory(first.workspace_bytes() / sizeof(float) + 32);
    const execution within = {1, memory.data(), memory.size() * sizeof(float)};
    const invocation second =
        layer.prepare(data.src.data(), weights, nullptr, found.data(), nullptr, within);
    second();
    EXPECT_EQ(second.workspace_bytes(), first.workspace_bytes());
    EXPECT_EQ(found, expected);
}

} // namespace
} // namespace tiramisu::nn
