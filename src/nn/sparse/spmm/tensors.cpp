#include "nn/sparse/spmm/tensors.h"

#include "nn/framework/program/pieces.h"
#include "nn/framework/program/post_op_expr.h"

namespace tiramisu::nn {

namespace {

std::vector<expr> stored(bool transposed, const expr &row, const expr &column) {
    return transposed ? std::vector<expr>{column, row} : std::vector<expr>{row, column};
}

} // namespace

spmm_tensors::spmm_tensors(const spmm_problem &problem)
    : b("b", {"p", "j"}, {expr(problem.k), expr(problem.n)}, p_float32), problem_(problem),
      b_memory_("b", stored(problem.transb, problem.k, problem.n), p_float32, a_input),
      c_memory_("c", stored(problem.transc, problem.m, problem.n), p_float32, a_output) {
    const var p("p"), j("j");
    b.store_in(&b_memory_, stored(problem.transb, p, j));
    if (problem.bias) {
        bias_memory_.emplace("bias", std::vector<expr>{problem.m}, p_float32, a_input);
        bias_.emplace("bias", std::vector<std::string>{"i"}, std::vector<expr>{expr(problem.m)},
                      p_float32);
        bias_->store_in(&*bias_memory_);
    }
}

expr spmm_tensors::start(const expr &i) const {
    return bias_ ? expr((*bias_)(i)) : expr(0.0f);
}

expr spmm_tensors::finished(const expr &sum) const {
    return after(problem_.post_ops, sum);
}

void spmm_tensors::store_in_c(computation &result, const expr &i, const expr &j) const {
    buffer memory = c_memory_;
    result.store_in(&memory, stored(problem_.transc, i, j));
}

std::vector<buffer> spmm_tensors::arguments(const pattern &a) const {
    std::vector<buffer> list = {b_memory_};
    for (const buffer &one : a.arguments()) {
        list.push_back(one);
    }
    if (bias_memory_) {
        list.push_back(*bias_memory_);
    }
    list.push_back(c_memory_);
    return list;
}

pattern_packing packing_for(const spmm_problem &problem, int depth, int stride) {
    return {problem.m / problem.block,
            problem.k,
            divided_up(problem.k, depth),
            depth,
            [stride](const expr &column) { return column * stride; },
            (problem.k - 1) * stride,
            problem.block};
}

} // namespace tiramisu::nn
