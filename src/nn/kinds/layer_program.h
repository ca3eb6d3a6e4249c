#pragma once

#include <optional>
#include <string>
#include <vector>

#include "nn/framework/program/program.h"
#include "tiramisu/nn/layer_kinds.h"
#include "tiramisu/sparse.h"

namespace tiramisu::nn {

/// A layer as a function that is not compiled yet, for those who call it beside others.
struct layer_program {
    program run;
    /// What those of `run` are, in their order. Sparse weights are three there: values, offsets and
    /// starts, as `pack_pattern` makes them; a scalar counts their elements.
    std::vector<layer_argument> arguments;
    /// Of plain weights, packed ones: how `run` takes its argument of that role. None where it has
    /// none, or takes plain ones.
    std::optional<program> pack;
    std::string solver;
    double operations = 0; ///< multiplications and additions of its sums
    /// Of weights that stay sparse: of row starts, column indices, offsets, starts.
    std::optional<program> pack_pattern = std::nullopt;
};

/// Of a layer's text: a kind with dense weights or none. The function is called `name`. Throws
/// user_error as layer_kind::make(), unsupported_error for other kinds.
layer_program write_layer(const std::string &text, const std::string &name,
                          const layer_options &opts, source_place where = source_place::current());

/// The same of a kind with sparse weights: sparse_conv2d or spmm. The layer is made for these
/// weights alone; their pattern becomes a part of the code where that pays.
layer_program write_sparse_layer(const std::string &text, const sparse::csr_matrix &weights,
                                 const std::string &name, const layer_options &opts,
                                 source_place where = source_place::current());

} // namespace tiramisu::nn
