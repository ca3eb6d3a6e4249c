#include <algorithm>

#include "graph/operators/operator.h"

#include "support/immortal.h"

namespace tiramisu::graph {

const operator_table &operator_table::all() {
    static const operator_table &made = support::immortal<operator_table>([] {
        operator_table all;
        for (const auto add : {add_affine_grid,
                               add_arg_max,
                               add_attention,
                               add_bitwise,
                               add_concat,
                               add_control_flow,
                               add_convolutions,
                               add_counted_by_values,
                               add_cumulated,
                               add_deformable_convolution,
                               add_determinants,
                               add_einsum,
                               add_elementwise,
                               add_expanded_normalizations,
                               add_fused_attention,
                               add_fused_functions,
                               add_gather,
                               add_gathers_of_elements,
                               add_gemm,
                               add_grid_sample,
                               add_group_query_attention,
                               add_labels,
                               add_linear_models,
                               add_losses,
                               add_matmul,
                               add_max_places,
                               add_normalizations,
                               add_packed_weights,
                               add_pad,
                               add_pieces,
                               add_poolings,
                               add_quantization,
                               add_quantized_functions,
                               add_random_values,
                               add_recurrent,
                               add_reductions,
                               add_repeats,
                               add_resample,
                               add_resize,
                               add_roi_align,
                               add_rotary_embedding,
                               add_scan,
                               add_scatter_rows,
                               add_scatters,
                               add_sequences,
                               add_shape_arithmetic,
                               add_slice,
                               add_spectra,
                               add_support_vectors,
                               add_table_columns,
                               add_top_k,
                               add_transpose,
                               add_transposed_convolution,
                               add_tree_ensembles,
                               add_tree_leaves,
                               add_views,
                               add_window_sums}) {
            add(all);
        }
        return all;
    }());
    return made;
}

void operator_table::add_expanded(const std::string &name,
                                  const std::vector<std::string> &attributes, int first_opset,
                                  std::function<void(expansion &)> expand, bool takes_sequences) {
    operator_row row;
    row.name = name;
    row.attributes = attributes;
    row.first_opset = first_opset;
    row.expand = std::move(expand);
    row.takes_sequences = takes_sequences;
    add(std::move(row));
}

const operator_row *operator_table::find(const std::string &name) const {
    const auto found = std::find_if(rows_.begin(), rows_.end(),
                                    [&](const operator_row &one) { return one.name == name; });
    return found == rows_.end() ? nullptr : &*found;
}

} // namespace tiramisu::graph
