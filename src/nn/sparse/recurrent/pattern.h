#pragma once

#include <vector>

#include "nn/sparse/recurrent/cut.h"
#include "tiramisu/computation.h"

namespace tiramisu::nn {

/// Weights as the generated functions take them: rows as packed_rows says. Those that meet hidden
/// states or outputs are filled up to whole groups of `chains` elements.
///
///     values[k]    of elements, 0 of what fills up
///     offsets[k]   of what an element meets, among rows of lanes: of the block of steps, of the
///                  states of all pseudo-layers, of outputs
///     starts[r]    the first element of row r; starts[r + 1] is where they end
///     places[r]    of the sums of row r in its block of units: gate * units of a block + unit
class recurrent_pattern {
public:
    /// Arguments of the implicit function, which requires that they could come from the packer.
    recurrent_pattern(const sparse_recurrent_task &task, const sparse_recurrent_tiling &blocking);

    input values, offsets, starts, places;
    /// Groups of a row, from 0.
    var groups(const expr &row) const {
        return var("group", 0, (starts(row + 1) - starts(row)) / chains_);
    }
    /// Elements of a row.
    var elements(const expr &row) const { return var("element", starts(row), starts(row + 1)); }
    std::vector<buffer> arguments() const {
        return {values_memory_, offsets_memory_, starts_memory_, places_memory_};
    }

private:
    recurrent_pattern(const sparse_recurrent_tiling &blocking, int rows,
                      const expr &packed_elements);

    expr count_; ///< of elements
    int chains_;
    buffer values_memory_, offsets_memory_, starts_memory_, places_memory_;

    void require_packed(const recurrent_problem &problem,
                        const sparse_recurrent_tiling &blocking) const;
};

/// How many integers `places` are; `starts` are one more.
int packed_rows_count(const recurrent_problem &problem, const sparse_recurrent_tiling &blocking);
/// Elements that may fill up groups.
int fillings_count(const recurrent_problem &problem, const sparse_recurrent_tiling &blocking);

} // namespace tiramisu::nn
