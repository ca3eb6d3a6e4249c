#include "codegen/loops/shifted_sums.h"

#include <algorithm>
#include <set>

namespace tiramisu::lower {

namespace {

class shifted_index : public hir::IRVisitor {
public:
    explicit shifted_index(const std::string &lane) : varying_{lane} {}

    bool is_found = false;

private:
    using hir::IRVisitor::visit;
    std::set<std::string> varying_; ///< that differ between lanes; no name is defined twice
    std::set<std::string> shifted_; ///< counters of loops that begin at such
    bool is_atomic_ = false;

    static bool uses(const Halide::Expr &value, const std::set<std::string> &names) {
        return std::any_of(names.begin(), names.end(), [&](const std::string &name) {
            return hir::expr_uses_var(value, name);
        });
    }

    void visit(const hir::LetStmt *op) override {
        if (uses(op->value, varying_)) {
            varying_.insert(op->name);
        }
        if (uses(op->value, shifted_)) {
            shifted_.insert(op->name);
        }
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::For *op) override {
        if (uses(op->min, varying_)) {
            varying_.insert(op->name);
            shifted_.insert(op->name);
        }
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::Atomic *op) override {
        is_atomic_ = true;
        hir::IRVisitor::visit(op);
        is_atomic_ = false;
    }
    void visit(const hir::Store *op) override {
        is_found = is_found || (is_atomic_ && uses(op->index, shifted_));
        hir::IRVisitor::visit(op);
    }
};

} // namespace

bool sums_are_shifted(const hir::Stmt &body, const std::string &lane) {
    shifted_index search(lane);
    body.accept(&search);
    return search.is_found;
}

} // namespace tiramisu::lower
