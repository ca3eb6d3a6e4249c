#include "peers/mkl_recurrent.h"

#include <memory>

#include "accuracy.h"
#include "peers/mkl_sparse.h"

namespace tiramisu::bench {

namespace {

std::size_t elements(int rows, int columns) {
    return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
}

/// What all products read and write, in turn.
struct operands {
    std::vector<float> inputs, states, sums;
    std::vector<mkl_sparse_product> products; ///< of layers: with the input, with the state
};

} // namespace

contender mkl_recurrent_products(const nn::recurrent_problem &p,
                                 const std::vector<sparse::csr_matrix> &matrices) {
    const auto all = std::make_shared<operands>();
    all->inputs = random_floats(elements(std::max(p.ic, p.hc), p.t * p.mb), 1);
    all->states = random_floats(elements(p.hc, p.mb), 2);
    all->sums.resize(elements(p.gates() * p.hc, p.t * p.mb));
    for (std::size_t i = 0; i < matrices.size(); i++) {
        const bool is_of_input = i % 2 == 0;
        all->products.push_back(mkl_sparse_mm(matrices[i], is_of_input ? p.t * p.mb : p.mb,
                                              is_of_input ? all->inputs.data() : all->states.data(),
                                              all->sums.data()));
        if (!all->products.back().run) {
            return {"mkl_sparse_products", {}};
        }
    }
    const int steps = p.t;
    contender made;
    made.name = "mkl_sparse_products";
    made.work = [all, steps] {
        for (std::size_t i = 0; i < all->products.size(); i += 2) {
            all->products[i].run();
            for (int t = 0; t < steps; t++) {
                all->products[i + 1].run();
            }
        }
    };
    made.set_threads = all->products.front().set_threads;
    return made;
}

} // namespace tiramisu::bench
