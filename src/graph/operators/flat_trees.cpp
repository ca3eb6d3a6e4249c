#include "graph/operators/flat_trees.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "graph/operators/leaf_values.h"
#include "graph/operators/numbers.h"
#include "graph/operators/operator.h"
#include "graph/operators/scores.h"

// TreeEnsemble of ONNX's domain ai.onnx.ml: trees as lists of nodes and lists of leaves, from
// version 5 on.

namespace tiramisu::graph {

namespace {

using list = std::vector<std::int64_t>;

/// Numbers of a tensor that is an attribute; none where it is left out.
std::vector<double> numbers_of(const node_call &call, const std::string &name) {
    const auto found = call.what().attributes.find(name);
    const auto *values =
        found == call.what().attributes.end() ? nullptr : std::get_if<tensor>(&found->second);
    return values == nullptr ? std::vector<double>() : reals_of(*values);
}

constexpr std::int64_t member_mode = 6;

/// Sets of numbers, one for each node that asks for a member; a NaN ends each.
std::vector<std::vector<float>> sets_of(const node_call &call) {
    std::vector<std::vector<float>> sets;
    bool is_open = false;
    for (const double one : numbers_of(call, "membership_values")) {
        if (!is_open) {
            sets.emplace_back();
        }
        is_open = !std::isnan(one);
        if (is_open) {
            sets.back().push_back(static_cast<float>(one));
        }
    }
    return sets;
}

class flat_trees {
public:
    explicit flat_trees(const node_call &call)
        : columns_(call.integers("nodes_featureids", list())),
          leaves_(call.integers("leaf_targetids", list())), sets_(sets_of(call)),
          trees_(columns_.size() + leaves_.size() + count_of_members()) {
        const std::vector<double> modes = numbers_of(call, "nodes_modes"),
                                  limits = numbers_of(call, "nodes_splits");
        const list yes = call.integers("nodes_truenodeids", list()),
                   no = call.integers("nodes_falsenodeids", list()),
                   yes_is_leaf = call.integers("nodes_trueleafs", list()),
                   no_is_leaf = call.integers("nodes_falseleafs", list());
        list nans = call.integers("nodes_missing_value_tracks_true", list());
        nans.resize(nans.empty() ? columns_.size() : nans.size());
        require_all_nodes(columns_.size(), {modes.size(), limits.size(), yes.size(), no.size(),
                                            yes_is_leaf.size(), no_is_leaf.size(), nans.size()});
        for (std::size_t i = 0; i < columns_.size(); i++) {
            if (!(modes[i] >= 0 && modes[i] <= static_cast<double>(member_mode))) {
                std::ostringstream text;
                text << "a node of a tree is of mode " << modes[i] << ", must be from 0 to "
                     << member_mode;
                throw refusal(text.str());
            }
            ask({i, static_cast<std::int64_t>(modes[i]), static_cast<float>(limits[i]),
                 nans[i] != 0, place(yes[i], yes_is_leaf[i] != 0),
                 place(no[i], no_is_leaf[i] != 0)});
        }
        for (const std::int64_t root : call.integers("tree_roots", list())) {
            trees_.start_at(place(root, false));
        }
    }

    leaf_values values(const node_call &call, std::size_t targets) const {
        const std::vector<double> weights = numbers_of(call, "leaf_weights");
        if (weights.size() != leaves_.size()) {
            throw refusal("has " + std::to_string(leaves_.size()) + " leaves and " +
                          std::to_string(weights.size()) + " weights of them");
        }
        leaf_values made(columns_.size() + leaves_.size(), targets);
        for (std::size_t i = 0; i < leaves_.size(); i++) {
            made.add(columns_.size() + i, leaves_[i], static_cast<float>(weights[i]));
        }
        return made;
    }

