#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/operators/numbers.h"
#include "support/network_builder.h"
#include "support/throws.h"

// Operators of the domain ai.onnx.ml against values that were computed by hand.
// tests/onnx_suite/whole_networks.py compares with ONNX Runtime.

namespace tiramisu::testing {
namespace {

using graph::model;
using graph::shape;
using graph::tensor;
using oracle::throws;
using attributes = network_builder::attributes;
using numbers = std::vector<double>;
using reals = std::vector<float>;
using integers = std::vector<std::int64_t>;
using texts = std::vector<std::string>;

model of_node(const std::string &op, const tensor &x, const attributes &with, std::size_t outputs) {
    network_builder made(op);
    const std::string in = made.input("x", x.extents(), x.elements());
    return made.with_outputs(made.node_of(outputs, "ai.onnx.ml." + op, {in}, with));
}

/// An output of one node, of its only input.
numbers evaluated(const std::string &op, const tensor &x, const attributes &with,
                  std::size_t outputs = 1, std::size_t output = 0) {
    const model net = of_node(op, x, with, outputs);
    return graph::reals_of(graph::evaluate(net, {{"x", x}}).at(net.outputs[output].name));
}

tensor column(const reals &values) {
    return {shape{static_cast<std::int64_t>(values.size()), 1}, values};
}

/// One tree: a test of a column by 2, then leaves of 10 and 20.
attributes one_test(const std::string &mode, std::int64_t takes_nan = 0) {
    return {{"nodes_nodeids", integers{0, 1, 2}},
            {"nodes_treeids", integers{0, 0, 0}},
            {"nodes_featureids", integers{0, 0, 0}},
            {"nodes_truenodeids", integers{1, 0, 0}},
            {"nodes_falsenodeids", integers{2, 0, 0}},
            {"nodes_modes", texts{mode, "LEAF", "LEAF"}},
            {"nodes_values", reals{2, 0, 0}},
            {"nodes_missing_value_tracks_true", integers{takes_nan, 0, 0}},
            {"target_treeids", integers{0, 0}},
            {"target_nodeids", integers{1, 2}},
            {"target_ids", integers{0, 0}},
            {"target_weights", reals{10, 20}}};
}

TEST(Tables, ATreeAsksInSixWays) {
    const tensor x = column({1, 2, 3, NAN});
    const auto found = [&](const std::string &mode, std::int64_t takes_nan) {
        return evaluated("TreeEnsembleRegressor", x, one_test(mode, takes_nan));
    };
    EXPECT_EQ(found("BRANCH_LEQ", 0), (numbers{10, 10, 20, 20}));
    EXPECT_EQ(found("BRANCH_LEQ", 1), (numbers{10, 10, 20, 10}));
    EXPECT_EQ(found("BRANCH_LT", 0), (numbers{10, 20, 20, 20}));
    EXPECT_EQ(found("BRANCH_LT", 1), (numbers{10, 20, 20, 10}));
    EXPECT_EQ(found("BRANCH_GTE", 0), (numbers{20, 10, 10, 20}));
    EXPECT_EQ(found("BRANCH_GTE", 1), (numbers{20, 10, 10, 10}));
    EXPECT_EQ(found("BRANCH_GT", 0), (numbers{20, 20, 10, 20}));
    EXPECT_EQ(found("BRANCH_GT", 1), (numbers{20, 20, 10, 10}));
    EXPECT_EQ(found("BRANCH_EQ", 0), (numbers{20, 10, 20, 20}));
    EXPECT_EQ(found("BRANCH_EQ", 1), (numbers{20, 10, 20, 10}));
    EXPECT_EQ(found("BRANCH_NEQ", 0), (numbers{10, 20, 10, 20}));
    EXPECT_EQ(found("BRANCH_NEQ", 1), (numbers{10, 20, 10, 10}));
}

TEST(Tables, TreesMayBeListsOfNodesAndOfLeaves) {
    attributes with = {{"nodes_featureids", integers{0}},
                       {"nodes_modes", graph::tensor_of({p_uint8, {1}}, numbers{0})},
                       {"nodes_splits", tensor(shape{1}, reals{2})},
                       {"nodes_truenodeids", integers{0}},
                       {"nodes_trueleafs", integers{1}},
                       {"nodes_falsenodeids", integers{1}},
                       {"nodes_falseleafs", integers{1}},
                       {"tree_roots", integers{0}},
                       {"leaf_targetids", integers{0, 0}},
                       {"leaf_weights", tensor(shape{2}, reals{10, 20})}};
    EXPECT_EQ(evaluated("TreeEnsemble", column({1, 2, 3}), with), (numbers{10, 10, 20}));
    with["nodes_modes"] = graph::tensor_of({p_uint8, {1}}, numbers{6});
    EXPECT_TRUE(throws<unsupported_error>([&] { evaluated("TreeEnsemble", column({1}), with); },
                                          {"attribute membership_values has no set for node 0"}));
    with["membership_values"] = tensor(shape{3}, reals{1, 3, NAN});
    EXPECT_EQ(evaluated("TreeEnsemble", column({1, 2, 3}), with), (numbers{10, 20, 10}));
    with["nodes_falsenodeids"] = integers{7};
    EXPECT_TRUE(throws<unsupported_error>([&] { evaluated("TreeEnsemble", column({1}), with); },
                                          {"names leaf 7 of 2"}));
    with["nodes_falsenodeids"] = integers{0};
    with["nodes_falseleafs"] = integers{0};
    EXPECT_TRUE(throws<unsupported_error>([&] { evaluated("TreeEnsemble", column({1}), with); },
                                          {"its trees are no trees: a node leads to itself"}));
}

TEST(Tables, CompiledTreesFindTheLeavesOfTheirDefinition) {
    for (const std::string mode : {"BRANCH_LEQ", "BRANCH_GT", "BRANCH_EQ"}) {
        for (const std::int64_t takes_nan : {0, 1}) {
            const tensor x = column({1, 2, 3, NAN});
            const model net = of_node("TreeEnsembleRegressor", x, one_test(mode, takes_nan), 1);
            const std::string y = net.outputs[0].name;
            EXPECT_EQ(graph::reals_of(run(nn::network(net), {{"x", x}}).at(y)),
                      graph::reals_of(graph::evaluate(net, {{"x", x}}).at(y)))
                << mode;
        }
    }
}

TEST(Tables, TreesThatAreNoneAreRefused) {
    attributes with = one_test("BRANCH_LEQ");
    with["nodes_featureids"] = integers{1, 0, 0};
    EXPECT_TRUE(
        throws<unsupported_error>([&] { evaluated("TreeEnsembleRegressor", column({1}), with); },
                                  {"a node of a tree asks for column 1, the table has 1"}));
    with["nodes_falsenodeids"] = integers{7, 0, 0};
    EXPECT_TRUE(
        throws<unsupported_error>([&] { evaluated("TreeEnsembleRegressor", column({1}), with); },
                                  {"names node 7 of tree 0, which there is not"}));
    EXPECT_TRUE(throws<unsupported_error>(
        [&] { evaluated("TreeEnsembleRegressor", column({1}), one_test("BRANCH_MEMBER")); },
        {"a node of a tree is of mode \"BRANCH_MEMBER\", which is not supported"}));
}

TEST(Tables, ClassesHaveLabelsAndScores) {
    const attributes linear = {{"coefficients", reals{1, -1, 0}},
                               {"intercepts", reals{0, 0.5f, 1}},
                               {"classlabels_ints", integers{7, 8, 9}}};
    EXPECT_EQ(evaluated("LinearClassifier", column({2, 0, -3}), linear, 2), (numbers{7, 9, 8}));
    EXPECT_EQ(evaluated("LinearClassifier", column({2, 0}), linear, 2, 1),
              (numbers{2, -1.5, 1, 0, 0.5, 1}));
    attributes named = linear;
    named.erase("classlabels_ints");
    named["classlabels_strings"] = texts{"cat", "cow", "dog"};
    EXPECT_EQ(evaluated("LinearClassifier", column({2, 0, -3}), named, 2), (numbers{0, 2, 1}));
}

TEST(Tables, ColumnsAreScaledFilledAndEncoded) {
    const tensor x{shape{2, 2}, reals{1, 2, NAN, 4}};
    EXPECT_EQ(evaluated("Imputer", x,
                        {{"imputed_value_floats", reals{5, 6}}, {"replaced_value_float", NAN}}),
              (numbers{1, 2, 5, 4}));
    EXPECT_EQ(evaluated("Scaler", tensor(shape{1, 2}, reals{3, 5}),
                        {{"offset", reals{1, 2}}, {"scale", reals{2, 10}}}),
              (numbers{4, 30}));
    EXPECT_EQ(evaluated("Normalizer", tensor(shape{2, 2}, reals{3, -4, 0, 0}),
                        {{"norm", std::string("L2")}}),
              graph::reals_of(tensor(shape{4}, reals{0.6f, -0.8f, 0, 0})));
    EXPECT_EQ(evaluated("OneHotEncoder", tensor(shape{3}, integers{5, 1, 2}),
                        {{"cats_int64s", integers{1, 5}}}),
              (numbers{0, 1, 1, 0, 0, 0}));
    EXPECT_EQ(evaluated("LabelEncoder", tensor(shape{3}, integers{5, 1, 2}),
                        {{"keys_int64s", integers{1, 5}},
                         {"values_int64s", integers{10, 50}},
                         {"default_int64", std::int64_t{-7}}}),
              (numbers{50, 10, -7}));
    EXPECT_TRUE(throws<unsupported_error>(
        [] {
            evaluated("LabelEncoder", tensor(shape{1}, integers{5}),
                      {{"keys_int64s", integers{1}}, {"values_strings", texts{"one"}}});
        },
        {"its values are strings (\"one\", ...), which networks here cannot have"}));
}

TEST(Tables, SupportVectorsVoteInPairs) {
    // One vector a class: their sums of products are x, -x and 2x, with these numbers added.
    const attributes with = {{"support_vectors", reals{1, 1, 1}},
                             {"coefficients", reals{0.5f, 0.5f, -3, 1, -2, 4}},
                             {"rho", reals{0, 1, 2}},
                             {"vectors_per_class", integers{1, 1, 1}},
                             {"classlabels_ints", integers{0, 1, 2}},
                             {"kernel_type", std::string("LINEAR")},
                             {"kernel_params", reals{0, 0, 0}}};
    // Pairs: 0 and 1: (0.5 + 0.5) x; 0 and 2: (1 - 3) x + 1; 1 and 2: (-2 + 4) x + 2.
    EXPECT_EQ(evaluated("SVMClassifier", column({1, -2}), with, 2, 1),
              (numbers{1, -1, 4, -2, 5, -2}));
    EXPECT_EQ(evaluated("SVMRegressor", column({3}),
                        {{"n_supports", std::int64_t{2}},
                         {"support_vectors", reals{1, 2}},
                         {"coefficients", reals{1, -1}},
                         {"rho", reals{0.5f}},
                         {"kernel_type", std::string("LINEAR")}}),
              (numbers{3 - 6 + 0.5}));
}

} // namespace
} // namespace tiramisu::testing
