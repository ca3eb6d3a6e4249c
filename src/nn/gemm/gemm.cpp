#include "tiramisu/nn/gemm.h"

#include <algorithm>

#include "nn/choice/made_for.h"
#include "nn/gemm/solvers.h"
#include "nn/program/argument_checks.h"
#include "nn/program/bound_run.h"
#include "nn/program/packed_kernel.h"

namespace tiramisu::nn {

/// There is no code where there are no rows.
struct gemm::compiled {
    gemm_task task;
    gemm_choice choice;
    std::string solver, values;
    argument_checks checks;
    packed_kernel code;

    bool has_code() const { return task.problem.m != 0; }

    std::vector<jit_argument> arguments(const argument_checks &of_call, const float *a,
                                        const float *b, const float *bias, float *c) const {
        of_call.require(a, true, "a");
        of_call.require(c, true, "c");
        of_call.require(bias, task.problem.bias, "bias");
        return code.run().arguments(bias != nullptr ? std::vector<const float *>{a, b, bias, c}
                                                    : std::vector<const float *>{a, b, c});
    }

    invocation prepared(const float *a, const float *b, run_argument::role of_b, float *c,
                        const float *bias, const execution &how,
                        std::shared_ptr<const void> kept = nullptr) const {
        using role = run_argument::role;
        const argument_checks of_call = checks.of("prepare");
        std::vector<run_argument> names = {{"a"}, {"b", of_b}, {"c", role::result}};
        if (task.problem.bias) {
            names.insert(names.end() - 1, {"bias"});
        }
        return invocation({code.run().prepare(arguments(of_call, a, b, bias, c), how), names,
                           of_call, nullptr, std::move(kept)});
    }
};

std::vector<solver_verdict> gemm_solvers(const gemm_problem &problem, bool constant_b,
                                         source_place where) {
    return all_gemm_solvers().verdicts({problem.checked(where), constant_b, machine::of({})});
}

gemm::gemm(const gemm_problem &problem, const gemm_options &how, source_place where)
    : compiled_(std::make_unique<compiled>()) {
    compiled_->task = {problem.checked(where), how.constant_b, machine::of(how.compiled)};
    // Solvers cut matrices that have rows; without rows nothing comes of it.
    gemm_task with_rows = compiled_->task;
    with_rows.problem.m = std::max(1, problem.m);
    compiled_->choice = all_gemm_solvers().chosen(with_rows, how, where);
    compiled_->solver = compiled_->choice.solver->name();
    compiled_->values = to_text(compiled_->choice.values);
    compiled_->checks = argument_checks(compiled_->task.problem.text());
    if (compiled_->has_code()) {
        compiled_->code =
            packed_kernel(compiled_->choice.solver->generate(
                              compiled_->task, compiled_->choice.values, "gemm_" + solver()),
                          how.compiled, made_for(compiled_->task, compiled_->choice));
    }
}

gemm::~gemm() = default;
gemm::gemm(gemm &&) noexcept = default;
gemm &gemm::operator=(gemm &&) noexcept = default;

layer_weights gemm::pack(const float *b) const {
    compiled_->checks.require(b, true, "b");
    return compiled_->code.pack(b);
}

void gemm::run(const float *a, const float *b, float *c, const float *bias) const {
    if (!compiled_->has_code()) {
        return;
    }
    if (compiled_->code.packs()) {
        run(a, pack(b), c, bias);
    } else {
        compiled_->checks.require(b, true, "b");
        compiled_->code.run()(compiled_->arguments(compiled_->checks, a, b, bias, c));
    }
}

void gemm::run(const float *a, const layer_weights &b, float *c, const float *bias) const {
    if (compiled_->has_code()) {
        compiled_->checks.require_packed(b, compiled_->code, "b", "product");
        compiled_->code.run()(compiled_->arguments(compiled_->checks, a, b.data(), bias, c));
    }
}

invocation gemm::prepare(const float *a, const layer_weights &b, float *c, const float *bias,
                         const execution &how) const {
    if (!compiled_->has_code()) {
        return {};
    }
    compiled_->checks.of("prepare").require_packed(b, compiled_->code, "b", "product");
    return compiled_->prepared(a, b.data(), run_argument::role::fixed, c, bias, how);
}

invocation gemm::prepare(const float *a, const float *b, float *c, const float *bias,
                         const execution &how) const {
    if (!compiled_->has_code()) {
        return {};
    }
    compiled_->checks.of("prepare").require(b, true, "b");
    if (!compiled_->code.packs()) {
        return compiled_->prepared(a, b, run_argument::role::source, c, bias, how);
    }
    const auto packed = std::make_shared<const layer_weights>(pack(b));
    return compiled_->prepared(a, packed->data(), run_argument::role::fixed, c, bias, how, packed);
}

const gemm_problem &gemm::problem() const {
    return compiled_->task.problem;
}

const std::string &gemm::solver() const {
    return compiled_->solver;
}

const std::string &gemm::configuration() const {
    return compiled_->values;
}

std::size_t gemm::workspace_bytes() const {
    return compiled_->choice.solver->workspace_bytes(compiled_->task, compiled_->choice.values);
}

} // namespace tiramisu::nn
