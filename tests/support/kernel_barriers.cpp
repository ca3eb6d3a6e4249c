#include "support/kernel_barriers.h"

namespace tiramisu::oracle {

namespace {

namespace hir = lower::hir;
using hir::Stmt;

class barrier_counter : public hir::IRVisitor {
public:
    int count = 0;

private:
    using hir::IRVisitor::visit;
    void visit(const hir::Evaluate *op) override {
        count += is_barrier(op) ? 1 : 0;
        hir::IRVisitor::visit(op);
    }
};

class barrier_remover : public hir::IRMutator {
public:
    explicit barrier_remover(int number) : left_(number) {}

private:
    int left_;
    using hir::IRMutator::visit;
    Stmt visit(const hir::Evaluate *op) override {
        return is_barrier(op) && left_-- == 0 ? hir::Evaluate::make(0) : Stmt(op);
    }
};

} // namespace

bool is_barrier(const Stmt &stmt) {
    const auto *evaluated = stmt.as<hir::Evaluate>();
    const auto *call = evaluated == nullptr ? nullptr : evaluated->value.as<hir::Call>();
    return call != nullptr && call->is_intrinsic(hir::Call::gpu_thread_barrier);
}

int barrier_count(const Stmt &stmt) {
    barrier_counter counter;
    stmt.accept(&counter);
    return counter.count;
}

Stmt without_barrier(const Stmt &stmt, int number) {
    return barrier_remover(number).mutate(stmt);
}

} // namespace tiramisu::oracle
