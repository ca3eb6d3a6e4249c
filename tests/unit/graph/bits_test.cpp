#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/operators/numbers.h"
#include "support/network_builder.h"
#include "support/throws.h"

// Operations on bits, and weights of a few bits, against values that were computed by hand.

namespace tiramisu::testing {
namespace {

using graph::shape;
using graph::tensor;
using oracle::throws;
using ::testing::ElementsAre;
using attributes = network_builder::attributes;
using numbers = std::vector<double>;
using integers = std::vector<std::int64_t>;

tensor of(primitive_t type, const shape &extents, const numbers &values) {
    return graph::tensor_of({type, extents}, values);
}

/// Of one node whose first input is not known while compiling.
numbers evaluated(const std::string &op, const std::vector<tensor> &inputs,
                  const attributes &with = {}) {
    network_builder made("bits", 21);
    std::vector<std::string> names = {made.input("x", inputs[0].extents(), inputs[0].elements())};
    for (std::size_t i = 1; i < inputs.size(); i++) {
        names.push_back(made.constant(inputs[i]));
    }
    const std::string y = made.node(op, names, with, "one");
    return graph::reals_of(graph::evaluate(made.with_output(y), {{"x", inputs[0]}}).at(y));
}

tensor bytes(const numbers &values) {
    return of(p_int8, {static_cast<std::int64_t>(values.size())}, values);
}

TEST(Bitwise, TakesTheBitsOfBothOrEitherOrOne) {
    const tensor x = bytes({-1, 12, -128, 5}), y = bytes({10, 10, -1, 3});
    EXPECT_THAT(evaluated("BitwiseAnd", {x, y}), ElementsAre(10, 8, -128, 1));
    EXPECT_THAT(evaluated("BitwiseOr", {x, y}), ElementsAre(-1, 14, -1, 7));
    EXPECT_THAT(evaluated("BitwiseXor", {x, y}), ElementsAre(-11, 6, 127, 6));
    EXPECT_THAT(evaluated("BitwiseNot", {x}), ElementsAre(0, -13, 127, -6));
    EXPECT_THAT(evaluated("BitwiseNot", {of(p_uint8, {1}, {5})}), ElementsAre(250));
    EXPECT_THAT(evaluated("BitwiseAnd", {x, bytes({0})}), ElementsAre(0, 0, 0, 0));
}

TEST(Bitwise, IsOfIntegersOfOneType) {
    EXPECT_TRUE(throws<unsupported_error>(
        [] {
            evaluated("BitwiseAnd", {of(p_boolean, {1}, {1}), of(p_boolean, {1}, {1})});
        },
        {"node \"one\" (BitwiseAnd): input 1 is boolean 1, must be of integers, all of one type; "
         "booleans take And, Or, Xor, Not"}));
}

TEST(Bitwise, ScalesAndZeroPointsMayBeOfBlocks) {
    const attributes blocks = {{"axis", std::int64_t{1}}, {"block_size", std::int64_t{2}}};
    EXPECT_THAT(evaluated("DequantizeLinear",
                          {of(p_int8, {1, 3}, {1, 2, 3}), of(p_float32, {1, 2}, {1, 10}),
                           of(p_int8, {1, 2}, {1, 0})},
                          blocks),
                ElementsAre(0, 1, 30));
    EXPECT_THAT(evaluated("QuantizeLinear",
                          {of(p_float32, {1, 3}, {1, 2, 30}), of(p_float32, {1, 2}, {1, 10})},
                          blocks),
                ElementsAre(1, 2, 3));
    EXPECT_TRUE(throws<unsupported_error>(
        [&] {
            evaluated("DequantizeLinear",
                      {of(p_int8, {1, 3}, {1, 2, 3}), of(p_float32, {1, 3}, {1, 1, 1})}, blocks);
        },
        {"attribute block_size is 2, scales are 1x3 beside 1x3"}));
}

TEST(PackedWeights, HaveAScaleAndAZeroPointForEachBlock) {
    const tensor x = of(p_float32, {1, 2}, {1, 1}), scales = of(p_float32, {2}, {2, 1});
    numbers packed(16, 0);
    packed[0] = 0xa9; // 9 and 10 in the first column
    packed[8] = 0x78; // 8 and 7 in the second one
    const tensor weights = of(p_uint8, {2, 1, 8}, packed);
    const attributes with = {{"K", std::int64_t{2}},
                             {"N", std::int64_t{2}},
                             {"bits", std::int64_t{4}},
                             {"block_size", std::int64_t{16}}};
    const std::string op = "com.microsoft.MatMulNBits";
    EXPECT_THAT(evaluated(op, {x, weights, scales}, with), ElementsAre(6, -1));
    EXPECT_THAT(evaluated(op, {x, weights, scales, of(p_uint8, {2}, {9, 8})}, with),
                ElementsAre(2, -1));
    EXPECT_TRUE(throws<unsupported_error>(
        [&] {
            evaluated(op, {x, of(p_uint8, {2, 1, 4}, numbers(8, 0)), scales}, with);
        },
        {"node \"one\" (com.microsoft.MatMulNBits): has 8 packed bytes, must be 16"}));
    attributes other = with;
    other["bits"] = std::int64_t{3};
    EXPECT_TRUE(throws<unsupported_error>(
        [&] {
            evaluated(op, {x, weights, scales}, other);
        },
        {"attribute bits is 3, supported are 2, 4 and 8"}));
}

} // namespace
} // namespace tiramisu::testing
