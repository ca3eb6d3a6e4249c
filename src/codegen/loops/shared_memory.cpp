#include "codegen/loops/shared_memory.h"

#include <map>
#include <string>

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

constexpr const char *piece = "shared";

/// No element is wider, and vectors of this size can be loaded.
constexpr std::int64_t part_alignment = 16;

/// Takes the allocations away and has their elements found in the piece.
class part_maker : public hir::IRMutator {
public:
    std::int64_t bytes = 0;

private:
    using hir::IRMutator::visit;
    std::map<std::string, std::int64_t> starts_; ///< in bytes

    Stmt visit(const hir::Allocate *op) override {
        if (op->memory_type != Halide::MemoryType::GPUShared) {
            return hir::IRMutator::visit(op);
        }
        std::int64_t size = op->type.bytes();
        for (const Expr &extent : op->extents) {
            size *= *hir::as_const_int(hir::simplify(extent));
        }
        starts_[op->name] = bytes;
        bytes += (size + part_alignment - 1) / part_alignment * part_alignment;
        return mutate(op->body);
    }

    Expr moved(const std::string &name, const Halide::Type &type, const Expr &index) {
        const std::int64_t elements = starts_.at(name) / type.bytes();
        return mutate(index) + hir::make_const(index.type(), elements);
    }

    Expr visit(const hir::Load *op) override {
        return starts_.count(op->name) == 0
                   ? hir::IRMutator::visit(op)
                   : hir::Load::make(op->type, piece, moved(op->name, op->type, op->index), {}, {},
                                     mutate(op->predicate), hir::ModulusRemainder());
    }

    Stmt visit(const hir::Store *op) override {
        return starts_.count(op->name) == 0
                   ? hir::IRMutator::visit(op)
                   : hir::Store::make(piece, mutate(op->value),
                                      moved(op->name, op->value.type(), op->index), {},
                                      mutate(op->predicate), hir::ModulusRemainder());
    }
};

} // namespace

shared_memory::shared_memory(const Stmt &kernel) {
    part_maker parts;
    body_ = parts.mutate(kernel);
    bytes_ = parts.bytes;
}

Stmt shared_memory::around(const Stmt &nest) const {
    return bytes_ == 0 ? nest
                       : hir::Allocate::make(piece, Halide::UInt(8), Halide::MemoryType::GPUShared,
                                             {static_cast<int>(bytes_)}, hir::const_true(), nest);
}

} // namespace tiramisu::lower
