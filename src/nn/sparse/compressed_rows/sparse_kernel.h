#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "nn/framework/program/packed_kernel.h"
#include "nn/framework/program/run_tensors.h"
#include "nn/sparse/compressed_rows/sparse_program.h"
#include "tiramisu/nn/sparse_weights.h"
#include "tiramisu/sparse.h"

namespace tiramisu::nn {

/// A layer with sparse weights, compiled into this process.
class sparse_kernel {
public:
    /// One without code, whose weights are only counted.
    sparse_kernel() = default;
    sparse_kernel(const sparse_program &what, const program_compiler &compiler,
                  const std::string &made_for);
    /// One that makes the weights dense.
    sparse_kernel(const packed_program &what, const program_compiler &compiler,
                  const std::string &made_for)
        : made_for_(made_for), dense_(std::in_place, what, compiler, made_for) {}

    /// Of a matrix that has the layer's size.
    sparse_weights pack(const sparse::csr_matrix &weights) const;
    /// The same where the layer reads blocks of so many rows.
    sparse_weights pack(const sparse::bsr_matrix &weights) const;
    const std::string &made_for() const { return made_for_; }
    /// Pointers to all tensors but the weights in the order of the program's arguments, and weights
    /// that it packed.
    std::vector<jit_argument> arguments(const std::vector<const_elements> &tensors,
                                        const sparse_weights &weights) const;
    /// Throws as call().
    void operator()(const std::vector<jit_argument> &arguments, const call_checks &checks) const;
    /// The same run, to be made many times.
    invocation prepare(const run_tensors &tensors, const sparse_weights &weights,
                       const execution &opts) const;
    std::size_t bytes() const; ///< that its code takes, about

    template <typename Record>
    void record(Record &with) {
        with(made_for_, dense_, run_, pack_, extents_, starts_extents_);
    }

private:
    /// Puts the names of what stands for the weights among those of the tensors.
    std::vector<run_argument> with_weights(std::vector<run_argument> tensors) const;
    sparse_weights packed_pattern(const std::vector<std::int32_t> &row_starts,
                                  const std::vector<std::int32_t> &column_indices) const;

    std::string made_for_;
    std::optional<packed_kernel> dense_; ///< instead of the rest
    compiled_function run_, pack_;
    std::vector<jit_argument::shared_extents> extents_; ///< of the tensors
    jit_argument::shared_extents starts_extents_;
};

} // namespace tiramisu::nn
