#include "nn/sparse/same_pattern.h"

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

std::uint64_t hashed(std::uint64_t so_far, const std::vector<std::int32_t> &numbers) {
    constexpr std::uint64_t prime = 0x100000001b3;
    for (const std::int32_t number : numbers) {
        for (int bits = 0; bits < 32; bits += 8) {
            so_far = (so_far ^ (static_cast<std::uint32_t>(number) >> bits & 0xff)) * prime;
        }
    }
    return so_far;
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

std::uint64_t pattern_hash(const sparse::csr_matrix &matrix) {
    constexpr std::uint64_t basis = 0xcbf29ce484222325;
    return hashed(hashed(basis, matrix.row_starts()), matrix.column_indices());
}

} // namespace tiramisu::nn
