#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "nn/framework/program/program.h"
#include "tiramisu/computation.h"
#include "tiramisu/constant.h"
#include "tiramisu/sparse.h"

namespace tiramisu::nn {

/// How a pattern's offsets and starts are made of a matrix's row starts and column indices.
struct pattern_packing {
    int rows, columns, blocks;
    int columns_a_block;
    std::function<expr(const expr &column)> offset_of;
    int last_offset; ///< of any column
    int block = 1;   ///< rows of a block of elements, for which an offset stands
    /// The only pattern there may be, if not null: the packer, too, requires it.
    std::shared_ptr<const sparse::csr_matrix> only = nullptr;

    expr values_of(const expr &elements) const; ///< how many so many have
};

/// The non-zeros of a matrix of weights, as the generated functions take them: sorted by rows,
/// blocks of columns, then columns.
///
///     values[k]       of the matrix, as they are; of blocks of elements, block after block
///     offsets[k]      where what a non-zero meets begins
///     starts[b, f]    the first non-zero of row f in block b of columns; starts[b + 1, f] is where
///                     they end
class pattern {
public:
    /// Arguments of the implicit function, which requires that they could come from the packer.
    explicit pattern(const pattern_packing &packed);

    expr count; ///< of the non-zeros
    input values, offsets, starts;
    /// Requires those of the only pattern: `offset_of_column` says what the packer makes of
    /// columns.
    void require_only(const sparse::csr_matrix &only,
                      const std::function<int(int column)> &offset_of_column) const;
    /// The non-zeros of a row in a block of columns.
    var nonzeros(const expr &block, const expr &f) const;
    std::vector<buffer> arguments() const {
        return {values_memory_, offsets_memory_, starts_memory_};
    }

private:
    pattern(const pattern_packing &packed, const constant &elements);

    buffer values_memory_, offsets_memory_, starts_memory_;

    void require_packed(const pattern_packing &packed, const expr &elements) const;
};

/// The function that packs.
program pattern_packer(const pattern_packing &packing, const std::string &name);

} // namespace tiramisu::nn
