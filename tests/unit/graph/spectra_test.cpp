#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/operators/numbers.h"
#include "support/network_builder.h"
#include "support/throws.h"

// Fourier transforms and windows, against values that were computed by hand.

namespace tiramisu::testing {
namespace {

using graph::shape;
using graph::tensor;
using oracle::throws;
using attributes = network_builder::attributes;
using numbers = std::vector<double>;

const std::int64_t yes = 1;

/// One node of a tensor, and of numbers behind it; an empty text leaves one out.
tensor evaluated(const std::string &op, const shape &extents, const std::vector<float> &x,
                 const std::vector<std::vector<std::int64_t>> &more = {},
                 const attributes &with = {}) {
    network_builder made(op, 20);
    std::vector<std::string> inputs = {made.input("x", extents)};
    for (const auto &one : more) {
        inputs.push_back(one.empty() ? "" : made.numbers(one));
    }
    const std::string y = made.node(op, inputs, with);
    return graph::evaluate(made.with_output(y), {{"x", {extents, x}}}).at(y);
}

void expect(const tensor &found, const shape &extents, const numbers &values) {
    EXPECT_EQ(found.extents(), extents);
    EXPECT_THAT(graph::reals_of(found), ::testing::Pointwise(::testing::DoubleNear(1e-5), values));
}

TEST(Spectra, OfRealNumbers) {
    expect(evaluated("DFT", {1, 4, 1}, {1, 2, 3, 4}), {1, 4, 2}, {10, 0, -2, 2, -2, 0, -2, -2});
    expect(evaluated("DFT", {1, 4, 1}, {1, 2, 3, 4}, {}, {{"onesided", yes}}), {1, 3, 2},
           {10, 0, -2, 2, -2, 0});
}

TEST(Spectra, BackwardsGiveWhatTheyCameFrom) {
    expect(evaluated("DFT", {1, 4, 2}, {10, 0, -2, 2, -2, 0, -2, -2}, {}, {{"inverse", yes}}),
           {1, 4, 2}, {1, 0, 2, 0, 3, 0, 4, 0});
}

TEST(Spectra, AlongAnotherAxisAndOfAnotherLength) {
    // Two columns, (1, 2, 3, 4) and (0, 1, 0, 0).
    const std::vector<float> x = {1, 0, 2, 1, 3, 0, 4, 0};
    expect(evaluated("DFT", {4, 2, 1}, x, {{}, {0}}), {4, 2, 2},
           {10, 0, 1, 0, -2, 2, 0, -1, -2, 0, -1, 0, -2, -2, 0, 1});
    // Samples behind the length are left out; zeros follow where there are too few.
    expect(evaluated("DFT", {1, 4, 1}, {1, 2, 3, 4}, {{2}}), {1, 2, 2}, {3, 0, -1, 0});
    expect(evaluated("DFT", {1, 2, 1}, {1, 2}, {{4}}), {1, 4, 2}, {3, 0, 1, -2, -1, 0, 1, 2});
}

TEST(Spectra, OfFrames) {
    expect(evaluated("STFT", {1, 6, 1}, {1, 2, 3, 4, 5, 6}, {{2}, {}, {4}}), {1, 2, 3, 2},
           {10, 0, -2, 2, -2, 0, 18, 0, -2, 2, -2, 0});
}

TEST(Spectra, OfFramesOfRealSamplesWithoutTheirOnePart) {
    expect(evaluated("STFT", {1, 6}, {1, 2, 3, 4, 5, 6}, {{2}, {}, {4}}), {1, 2, 3, 2},
           {10, 0, -2, 2, -2, 0, 18, 0, -2, 2, -2, 0});
    EXPECT_TRUE(throws<unsupported_error>(
        [] {
            evaluated("STFT", {6}, std::vector<float>(6), {{2}, {}, {4}});
        },
        {"input is float32 6, must have 2 or 3 dimensions"}));
}

/// The values of a window.
tensor window(const std::string &op, std::int64_t size, std::int64_t periodic) {
    network_builder made(op);
    const tensor length{shape{}, std::vector<std::int64_t>{size}};
    const std::string values = made.node(op, {made.constant(length)}, {{"periodic", periodic}});
    const std::string y = made.node("Add", {made.input("x", {1}), values});
    const tensor nothing{shape{1}, std::vector<float>{0}};
    return graph::evaluate(made.with_output(y), {{"x", nothing}}).at(y);
}

TEST(Spectra, WindowsArePeriodicOrSymmetric) {
    expect(window("HannWindow", 4, 1), {4}, {0, 0.5, 1, 0.5});
    expect(window("HannWindow", 3, 0), {3}, {0, 1, 0});
    expect(window("HammingWindow", 3, 0), {3}, {4.0 / 46, 1, 4.0 / 46});
    expect(window("BlackmanWindow", 3, 0), {3}, {0, 1, 0});
}

TEST(Spectra, BandsOfMelAreTriangles) {
    const auto bands = [](double low, double high) {
        network_builder made("mel", 17);
        std::vector<std::string> inputs;
        for (const double one : {1.0, 16.0, 16000.0}) {
            inputs.push_back(made.constant(
                {shape{}, std::vector<std::int64_t>{static_cast<std::int64_t>(one)}}));
        }
        inputs.push_back(made.number(static_cast<float>(low)));
        inputs.push_back(made.number(static_cast<float>(high)));
        const std::string y = made.node("MelWeightMatrix", inputs, {}, "bands");
        return graph::reals_of(graph::evaluate(made.with_output(y), {}).at(y));
    };
    EXPECT_THAT(bands(1000, 1000), ::testing::ElementsAre(0, 1, 0, 0, 0, 0, 0, 0, 0));
    EXPECT_TRUE(throws<unsupported_error>(
        [&] { bands(9000, 9000); },
        {"node \"bands\" (MelWeightMatrix): has a frequency above half the sample rate"}));
}

TEST(Spectra, RefuseWhatHasNoMeaning) {
    EXPECT_TRUE(throws<unsupported_error>(
        [] {
            evaluated("DFT", {1, 4, 3}, std::vector<float>(12));
        },
        {"node \"DFT_1\" (DFT): input is float32 1x4x3 for 4 samples, must have at "
         "least one and end with 1 (real numbers) or 2 (complex)"}));
    EXPECT_TRUE(throws<unsupported_error>(
        [] {
            evaluated("DFT", {1, 4, 2}, std::vector<float>(8), {}, {{"onesided", yes}});
        },
        {"attribute onesided is 1, which is supported of real numbers, and not backwards"}));
    EXPECT_TRUE(throws<unsupported_error>(
        [] {
            evaluated("DFT", {1, 4, 1}, std::vector<float>(4), {{}, {2}});
        },
        {"axis is 2, the last, which has the parts of complex numbers"}));
    EXPECT_TRUE(throws<unsupported_error>(
        [] {
            evaluated("DFT", {1, 2, 1}, std::vector<float>(2), {{1 << 20}});
        },
        {"transforms 1048576 samples as a product with their matrix"}));
    EXPECT_TRUE(throws<unsupported_error>(
        [] {
            evaluated("STFT", {1, 6, 1}, std::vector<float>(6), {{0}, {}, {4}});
        },
        {"has frames of 4 samples each 0 of 6"}));
    for (const std::int64_t size : {std::int64_t{-1}, std::int64_t{1} << 60}) {
        EXPECT_TRUE(throws<unsupported_error>(
            [&] { window("HannWindow", size, 1); },
            {"the size is " + std::to_string(size), "must be from 1 to 33554432"}));
    }
}

} // namespace
} // namespace tiramisu::testing
