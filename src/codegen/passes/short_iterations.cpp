#include "codegen/passes/short_iterations.h"

#include "codegen/expressions/for_loop.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

/// Stores and loads of a short iteration, together.
constexpr int most_accesses = 48;
/// Iterations in a block: what handing it over costs is shared by all of them.
constexpr int largest_block = 64;
/// Enough for threads to share them evenly.
constexpr int blocks_wanted = 64;

class length_finder : public hir::IRVisitor {
public:
    int accesses = 0;
    bool has_loops_or_calls = false;

private:
    using hir::IRVisitor::visit;
    void visit(const hir::For *) override { has_loops_or_calls = true; }
    void visit(const hir::Allocate *) override { has_loops_or_calls = true; }
    void visit(const hir::Load *op) override {
        ++accesses;
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::Store *op) override {
        ++accesses;
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::Call *op) override {
        has_loops_or_calls = has_loops_or_calls || op->is_extern();
        hir::IRVisitor::visit(op);
    }
};

bool is_short(const Stmt &iteration) {
    length_finder found;
    iteration.accept(&found);
    return !found.has_loops_or_calls && found.accesses <= most_accesses;
}

class block_maker : public hir::IRMutator {
    using hir::IRMutator::visit;

    Stmt visit(const hir::For *op) override {
        const bool is_parallel =
            op->for_type == hir::ForType::Parallel && op->device_api == Halide::DeviceAPI::None;
        return is_parallel && is_short(op->body) ? in_blocks(*op) : hir::IRMutator::visit(op);
    }

    // The passes that make names unique are done: a dot and a word make these so.
    static Stmt in_blocks(const hir::For &loop) {
        const auto count = hir::as_const_int(loop.extent);
        if (count && *count < 2 * blocks_wanted) {
            return &loop;
        }
        const std::string size_name = loop.name + ".size_of_block", name = loop.name + ".block";
        const Expr size = hir::Variable::make(Halide::Int(32), size_name),
                   block = hir::Variable::make(Halide::Int(32), name);
        const Expr share = Halide::clamp(loop.extent / blocks_wanted, 1, largest_block);
        const Expr before = block * size;
        const Stmt inside =
            for_loop(loop.name, loop.min + before, Halide::min(size, loop.extent - before),
                     hir::ForType::Serial, loop.body);
        return hir::LetStmt::make(size_name, hir::simplify(share),
                                  for_loop(name, 0, hir::simplify((loop.extent - 1) / size + 1),
                                           hir::ForType::Parallel, inside));
    }
};

} // namespace

Stmt put_short_iterations_in_blocks(const Stmt &stmt) {
    return block_maker().mutate(stmt);
}

} // namespace tiramisu::lower
