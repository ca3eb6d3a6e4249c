#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graph/operators/numbers.h"
#include "graph/operators/operator.h"

// What Gemm and MatMul share.

namespace tiramisu::graph {

/// c[m, n] = a[m, k] * b[k, n].
struct matrix_product {
    std::int64_t m, n, k;
    bool transa = false, transb = false;
};

/// Elements by their place.
struct placed_numbers {
    std::vector<double> values;

    placed_numbers() = default;
    explicit placed_numbers(const tensor &of) : values(reals_of(of)) {}
    double operator()(std::int64_t at) const { return values[static_cast<std::size_t>(at)]; }
};

/// Refuses inputs that are not of numbers, all of one type.
void require_numbers(const node_call &call);

/// The text of the layer.
std::string gemm_text(const matrix_product &p, float alpha, bool has_bias, const std::string &post,
                      bool constant_b);

/// "u8", "s8".
std::string byte_word(const tensor_type &type);
/// " type=u8 b_type=s8 c_type=s32", of a product of these inputs; nothing of floats.
std::string type_words(const node_call &call, std::size_t a = 0, std::size_t b = 1);

/// Of a Gemm, or a MatMul with matrices, whose third input is a bias of n elements.
std::vector<step> product_steps(const lowering &of, const matrix_product &p);

} // namespace tiramisu::graph
