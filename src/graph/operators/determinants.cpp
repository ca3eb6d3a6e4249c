#include <map>

#include "graph/operators/operator.h"

// Det: of small matrices, along their rows.

namespace tiramisu::graph {

namespace {

constexpr std::int64_t most_rows = 6;

/// Laplace's expansion of matrices [N, M, M] along their rows.
class minors {
public:
    minors(expansion &to, const std::string &matrices) : to_(to), size_(to.extents(matrices)[1]) {
        for (std::int64_t i = 0; i < size_; i++) {
            const std::string row = to.sliced(matrices, 1, i, i + 1);
            for (std::int64_t j = 0; j < size_; j++) {
                elements_.push_back(to.sliced(row, 2, j, j + 1));
            }
        }
    }

    /// Of the last rows and as many columns, those in the set: [N, 1, 1].
    std::string of_columns(std::int64_t row, unsigned columns) {
        const auto known = known_.find(columns);
        if (known != known_.end()) {
            return known->second;
        }
        std::string sum;
        bool is_added = true;
        for (std::int64_t j = 0; j < size_; j++) {
            const unsigned column = 1U << static_cast<unsigned>(j);
            if ((columns & column) == 0) {
                continue;
            }
            const std::string &element = elements_[static_cast<std::size_t>(row * size_ + j)];
            const std::string product =
                columns == column
                    ? element
                    : to_.add("Mul", {element, of_columns(row + 1, columns - column)});
            sum = sum.empty() ? product : to_.add(is_added ? "Add" : "Sub", {sum, product});
            is_added = !is_added;
        }
        return known_[columns] = sum;
    }

private:
    expansion &to_;
    std::int64_t size_;
    std::vector<std::string> elements_;
    std::map<unsigned, std::string> known_;
};

void determinant(expansion &to) {
    const shape from = to.call.extents(0);
    const std::int64_t rows = from.size() < 2 ? 0 : from.back();
    if (rows < 1 || rows > most_rows || from[from.size() - 2] != rows ||
        !is_float(to.call.type(0).elements)) {
        throw refusal("input is " + to_text(to.call.type(0)) +
                      ", must be square matrices of floats with 1 to " + std::to_string(most_rows) +
                      " rows");
    }
    const shape batch(from.begin(), from.end() - 2);
    const std::string matrices = to.reshaped(to.input(0), {count_of(batch), rows, rows});
    const unsigned all = (1U << static_cast<unsigned>(rows)) - 1;
    to.result(0, to.reshaped(minors(to, matrices).of_columns(0, all), batch));
}

} // namespace

void add_determinants(operator_table &all) {
    all.add_expanded("Det", {}, 11, determinant);
}

} // namespace tiramisu::graph
