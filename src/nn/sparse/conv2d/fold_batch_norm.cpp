#include "nn/layers/batch_norm/folding.h"
#include "nn/sparse/compressed_rows/density.h"

namespace tiramisu::nn {

folded_sparse_weights fold_batch_norm(const conv2d_problem &problem,
                                      const sparse::csr_matrix &weights, const float *bias,
                                      const batch_norm_statistics &statistics, source_place where) {
    const conv2d_problem full = problem.completed(where);
    require_size("problem \"" + full.text() + "\"", "fold_batch_norm", weights, full.oc,
                 full.ic / full.g * full.kh * full.kw, "oc x ic / g * kh * kw", where);
    require_channels(full, bias, statistics, where);
    std::vector<sparse::coo_element> elements = weights.to_coo();
    for (sparse::coo_element &one : elements) {
        one.value = static_cast<float>(one.value * factor_of(statistics, one.row));
    }
    return {sparse::csr_matrix::from_coo(weights.rows(), weights.columns(), std::move(elements),
                                         sparse::nan_policy::keep, where),
            folded_bias(full.oc, bias, statistics)};
}

} // namespace tiramisu::nn
