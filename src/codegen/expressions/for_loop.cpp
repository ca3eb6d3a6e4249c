#include "codegen/expressions/for_loop.h"

namespace tiramisu::lower {

namespace {

class loop_finder : public hir::IRVisitor {
public:
    bool is_found = false;

private:
    using hir::IRVisitor::visit;
    void visit(const hir::For *op) override {
        is_found = is_found || op->for_type != hir::ForType::Vectorized;
        hir::IRVisitor::visit(op);
    }
};

class kernel_finder : public hir::IRVisitor {
public:
    bool is_found = false;

private:
    using hir::IRVisitor::visit;
    void visit(const hir::For *op) override {
        is_found = is_found || is_kernel(op);
        hir::IRVisitor::visit(op);
    }
};

class allocation_finder : public hir::IRVisitor {
public:
    bool is_found = false;

private:
    using hir::IRVisitor::visit;
    void visit(const hir::Allocate *) override { is_found = true; }
};

} // namespace

hir::Stmt for_loop(const std::string &name, const Halide::Expr &first, const Halide::Expr &extent,
                   hir::ForType type, const hir::Stmt &body) {
    const Halide::DeviceAPI where =
        hir::is_gpu(type) ? Halide::DeviceAPI::Default_GPU : Halide::DeviceAPI::None;
    return hir::For::make(name, first, extent, type, Halide::Partition::Auto, where, body);
}

bool has_loops(const hir::Stmt &stmt) {
    loop_finder search;
    stmt.accept(&search);
    return search.is_found;
}

bool is_kernel(const hir::Stmt &stmt) {
    const auto *loop = stmt.as<hir::For>();
    return loop != nullptr && hir::is_gpu(loop->for_type);
}

bool has_kernels(const hir::Stmt &stmt) {
    kernel_finder search;
    stmt.accept(&search);
    return search.is_found;
}

bool has_allocations(const hir::Stmt &stmt) {
    allocation_finder search;
    stmt.accept(&search);
    return search.is_found;
}

} // namespace tiramisu::lower
