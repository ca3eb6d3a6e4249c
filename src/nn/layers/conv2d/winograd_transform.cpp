#include "nn/layers/conv2d/winograd_transform.h"

#include <map>
#include <string>
#include <utility>

#include "support/immortal.h"
#include "tiramisu/error.h"

namespace tiramisu::nn {

namespace {

using coefficients = std::vector<double>; ///< of a polynomial, lowest power first

/// (x - point) times the polynomial
coefficients times_root(const coefficients &polynomial, double point) {
    coefficients product(polynomial.size() + 1, 0.0);
    for (std::size_t i = 0; i < polynomial.size(); i++) {
        product[i] -= point * polynomial[i];
        product[i + 1] += polynomial[i];
    }
    return product;
}

/// The powers 0, 1, ... of the point
coefficients powers(double point, std::size_t count) {
    coefficients all(count, 1.0);
    for (std::size_t i = 1; i < count; i++) {
        all[i] = all[i - 1] * point;
    }
    return all;
}

/// Toom and Cook's algorithm on these points and infinity, transposed: m results by as many
/// products as there are points, and one. Row j of bt has the coefficients of the polynomial that
/// is zero at all points but the j-th; g divides by its value there.
winograd_transform transform_on(const std::vector<double> &points, std::size_t kernel) {
    const std::size_t products = points.size() + 1, m = products + 1 - kernel;
    winograd_transform made;
    made.m = static_cast<int>(m);
    made.kernel = static_cast<int>(kernel);
    made.at.assign(m, coefficients(products, 0.0));
    coefficients zero_everywhere = {1};
    for (std::size_t j = 0; j < points.size(); j++) {
        coefficients others = {1};
        double value = 1;
        for (std::size_t l = 0; l < points.size(); l++) {
            if (l != j) {
                others = times_root(others, points[l]);
                value *= points[j] - points[l];
            }
        }
        others.resize(products, 0.0);
        made.bt.push_back(others);
        made.g.push_back(powers(points[j], kernel));
        for (double &one : made.g.back()) {
            one /= value;
        }
        const coefficients column = powers(points[j], m);
        for (std::size_t i = 0; i < m; i++) {
            made.at[i][j] = column[i];
        }
        zero_everywhere = times_root(zero_everywhere, points[j]);
    }
    made.bt.push_back(zero_everywhere);
    made.g.emplace_back(kernel, 0.0);
    made.g.back().back() = 1;
    made.at.back().back() = 1;
    return made;
}

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

const winograd_transform &winograd_transform::of(int m, int kernel) {
    // In the order in which more of them cost the least precision.
    static const std::vector<double> points = {0, 1, -1, 2, -2, 0.5, -0.5};
    static const auto &all = support::immortal([] {
        std::map<std::pair<int, int>, winograd_transform> made;
        for (int products = 1; products <= most_products; products++) {
            for (int r = 1; r <= products; r++) {
                made[{products + 1 - r, r}] = transform_on(
                    {points.begin(), points.begin() + products - 1}, static_cast<std::size_t>(r));
            }
        }
        return made;
    }());
    const auto found = all.find({m, kernel});
    if (found == all.end()) {
        throw internal_error("no transform F(" + std::to_string(m) + ", " + std::to_string(kernel) +
                             ")");
    }
    return found->second;
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
