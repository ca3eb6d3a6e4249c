#include "dnn/problem_file.h"
#include "sets.h"
#include "sparse/sparse_block.h"
#include "sparse/sparse_layer.h"
#include "sparse/sparse_product.h"
#include "sparse/sparse_weights.h"

#include <sstream>

namespace tiramisu::bench {

namespace {

/// Of each step, then the shortcut: what is between the words, density=0.2+0.1 or
/// weights=FILE+FILE+0.5, or the same for all.
std::vector<sparse::csr_matrix> weights_of_all(const dense_problem &one,
                                               const std::vector<nn::conv2d_problem> &all) {
    const std::size_t sign = one.weights.find('=');
    std::istringstream values(one.weights.substr(sign + 1));
    dense_problem step = one;
    std::vector<sparse::csr_matrix> made;
    for (const nn::conv2d_problem &problem : all) {
        std::string value;
        if (std::getline(values, value, '+')) {
            const bool is_file = value.find(".csr") != std::string::npos;
            step.weights = (is_file ? "weights=" : "density=") + value;
        }
        made.push_back(weights_of(step, problem.oc, problem.ic * problem.kh * problem.kw));
    }
    return made;
}

void run_layer(session &here, const dense_problem &one) {
    if (const auto *product = std::get_if<nn::spmm_problem>(&one.problem)) {
        run_sparse_product(here, one.id, *product, weights_of(one, product->m, product->k));
        return;
    }
    const auto &of = std::get<convolutions>(one.problem);
    if (of.is_chain()) {
        run_sparse_block(here, one.id, of, weights_of_all(one, of.all()));
        return;
    }
    const auto &problem = of.steps.front();
    sparse_layer(one.id, problem, weights_of(one, problem.oc, problem.ic * problem.kh * problem.kw))
        .run(here);
}

} // namespace

void run_sparse(session &here) {
    std::vector<std::function<void(session &)>> layers;
    for (const dense_problem &one : read_problems(TIRAMISU_BENCH_SPARSE "/problems.txt")) {
        if (here.wants(one.id, one.is_quick)) {
            layers.emplace_back([one](session &now) { run_layer(now, one); });
        }
    }
    here.run_parts(layers);
}

} // namespace tiramisu::bench
