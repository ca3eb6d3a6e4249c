#pragma once

#include <functional>
#include <string>

#include "tiramisu/graph/network.h"

namespace tiramisu::nn {

/// A layer of a network when its solvers have been measured.
struct searched_layer {
    std::string text;
    layer_choice fastest;
    double milliseconds = 0; ///< that it took by itself
    int number = 0;          ///< from 1 on
    int count = 0;           ///< of the network's different layers
};

/// What measuring the layers of a network may take.
struct network_search {
    double seconds = 60;        ///< for all layers; what was begun is finished
    perf_db *results = nullptr; ///< where times are remembered, and taken from; null: nowhere
    int runs = 10;              ///< of the network, in which steps are timed; at least 1
    std::function<bool()> stop; ///< asked now and then: true ends the search
    std::function<void(const searched_layer &)> told; ///< is told of each layer
};

/// What computes the layers of a network fastest, as network_options::choices take it. Layers get
/// of the time what they take of a run, the longest first, and are searched by find(). A layer that
/// is fastest by itself finds its weights in caches, which a network reads once a run; so all steps
/// are then timed in the network, and only what is faster there than what the rule takes is chosen.
/// Layers whose weights are sparse are left to the rule.
///
/// Throws as the constructor of network and as find(), and user_error if `seconds` are negative or
/// `runs` less than 1.
layer_choices tune_network(const graph::model &model, const network_search &search,
                           const network_options &opts = {},
                           source_place where = source_place::current());

} // namespace tiramisu::nn
