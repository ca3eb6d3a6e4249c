#include "codegen/loops/lost_conditions.h"

#include "codegen/loops/lane_branches.h"

namespace tiramisu::lower {

namespace {

class shared_store_search : public hir::IRVisitor {
public:
    explicit shared_store_search(const std::string &lane) { lanes_.add_lane(lane); }

    bool is_found = false;

private:
    using hir::IRVisitor::visit;
    lane_branches lanes_;
    bool is_in_varying_ = false,
         is_in_shared_ = false; ///< branches; the latter inside of the former

    void visit(const hir::IfThenElse *op) override {
        const bool was_in_varying = is_in_varying_, was_in_shared = is_in_shared_;
        const bool varies = lanes_.varies(op->condition);
        is_in_varying_ = was_in_varying || varies;
        is_in_shared_ = was_in_shared || (was_in_varying && !varies);
        hir::IRVisitor::visit(op);
        is_in_varying_ = was_in_varying;
        is_in_shared_ = was_in_shared;
    }

    void visit(const hir::Store *op) override {
        is_found = is_found || (is_in_shared_ && !lanes_.varies(op->index));
    }

    // What lanes add up in one element has the sum of those that are on.
    void visit(const hir::Atomic *) override {}

    void visit(const hir::LetStmt *op) override {
        lanes_.define(op->name, op->value);
        op->body.accept(this);
    }
    void visit(const hir::For *op) override {
        lanes_.define(op->name, op->min);
        op->body.accept(this);
    }
};

} // namespace

bool loses_conditions(const hir::Stmt &body, const std::string &lane) {
    shared_store_search search(lane);
    body.accept(&search);
    return search.is_found;
}

} // namespace tiramisu::lower
