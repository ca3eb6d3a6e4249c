#include "nn/layers/gemm/solvers.h"

#include "nn/layers/gemm/solvers/device_tiles.h"
#include "nn/layers/gemm/solvers/dot.h"
#include "nn/layers/gemm/solvers/interleaved.h"
#include "nn/layers/gemm/solvers/naive.h"
#include "nn/layers/gemm/solvers/packed.h"
#include "support/immortal.h"

namespace tiramisu::nn {

const solver_list<gemm_task, gemm_program> &all_gemm_solvers() {
    static const auto &all = support::immortal(
        solver_list<gemm_task, gemm_program>::of<device_gemm, dot_gemm, interleaved_gemm,
                                                 packed_gemm, naive_gemm>());
    return all;
}

} // namespace tiramisu::nn
