#include "codegen/vectors/interleaved_stores.h"

#include <vector>

#include "codegen/expressions/block_steps.h"
#include "codegen/vectors/mixed_extensions.h"

namespace tiramisu::lower {

namespace {

using hir::Stmt;

/// The buffer that a statement stores to, if it is one store with its lets; else empty.
std::string stored_buffer(Stmt stmt) {
    while (const auto *let = stmt.as<hir::LetStmt>()) {
        stmt = let->body;
    }
    const auto *store = stmt.as<hir::Store>();
    return store != nullptr ? store->name : "";
}

class reduction_finder : public hir::IRVisitor {
public:
    bool is_found = false;

private:
    using hir::IRVisitor::visit;
    void visit(const hir::VectorReduce *) override { is_found = true; }
};

/// Whether a value has fewer lanes than what it is made of. Where an operand alternates between
/// lanes, Halide would take every second lane of the value, which is no part of what is added up,
/// or is none.
bool combines_lanes(const Stmt &stores) {
    reduction_finder finder;
    stores.accept(&finder);
    return finder.is_found;
}

/// Stores of which LLVM would make wrong code, were they one, stay apart.
Stmt interleaved(const Stmt &stores) {
    return extends_several_widths(stores) || combines_lanes(stores)
               ? stores
               : hir::rewrite_interleavings(stores);
}

class neighbour_interleaver : public hir::IRMutator {
    using hir::IRMutator::visit;

    Stmt visit(const hir::Store *op) override { return interleaved(op); }

    Stmt visit(const hir::Block *op) override {
        const std::vector<Stmt> list = block_steps(op);
        std::vector<Stmt> made;
        for (auto first = list.begin(); first != list.end();) {
            const std::string buffer = stored_buffer(*first);
            auto end = first + 1;
            while (!buffer.empty() && end != list.end() && stored_buffer(*end) == buffer) {
                ++end;
            }
            made.push_back(buffer.empty()
                               ? mutate(*first)
                               : interleaved(hir::Block::make(std::vector<Stmt>(first, end))));
            first = end;
        }
        return hir::Block::make(made);
    }
};

} // namespace

Stmt interleave_neighbouring_stores(const Stmt &stmt) {
    return neighbour_interleaver().mutate(stmt);
}

} // namespace tiramisu::lower
