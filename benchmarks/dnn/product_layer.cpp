#include "dnn/product_layer.h"

#include "product_contest.h"
#include "thread_setting.h"

#include <tiramisu/nn/gemm.h>

namespace tiramisu::bench {

void run_product_layer(session &here, const std::string &id, const nn::gemm_problem &problem) {
    product_contest contest({problem.m, problem.n, problem.k});
    for (const int threads : here.threads) {
        const thread_setting so_many(threads); // on which blocks depend
        const nn::gemm product(problem);
        const auto multiply = [&](float *a, float *b, float *c) { product.run(a, b, c); };
        contest.run(here, id, product.solver(), multiply, threads);
    }
}

} // namespace tiramisu::bench
