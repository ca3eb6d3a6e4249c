#include "codegen/passes/hidden_kernels.h"

#include <vector>

namespace tiramisu::lower {

namespace {

using hir::Stmt;

constexpr const char *stand_in = "tiramisu_hidden_kernel";

class kernel_hider : public hir::IRMutator {
public:
    std::vector<Stmt> kernels;

private:
    using hir::IRMutator::visit;
    Stmt visit(const hir::For *op) override {
        if (!hir::is_gpu(op->for_type)) {
            return hir::IRMutator::visit(op);
        }
        kernels.emplace_back(op);
        const int number = static_cast<int>(kernels.size()) - 1;
        return hir::Evaluate::make(
            hir::Call::make(Halide::Int(32), stand_in, {Halide::Expr(number)}, hir::Call::Extern));
    }
};

class kernel_shower : public hir::IRMutator {
public:
    explicit kernel_shower(const std::vector<Stmt> &kernels) : kernels_(kernels) {}

private:
    const std::vector<Stmt> &kernels_;
    using hir::IRMutator::visit;
    Stmt visit(const hir::Evaluate *op) override {
        const auto *call = op->value.as<hir::Call>();
        return call != nullptr && call->name == stand_in
                   ? kernels_[static_cast<std::size_t>(*hir::as_const_int(call->args[0]))]
                   : Stmt(op);
    }
};

} // namespace

hir::Stmt without_kernels(const Stmt &stmt, Stmt (*run)(const Stmt &)) {
    kernel_hider hider;
    const Stmt hidden = hider.mutate(stmt);
    return kernel_shower(hider.kernels).mutate(run(hidden));
}

} // namespace tiramisu::lower
