#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "graph/operators/expansion.h"
#include "graph/operators/node_call.h"
#include "graph/operators/step.h"
#include "tiramisu/expr.h"

namespace tiramisu::graph {

using tensor_list = std::vector<const tensor *>; ///< null: left out

/// Where tensors of images may lie in blocks of channels (nn::layout::nchw16c).
enum class layout_rule {
    plain,  ///< nowhere
    either, ///< the first input and the result, each by itself
    same    ///< all inputs of the result's rank and the result, all alike
};

/// What is known of an operator of ONNX: a row of the table of its family. Functions throw refusal
/// for what they do not support.
struct operator_row {
    std::string name;
    std::vector<std::string> attributes; ///< all that are understood
    int first_opset = 7;                 ///< in which it means what is computed here

    /// Of operators that are others put together: writes them, and all that follows is theirs.
    std::function<void(expansion &)> expand = nullptr;
    /// Of an operator with `expand` that also is code by itself: whether this node becomes others;
    /// null: always.
    std::function<bool(const node_call &)> expands = nullptr;
    /// Of an operator of floats: writes it with the integers that its inputs were made of, where
    /// that pays. False: it does not, and nothing was written.
    std::function<bool(expansion &)> with_integers = nullptr;
    /// Inputs may be sequences of tensors, of which no type is known.
    bool takes_sequences = false;

    /// Of the outputs.
    std::function<std::vector<tensor_type>(const node_call &)> types = nullptr;
    /// The outputs' values: the definition, in plain C++.
    std::function<std::vector<tensor>(const node_call &, const tensor_list &)> reference = nullptr;

    // How it becomes code, one of the two.

    /// Of operators whose every element follows from one element of each input (with
    /// broadcasting): its value in the language.
    std::function<expr(const node_call &, const std::vector<expr> &)> element = nullptr;
    /// Steps that write the outputs. `names` are those of the values, `outputs` their types.
    std::function<std::vector<step>(const lowering &)> steps = nullptr;
    /// Or neither: the output is the first input's memory in another shape.
    bool is_view = false;
    /// Or a part of it that lies in one piece, from this element on; none: it does not.
    std::function<std::optional<std::int64_t>(const node_call &)> part = nullptr;
    /// The input whose values are places in another one: a call with one outside is refused. Where
    /// a node may not be taken, it is given 0 instead, which lies inside of whatever has elements.
    std::optional<std::size_t> places = std::nullopt;
    /// Whether the outputs' values need the inputs' values: else types are enough.
    bool reads_values = true;

    layout_rule layouts = layout_rule::plain;
    /// Whether a node of an operator with another rule than `plain` follows it; null: always.
    std::function<bool(const node_call &)> can_be_blocked = nullptr;

    layout_rule rule_for(const node_call &call) const {
        return can_be_blocked && !can_be_blocked(call) ? layout_rule::plain : layouts;
    }
};

/// The operators that there are, by name.
class operator_table {
public:
    static const operator_table &all();

    /// Null: there is none of this name.
    const operator_row *find(const std::string &name) const;
    const std::vector<operator_row> &rows() const { return rows_; }

    void add(operator_row row) { rows_.push_back(std::move(row)); }
    /// An operator that is others put together.
    void add_expanded(const std::string &name, const std::vector<std::string> &attributes,
                      int first_opset, std::function<void(expansion &)> expand,
                      bool takes_sequences = false);

private:
    std::vector<operator_row> rows_;
};

// Each adds the operators of a family.

void add_affine_grid(operator_table &all);
void add_arg_max(operator_table &all);
void add_attention(operator_table &all);
void add_bitwise(operator_table &all);
void add_concat(operator_table &all);
void add_control_flow(operator_table &all);
void add_convolutions(operator_table &all);
void add_counted_by_values(operator_table &all);
void add_cumulated(operator_table &all);
void add_deformable_convolution(operator_table &all);
void add_determinants(operator_table &all);
void add_einsum(operator_table &all);
void add_elementwise(operator_table &all);
void add_expanded_normalizations(operator_table &all);
void add_fused_attention(operator_table &all);
void add_fused_functions(operator_table &all);
void add_gather(operator_table &all);
void add_gathers_of_elements(operator_table &all);
void add_gemm(operator_table &all);
void add_grid_sample(operator_table &all);
void add_group_query_attention(operator_table &all);
void add_labels(operator_table &all);
void add_linear_models(operator_table &all);
void add_losses(operator_table &all);
void add_matmul(operator_table &all);
void add_max_places(operator_table &all);
void add_normalizations(operator_table &all);
void add_packed_weights(operator_table &all);
void add_pad(operator_table &all);
void add_pieces(operator_table &all);
void add_poolings(operator_table &all);
void add_quantization(operator_table &all);
void add_quantized_functions(operator_table &all);
void add_random_values(operator_table &all);
void add_recurrent(operator_table &all);
void add_reductions(operator_table &all);
void add_repeats(operator_table &all);
void add_resample(operator_table &all);
void add_scan(operator_table &all);
void add_resize(operator_table &all);
void add_roi_align(operator_table &all);
void add_rotary_embedding(operator_table &all);
void add_scatter_rows(operator_table &all);
void add_scatters(operator_table &all);
void add_sequences(operator_table &all);
void add_shape_arithmetic(operator_table &all);
void add_slice(operator_table &all);
void add_spectra(operator_table &all);
void add_support_vectors(operator_table &all);
void add_table_columns(operator_table &all);
void add_top_k(operator_table &all);
void add_transpose(operator_table &all);
void add_transposed_convolution(operator_table &all);
void add_tree_ensembles(operator_table &all);
void add_tree_leaves(operator_table &all);
void add_views(operator_table &all);
void add_window_sums(operator_table &all);

} // namespace tiramisu::graph
