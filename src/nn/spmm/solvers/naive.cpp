#include "nn/spmm/solvers/naive.h"

#include "nn/spmm/tensors.h"
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
    const var i("i", 0, problem.m), j("j", 0, problem.n);
    const var k = a.nonzeros(0, i);
    computation sums("sums", {i, j}, tensors.start(i));
    sums(i, j) += a.values(k) * tensors.b(a.offsets(k), j);
    buffer row("sums", {problem.n}, p_float32, a_temporary);
    sums.store_in(&row, {j});
    computation result("result", {i, j}, tensors.finished(sums(i, j)));
    tensors.store_in_c(result, i, j);
    computation start = sums.init(), steps = sums.update(0);
    start.then(steps, i).then(result, i);
    result.parallelize(i);
    return {{scope.get(), tensors.arguments(a)}, std::move(packer), 1};
}

} // namespace tiramisu::nn
