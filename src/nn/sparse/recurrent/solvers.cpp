#include "nn/sparse/recurrent/solvers.h"

#include "nn/sparse/recurrent/solvers/naive.h"
#include "nn/sparse/recurrent/solvers/sequence_lanes.h"
#include "support/immortal.h"

namespace tiramisu::nn {

const solver_list<sparse_recurrent_task, sparse_recurrent_program> &all_sparse_recurrent_solvers() {
    static const auto &all = support::immortal(
        solver_list<sparse_recurrent_task, sparse_recurrent_program>::of<sequence_lanes_recurrent,
                                                                         naive_sparse_recurrent>());
    return all;
}

} // namespace tiramisu::nn
