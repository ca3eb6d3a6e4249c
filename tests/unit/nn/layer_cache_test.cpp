// Layers that are made again share the code of the first, which is compiled once and kept to a
// bound.
#include "tiramisu/nn/layer_cache.h"

#include <gtest/gtest.h>

#include <atomic>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "nn/framework/layer/code_store.h"
#include "support/child_process.h"
#include "support/environment_setting.h"
#include "tiramisu/nn/nn.h"

namespace tiramisu::nn {
namespace {

/// The cache of the process is as it was at first, and empty.
class LayerCache : public ::testing::Test {
protected:
    void SetUp() override { clear_layer_cache(); }
    void TearDown() override { set_layer_cache_bound(usual_); }

    /// Layers that were compiled since this object was made.
    std::uint64_t compiled() const { return layer_cache().compiled - before_; }

private:
    const testing::environment_setting nothing_on_disk_ = {"TIRAMISU_CACHE", "off"};
    const std::size_t usual_ = layer_cache().bound;
    const std::uint64_t before_ = layer_cache().compiled;
};

softmax_problem rows(int columns) {
    return softmax_problem::parse("softmax ic=1 ih=2 axis=3 iw=" + std::to_string(columns));
}

std::vector<float> result_of(const softmax &layer) {
    const std::vector<float> src(layer.problem().sources().front().size(), 1);
    std::vector<float> dst(src.size());
    layer.run({src.data()}, dst.data());
    return dst;
}

TEST_F(LayerCache, OfEightThreadsOneCompiles) {
    std::vector<std::thread> threads;
    std::atomic<int> ready{0}, right{0};
    for (int i = 0; i < 8; i++) {
        threads.emplace_back([&] {
            ready++;
            while (ready < 8) {
                std::this_thread::yield();
            }
            const softmax layer(rows(4));
            right += result_of(layer) == std::vector<float>(8, 0.25f) ? 1 : 0;
        });
    }
    for (std::thread &one : threads) {
        one.join();
    }
    EXPECT_EQ(right, 8);
    EXPECT_EQ(compiled(), 1u);
    EXPECT_EQ(layer_cache().layers.size(), 1u);
}

TEST_F(LayerCache, EveryKindOfLayerIsCompiledOnce) {
    for (const layer_kind *const kind : layer_kinds()) {
        SCOPED_TRACE(kind->name());
        layer_options naive;
        naive.solver = "naive";
        const auto first = kind->make(kind->example(), naive);
        const std::uint64_t before = compiled(), shared = layer_cache().shared;
        const auto second = kind->make(kind->example(), naive);
        EXPECT_EQ(compiled(), before);
        EXPECT_GT(layer_cache().shared, shared);
        EXPECT_EQ(second->text(), first->text());
    }
}

TEST_F(LayerCache, WhatDecidesTheCodeIsTheKey) {
    const auto with = [](const auto &change) {
        layer_options opts;
        change(opts);
        return softmax(rows(5), opts);
    };
    with([](layer_options &) {});
    with([](layer_options &opts) { opts.solver = "naive"; });
    with([](layer_options &opts) { opts.compiled.strict_float = true; });
    with([](layer_options &opts) { opts.compiled.validate = true; });
    with([](layer_options &opts) { opts.compiled.checks = tiramisu::argument_checks::none; });
    with([](layer_options &opts) { opts.compiled.target = "sse41"; });
    EXPECT_EQ(compiled(), 6u);
    const softmax other(rows(6));
    EXPECT_EQ(compiled(), 7u);
    with([](layer_options &opts) { opts.compiled.target = "x86-64-linux-sse41"; });
    EXPECT_EQ(compiled(), 7u) << "the same target by another name";
}

TEST_F(LayerCache, DensitiesAndPatternsAreParts) {
    const auto problem = conv2d_problem::parse("conv2d ic=2 oc=2 ih=4 iw=4");
    sparse_conv2d_options opts;
    opts.solver = "naive";
    opts.density = 0.151;
    const sparse_conv2d first(problem, opts);
    opts.density = 0.152;
    const sparse_conv2d second(problem, opts);
    EXPECT_EQ(compiled(), 2u);
    opts.pattern = sparse::csr_matrix::from_dense(2, 2, std::vector<float>{1, 0, 0, 1}.data());
    const sparse_conv2d third(problem, opts);
    opts.pattern = sparse::csr_matrix::from_dense(2, 2, std::vector<float>{0, 1, 1, 0}.data());
    const sparse_conv2d fourth(problem, opts);
    EXPECT_EQ(compiled(), 4u);
}

TEST_F(LayerCache, TellsWhatItHolds) {
    const softmax first(rows(7)), second(rows(8));
    const softmax again(rows(7));
    const layer_cache_contents now = layer_cache();
    ASSERT_EQ(now.layers.size(), 2u);
    EXPECT_NE(now.layers[0].key.find("softmax mb=1 ic=1 ih=2 iw=7"), std::string::npos);
    EXPECT_NE(now.layers[1].key.find(" iw=8 "), std::string::npos);
    EXPECT_EQ(now.bytes, now.layers[0].bytes + now.layers[1].bytes);
    EXPECT_GT(now.layers[0].bytes, 0u);
}

TEST_F(LayerCache, ForgetsWhatWasNotUsedForLongestBeyondItsBound) {
    const softmax first(rows(7)), second(rows(8));
    const softmax again(rows(7));
    const std::size_t both = layer_cache().bytes * 5 / 4; // less than three layers
    set_layer_cache_bound(both);
    EXPECT_EQ(layer_cache().layers.size(), 2u);
    const softmax third(rows(9));
    const layer_cache_contents now = layer_cache();
    EXPECT_LE(now.bytes, both);
    ASSERT_EQ(now.layers.size(), 2u);
    EXPECT_NE(now.layers[0].key.find(" iw=9 "), std::string::npos);
    EXPECT_NE(now.layers[1].key.find(" iw=7 "), std::string::npos);
    EXPECT_EQ(result_of(second), std::vector<float>(16, 0.125f)) << "is held by the program";
}

TEST_F(LayerCache, OfNoBytesKeepsNothing) {
    const softmax first(rows(7));
    set_layer_cache_bound(0);
    EXPECT_TRUE(layer_cache().layers.empty());
    EXPECT_EQ(layer_cache().bytes, 0u);
    const softmax second(rows(7)), third(rows(7));
    EXPECT_EQ(compiled(), 3u);
    EXPECT_TRUE(layer_cache().layers.empty());
}

TEST_F(LayerCache, LeavesOutWhatIsToBeShownWhileItIsCompiled) {
    std::ostringstream shown;
    layer_options opts;
    opts.compiled.debug = {{"pass", "1"}};
    opts.compiled.debug_stream = &shown;
    const softmax first(rows(7), opts);
    const std::string once = shown.str();
    EXPECT_FALSE(once.empty());
    const softmax second(rows(7), opts);
    EXPECT_EQ(shown.str(), once + once);
    EXPECT_TRUE(layer_cache().layers.empty());
}

TEST(CodeStore, TheNextOneTriesWhereOneFails) {
    code_store store;
    const auto failing = []() -> code_store::made { throw std::runtime_error("no"); };
    EXPECT_THROW(store.get("a", failing), std::runtime_error);
    EXPECT_TRUE(store.contents().layers.empty());
    const auto making = []() -> code_store::made { return {std::make_shared<int>(3), 10}; };
    EXPECT_EQ(*std::static_pointer_cast<const int>(store.get("a", making)), 3);
    EXPECT_EQ(store.contents().bytes, 10u);
    EXPECT_EQ(store.contents().compiled, 1u);
}

TEST(CodeStore, ChildrenDoNotWaitForThreadsOfTheirParents) {
    code_store store;
    std::atomic<bool> begun{false}, may_end{false};
    std::thread maker([&] {
        store.get("a", [&]() -> code_store::made {
            begun = true;
            while (!may_end) {
                std::this_thread::yield();
            }
            return {std::make_shared<int>(1), 1};
        });
    });
    while (!begun) {
        std::this_thread::yield();
    }
    EXPECT_TRUE(oracle::holds_in_child([&] {
        return *std::static_pointer_cast<const int>(store.get("a", []() -> code_store::made {
            return {std::make_shared<int>(2), 1};
        })) == 2;
    }));
    may_end = true;
    maker.join();
}

} // namespace
} // namespace tiramisu::nn
