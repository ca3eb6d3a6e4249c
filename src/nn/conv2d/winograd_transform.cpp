#include "nn/conv2d/winograd_transform.h"

#include "tiramisu/error.h"

namespace tiramisu::nn {

namespace {

const winograd_transform two_results = {2,
                                        {{1, 0, -1, 0}, {0, 1, 1, 0}, {0, -1, 1, 0}, {0, 1, 0, -1}},
                                        {{1, 0, 0}, {.5, .5, .5}, {.5, -.5, .5}, {0, 0, 1}},
                                        {{1, 1, 1, 0}, {0, 1, -1, -1}}};

const winograd_transform four_results = {
    4,
    {{4, 0, -5, 0, 1, 0},
     {0, -4, -4, 1, 1, 0},
     {0, 4, -4, -1, 1, 0},
     {0, -2, -1, 2, 1, 0},
     {0, 2, -1, -2, 1, 0},
     {0, 4, 0, -5, 0, 1}},
    {{1. / 4, 0, 0},
     {-1. / 6, -1. / 6, -1. / 6},
     {-1. / 6, 1. / 6, -1. / 6},
     {1. / 24, 1. / 12, 1. / 6},
     {1. / 24, -1. / 12, 1. / 6},
     {0, 0, 1}},
    {{1, 1, 1, 1, 1, 0}, {0, 1, -1, 2, -2, 0}, {0, 1, 1, 4, 4, 0}, {0, 1, -1, 8, -8, 1}}};

expr times(double coefficient, const expr &value) {
    return coefficient == 1 ? value : value * static_cast<float>(coefficient);
}

expr product(const std::vector<double> &row, const std::function<expr(int)> &vector) {
    expr sum;
    for (std::size_t i = 0; i < row.size(); i++) {
        if (row[i] != 0) {
            const expr term = times(row[i], vector(static_cast<int>(i)));
            sum = sum.is_defined() ? sum + term : term;
        }
    }
    return sum;
}

} // namespace

const winograd_transform &winograd_transform::of(int m) {
    switch (m) {
    case 2: return two_results;
    case 4: return four_results;
    }
    throw internal_error("no transform F(" + std::to_string(m) + ", 3)");
}

expr row_times(const winograd_transform::matrix &matrix, const expr &row,
               const std::function<expr(int)> &vector) {
    expr value = product(matrix.back(), vector);
    for (int i = static_cast<int>(matrix.size()) - 2; i >= 0; i--) {
        value = select(row == i, product(matrix[static_cast<std::size_t>(i)], vector), value);
    }
    return value;
}

} // namespace tiramisu::nn
