#include "codegen/vectors/load_nesting.h"

#include <algorithm>

namespace tiramisu::lower {

namespace {

constexpr int deep = 16;

class load_nesting : public hir::IRVisitor {
public:
    bool is_deep() const { return deepest_ > deep; }

private:
    int depth_ = 0, deepest_ = 0;

    using hir::IRVisitor::visit;
    void visit(const hir::Load *op) override {
        deepest_ = std::max(deepest_, ++depth_);
        hir::IRVisitor::visit(op);
        --depth_;
    }
};

} // namespace

bool has_deep_loads(const hir::Stmt &stmt) {
    load_nesting nesting;
    stmt.accept(&nesting);
    return nesting.is_deep();
}

bool has_deep_loads(const Halide::Expr &value) {
    load_nesting nesting;
    value.accept(&nesting);
    return nesting.is_deep();
}

} // namespace tiramisu::lower
