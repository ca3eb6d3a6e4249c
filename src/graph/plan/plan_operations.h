#pragma once

#include <string>

#include "graph/plan/plan_graph.h"
#include "tiramisu/nn/conv2d_problem.h"

// Each adds an operation to a plan, as nn::fusion_plan has it. All throw user_error.

namespace tiramisu::graph {

void require_images(const shape &src, source_place where);

nn::conv2d_problem convolution_of_words(const plan_graph &plan, const std::string &words,
                                        source_place where);
void add_convolution(plan_graph &to, nn::conv2d_problem what, source_place where);
void add_bias(plan_graph &to);
void add_batch_norm(plan_graph &to, float epsilon, source_place where);
void add_activation(plan_graph &to, const std::string &words, source_place where);
void add_residual(plan_graph &to);
void add_pooling(plan_graph &to, const std::string &words, source_place where);
void add_gemm(plan_graph &to, int n, source_place where);
void add_eltwise(plan_graph &to, const std::string &which, source_place where);
void add_softmax(plan_graph &to);

} // namespace tiramisu::graph
