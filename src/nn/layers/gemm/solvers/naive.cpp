#include "nn/layers/gemm/solvers/naive.h"

#include "nn/framework/program/kernel.h"
#include "nn/framework/program/typed_expr.h"
#include "nn/layers/gemm/tensors.h"

namespace tiramisu::nn {

std::size_t naive_gemm::workspace_bytes(const gemm_task &task, const configuration &) const {
    return bytes_of(task.problem.types().sums()) * static_cast<std::size_t>(task.problem.n);
}

gemm_program naive_gemm::generate(const gemm_task &task, const configuration &,
                                  const std::string &name) const {
    function_scope scope(name);
    const gemm_problem &problem = task.problem;
    const b_arrangement plain = plain_b(problem);
    const gemm_tensors tensors(problem, plain);
    const var i("i", 0, problem.m), j("j", 0, problem.n), p("p", 0, problem.k);
    const primitive_t type = primitive_of(problem.types().sums());
    computation sums("sums", {i, j}, zero_of(type));
    sums(i, j) += widened(type, tensors.a(i, p)) * widened(type, tensors.b(p, j));
    computation result("result", {i, j},
                       tensors.finished(tensors.start(i, j) + tensors.scaled(sums(i, j))));
    tensors.store_in_c(result, i, j);
    // So that verifying others against it does not take much longer than they do.
    sums.update(0).reorder({i, p, j});
    sums.update(0).vectorize(j, task.target.lanes);
    sums.compute_at(result, i);
    result.vectorize(j, task.target.lanes);
    result.parallelize(i);
    return {{scope.get(), tensors.arguments()}, std::nullopt, plain.extents, plain.type};
}

} // namespace tiramisu::nn
