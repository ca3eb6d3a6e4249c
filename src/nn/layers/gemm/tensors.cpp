#include "nn/layers/gemm/tensors.h"

#include "nn/framework/program/kernel.h"
#include "nn/framework/program/post_op_expr.h"
#include "nn/framework/program/typed_expr.h"

namespace tiramisu::nn {

namespace {

const var i("i", 0, 1), j("j", 0, 1), p("p", 0, 1); // of inputs only the number counts

std::vector<expr> stored(bool transposed, const expr &row, const expr &column) {
    return transposed ? std::vector<expr>{column, row} : std::vector<expr>{row, column};
}

} // namespace

b_arrangement plain_b(const gemm_problem &problem) {
    const bool transposed = problem.transb;
    return {transposed ? std::vector<int>{problem.n, problem.k}
                       : std::vector<int>{problem.k, problem.n},
            [transposed](const expr &row, const expr &column) {
                return stored(transposed, row, column);
            },
            problem.k, problem.n, problem.types().right};
}

program b_packer(const gemm_problem &problem, const b_arrangement &packed,
                 const std::string &name) {
    function_scope scope(name);
    const b_arrangement plain = plain_b(problem);
    const primitive_t type = primitive_of(plain.type), packed_type = primitive_of(packed.type);
    buffer from("b", {plain.extents.begin(), plain.extents.end()}, type, a_input);
    buffer to("packed", {packed.extents.begin(), packed.extents.end()}, packed_type, a_output);
    input b("b", {p, j}, type);
    b.store_in(&from, plain.place(p, j));
    const var row("p", 0, packed.rows), column("j", 0, packed.columns);
    const bool all_are_there = packed.rows == problem.k && packed.columns == problem.n;
    const expr value = widened(packed_type, b(row, column));
    computation copy("packed", {row, column}, all_are_there ? value : zero_of(packed_type));
    copy.store_in(&to, packed.place(row, column));
    if (!all_are_there) {
        const var there_row("p", 0, problem.k), there_column("j", 0, problem.n);
        copy(there_row, there_column) = widened(packed_type, b(there_row, there_column));
    }
    return {scope.get(), {from, to}};
}

gemm_tensors::gemm_tensors(const gemm_problem &problem, const b_arrangement &packed)
    : a("a", {i, p}, primitive_of(problem.types().left)), b("b", {p, j}, primitive_of(packed.type)),
      c("c_before", {i, j}, primitive_of(problem.types().result)), problem_(problem),
      arithmetic_(primitive_of(problem.types().arithmetic())),
      a_memory_("a", stored(problem.transa, problem.m, problem.k),
                primitive_of(problem.types().left), a_input),
      b_memory_("b", {packed.extents.begin(), packed.extents.end()}, primitive_of(packed.type),
                a_input),
      c_memory_("c", {problem.m, problem.n}, primitive_of(problem.types().result), a_output) {
    a.store_in(&a_memory_, stored(problem.transa, i, p));
    b.store_in(&b_memory_, packed.place(p, j));
    c.store_in(&c_memory_);
    if (problem.bias) {
        bias_memory_.emplace("bias", std::vector<expr>{problem.n}, arithmetic_, a_input);
        bias_.emplace("bias", std::vector<var>{j}, arithmetic_);
        bias_->store_in(&*bias_memory_);
    }
}

expr gemm_tensors::start(const expr &row, const expr &column) const {
    const expr bias = bias_ ? expr((*bias_)(column)) : expr();
    if (problem_.beta == 0.0f) {
        return bias_ ? bias : zero_of(arithmetic_);
    }
    const expr held = widened(arithmetic_, c(row, column));
    const expr before = problem_.beta == 1.0f ? held : held * problem_.beta;
    return bias_ ? before + bias : before;
}

expr gemm_tensors::scaled(const expr &sum) const {
    const expr value = widened(arithmetic_, sum);
    return problem_.alpha == 1.0f ? value : value * problem_.alpha;
}

expr gemm_tensors::finished(const expr &sum) const {
    expr value = sum;
    for (const post_op &one : problem_.post_ops) {
        value = after(one, value, expr());
    }
    return rounded_to(problem_.types().result, value);
}

void gemm_tensors::store_in_c(computation &result, const expr &row, const expr &column) const {
    buffer memory = c_memory_;
    result.store_in(&memory, {row, column});
}

std::vector<buffer> gemm_tensors::arguments() const {
    std::vector<buffer> list = {a_memory_, b_memory_};
    if (bias_memory_) {
        list.push_back(*bias_memory_);
    }
    list.push_back(c_memory_);
    return list;
}

} // namespace tiramisu::nn
