#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tiramisu/error.h"

/// Sparse matrices as layers take them.
namespace tiramisu::sparse {

/// Whether a value may be NaN: a product with one is NaN, which a convolution spreads over a whole
/// channel, so that it is refused unless asked for.
enum class nan_policy { refuse, keep };

/// One element of a matrix.
struct coo_element {
    int row = 0, column = 0;
    float value = 0;
};

/// The arrays of a matrix in compressed rows: row i has the elements row_starts[i] up to, without,
/// row_starts[i + 1]; element k is values[k], in column column_indices[k]. In each row columns
/// ascend, none twice.
struct csr_arrays {
    std::vector<float> values;
    std::vector<std::int32_t> column_indices;
    std::vector<std::int32_t> row_starts = {0}; ///< rows + 1
};

/// A matrix in compressed rows, checked: once made, no index in it leads outside. An element that
/// is stored may be zero.
class csr_matrix {
public:
    /// 0 x 0.
    csr_matrix() = default;
    /// Throws user_error naming the first element that is not as csr_arrays says.
    csr_matrix(int rows, int columns, csr_arrays arrays, nan_policy nans = nan_policy::refuse,
               source_place where = source_place::current());

    /// The elements of rows * columns row-major values that are not zero.
    static csr_matrix from_dense(int rows, int columns, const float *values,
                                 nan_policy nans = nan_policy::refuse,
                                 source_place where = source_place::current());
    /// Elements in any order. Throws user_error if one is outside, or a place is given twice.
    static csr_matrix from_coo(int rows, int columns, std::vector<coo_element> elements,
                               nan_policy nans = nan_policy::refuse,
                               source_place where = source_place::current());
    std::vector<float> to_dense() const; ///< row-major
    std::vector<coo_element> to_coo() const;

    int rows() const { return rows_; }
    int columns() const { return columns_; }
    int nonzeros() const { return static_cast<int>(arrays_.values.size()); }
    double density() const; ///< share of the elements that are stored; 0 of an empty matrix
    int empty_rows() const;
    const std::vector<float> &values() const { return arrays_.values; }
    const std::vector<std::int32_t> &column_indices() const { return arrays_.column_indices; }
    const std::vector<std::int32_t> &row_starts() const { return arrays_.row_starts; }

    /// Bytes that a column index needs: 2 for up to 65536 columns, else 4.
    int index_bytes() const { return columns_ <= 1 << 16 ? 2 : 4; }
    /// Column indices of 16 bits. Throws user_error if index_bytes() is 4.
    std::vector<std::uint16_t> narrow_column_indices() const;

private:
    int rows_ = 0, columns_ = 0;
    csr_arrays arrays_;
};

/// A matrix in compressed rows of blocks: a block is `block_rows` neighbouring rows of one column,
/// all of which are stored if one of them is not zero. So a column index is read once for several
/// elements. Row i of blocks has the blocks row_starts[i] up to, without, row_starts[i + 1]; block
/// k is values[k * block_rows] and those after it, from above, in column column_indices[k].
class bsr_matrix {
public:
    /// Throws user_error where rows are no multiple of block_rows, and naming the first element
    /// that is not as csr_arrays says of blocks.
    bsr_matrix(int rows, int columns, int block_rows, csr_arrays arrays,
               nan_policy nans = nan_policy::refuse, source_place where = source_place::current());
    /// All blocks in which an element is stored. Throws user_error where rows are no multiple of
    /// block_rows.
    static bsr_matrix from_csr(const csr_matrix &matrix, int block_rows,
                               source_place where = source_place::current());
    csr_matrix to_csr() const; ///< with all elements of all blocks

    int rows() const { return rows_; }
    int columns() const { return columns_; }
    int block_rows() const { return block_rows_; }
    int blocks() const { return static_cast<int>(arrays_.column_indices.size()); }
    double density() const; ///< share of the elements that are stored; 0 of an empty matrix
    const std::vector<float> &values() const { return arrays_.values; }
    const std::vector<std::int32_t> &column_indices() const { return arrays_.column_indices; }
    const std::vector<std::int32_t> &row_starts() const { return arrays_.row_starts; }

private:
    int rows_, columns_, block_rows_;
    csr_arrays arrays_;
};

/// Bytes of float values with column indices of `index_bytes` and row starts of 4 bytes.
std::size_t csr_bytes(int rows, std::size_t nonzeros, int index_bytes);
/// Bytes of all values.
std::size_t dense_bytes(int rows, int columns);

/// The pruned weights of a convolution with a square kernel: a row a filter, columns counting
/// channel, row and column of the kernel, (c * kernel + ky) * kernel + kx.
struct pruned_weights {
    int oc = 0, ic = 0, kernel = 0;
    int size = 0; ///< height and width of the images that the weights were written for
    csr_matrix matrix;
};

/// From the text form in which pruned networks are published: a line "OC, IC, K, N, nonzeros",
/// then, each after a line that begins with "/", values, OC + 1 row starts, and for each value its
/// offset in an image of N + K - 1 rows and columns, (c * (N + K - 1) + ky) * (N + K - 1) + kx.
/// Throws user_error naming the line that is not of that form.
pruned_weights parse_pruned_weights(const std::string &text,
                                    source_place where = source_place::current());
/// The same of a file. Throws io_error as well.
pruned_weights read_pruned_weights(const std::string &path,
                                   source_place where = source_place::current());

} // namespace tiramisu::sparse
