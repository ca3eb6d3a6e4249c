#include "codegen/loops/repeated_terms.h"

#include "codegen/loops/lane_branches.h"

namespace tiramisu::lower {

namespace {

class repeated_term_search : public hir::IRVisitor {
public:
    explicit repeated_term_search(const std::string &lane) { lanes_.add_lane(lane); }

    bool is_found = false;

private:
    using hir::IRVisitor::visit;
    lane_branches lanes_;
    int inner_vectors_ = 0, atomics_ = 0;

    void visit(const hir::For *op) override {
        const int inside = op->for_type == hir::ForType::Vectorized ? 1 : 0;
        lanes_.define(op->name, op->min);
        inner_vectors_ += inside;
        op->body.accept(this);
        inner_vectors_ -= inside;
    }

    void visit(const hir::Atomic *op) override {
        ++atomics_;
        hir::IRVisitor::visit(op);
        --atomics_;
    }

    void visit(const hir::Store *op) override {
        is_found = is_found || (inner_vectors_ > 0 && atomics_ > 0 && !lanes_.varies(op->index) &&
                                !lanes_.varies(op->value));
    }

    void visit(const hir::LetStmt *op) override {
        lanes_.define(op->name, op->value);
        op->body.accept(this);
    }
};

} // namespace

bool repeats_terms(const hir::Stmt &body, const std::string &lane) {
    repeated_term_search search(lane);
    body.accept(&search);
    return search.is_found;
}

} // namespace tiramisu::lower
