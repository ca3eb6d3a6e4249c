#include "nn/sparse/spmm/solvers.h"

#include "nn/sparse/spmm/solvers/block_rows.h"
#include "nn/sparse/spmm/solvers/dot.h"
#include "nn/sparse/spmm/solvers/naive.h"
#include "nn/sparse/spmm/solvers/panels.h"
#include "support/immortal.h"

namespace tiramisu::nn {

const solver_list<spmm_task, spmm_program> &all_spmm_solvers() {
    static const auto &all =
        support::immortal(solver_list<spmm_task, spmm_program>::of<block_rows_spmm, dot_spmm,
                                                                   panels_spmm, naive_spmm>());
    return all;
}

} // namespace tiramisu::nn
