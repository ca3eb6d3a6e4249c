#include <thread>

#include <gtest/gtest.h>

#include "support/network_builder.h"
#include "support/throws.h"

// Networks whose sizes are known at run time only.

namespace tiramisu::testing {
namespace {

using graph::extent;
using graph::model;
using graph::tensor;

/// Images x [batch, 3, 8, 8] -> scores [batch, 5].
model classifier() {
    network_builder made("classifier");
    const std::string x = made.input("x", {1, 3, 8, 8});
    const std::string a = made.node("Relu", {made.conv(x, 3, 16, 3)});
    const std::string flat = made.node("Flatten", {made.node("GlobalAveragePool", {a})});
    model network = made.with_output(made.dense(flat, 16, 5));
    network.inputs[0].extents[0] = {-1, "batch"};
    return network;
}

void expect_as_defined(const nn::open_network &net, const model &network,
                       const nn::open_network::sizes &sizes) {
    const model bound = network.bound(sizes);
    const auto inputs = random_inputs(bound);
    const auto expected = graph::evaluate(bound, inputs);
    const auto found = run(net.of(sizes), inputs);
    for (const auto &[name, values] : expected) {
        EXPECT_LE(difference(found.at(name), values), 1e-4) << name;
    }
}

TEST(OpenNetwork, IsCompiledForEachBatchOnce) {
    const model network = classifier();
    const nn::open_network net(network);
    EXPECT_EQ(std::vector<std::string>{"batch"}, net.symbols());
    EXPECT_EQ(0U, net.count());
    for (const std::int64_t batch : {1, 3, 8, 3, 1}) {
        expect_as_defined(net, network, {{"batch", {batch}}});
    }
    EXPECT_EQ(3U, net.count());
    EXPECT_EQ(&net.of({{"batch", {3}}}), &net.of({{"x", {3, 3, 8, 8}}}));
    EXPECT_EQ(3U, net.count());
}

TEST(OpenNetwork, HasBatchAndLength) {
    network_builder made("sequences");
    const std::string x = made.input("x", {1, 1, 12});
    const std::string a = made.node("MatMul", {x, made.weights({12, 12})});
    model network = made.with_output(made.node(
        "Softmax",
        {made.node("MatMul", {a, made.node("Transpose", {x},
                                           {{"perm", std::vector<std::int64_t>{0, 2, 1}}})})}));
    network.inputs[0].extents[0] = {-1, "N"};
    network.inputs[0].extents[1] = {-1, ""};
    const nn::open_network net(network);
    EXPECT_EQ((std::vector<std::string>{"N", ""}), net.symbols());
    for (const auto &[batch, length] : {std::pair<std::int64_t, std::int64_t>{1, 5}, {3, 2}}) {
        expect_as_defined(net, network, {{"x", {batch, length, 12}}});
    }
}

TEST(OpenNetwork, ThreadsThatAskForTheSameSizesGetOneNetwork) {
    const model network = classifier();
    const nn::open_network net(network);
    std::vector<const nn::network *> found(4);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < found.size(); i++) {
        threads.emplace_back([&, i] { found[i] = &net.of({{"batch", {i % 2 == 0 ? 2 : 4}}}); });
    }
    for (std::thread &one : threads) {
        one.join();
    }
    EXPECT_EQ(found[0], found[2]);
    EXPECT_EQ(found[1], found[3]);
    EXPECT_NE(found[0], found[1]);
}

TEST(OpenNetwork, SaysWhichSizesAreMissing) {
    const nn::open_network net(classifier());
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] { net.of({}); },
        {"input \"x\"", "(x float32 [batch, 3, 8, 8]); give them: x=1,3,8,8"}));
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] {
            net.of({{"length", {3}}});
        },
        {"input \"length\"", "is given sizes, but there is none"}));
    EXPECT_EQ(0U, net.count());
    EXPECT_TRUE(oracle::throws<user_error>([] { nn::network{classifier()}; }, {"give them"}));
}

} // namespace
} // namespace tiramisu::testing
