#include "nn/sparse/compressed_rows/same_pattern.h"

#include <algorithm>

namespace tiramisu::nn {

namespace {

/// Columns of a row, and an end.
struct row_columns {
    const std::int32_t *next, *end;

    row_columns(const sparse::csr_matrix &of, std::size_t row)
        : next(of.column_indices().data() + of.row_starts()[row]),
          end(of.column_indices().data() + of.row_starts()[row + 1]) {}
};

void add(const std::vector<std::int32_t> &numbers, support::fnv_hash &to) {
    for (const std::int32_t number : numbers) {
        for (int bits = 0; bits < 32; bits += 8) {
            to.add(static_cast<std::uint8_t>(static_cast<std::uint32_t>(number) >> bits));
        }
    }
}

} // namespace

std::optional<pattern_difference> difference_of_patterns(const sparse::csr_matrix &first,
                                                         const sparse::csr_matrix &second) {
    for (int row = 0; row < first.rows(); row++) {
        const row_columns a(first, static_cast<std::size_t>(row));
        const row_columns b(second, static_cast<std::size_t>(row));
        const auto [in_a, in_b] = std::mismatch(a.next, a.end, b.next, b.end);
        if (in_a != a.end && (in_b == b.end || *in_a < *in_b)) {
            return pattern_difference{row, *in_a, true};
        }
        if (in_b != b.end) {
            return pattern_difference{row, *in_b, false};
        }
    }
    return std::nullopt;
}

support::fnv_hash pattern_hash(const sparse::csr_matrix &matrix) {
    support::fnv_hash made;
    add(matrix.row_starts(), made);
    add(matrix.column_indices(), made);
    return made;
}

} // namespace tiramisu::nn
