#include "codegen/passes/announced_allocations.h"

#include "codegen/expressions/names.h"
#include "runtime/buffer_names.h"

namespace tiramisu::lower {

namespace {

std::string shown(const std::string &name) {
    const std::string buffer = name_in_program(name);
    return "\"" + std::string(tiramisu::rt::shown_buffer_name(buffer.c_str()).text) + "\"";
}

/// Of memory that several buffers have in common: those that are defined first in its body, the
/// last one outermost.
std::string shown_parts(const hir::Stmt &body) {
    std::string names;
    const auto *part = body.as<hir::LetStmt>();
    for (; part != nullptr && part->value.type().is_handle();
         part = part->body.as<hir::LetStmt>()) {
        names = shown(part->name) + (names.empty() ? "" : ", ") + names;
    }
    return names;
}

class announcer : public hir::IRMutator {
public:
    explicit announcer(std::string function) : function_(std::move(function)) {}

private:
    using hir::IRMutator::visit;
    std::string function_;

    hir::Stmt visit(const hir::Allocate *op) override {
        const hir::Stmt allocation = hir::IRMutator::visit(op);
        if (op->memory_type != Halide::MemoryType::Heap) {
            return allocation;
        }
        const std::string parts = shown_parts(op->body);
        const hir::Stmt announcement = hir::Evaluate::make(hir::Call::make(
            Halide::Int(32), "tiramisu_allocating",
            {function_, parts.empty() ? shown(op->name) : parts}, hir::Call::Extern));
        return hir::Block::make(announcement, allocation);
    }
};

} // namespace

hir::Stmt announce_allocations(const hir::Stmt &stmt, const std::string &function) {
    return announcer(function).mutate(stmt);
}

} // namespace tiramisu::lower
