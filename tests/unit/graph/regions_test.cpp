#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/operators/numbers.h"
#include "support/network_builder.h"
#include "support/throws.h"

// What detectors do with boxes, against values that were computed by hand.

namespace tiramisu::testing {
namespace {

using graph::shape;
using graph::tensor;
using oracle::throws;
using ::testing::ElementsAre;
using attributes = network_builder::attributes;
using numbers = std::vector<double>;
using integers = std::vector<std::int64_t>;

tensor floats(const shape &extents, const std::vector<float> &values) {
    return {extents, values};
}

tensor whole(const integers &values) {
    return {shape{static_cast<std::int64_t>(values.size())}, values};
}

/// An output of one node; its first input is not known while compiling where that is said.
numbers evaluated(const std::string &op, const std::vector<tensor> &inputs, const attributes &with,
                  bool is_known = false, std::size_t output = 0, int opset = 20) {
    network_builder made("boxes", opset);
    const std::string x = made.input("x", inputs[0].extents(), inputs[0].elements());
    std::vector<std::string> names = {is_known ? made.constant(inputs[0]) : x};
    for (std::size_t i = 1; i < inputs.size(); i++) {
        names.push_back(made.constant(inputs[i]));
    }
    const std::string y = made.node_of(output + 1, op, names, with, "one").at(output);
    return graph::reals_of(graph::evaluate(made.with_output(y), {{"x", inputs[0]}}).at(y));
}

tensor counted_image() {
    std::vector<float> values;
    for (int i = 0; i < 16; i++) {
        values.push_back(static_cast<float>(i));
    }
    return floats({1, 1, 4, 4}, values);
}

TEST(RoiAlign, IsTheMeanOfPointsInEachBin) {
    const std::vector<tensor> inputs = {counted_image(), floats({1, 4}, {0, 0, 2, 2}), whole({0})};
    const attributes two = {{"sampling_ratio", std::int64_t{2}}};
    EXPECT_THAT(evaluated("RoiAlign", inputs, two), ElementsAre(2.5));
    EXPECT_THAT(evaluated("RoiAlign", inputs, two, false, 0, 10), ElementsAre(5));
    EXPECT_THAT(
        evaluated("RoiAlign", {inputs[0], floats({1, 4}, {-9, -9, -7, -7}), whole({0})}, two),
        ElementsAre(0));
    const attributes largest = {{"sampling_ratio", std::int64_t{2}}, {"mode", std::string("max")}};
    EXPECT_THAT(evaluated("RoiAlign", inputs, largest), ElementsAre(5));
    EXPECT_TRUE(throws<unsupported_error>(
        [&] {
            evaluated("RoiAlign", inputs, {{"sampling_ratio", std::int64_t{-1}}});
        },
        {"node \"one\" (RoiAlign): attribute sampling_ratio is -1, supported are 0 to 4096"}));
}

/// Without a ratio there are as many points as a bin has elements.
TEST(RoiAlign, BinsSayHowManyPointsThereAre) {
    const tensor image = counted_image(), large = floats({1, 4}, {0.5f, 0.5f, 3.5f, 2.5f});
    const attributes columns = {{"output_width", std::int64_t{2}}};
    const auto with_points = [&](std::int64_t points) {
        attributes with = columns;
        with["sampling_ratio"] = points;
        return evaluated("RoiAlign", {image, large, whole({0})}, with);
    };
    // Rows are two high, columns one and a half wide: two points along each.
    EXPECT_EQ(evaluated("RoiAlign", {image, large, whole({0})}, columns), with_points(2));
    EXPECT_NE(with_points(1), with_points(3));
}

TEST(AffineGrid, MovesThePlacesOfElements) {
    const tensor theta = floats({1, 2, 3}, {1, 0, 1, 0, 2, 0}), size = whole({1, 1, 2, 2});
    EXPECT_THAT(evaluated("AffineGrid", {theta, size}, {}),
                ElementsAre(0.5, -1, 1.5, -1, 0.5, 1, 1.5, 1));
    EXPECT_THAT(evaluated("AffineGrid", {theta, size}, {{"align_corners", std::int64_t{1}}}),
                ElementsAre(0, -2, 2, -2, 0, 2, 2, 2));
    EXPECT_TRUE(throws<unsupported_error>(
        [&] {
            evaluated("AffineGrid", {theta, whole({2, 1, 2, 2})}, {});
        },
        {"theta is float32 1x2x3 for images 2x1x2x2, must be of as many"}));
}

TEST(NonMaxSuppression, KeepsTheBestOfThoseThatOverlap) {
    const tensor boxes = floats({1, 3, 4}, {0, 0, 1, 1, 0, 0.1f, 1, 1.1f, 0, 5, 1, 6}),
                 scores = floats({1, 1, 3}, {0.5f, 0.9f, 0.7f}), most = whole({9}),
                 overlap = floats({1}, {0.5f});
    EXPECT_THAT(evaluated("NonMaxSuppression", {boxes, scores, most, overlap}, {}, true),
                ElementsAre(0, 0, 1, 0, 0, 2));
    EXPECT_THAT(evaluated("NonMaxSuppression", {boxes, scores, most, overlap, floats({1}, {0.8f})},
                          {}, true),
                ElementsAre(0, 0, 1));
    EXPECT_THAT(evaluated("NonMaxSuppression", {boxes, scores, most, overlap}, {}),
                ElementsAre(0, 0, 1, 0, 0, 2));
    network_builder made("boxes");
    const std::string kept = made.node(
        "NonMaxSuppression", {made.input("x", boxes.extents()), made.constant(scores)}, {}, "one");
    EXPECT_TRUE(throws<unsupported_error>(
        [&] { nn::network{made.with_output(kept)}; },
        {"node \"one\" (NonMaxSuppression): how many boxes there are follows from input 1, which "
         "is not known while compiling; let the network end before it, with boxes and scores as "
         "outputs, and suppress behind it"}));
}

TEST(Unique, TellsWhereValuesAreAndHowOften) {
    const tensor x = floats({5}, {2, 1, 1, 3, 2});
    const auto output = [&](std::size_t i, const attributes &with = {}) {
        return evaluated("Unique", {x}, with, true, i);
    };
    EXPECT_THAT(output(0), ElementsAre(1, 2, 3));
    EXPECT_THAT(output(1), ElementsAre(1, 0, 3));
    EXPECT_THAT(output(2), ElementsAre(1, 0, 0, 2, 1));
    EXPECT_THAT(output(3), ElementsAre(2, 2, 1));
    EXPECT_THAT(output(0, {{"sorted", std::int64_t{0}}}), ElementsAre(2, 1, 3));
    EXPECT_THAT(evaluated("Unique", {floats({2, 3}, {1, 0, 1, 4, 5, 4})},
                          {{"axis", std::int64_t{1}}}, true),
                ElementsAre(0, 1, 5, 4));
    EXPECT_THAT(evaluated("Unique", {x}, {}, false, 3), ElementsAre(2, 2, 1));
    network_builder made("values");
    const std::string found = made.node("Unique", {made.input("x", {5})});
    EXPECT_TRUE(throws<unsupported_error>(
        [&] { nn::network{made.with_output(found)}; },
        {"how many values that differ there are follows from input 1, which is not known"}));
}

} // namespace
} // namespace tiramisu::testing
