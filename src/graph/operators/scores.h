#pragma once

#include <string>
#include <vector>

#include "graph/operators/expansion.h"

// What classifiers and regressors of ONNX's domain ai.onnx.ml share.

namespace tiramisu::graph {

/// The table that is the first input: rows of float32. Throws refusal.
std::string table_of(expansion &to);

/// Scores as the node's post_transform wants them, or as one of this name.
std::string transformed(expansion &to, const std::string &scores);
std::string transformed(expansion &to, const std::string &scores, const std::string &transform);

/// The scores of two classes, of that of the second one alone. What they are is a share where
/// `is_share` is true: the rest is the first one's.
std::string of_two_classes(expansion &to, const std::string &score, bool is_share);

/// The labels of classes; their numbers, from 0 on, where they are strings. Throws refusal where
/// there are none.
std::vector<std::int64_t> class_labels(const node_call &call);

/// The label of the class with the largest score, of every row.
std::string best_labels(expansion &to, const std::string &scores,
                        const std::vector<std::int64_t> &labels);

/// The second of two labels where a score is larger than that, of every row.
std::string one_of_two_labels(expansion &to, const std::string &score, double limit,
                              const std::vector<std::int64_t> &labels);

} // namespace tiramisu::graph
