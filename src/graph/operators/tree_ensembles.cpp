#include <algorithm>
#include <map>
#include <set>

#include "graph/operators/flat_trees.h"
#include "graph/operators/leaf_values.h"
#include "graph/operators/numbers.h"
#include "graph/operators/operator.h"
#include "graph/operators/scores.h"

// TreeEnsembleClassifier and TreeEnsembleRegressor of ONNX's domain ai.onnx.ml.

namespace tiramisu::graph {

namespace {

using list = std::vector<std::int64_t>;

/// Numbers that are an attribute of floats or, with 64 bits, a tensor.
std::vector<float> numbers_of(const node_call &call, const std::string &name) {
    const auto found = call.what().attributes.find(name + "_as_tensor");
    const auto *values =
        found == call.what().attributes.end() ? nullptr : std::get_if<tensor>(&found->second);
    if (values == nullptr) {
        return call.reals(name);
    }
    const std::vector<double> all = reals_of(*values);
    return {all.begin(), all.end()};
}

/// Trees as lists of nodes, each named by its tree and a number in it: until version 3.
class listed_trees {
public:
    explicit listed_trees(const node_call &call)
        : trees(call.integers("nodes_nodeids", list()).size()) {
        const list numbers = call.integers("nodes_nodeids", list());
        const list of_tree = call.integers("nodes_treeids", list());
        const list columns = call.integers("nodes_featureids", list());
        const list yes = call.integers("nodes_truenodeids", list());
        const list no = call.integers("nodes_falsenodeids", list());
        const std::vector<std::string> modes = call.texts("nodes_modes");
        const std::vector<float> limits = numbers_of(call, "nodes_values");
        list nans = call.integers("nodes_missing_value_tracks_true", list());
        nans.resize(nans.empty() ? numbers.size() : nans.size());
        require_all_nodes(numbers.size(), {of_tree.size(), columns.size(), yes.size(), no.size(),
                                           modes.size(), limits.size(), nans.size()});
        for (std::size_t i = 0; i < numbers.size(); i++) {
            places_[{of_tree[i], numbers[i]}] = i;
        }
        std::set<std::size_t> behind;
        for (std::size_t i = 0; i < numbers.size(); i++) {
            if (modes[i] != "LEAF") {
                const std::size_t a = place(of_tree[i], yes[i]), b = place(of_tree[i], no[i]);
                trees.ask(i, test_of(modes[i]), columns[i], limits[i], nans[i] != 0, a, b);
                behind.insert({a, b});
            }
        }
        for (std::size_t i = 0; i < numbers.size(); i++) {
            if (behind.count(i) == 0) {
                trees.start_at(i);
            }
        }
    }

    std::size_t place(std::int64_t tree, std::int64_t node) const {
        const auto found = places_.find({tree, node});
        if (found == places_.end()) {
            throw refusal("names node " + std::to_string(node) + " of tree " +
                          std::to_string(tree) + ", which there is not");
        }
        return found->second;
    }

    /// Of attributes that begin with `kind`, "target" or "class".
    leaf_values values(const node_call &call, const std::string &kind, std::size_t targets) const {
        leaf_values made(places_.size(), targets);
        const list of_tree = call.integers(kind + "_treeids", list());
        const list nodes = call.integers(kind + "_nodeids", list());
        const list to = call.integers(kind + "_ids", list());
        const std::vector<float> weights = numbers_of(call, kind + "_weights");
        if (of_tree.size() != nodes.size() || to.size() != nodes.size() ||
            weights.size() != nodes.size()) {
            throw refusal("has " + std::to_string(nodes.size()) + " leaves and " +
                          std::to_string(weights.size()) + " weights of them");
        }
        for (std::size_t i = 0; i < nodes.size(); i++) {
            made.add(place(of_tree[i], nodes[i]), to[i], weights[i]);
        }
        return made;
    }

    forest trees;

private:
    std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> places_;

