#pragma once

#include <functional>
#include <string>
#include <vector>

#include "nn/program/program.h"
#include "tiramisu/computation.h"
#include "tiramisu/constant.h"

namespace tiramisu::nn {

/// The non-zeros of a matrix of weights, as the generated functions take them: sorted by rows,
/// blocks of columns, then columns.
///
///     values[k]       of the matrix, as they are
///     offsets[k]      where what a non-zero meets begins
///     starts[b, f]    the first non-zero of row f in block b of columns; starts[b + 1, f] is where
///                     they end
class pattern {
public:
    /// Arguments of the implicit function.
    pattern(int rows, int blocks);

    input values, offsets, starts;
    /// The non-zeros of a row in a block of columns.
    var nonzeros(const expr &block, const expr &f) const;
    std::vector<buffer> arguments() const {
        return {values_memory_, offsets_memory_, starts_memory_};
    }

private:
    pattern(int rows, int blocks, const constant &elements);

    buffer values_memory_, offsets_memory_, starts_memory_;
};

/// How a pattern's offsets and starts are made of a matrix's row starts and column indices.
struct pattern_packing {
    int rows, blocks;
    int columns_a_block;
    std::function<expr(const expr &column)> offset_of;
};

/// The function that does.
program pattern_packer(const pattern_packing &how, const std::string &name);

} // namespace tiramisu::nn
