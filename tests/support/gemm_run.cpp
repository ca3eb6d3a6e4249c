#include "support/gemm_run.h"

#include "support/guarded_memory.h"
#include "support/layer_values.h"

namespace tiramisu::oracle {

namespace {

using nn::gemm_problem;
using tiramisu::testing::guarded_memory;

double product_at(const gemm_problem &p, const gemm_data &data, int i, int j) {
    double sum = 0;
    for (int k = 0; k < p.k; k++) {
        const double a = data.a[p.transa ? place(k, i, p.m) : place(i, k, p.k)];
        sum += a * data.b[p.transb ? place(j, k, p.k) : place(k, j, p.n)];
    }
    return sum;
}

nn::post_op random_activation(random_source &source) {
    namespace post = nn::post;
    const std::vector<nn::post_op> all = {
        post::relu{}, post::leaky_relu{0.1f}, post::clip{-0.5f, 0.75f}, post::sigmoid{},
        post::tanh{}, post::swish{},          post::hard_swish{}};
    return source.one_of(all);
}

} // namespace

gemm_problem random_gemm(random_source &source) {
    gemm_problem problem;
    problem.m = source.between(1, source.chance(30) ? 150 : 40);
    problem.n = source.between(1, source.chance(30) ? 150 : 20);
    problem.k = source.between(1, source.chance(30) ? 200 : 40);
    problem.transa = source.chance(30);
    problem.transb = source.chance(30);
    problem.alpha = source.chance(30) ? -0.5f : 1;
    problem.beta = source.one_of<float>({0, 0, 1, 0.25f});
    problem.bias = source.chance(50);
    if (source.chance(40)) {
        problem.post_ops.push_back(random_activation(source));
    }
    if (source.chance(20)) {
        problem.post_ops.push_back(nn::post::relu{});
    }
    return problem;
}

gemm_data::gemm_data(const gemm_problem &problem, unsigned seed) {
    std::mt19937 source(seed);
    a = random_floats(place(problem.m, 0, problem.k), source);
    b = random_floats(place(problem.k, 0, problem.n), source);
    c = random_floats(place(problem.m, 0, problem.n), source);
    bias = random_floats(problem.bias ? static_cast<std::size_t>(problem.n) : 0, source);
}

std::vector<double> reference_gemm(const gemm_problem &p, const gemm_data &data) {
    std::vector<double> made;
    made.reserve(data.c.size());
    for (int i = 0; i < p.m; i++) {
        for (int j = 0; j < p.n; j++) {
            double value = p.alpha * product_at(p, data, i, j);
            value += p.beta == 0 ? 0 : static_cast<double>(p.beta) * data.c[place(i, j, p.n)];
            value += p.bias ? data.bias[static_cast<std::size_t>(j)] : 0.0f;
            for (const nn::post_op &op : p.post_ops) {
                value = after_post_op(op, value);
            }
            made.push_back(value);
        }
    }
    return made;
}

std::vector<float> run_gemm(const nn::gemm &product, const gemm_data &data, bool packs) {
    guarded_memory<float> a(data.a), b(data.b), c(data.c), bias(data.bias);
    const float *const given_bias = product.problem().bias ? bias.data() : nullptr;
    if (packs) {
        product.run(a.data(), product.pack(b.data()), c.data(), given_bias);
    } else {
        product.run(a.data(), b.data(), c.data(), given_bias);
    }
    return c.elements();
}

} // namespace tiramisu::oracle
