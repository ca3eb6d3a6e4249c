#pragma once

#include <memory>
#include <vector>

#include "tiramisu/nn/layer_kinds.h"

namespace tiramisu::nn {

using kind_list = std::vector<std::unique_ptr<const layer_kind>>;

// Each adds the kinds of one class of layers.

void add_conv2d_backward_data_kinds(kind_list &all);
void add_conv2d_chain_kinds(kind_list &all);
void add_conv2d_kinds(kind_list &all);
void add_gemm_kinds(kind_list &all);
void add_recurrent_kinds(kind_list &all);
void add_sparse_conv2d_chain_kinds(kind_list &all);
void add_sparse_conv2d_kinds(kind_list &all);
void add_sparse_recurrent_kinds(kind_list &all);
void add_spmm_kinds(kind_list &all);
void add_tensor_kinds(kind_list &all);

} // namespace tiramisu::nn
