#include "nn/sparse/spmm/solvers/naive.h"

#include "nn/sparse/spmm/tensors.h"
#include "tiramisu/function.h"

namespace tiramisu::nn {

std::size_t naive_spmm::workspace_bytes(const spmm_task &task, const configuration &) const {
    return sizeof(float) * static_cast<std::size_t>(task.problem.n);
}

spmm_program naive_spmm::generate(const spmm_task &task, const configuration &,
                                  const std::string &name) const {
    const spmm_problem &problem = task.problem;
    const pattern_packing packing = packing_for(problem, problem.k, 1);
    program packer = pattern_packer(packing, name + "_pack_pattern");

    function_scope scope(name);
    const spmm_tensors tensors(problem);
    const pattern a(packing);
    const var i("i", 0, task.rows_of_blocks()), r("r", 0, problem.block), j("j", 0, problem.n);
    const var k = a.nonzeros(0, i);
    const expr row = i * problem.block + r;
    computation sums("sums", {i, r, j}, tensors.start(row));
    sums(i, r, j) += a.values(k * problem.block + r) * tensors.b(a.offsets(k), j);
    buffer of_row("sums", {problem.n}, p_float32, a_temporary);
    sums.store_in(&of_row, {j});
    computation result("result", {i, r, j}, tensors.finished(sums(i, r, j)));
    tensors.store_in_c(result, row, j);
    computation start = sums.init(), steps = sums.update(0);
    start.then(steps, r).then(result, r);
    result.parallelize(i);
    return {{scope.get(), tensors.arguments(a)}, std::move(packer), 1};
}

} // namespace tiramisu::nn
