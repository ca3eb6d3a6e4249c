#include <cmath>

#include "graph/operators/numbers.h"
#include "graph/operators/operator.h"

// MatMulNBits of ONNX Runtime: a product with weights of 2, 4 or 8 bits, whose blocks along each
// column have a scale and a zero point. Weights are floats once they are compiled.

namespace tiramisu::graph {

namespace {

/// Numbers of a few bits that lie side by side in bytes, the first in the lowest bits. Each row
/// begins a byte.
class packed_rows {
public:
    packed_rows(const tensor &bytes, std::int64_t rows, std::int64_t columns, std::int64_t bits)
        : bytes_(bytes.integers()), bits_(bits), row_bytes_((columns * bits + 7) / 8) {
        if (static_cast<std::int64_t>(bytes_.size()) != rows * row_bytes_) {
            throw refusal("has " + std::to_string(bytes_.size()) + " packed bytes, must be " +
                          std::to_string(rows * row_bytes_));
        }
    }

    std::int64_t at(std::int64_t row, std::int64_t column) const {
        const std::int64_t each = 8 / bits_;
        const std::int64_t byte =
            bytes_[static_cast<std::size_t>(row * row_bytes_ + column / each)];
        return byte >> (column % each * bits_) & ((std::int64_t{1} << bits_) - 1);
    }

private:
    std::vector<std::int64_t> bytes_;
    std::int64_t bits_, row_bytes_;
};

const tensor &known(const node_call &call, std::size_t i, const char *called) {
    return call.known(i, std::string(called) + " (input " + std::to_string(i + 1) +
                             ") must be constants");
}

/// What a call says of its weights: "N" columns of "K" elements each.
struct packing {
    std::int64_t rows, columns, bits, block, blocks;

    explicit packing(const node_call &call)
        : rows(call.integer("K", 0)), columns(call.integer("N", 0)), bits(call.integer("bits", 4)),
          block(call.integer("block_size", 0)), blocks(block > 0 ? (rows + block - 1) / block : 0) {
        constexpr std::int64_t most = std::int64_t{1} << 24;
        if (rows < 1 || columns < 1 || block < 1 || rows > most || columns > most || block > most) {
            throw refusal("attributes K, N and block_size are " + std::to_string(rows) + ", " +
                          std::to_string(columns) + " and " + std::to_string(block) +
                          ", must be from 1 to " + std::to_string(most));
        }
        if (bits != 2 && bits != 4 && bits != 8) {
            throw refusal("attribute bits is " + std::to_string(bits) +
                          ", supported are 2, 4 and 8");
        }
    }
};

/// Zero points of each column's blocks: packed, or numbers of the scales' type; the middle of the
/// range where they are left out.
std::vector<double> zeros_of(const node_call &call, const packing &what) {
    const auto count = static_cast<std::size_t>(what.columns * what.blocks);
    if (!call.has_input(3)) {
        return std::vector<double>(count, static_cast<double>(std::int64_t{1} << (what.bits - 1)));
    }
    const tensor &given = known(call, 3, "zero points");
    std::vector<double> zeros;
    if (is_float(given.elements())) {
        zeros = reals_of(given);
    } else {
        const packed_rows packed(given, what.columns, what.blocks, what.bits);
        for (std::int64_t column = 0; column < what.columns; column++) {
            for (std::int64_t block = 0; block < what.blocks; block++) {
                zeros.push_back(static_cast<double>(packed.at(column, block)));
            }
        }
    }
    if (zeros.size() != count) {
        throw refusal("has " + std::to_string(zeros.size()) + " zero points, must be " +
                      std::to_string(count));
    }
    return zeros;
}

/// The weights as floats, a row for each element of a column.
tensor weights_of(const node_call &call, const packing &what) {
    const packed_rows packed(known(call, 1, "packed weights"), what.columns,
                             what.blocks * what.block, what.bits);
    const std::vector<double> scales = reals_of(known(call, 2, "scales")),
                              zeros = zeros_of(call, what);
    if (scales.size() != zeros.size()) {
        throw refusal("has " + std::to_string(scales.size()) + " scales, must be " +
                      std::to_string(zeros.size()));
    }
    std::vector<double> made(static_cast<std::size_t>(what.rows * what.columns));
    for (std::int64_t column = 0; column < what.columns; column++) {
        for (std::int64_t row = 0; row < what.rows; row++) {
            const auto of = static_cast<std::size_t>(column * what.blocks + row / what.block);
            made[static_cast<std::size_t>(row * what.columns + column)] =
                (static_cast<double>(packed.at(column, row)) - zeros[of]) * scales[of];
        }
    }
    return tensor_of({p_float32, {what.rows, what.columns}}, made);
}

void multiply(expansion &to) {
    if (to.has(4)) {
        throw refusal("an order of groups (input 5) is given, which is not supported");
    }
    const packing what(to.call);
    const std::string weights = to.constant(weights_of(to.call, what));
    to.result(0, to.with_added(to.add("MatMul", {to.input(0), weights}), 5));
}

} // namespace

void add_packed_weights(operator_table &all) {
    all.add_expanded("com.microsoft.MatMulNBits",
                     {"K", "N", "accuracy_level", "bits", "block_size", "weight_prepacked"}, 1,
                     multiply);
}

} // namespace tiramisu::graph
