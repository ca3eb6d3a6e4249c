#include "codegen/loops/uneven_reductions.h"

namespace tiramisu::lower {

namespace {

class uneven_division : public hir::IRVisitor {
public:
    uneven_division(std::string lane, std::int64_t lanes) : lane_(std::move(lane)), lanes_(lanes) {}

    bool is_found = false;

private:
    using hir::IRVisitor::visit;
    std::string lane_;
    std::int64_t lanes_;
    bool is_index_ = false; ///< of an atomic store
    int atomics_ = 0;

    void visit(const hir::Atomic *op) override {
        ++atomics_;
        hir::IRVisitor::visit(op);
        --atomics_;
    }

    void visit(const hir::Store *op) override {
        is_index_ = atomics_ > 0;
        op->index.accept(this);
        is_index_ = false;
        op->value.accept(this);
    }

    void visit(const hir::Div *op) override {
        const auto by = hir::as_const_int(op->b);
        find(op->a, by && *by > 0 && lanes_ % *by == 0);
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::Mod *op) override {
        find(op->a, false);
        hir::IRVisitor::visit(op);
    }

    void find(const Halide::Expr &dividend, bool is_even) {
        is_found = is_found || (is_index_ && !is_even && hir::expr_uses_var(dividend, lane_));
    }
};

} // namespace

bool reduces_unevenly(const hir::Stmt &body, const std::string &lane, std::int64_t lanes) {
    uneven_division search(lane, lanes);
    body.accept(&search);
    return search.is_found;
}

} // namespace tiramisu::lower
