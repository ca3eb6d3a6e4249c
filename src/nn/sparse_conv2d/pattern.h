#pragma once

#include <string>
#include <vector>

#include "nn/program/program.h"
#include "nn/sparse_conv2d/task.h"
#include "tiramisu/computation.h"
#include "tiramisu/constant.h"

namespace tiramisu::nn {

/// How a copy of the pictures lies, in floats. An element in channel c, row y, column x, all
/// counted with the zeros around, lies at
///
///     c * plane + y * row + x % phases * phase_length + x / phases * column
struct copy_strides {
    int plane, row, column;
    int phases = 1, phase_length = 0;
};

/// The non-zeros of the weights, as the generated functions take them: sorted by filters, blocks of
/// channels, then columns.
///
///     values[k]       of the matrix, as they are
///     offsets[k]      what a non-zero meets at the first position of the result
///     starts[b, f]    the first non-zero of filter f in block b of channels; starts[b + 1, f] is
///                     where they end
class pattern {
public:
    /// Arguments of the implicit function.
    pattern(const sparse_conv2d_task &task, int channel_blocks);

    input values, offsets, starts;
    /// The non-zeros of a filter in a block of channels.
    var nonzeros(const expr &block, const expr &f) const;
    std::vector<buffer> arguments() const {
        return {values_memory_, offsets_memory_, starts_memory_};
    }

private:
    pattern(const sparse_conv2d_task &task, int channel_blocks, const constant &elements);

    buffer values_memory_, offsets_memory_, starts_memory_;
};

/// The function that makes offsets and starts of a matrix's row starts and column indices.
program pattern_packer(const sparse_conv2d_task &task, const copy_strides &copy,
                       int channels_a_block, const std::string &name);

} // namespace tiramisu::nn