    static forest::test test_of(const std::string &mode) {
        static const std::map<std::string, forest::test> all = {
            {"BRANCH_LEQ", forest::test::at_most},  {"BRANCH_LT", forest::test::less},
            {"BRANCH_GTE", forest::test::at_least}, {"BRANCH_GT", forest::test::more},
            {"BRANCH_EQ", forest::test::equal},     {"BRANCH_NEQ", forest::test::unequal}};
        const auto found = all.find(mode);
        if (found == all.end()) {
            throw refusal("a node of a tree is of mode \"" + mode + "\", which is not supported");
        }
        return found->second;
    }
};

std::string with_base(expansion &to, const std::string &scores, std::size_t targets) {
    std::vector<float> base = numbers_of(to.call, "base_values");
    if (base.empty()) {
        return scores;
    }
    if (base.size() != targets) {
        throw refusal("has " + std::to_string(base.size()) + " base values for " +
                      std::to_string(targets) + " targets");
    }
    return to.add("Add", {scores, to.constant({shape{static_cast<std::int64_t>(targets)}, base})});
}

void regress(expansion &to) {
    const listed_trees all(to.call);
    const auto targets = static_cast<std::size_t>(
        std::clamp<std::int64_t>(to.call.integer("n_targets", 1), 1, 1 << 20));
    const std::string scores =
        all.values(to.call, "target", targets)
            .scores(to, all.trees, to.call.text("aggregate_function", "SUM"));
    to.result(0, transformed(to, with_base(to, scores, targets)));
}

/// Where leaves of a classifier of two add to one class alone, its score stands for both.
void classify_by_one_score(expansion &to, const list &labels, const std::string &scores,
                           std::int64_t scored) {
    const std::vector<float> weights = numbers_of(to.call, "class_weights");
    const bool is_share =
        std::none_of(weights.begin(), weights.end(), [](float one) { return one < 0; });
    std::string score = to.sliced(scores, 1, scored, scored + 1);
    const std::vector<float> base = numbers_of(to.call, "base_values");
    if (!base.empty()) {
        score = to.add("Add", {score, to.like(score, static_cast<double>(base.back()))});
    }
    to.result(0, one_of_two_labels(to, score, is_share ? 0.5 : 0, labels));
    to.result(1, of_two_classes(to, score, is_share));
}

void classify(expansion &to) {
    const listed_trees all(to.call);
    const list labels = class_labels(to.call);
    const list ids = to.call.integers("class_ids", list());
    const std::string scores =
        all.values(to.call, "class", labels.size()).scores(to, all.trees, "SUM");
    if (labels.size() == 2 && std::set<std::int64_t>(ids.begin(), ids.end()).size() == 1) {
        classify_by_one_score(to, labels, scores, ids.front());
        return;
    }
    const std::string all_scores = with_base(to, scores, labels.size());
    to.result(0, best_labels(to, all_scores, labels));
    to.result(1, transformed(to, all_scores));
}

} // namespace

void add_tree_ensembles(operator_table &all) {
    std::vector<std::string> known = {"base_values",
                                      "base_values_as_tensor",
                                      "nodes_falsenodeids",
                                      "nodes_featureids",
                                      "nodes_hitrates",
                                      "nodes_hitrates_as_tensor",
                                      "nodes_missing_value_tracks_true",
                                      "nodes_modes",
                                      "nodes_nodeids",
                                      "nodes_treeids",
                                      "nodes_truenodeids",
                                      "nodes_values",
                                      "nodes_values_as_tensor",
                                      "post_transform"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.end(), known.begin(), known.end());
        return more;
    };
    all.add_expanded("ai.onnx.ml.TreeEnsembleRegressor",
                     with({"aggregate_function", "n_targets", "target_ids", "target_nodeids",
                           "target_treeids", "target_weights", "target_weights_as_tensor"}),
                     1, regress);
    all.add_expanded("ai.onnx.ml.TreeEnsembleClassifier",
                     with({"class_ids", "class_nodeids", "class_treeids", "class_weights",
                           "class_weights_as_tensor", "classlabels_int64s", "classlabels_strings"}),
                     1, classify);
    add_flat_trees(all);
}

} // namespace tiramisu::graph
