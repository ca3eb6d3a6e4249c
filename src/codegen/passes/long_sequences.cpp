#include "codegen/passes/long_sequences.h"

#include <vector>

#include "codegen/expressions/block_steps.h"
#include "codegen/expressions/for_loop.h"

namespace tiramisu::lower {

namespace {

using hir::Stmt;

class size_counter : public hir::IRVisitor {
public:
    int size = 0;

private:
    using hir::IRVisitor::visit;

    void visit(const hir::For *op) override {
        ++size;
        hir::IRVisitor::visit(op);
    }

    void visit(const hir::Store *op) override {
        ++size;
        hir::IRVisitor::visit(op);
    }

    void visit(const hir::Call *op) override {
        size += op->call_type == hir::Call::Extern ? 1 : 0;
        hir::IRVisitor::visit(op);
    }

    // Checks stay where they are.
    void visit(const hir::AssertStmt *) override {}
};

int size_of(const Stmt &stmt) {
    size_counter counter;
    stmt.accept(&counter);
    return counter.size;
}

class sequence_cutter : public hir::IRMutator {
    using hir::IRMutator::visit;

    // What a loop repeats keeps its values in registers and is not called.
    Stmt visit(const hir::For *op) override { return op; }

    Stmt visit(const hir::Block *op) override {
        if (size_of(op) <= largest_function) {
            return op;
        }
        std::vector<Stmt> parts, part;
        int size_of_part = 0;
        const auto end_part = [&] {
            if (!part.empty()) {
                parts.push_back(function_of(hir::Block::make(part)));
            }
            part.clear();
            size_of_part = 0;
        };
        for (const Stmt &step : block_steps(op)) {
            const int size = size_of(step);
            if (size == 0 || size_of_part + size > largest_function) {
                end_part();
            }
            if (size == 0 || size > largest_function) {
                parts.push_back(mutate(step));
            } else {
                part.push_back(step);
                size_of_part += size;
            }
        }
        end_part();
        return hir::Block::make(parts);
    }

    // No name of the program has a dot in front.
    static Stmt function_of(const Stmt &body) {
        return for_loop(".part", 0, 1, hir::ForType::Parallel, body);
    }
};

} // namespace

hir::Stmt cut_long_sequences(const hir::Stmt &stmt) {
    return sequence_cutter().mutate(stmt);
}

} // namespace tiramisu::lower
