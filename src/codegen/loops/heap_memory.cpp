#include "codegen/loops/heap_memory.h"

#include <cmath>
#include <limits>

#include "codegen/expressions/types.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;

constexpr std::int64_t largest_int32 = std::numeric_limits<std::int32_t>::max();

constexpr const char *address_of_memory = "tiramisu_address_of_memory";

class address_finder : public hir::IRMutator {
    using hir::IRMutator::visit;

    Expr visit(const hir::Call *op) override {
        return op->name == address_of_memory ? op->args[0] : hir::IRMutator::visit(op);
    }
};

/// Elements of the memory, with those that are left out before an aligned first one. As floats the
/// product does not overflow, and is exact where it is a number of 53 bits.
Expr elements_of(const buffer_layout &buffer, Halide::Type type) {
    Expr elements = hir::make_one(type);
    for (int d = 0; d < buffer.rank(); ++d) {
        const Expr size = Halide::cast<std::int64_t>(buffer.padded_size(d));
        elements *= Halide::cast(type, Halide::max(size, hir::make_one(size.type())));
    }
    return hir::simplify(elements + hir::make_const(type, buffer.largest_start()));
}

Expr element_bytes(const buffer_layout &buffer, Halide::Type type) {
    return hir::make_const(type, buffer.element_type().bytes());
}

hir::Stmt check(const buffer_layout &buffer, double most_bytes) {
    const Halide::Type real = Halide::Float(64), word = Halide::UInt(64);
    const Expr bytes = elements_of(buffer, real) * element_bytes(buffer, real);
    const Expr shown = Halide::cast(word, Halide::min(bytes, Expr(std::ldexp(1.0, 63))));
    return hir::AssertStmt::make(bytes <= Expr(most_bytes),
                                 hir::Call::make(Halide::Int(32),
                                                 "halide_error_buffer_allocation_too_large",
                                                 {buffer.buffer().name, shown,
                                                  Halide::cast(word, Expr(std::floor(most_bytes)))},
                                                 hir::Call::Extern));
}

/// Indices are numbers of 32 or 64 bits.
double most_bytes(const buffer_layout &buffer) {
    return buffer.index_type().bits() == 64
               ? std::ldexp(1.0, 62)
               : static_cast<double>(largest_int32) * buffer.element_type().bytes();
}

} // namespace

hir::Stmt allocate_wide(const buffer_layout &buffer, const hir::Stmt &body, name_supply &supply) {
    const Halide::Type wide = Halide::Int(64), byte = Halide::UInt(8);
    const Expr bytes = hir::simplify(elements_of(buffer, wide) * element_bytes(buffer, wide));
    const Expr memory =
        hir::Call::make(Halide::Handle(), "halide_malloc", {bytes}, hir::Call::Extern);
    const std::string name = supply.fresh(buffer.name() + ".memory");
    const Expr first =
        hir::Call::make(Halide::Handle(), address_of_memory,
                        {hir::Variable::make(Halide::Handle(), name)}, hir::Call::Extern);
    const hir::Stmt inside = hir::LetStmt::make(buffer.name(), first, body);
    return hir::Block::make(check(buffer, most_bytes(buffer)),
                            hir::Allocate::make(name, byte, Halide::MemoryType::Heap, {},
                                                hir::const_true(), inside, memory, "halide_free"));
}

hir::Stmt find_addresses(const hir::Stmt &stmt) {
    return address_finder().mutate(stmt);
}

hir::Stmt narrow_allocation_check(const buffer_layout &buffer) {
    return check(buffer, static_cast<double>(largest_narrow_allocation));
}

} // namespace tiramisu::lower
