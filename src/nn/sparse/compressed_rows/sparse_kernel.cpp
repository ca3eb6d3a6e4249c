#include "nn/sparse/compressed_rows/sparse_kernel.h"

#include "nn/framework/program/kernel.h"

namespace tiramisu::nn {

namespace {

// Among the arguments of the function that runs.
constexpr std::size_t first_of_weights = 1, end_of_weights = 4;

} // namespace

sparse_kernel::sparse_kernel(const sparse_program &what, const program_compiler &compiler,
                             const std::string &made_for)
    : made_for_(made_for), run_(compiler.compiled(what.run)),
      pack_(compiler.compiled(what.pack_pattern)),
      starts_extents_(shared_extents_of(what.pack_pattern.arguments.back())) {
    for (std::size_t i = 0; i < what.run.arguments.size(); i++) {
        if (i < first_of_weights || i >= end_of_weights) {
            extents_.push_back(shared_extents_of(what.run.arguments[i]));
        }
    }
}

sparse_weights
sparse_kernel::packed_pattern(const std::vector<std::int32_t> &row_starts,
                              const std::vector<std::int32_t> &column_indices) const {
    sparse_weights packed;
    packed.made_for_ = made_for_;
    packed.nonzeros_ = static_cast<int>(column_indices.size());
    packed.offsets_.resize(column_indices.size());
    if (pack_) {
        packed.starts_.resize(
            static_cast<std::size_t>((*starts_extents_)[0] * (*starts_extents_)[1]));
        call(pack_,
             {elements_of(row_starts), elements_of(column_indices), elements_of(packed.offsets_),
              jit_argument(starts_extents_, packed.starts_.data(), p_int32),
              jit_argument(packed.nonzeros())});
    }
    return packed;
}

sparse_weights sparse_kernel::pack(const sparse::csr_matrix &weights) const {
    if (dense_) {
        sparse_weights packed;
        packed.made_for_ = made_for_;
        packed.nonzeros_ = weights.nonzeros();
        packed.dense_ = dense_->pack(weights.to_dense().data());
        return packed;
    }
    sparse_weights packed = packed_pattern(weights.row_starts(), weights.column_indices());
    packed.values_ = weights.values();
    return packed;
}

sparse_weights sparse_kernel::pack(const sparse::bsr_matrix &weights) const {
    sparse_weights packed = packed_pattern(weights.row_starts(), weights.column_indices());
    packed.values_ = weights.values();
    return packed;
}

std::vector<jit_argument> sparse_kernel::arguments(const std::vector<const_elements> &tensors,
                                                   const sparse_weights &weights) const {
    if (dense_) {
        std::vector<const_elements> with_weights = tensors;
        with_weights.insert(with_weights.begin() + first_of_weights, weights.dense_.memory());
        return dense_->run().arguments(with_weights);
    }
    std::vector<jit_argument> list;
    for (std::size_t i = 0; i < tensors.size(); i++) {
        if (i == first_of_weights) {
            list.push_back(elements_of(weights.values_));
            list.push_back(elements_of(weights.offsets_));
            list.push_back(as_argument(weights.starts_.data(), starts_extents_));
        }
        list.push_back(as_argument(tensors[i], extents_.at(i)));
    }
    list.emplace_back(weights.nonzeros());
    return list;
}

void sparse_kernel::operator()(const std::vector<jit_argument> &arguments,
                               const call_checks &checks) const {
    dense_ ? dense_->run()(arguments, checks) : call(run_, arguments, checks);
}

invocation sparse_kernel::prepare(const run_tensors &tensors, const sparse_weights &weights,
                                  const execution &opts) const {
    const std::vector<jit_argument> all = arguments(tensors.memory(), weights);
    const auto bound = [&] {
        return dense_ ? dense_->run().prepare(all, opts) : run_.prepare(all, opts);
    };
    return invocation(
        {tensors.checks().made_by(bound), with_weights(tensors.names()), tensors.checks()});
}

std::size_t sparse_kernel::bytes() const {
    return dense_ ? dense_->bytes() : run_.bytes() + pack_.bytes();
}

std::vector<run_argument> sparse_kernel::with_weights(std::vector<run_argument> tensors) const {
    const std::size_t count = dense_ ? 1 : end_of_weights - first_of_weights;
    tensors.insert(tensors.begin() + first_of_weights, count,
                   {"weights", run_argument::role::fixed});
    return tensors;
}

} // namespace tiramisu::nn
