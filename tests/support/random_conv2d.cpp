#include "support/random_conv2d.h"

namespace tiramisu::oracle {

namespace {

bool one_in(random_source &source, int chances) {
    return source.between(1, chances) == 1;
}

nn::post_op random_activation(random_source &source) {
    namespace post = nn::post;
    const std::vector<nn::post_op> all = {
        post::relu{}, post::leaky_relu{0.1f}, post::clip{-0.5f, 0.75f}, post::sigmoid{},
        post::tanh{}, post::swish{},          post::hard_swish{},       post::residual_add{}};
    return source.one_of(all);
}

nn::post::pool random_pool(random_source &source) {
    nn::post::pool pool;
    pool.what = static_cast<nn::post::pool::kind>(source.between(0, 2));
    pool.kh = source.between(1, 3);
    pool.kw = source.between(1, 3);
    pool.sh = source.between(1, 3);
    pool.sw = source.between(1, 3);
    pool.ph = source.between(0, pool.kh - 1);
    pool.pw = source.between(0, pool.kw - 1);
    if (one_in(source, 2)) { // windows that are apart
        pool.sh = pool.kh;
        pool.sw = pool.kw;
        pool.ph = pool.pw = 0;
    }
    return pool;
}

void add_post_ops(nn::conv2d_problem &problem, random_source &source) {
    if (one_in(source, 2)) {
        problem.post_ops.push_back(random_activation(source));
    }
    if (one_in(source, 4)) {
        problem.post_ops.push_back(nn::post::relu{});
    }
    const nn::post::pool pool = random_pool(source);
    const nn::conv2d_problem full = problem.completed();
    if (one_in(source, 4) && pool.out_height(full.oh) > 0 && pool.out_width(full.ow) > 0) {
        problem.post_ops.push_back(pool);
    }
}

/// The kinds of layers that solvers are made for come up often enough.
void make_usual(nn::conv2d_problem &problem, random_source &source) {
    const int kernel = source.one_of<int>({1, 3, 3});
    problem.kh = problem.kw = kernel;
    problem.sh = problem.sw = one_in(source, 3) ? 2 : 1;
    problem.dh = problem.dw = 0;
    if (kernel == 1) {
        problem.ph = problem.pw = 0;
    }
    if (one_in(source, 3)) {
        problem.ic = problem.oc = problem.g = source.between(1, 20);
    }
}

} // namespace

nn::conv2d_problem random_conv2d(random_source &source) {
    nn::conv2d_problem problem;
    problem.mb = source.between(1, 3);
    problem.g = one_in(source, 2) ? 1 : source.between(2, 5);
    problem.ic = problem.g * source.between(1, one_in(source, 3) ? 20 : 5);
    problem.oc = problem.g * source.between(1, one_in(source, 3) ? 40 : 7);
    problem.ih = source.between(1, 11);
    problem.iw = source.between(1, one_in(source, 4) ? 35 : 11);
    problem.kh = source.between(1, 4);
    problem.kw = source.between(1, 4);
    problem.sh = one_in(source, 2) ? 1 : source.between(1, 6);
    problem.sw = one_in(source, 2) ? 1 : source.between(1, 6);
    problem.ph = source.between(0, one_in(source, 6) ? 7 : 2);
    problem.pw = source.between(0, one_in(source, 6) ? 7 : 2);
    problem.dh = one_in(source, 3) ? source.between(1, 5) : 0;
    problem.dw = one_in(source, 3) ? source.between(1, 5) : 0;
    if (one_in(source, 2)) {
        make_usual(problem, source);
    }
    problem.bias = one_in(source, 2);
    problem.oh = source.between(1, 9);
    problem.ow = source.between(1, 9);
    if (one_in(source, 2)) {
        // As the sizes have it, if the kernel fits at all.
        nn::conv2d_problem derived = problem;
        derived.oh = derived.ow = 0;
        try {
            problem = derived.completed();
        } catch (const user_error &) {
        }
    }
    add_post_ops(problem, source);
    return problem.completed();
}

} // namespace tiramisu::oracle
