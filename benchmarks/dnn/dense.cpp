#include "dnn/convolution_layer.h"
#include "dnn/problem_file.h"
#include "dnn/product_layer.h"
#include "dnn/tensor_layer.h"
#include "sets.h"

#include <stdexcept>

namespace tiramisu::bench {

namespace {

void run_layer(session &here, const std::string &id, const convolutions &of) {
    convolution_layer(id, of).run(here);
}

void run_layer(session &here, const std::string &id, const nn::gemm_problem &problem) {
    run_product_layer(here, id, problem);
}

void run_layer(session &, const std::string &id, const nn::spmm_problem &) {
    throw std::runtime_error(id + ": sparse products are of the set sparse");
}

template <typename Problem>
void run_layer(session &here, const std::string &id, const Problem &problem) {
    run_tensor_layer(here, id, problem);
}

} // namespace

void run_dense(session &here) {
    std::vector<std::function<void(session &)>> layers;
    for (const dense_problem &one : wanted_problems(here, TIRAMISU_BENCH_DENSE)) {
        layers.emplace_back([one](session &now) {
            std::visit([&](const auto &problem) { run_layer(now, one.id, problem); }, one.problem);
        });
    }
    here.run_parts(layers);
}

} // namespace tiramisu::bench