    const forest &trees() const { return trees_; }

private:
    list columns_, leaves_; ///< what nodes ask for, and what leaves add to
    std::vector<std::vector<float>> sets_;
    std::size_t asked_sets_ = 0, added_ = 0; ///< sets that have been taken, and nodes for them
    forest trees_;

    struct question {
        std::size_t node;
        std::int64_t mode;
        float limit;
        bool takes_nan;
        std::size_t yes, no;
    };

    std::size_t count_of_members() const {
        std::size_t count = 0;
        for (const std::vector<float> &one : sets_) {
            count += one.size();
        }
        return count;
    }

    /// Leaves lie behind nodes.
    std::size_t place(std::int64_t number, bool is_leaf) const {
        const std::size_t count = is_leaf ? leaves_.size() : columns_.size();
        if (number < 0 || number >= static_cast<std::int64_t>(count)) {
            throw refusal("names " + std::string(is_leaf ? "leaf " : "node ") +
                          std::to_string(number) + " of " + std::to_string(count));
        }
        return static_cast<std::size_t>(number) + (is_leaf ? columns_.size() : 0);
    }

    void ask(const question &what) {
        constexpr forest::test tests[] = {forest::test::at_most,  forest::test::less,
                                          forest::test::at_least, forest::test::more,
                                          forest::test::equal,    forest::test::unequal};
        if (what.mode == member_mode) {
            ask_for_member(what);
            return;
        }
        trees_.ask(what.node, tests[what.mode], columns_[what.node], what.limit, what.takes_nan,
                   what.yes, what.no);
    }

    /// Nodes one after the other that each ask for one number of the set.
    void ask_for_member(const question &what) {
        if (asked_sets_ == sets_.size() || sets_[asked_sets_].empty()) {
            throw refusal("attribute membership_values has no set for node " +
                          std::to_string(what.node));
        }
        const std::vector<float> &members = sets_[asked_sets_++];
        std::size_t node = what.node;
        for (std::size_t i = 0; i < members.size(); i++) {
            const bool is_last = i + 1 == members.size();
            const std::size_t next =
                is_last ? what.no : columns_.size() + leaves_.size() + added_++;
            trees_.ask(node, forest::test::equal, columns_[what.node], members[i], what.takes_nan,
                       what.yes, next);
            node = next;
        }
    }
};

std::string named(const std::vector<std::string> &names, std::int64_t number,
                  const char *attribute) {
    if (number < 0 || number >= static_cast<std::int64_t>(names.size())) {
        throw refusal(std::string("attribute ") + attribute + " is " + std::to_string(number) +
                      ", supported are 0 to " + std::to_string(names.size() - 1));
    }
    return names[static_cast<std::size_t>(number)];
}

void regress(expansion &to) {
    const flat_trees all(to.call);
    const auto targets = static_cast<std::size_t>(
        std::clamp<std::int64_t>(to.call.integer("n_targets", 1), 1, 1 << 20));
    const std::string aggregate =
        named({"AVERAGE", "SUM", "MIN", "MAX"}, to.call.integer("aggregate_function", 1),
              "aggregate_function");
    const std::string transform = named({"NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO"},
                                        to.call.integer("post_transform", 0), "post_transform");
    const std::string scores = all.values(to.call, targets).scores(to, all.trees(), aggregate);
    to.result(0, to.cast(transformed(to, scores, transform), to.call.type(0).elements));
}

} // namespace

void add_flat_trees(operator_table &all) {
    all.add_expanded("ai.onnx.ml.TreeEnsemble",
                     {"aggregate_function", "leaf_targetids", "leaf_weights", "membership_values",
                      "n_targets", "nodes_falseleafs", "nodes_falsenodeids", "nodes_featureids",
                      "nodes_hitrates", "nodes_missing_value_tracks_true", "nodes_modes",
                      "nodes_splits", "nodes_trueleafs", "nodes_truenodeids", "post_transform",
                      "tree_roots"},
                     1, regress);
}

} // namespace tiramisu::graph
