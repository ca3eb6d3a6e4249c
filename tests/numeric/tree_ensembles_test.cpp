#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "support/network_builder.h"

// Trees of tests on the columns of a table: lanes are rows, or trees where there are few rows.

namespace tiramisu::testing {
namespace {

using integers = std::vector<std::int64_t>;

/// Whole trees of three levels of tests.
network_builder::attributes random_trees(std::int64_t trees, int columns, std::mt19937 &random) {
    constexpr std::int64_t inner = 7, nodes = 15;
    integers tree_ids, node_ids, features, yes, no, nans, leaf_trees, leaves, targets;
    std::vector<float> limits, weights;
    std::vector<std::string> modes;
    for (std::int64_t node = 0; node < trees * nodes; node++) {
        const std::int64_t place = node % nodes;
        const bool is_inner = place < inner;
        tree_ids.push_back(node / nodes);
        node_ids.push_back(place);
        features.push_back(
            is_inner ? static_cast<std::int64_t>(random() % static_cast<unsigned>(columns)) : 0);
        limits.push_back(static_cast<float>(random() % 200) / 100 - 1);
        modes.emplace_back(is_inner ? "BRANCH_LEQ" : "LEAF");
        yes.push_back(is_inner ? 2 * place + 1 : 0);
        no.push_back(is_inner ? 2 * place + 2 : 0);
        nans.push_back(is_inner ? static_cast<std::int64_t>(random() % 2) : 0);
        if (!is_inner) {
            leaf_trees.push_back(node / nodes);
            leaves.push_back(place);
            targets.push_back(static_cast<std::int64_t>(random() % 2));
            weights.push_back(static_cast<float>(random() % 100) / 8);
        }
    }
    return {{"nodes_treeids", tree_ids},    {"nodes_nodeids", node_ids},
            {"nodes_featureids", features}, {"nodes_values", limits},
            {"nodes_modes", modes},         {"nodes_truenodeids", yes},
            {"nodes_falsenodeids", no},     {"nodes_missing_value_tracks_true", nans},
            {"target_treeids", leaf_trees}, {"target_nodeids", leaves},
            {"target_ids", targets},        {"target_weights", weights},
            {"n_targets", std::int64_t{2}}};
}

TEST(TreeEnsembles, OfAnyNumberOfRowsAndTrees) {
    constexpr std::int64_t columns = 5;
    for (const std::int64_t rows : {1, 7, 40, 130}) {
        for (const std::int64_t trees : {1, 3, 70}) {
            SCOPED_TRACE(std::to_string(rows) + " rows, " + std::to_string(trees) + " trees");
            std::mt19937 random(static_cast<unsigned>(rows * 100 + trees));
            network_builder made("forest", 17);
            const std::string x = made.input("x", {rows, columns});
            const std::string is_large = made.node("Greater", {x, made.number(0.7F)});
            const std::string table = made.node(
                "Where", {is_large, made.number(std::numeric_limits<float>::quiet_NaN()), x});
            expect_computes_as_defined(
                made.with_output(made.node("ai.onnx.ml.TreeEnsembleRegressor", {table},
                                           random_trees(trees, columns, random))),
                1e-6);
        }
    }
}

} // namespace
} // namespace tiramisu::testing
