#include "support/spmm_run.h"

#include <cmath>
#include <limits>
#include <random>

#include "support/guarded_memory.h"
#include "support/layer_values.h"

namespace tiramisu::oracle {

namespace {

using nn::spmm_problem;
using tiramisu::testing::guarded_memory;

/// Whether elements may be there.
bool is_open(spread format, int row, int column, int rows, int columns, double density) {
    switch (format) {
    case spread::banded: {
        const double diagonal = 1.0 * row * columns / rows;
        return std::abs(diagonal - column) <= 1 + density * columns;
    }
    case spread::without_lines: return row % 4 != 1 && column % 4 != 1;
    default: return true;
    }
}

} // namespace

spmm_problem random_spmm(random_source &source) {
    namespace post = nn::post;
    spmm_problem problem;
    problem.m = source.between(1, source.chance(30) ? 150 : 40);
    problem.n = source.between(1, source.chance(30) ? 150 : 20);
    problem.k = source.between(1, source.chance(30) ? 200 : 40);
    problem.transb = source.chance(40);
    problem.transc = source.chance(40);
    problem.bias = source.chance(50);
    if (source.chance(40)) {
        problem.block = source.one_of<int>({2, 4, 8, 16});
        problem.m += problem.block - problem.m % problem.block;
    }
    if (source.chance(40)) {
        problem.post_ops.push_back(source.one_of<nn::post_op>(
            {post::relu{}, post::leaky_relu{0.1f}, post::clip{-0.5f, 0.75f}, post::sigmoid{},
             post::tanh{}, post::swish{}, post::hard_swish{}}));
    }
    return problem;
}

sparse::csr_matrix random_csr(int rows, int columns, double density, spread format, unsigned seed) {
    std::mt19937 source(seed);
    const int run = format == spread::clustered ? 8 : 1;
    std::bernoulli_distribution is_there(density);
    std::vector<float> values = random_floats(place(rows, 0, columns), source);
    for (int row = 0; row < rows; row++) {
        bool is_kept = false;
        for (int column = 0; column < columns; column++) {
            if (column % run == 0) {
                is_kept = is_there(source);
            }
            if (!is_kept || !is_open(format, row, column, rows, columns, density)) {
                values[place(row, column, columns)] = 0;
            }
        }
    }
    return sparse::csr_matrix::from_dense(rows, columns, values.data());
}

spmm_data::spmm_data(const spmm_problem &problem, const sparse::csr_matrix &a_given, unsigned seed)
    : a(a_given) {
    std::mt19937 source(seed);
    b = random_floats(place(problem.k, 0, problem.n), source);
    bias = random_floats(problem.bias ? static_cast<std::size_t>(problem.m) : 0, source);
}

std::vector<double> reference_spmm(const spmm_problem &p, const spmm_data &data) {
    std::vector<double> made(place(p.m, 0, p.n));
    const auto c_at = [&](int i, int j) -> double & {
        return made[p.transc ? place(j, i, p.m) : place(i, j, p.n)];
    };
    for (int i = 0; i < p.m; i++) {
        for (int j = 0; j < p.n; j++) {
            c_at(i, j) = p.bias ? data.bias[static_cast<std::size_t>(i)] : 0.0f;
        }
    }
    for (const sparse::coo_element &one : data.a.to_coo()) {
        for (int j = 0; j < p.n; j++) {
            const int row = one.column;
            c_at(one.row, j) += static_cast<double>(one.value) *
                                data.b[p.transb ? place(j, row, p.k) : place(row, j, p.n)];
        }
    }
    for (double &value : made) {
        for (const nn::post_op &op : p.post_ops) {
            value = after_post_op(op, value);
        }
    }
    return made;
}

std::vector<float> run_spmm(const nn::spmm &product, const spmm_data &data) {
    const spmm_problem &p = product.problem();
    guarded_memory<float> b(data.b), bias(data.bias);
    guarded_memory<float> c(
        std::vector<float>(place(p.m, 0, p.n), std::numeric_limits<float>::quiet_NaN()));
    product.run(b.data(), product.pack(data.a), p.bias ? bias.data() : nullptr, c.data());
    return c.elements();
}

} // namespace tiramisu::oracle
