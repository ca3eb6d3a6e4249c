#include "nn/layers/recurrent/solvers.h"

#include "nn/layers/recurrent/solvers/layer_order.h"
#include "nn/layers/recurrent/solvers/naive.h"
#include "nn/layers/recurrent/solvers/wavefront.h"
#include "support/immortal.h"

namespace tiramisu::nn {

const solver_list<recurrent_task, recurrent_program> &all_recurrent_solvers() {
    static const auto &all =
        support::immortal(solver_list<recurrent_task, recurrent_program>::of<
                          wavefront_recurrent, layer_order_recurrent, naive_recurrent>());
    return all;
}

} // namespace tiramisu::nn
