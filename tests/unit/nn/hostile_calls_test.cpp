// Calls that have no meaning: each is refused at the user's line, by the names of the
// documentation.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "support/throws.h"
#include "tiramisu/nn/nn.h"

namespace tiramisu::nn {
namespace {

using oracle::throws;

using floats = std::vector<float>;

conv2d small_convolution() {
    return conv2d(conv2d_problem::parse("conv2d ic=2 oc=3 ih=4 iw=4 kh=3 kw=3"));
}

gemm small_product() {
    return gemm(gemm_problem::parse("gemm m=4 n=5 k=6"));
}

TEST(HostileCalls, OfAConvolutionAreRefusedAtTheLineOfTheCall) {
    const conv2d layer = small_convolution();
    floats src(32), weights(54), dst(12);
    const layer_weights packed = layer.pack(weights.data());
    EXPECT_TRUE(throws<user_error>([&] { layer.pack(nullptr); }, {__FILE__, "pack: weights"}));
    EXPECT_TRUE(throws<user_error>([&] { layer.run(src.data(), packed, nullptr, nullptr); },
                                   {__FILE__, "run: dst is null"}));
    EXPECT_TRUE(throws<user_error>([&] { layer.prepare(nullptr, packed, nullptr, dst.data()); },
                                   {__FILE__, "prepare: src is null"}));
    EXPECT_TRUE(throws<user_error>(
        [&] {
            layer.for_images({2, 4, 4});
        },
        {__FILE__, "for_images: of 2 images, must be 1"}));
}

TEST(HostileCalls, OfLayersOfOtherClassesAreRefusedAtTheLineOfTheCall) {
    floats memory(1000);
    EXPECT_TRUE(
        throws<user_error>([&] { small_product().run(memory.data(), memory.data(), elements()); },
                           {__FILE__, "run: c is null"}));
    const eltwise sum(eltwise_problem::parse("eltwise ic=2 ih=3 iw=3 with=add"));
    EXPECT_TRUE(throws<user_error>([&] { sum.run({memory.data()}, memory.data() + 500); },
                                   {__FILE__, "sources are 1, must be 2"}));
    const recurrent lstm(recurrent_problem::parse("lstm l=1 t=2 mb=2 ic=5 hc=6"));
    EXPECT_TRUE(throws<user_error>([&] { lstm.run({}, lstm.pack(memory.data())); },
                                   {__FILE__, "run: src is null"}));
    const spmm sparse(spmm_problem::parse("spmm m=4 n=5 k=6"));
    EXPECT_TRUE(
        throws<user_error>([&] { sparse.run(memory.data(), {}, nullptr, memory.data() + 500); },
                           {__FILE__, "run: a was packed for another product"}));
    const conv2d_chain chain(
        std::vector<conv2d_problem>{conv2d_problem::parse("conv2d ic=2 oc=3 ih=4 iw=4 kh=3 kw=3")});
    EXPECT_TRUE(throws<user_error>([&] { chain.pack({}); }, {__FILE__, "pack: 0 weights"}));
}

TEST(HostileCalls, OfALayerByItsTextAreRefusedAtTheLineOfTheCall) {
    const auto layer = make_layer("gemm m=4 n=5 k=6");
    EXPECT_TRUE(throws<user_error>([&] { layer->pack(nullptr); }, {__FILE__, "pack"}));
    EXPECT_TRUE(throws<user_error>([&] { layer->run({}); }, {__FILE__, "prepare: b is null"}));
    EXPECT_TRUE(throws<user_error>(
        [&] {
            layer->run({{{"d", nullptr}}, {}});
        },
        {__FILE__, "\"d\" is no source of it"}));
}

TEST(HostileCalls, OfCodeThatIsNotGeneratedAreRefusedAtTheLineOfTheCall) {
    const auto problem = gemm_problem::parse("gemm m=4 n=5 k=6");
    gemm_options elsewhere;
    elsewhere.compiled.target = "no-such-target";
    const oracle::thrown found =
        oracle::run_and_catch<user_error>([&] { gemm layer(problem, elsewhere); });
    EXPECT_EQ(found.text.rfind(std::string(__FILE__) + ":", 0), 0u) << found.text;
    EXPECT_NE(found.text.find("no-such-target"), std::string::npos) << found.text;
    EXPECT_TRUE(
        throws<user_error>([&] { gemm::write_object(problem, "/tmp/hostile_calls.o", "no name"); },
                           {__FILE__, "no name"}));
}

TEST(HostileCalls, ThreadsAndMemoryAreRefusedAtTheLineOfTheCall) {
    const gemm layer = small_product();
    floats a(24), b(30), c(20);
    execution opts;
    opts.threads = -1;
    EXPECT_TRUE(throws<user_error>(
        [&] { layer.prepare(a.data(), b.data(), c.data(), {}, opts); },
        {__FILE__, "problem \"gemm m=4 n=5 k=6\": prepare: is to be executed by -1 threads"}));
    opts.threads = 1000;
    EXPECT_NO_THROW(layer.prepare(a.data(), b.data(), c.data(), {}, opts)());
}

TEST(HostileCalls, OverlapsAreToldOfByTheNamesThatTheLayerHas) {
    const recurrent layer(recurrent_problem::parse("lstm l=1 t=2 mb=2 ic=5 hc=6"));
    floats weights(layer.problem().weights_count()), src(20), dst(24);
    const layer_weights packed = layer.pack(weights.data());
    recurrent_data data;
    data.src = src.data();
    data.dst = data.last_hidden = dst.data();
    EXPECT_TRUE(throws<user_error>([&] { layer.run(data, packed); },
                                   {__FILE__, "run", "\"last_hidden\"", "overlap"}));
    const invocation run = layer.prepare(data, packed);
    EXPECT_TRUE(
        throws<user_error>([&] { run(); }, {__FILE__, "prepare", "\"last_hidden\"", "overlap"}));
}

TEST(HostileCalls, SizesThatALayoutFillsUpAreRefusedWithTheProblem) {
    const std::string filled = "as nchw16c, whose blocks are filled up, has more elements than";
    EXPECT_TRUE(throws<user_error>(
        [] {
            pooling_problem::parse("pooling ic=1 ih=16384 iw=16384 pool=max_pool:2x2:2x2:0x0 "
                                   "layout=nchw16c");
        },
        {__FILE__, "src", filled}));
    EXPECT_TRUE(throws<user_error>(
        [] { reorder_problem::parse("reorder ic=1 ih=16384 iw=16384 to=nchw16c"); },
        {__FILE__, "dst", filled}));
    conv2d_options opts;
    opts.layouts.src = layout::nchw16c;
    EXPECT_TRUE(throws<user_error>(
        [&] {
            conv2d(conv2d_problem::parse("conv2d ic=1 oc=1 ih=16384 iw=16384 kh=3 kw=3"), opts);
        },
        {__FILE__, "src", filled}));
}

TEST(HostileCalls, LayersThatWereMovedFromStayWhatTheyWere) {
    gemm layer = small_product();
    const gemm moved = std::move(layer);
    EXPECT_EQ(layer.solver(), moved.solver());
    EXPECT_EQ(layer.problem(), moved.problem());
    floats a(24, 1), b(30, 1), c(20);
    layer.run(a.data(), b.data(), c.data());
    EXPECT_EQ(c, floats(20, 6));
}

TEST(HostileCalls, WeightsThatWereMovedFromAreNone) {
    const conv2d layer = small_convolution();
    floats src(32), weights(54), dst(12);
    layer_weights packed = layer.pack(weights.data());
    const layer_weights moved = std::move(packed);
    EXPECT_EQ(packed.size(), 0u);
    EXPECT_EQ(packed.made_for(), "");
    EXPECT_TRUE(throws<user_error>([&] { layer.run(src.data(), packed, nullptr, dst.data()); },
                                   {__FILE__, "weights were packed for another convolution"}));
    EXPECT_NO_THROW(layer.run(src.data(), moved, nullptr, dst.data()));
}

TEST(HostileCalls, InvocationsThatWereMovedFromDoNothing) {
    floats a(24, 1), b(30, 1), c(20);
    const gemm layer = small_product();
    invocation run = layer.prepare(a.data(), b.data(), c.data());
    const invocation moved = std::move(run);
    run();
    EXPECT_EQ(c, floats(20));
    EXPECT_EQ(run.workspace_bytes(), 0u);
    EXPECT_TRUE(throws<user_error>([&] { run.set_source("a", a.data()); },
                                   {__FILE__, "set_source", "\"a\" is no source"}));
    moved();
    EXPECT_EQ(c, floats(20, 6));
}

TEST(HostileCalls, WordsThatAreNoneNameThoseThatThereAre) {
    EXPECT_TRUE(
        throws<user_error>([] { softmax_problem::parse("softmax ic=3 ih=1 iw=1 layout=lifted"); },
                           {__FILE__, "layout: is \"lifted\", may be nchw, nhwc, nchw16c"}));
    EXPECT_TRUE(throws<user_error>([] { concat_problem::parse("concat ic=3+ ih=1 iw=1"); },
                                   {__FILE__, "ic: is \"3+\", must be the channels"}));
}

TEST(HostileCalls, NumbersThatAreNoEnumeratorsAreRefused) {
    pooling_problem pool =
        pooling_problem::parse("pooling ic=3 ih=4 iw=4 pool=max_pool:2x2:2x2:0x0");
    pool.format = static_cast<layout>(99);
    EXPECT_TRUE(throws<user_error>([&] { pooling layer(pool); },
                                   {__FILE__, "layout: is value 99 of its enum, may be nchw"}));
    gemm_problem product = gemm_problem::parse("gemm m=4 n=5 k=6");
    product.type = static_cast<element_type>(99);
    EXPECT_TRUE(throws<user_error>([&] { gemm layer(product); },
                                   {__FILE__, "type: is value 99 of its enum, may be f32"}));
    recurrent_problem sequence = recurrent_problem::parse("lstm l=1 t=2 mb=2 ic=5 hc=6");
    sequence.cell = static_cast<recurrent_cell>(99);
    EXPECT_TRUE(throws<user_error>([&] { recurrent layer(sequence); },
                                   {__FILE__, "cell: is value 99 of its enum, may be lstm"}));
    conv2d_options opts;
    opts.layouts.dst = static_cast<layout>(99);
    EXPECT_TRUE(throws<user_error>(
        [&] { conv2d(conv2d_problem::parse("conv2d ic=2 oc=3 ih=4 iw=4 kh=3 kw=3"), opts); },
        {__FILE__, "layouts.dst: is value 99 of its enum, may be nchw, nhwc, nchw16c, lifted"}));
    auto statistics = batch_norm_training_problem::parse("batch_norm_training ic=3 ih=2 iw=2");
    statistics.per = static_cast<batch_statistics>(99);
    const std::string per = "per: is value 99 of its enum, may be channel, activation";
    EXPECT_TRUE(
        throws<user_error>([&] { batch_norm_training layer(statistics); }, {__FILE__, per}));
    auto backward = batch_norm_backward_problem::parse("batch_norm_backward ic=3 ih=2 iw=2");
    backward.per = static_cast<batch_statistics>(-1);
    EXPECT_TRUE(throws<user_error>([&] { batch_norm_backward layer(backward); },
                                   {__FILE__, "per: is value -1 of its enum"}));
    pool = pooling_problem::parse("pooling ic=3 ih=4 iw=4 pool=max_pool:2x2:2x2:0x0");
    pool.pool.what = static_cast<post::pool::kind>(99);
    EXPECT_TRUE(throws<user_error>([&] { pooling layer(pool); }, {__FILE__, "has no meaning"}));
}

TEST(HostileCalls, FindNamesOnlySolversThatItTries) {
    search_options opts;
    opts.solvers = {"fastest"};
    const oracle::thrown found = oracle::run_and_catch<user_error>(
        [&] { find(gemm_problem::parse("gemm m=4 n=5 k=6"), opts); });
    EXPECT_NE(found.text.find("is not known; there are \""), std::string::npos) << found.text;
    EXPECT_EQ(found.text.find("auto"), std::string::npos) << found.text;
}

TEST(HostileCalls, ChecksThatAreNoEnumeratorAreRefused) {
    layer_options opts;
    opts.compiled.checks = static_cast<argument_checks>(99);
    EXPECT_TRUE(throws<user_error>([&] { make_layer("gemm m=4 n=5 k=6", opts); },
                                   {"checks: is value 99 of its enum, may be "
                                    "argument_checks::none, memory or exact"}));
}

TEST(HostileCalls, FindTriesSomethingAtLeastOnce) {
    const auto problem = gemm_problem::parse("gemm m=4 n=5 k=6");
    search_options opts;
    opts.repeats = 0;
    EXPECT_TRUE(throws<user_error>([&] { find(problem, opts); },
                                   {"search_options: repeats: is 0, must be at least 1"}));
    opts.repeats = 1;
    opts.configurations = -1;
    EXPECT_TRUE(throws<user_error>([&] { find(problem, opts); },
                                   {"search_options: configurations: is -1, must be at least 1"}));
}

TEST(HostileCalls, WhatASearchMayTakeIsNoNegativeNumber) {
    const auto problem = gemm_problem::parse("gemm m=4 n=5 k=6");
    search_options opts;
    opts.seconds = -0.5;
    EXPECT_TRUE(throws<user_error>([&] { find(problem, opts); },
                                   {__FILE__, "search_options: seconds: is -0.5, must be at least "
                                              "0: what the search of a layer may take, 0 where it "
                                              "takes what it needs"}));
    opts.seconds = std::numeric_limits<double>::quiet_NaN();
    EXPECT_TRUE(throws<user_error>([&] { find(problem, opts); }, {"seconds: is nan, must be"}));
    opts.seconds = 0;
    opts.patience = -3;
    EXPECT_TRUE(throws<user_error>([&] { find(problem, opts); },
                                   {"search_options: patience: is -3, must be at least 0: the "
                                    "configurations of a solver that may be no faster"}));
}

TEST(HostileCalls, ModesOfFindNeedWhatTheyLookInto) {
    const auto problem = gemm_problem::parse("gemm m=4 n=5 k=6");
    search_options opts;
    for (const auto &[mode, name] :
         {std::pair{find_mode::hybrid, "hybrid"}, {find_mode::clean, "clean"}}) {
        opts.mode = mode;
        EXPECT_TRUE(throws<user_error>(
            [&] { find(problem, opts); },
            {__FILE__, std::string("search_options: mode: is ") + name +
                           ", but results is null; it needs the perf_db in which it looks and "
                           "remembers"}));
    }
    opts.mode = static_cast<find_mode>(99);
    EXPECT_TRUE(throws<user_error>([&] { find(problem, opts); },
                                   {"mode: is value 99 of its enum, may be find_mode::normal, "
                                    "fast, hybrid or clean"}));
}

TEST(HostileCalls, LengthsOfALayerByItsTextAreOneOfItsArguments) {
    const auto layer = make_layer("lstm l=1 t=2 mb=2 ic=5 hc=6 lengths=1");
    floats weights(4 * 6 * 11, 0.1f), src(20, 1), dst(24, -1);
    const any_weights packed = layer->pack(weights.data());
    std::int32_t lengths[] = {2, 0};
    layer->run(
        {{{"src", src.data()}, {"lengths", {lengths, element_type::s32}}}, {{"dst", dst.data()}}},
        packed);
    EXPECT_NE(dst[0], 0);
    EXPECT_EQ(floats(dst.begin() + 6, dst.begin() + 12), floats(6)); // the sequence without steps
    lengths[1] = 3;
    EXPECT_TRUE(throws<user_error>(
        [&] {
            layer->run({{{"src", src.data()}, {"lengths", {lengths, element_type::s32}}},
                        {{"dst", dst.data()}}},
                       packed);
        },
        {__FILE__, "lengths[1] is 3, must be from 0 to steps = 2"}));
    EXPECT_TRUE(throws<user_error>(
        [&] {
            layer->run({{{"src", src.data()}, {"lengths", src.data()}}, {{"dst", dst.data()}}},
                       packed);
        },
        {__FILE__, "lengths is of type f32, must be of s32"}));
}

TEST(HostileCalls, AllocatorsThatGiveNothingOrTheWrongMemoryEndTheRunWithAnError) {
    conv2d_options opts;
    opts.solver = "im2col"; // with arrays of 40 KiB and more
    const conv2d layer(conv2d_problem::parse("conv2d ic=32 oc=16 ih=18 iw=18 kh=3 kw=3"), opts);
    const floats src(32 * 18 * 18), weights(16 * 32 * 9);
    floats dst(16 * 16 * 16);
    const layer_weights packed = layer.pack(weights.data());
    alignas(128) static char memory[1 << 18];
    const auto refused = [&](void *(*give)(void *, std::size_t, std::size_t),
                             const std::string &why) {
        execution calls;
        calls.threads = 1;
        calls.allocator = {give, [](void *, void *, std::size_t) {}, nullptr};
        const invocation run =
            layer.prepare(src.data(), packed, nullptr, dst.data(), nullptr, calls);
        return throws<error>([&] { run(); }, {"out of memory", why});
    };
    EXPECT_TRUE(refused([](void *, std::size_t, std::size_t) -> void * { return nullptr; },
                        "could not be allocated"));
    EXPECT_TRUE(refused([](void *, std::size_t, std::size_t) -> void * { return memory + 8; },
                        "the allocator gave memory that is no multiple of 128"));
}

TEST(HostileCalls, PoolingOfNarrowFloatsPrintsNothing) {
    const std::string folder = layer_cache_folder().path;
    set_layer_cache_folder(""); // so that the code is made here
    layer_options opts;
    opts.solver = "rows"; // Halide warns that it computes the maxima of bf16 in another type
    ::testing::internal::CaptureStderr();
    const pooling layer(
        pooling_problem::parse("pooling ic=16 ih=9 iw=5 pool=max_pool:3x3:2x2:1x1 type=bf16"),
        opts);
    EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
    set_layer_cache_folder(folder);
}

} // namespace
} // namespace tiramisu::nn
