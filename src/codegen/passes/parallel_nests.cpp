#include "codegen/passes/parallel_nests.h"

#include "codegen/expressions/for_loop.h"
#include "runtime/parallel.h"

namespace tiramisu::lower {

namespace {

using hir::Stmt;

class nest_search : public hir::IRVisitor {
public:
    bool has_parallel_loop = false, has_foreign_call = false;

private:
    using hir::IRVisitor::visit;

    void visit(const hir::For *op) override {
        has_parallel_loop = has_parallel_loop || op->for_type == hir::ForType::Parallel;
        hir::IRVisitor::visit(op);
    }

    void visit(const hir::Call *op) override {
        const bool is_extern =
            op->call_type == hir::Call::Extern || op->call_type == hir::Call::PureExtern;
        has_foreign_call = has_foreign_call || (is_extern && !is_function_of_halide(op->name));
        hir::IRVisitor::visit(op);
    }

    // The mathematical functions have the name of a type at their end.
    static bool is_function_of_halide(const std::string &name) {
        return hir::ends_with(name, "_f16") || hir::ends_with(name, "_f32") ||
               hir::ends_with(name, "_f64") || hir::starts_with(name, "halide_");
    }

    // What an error calls runs once, at the end.
    void visit(const hir::AssertStmt *op) override { op->condition.accept(this); }
};

class nest_marker : public hir::IRMutator {
    using hir::IRMutator::visit;

    // Outermost loops only: a parallel loop has its threads, and a serial one takes in all that is
    // inside.
    Stmt visit(const hir::For *op) override {
        nest_search inside;
        op->body.accept(&inside);
        const bool is_nest = op->for_type == hir::ForType::Serial && inside.has_parallel_loop;
        return is_nest && !inside.has_foreign_call ? marked(op) : op;
    }

    // No name of the program has a dot in front.
    static Stmt marked(const hir::For *op) {
        return for_loop(".nest", rt::nest_mark, 1, hir::ForType::Parallel, op);
    }
};

} // namespace

hir::Stmt mark_parallel_nests(const hir::Stmt &stmt) {
    return nest_marker().mutate(stmt);
}

} // namespace tiramisu::lower
