#include "codegen/entry/argument_memory.h"

#include "codegen/expressions/expressions.h"

namespace tiramisu::lower {

using Halide::Expr;

Expr described_bytes(const buffer_layout &buffer) {
    return hir::Variable::make(Halide::Int(64), buffer.name() + ".bytes");
}

Expr touched_elements(const buffer_layout &buffer, const environment &names) {
    const Halide::Type counted =
        buffer.index_type().bits() == 64 ? Halide::Float(64) : Halide::Int(64);
    Expr most;
    for (const core::program_reach &reach : buffer.buffer().reached) {
        Expr elements = hir::make_one(counted);
        for (int d = 0; d < buffer.rank(); ++d) {
            const expr &index = reach.element[static_cast<std::size_t>(d)];
            elements += Halide::cast(counted, to_halide(index, names, arithmetic::indexing)) *
                        Halide::cast(counted, buffer.stride(d));
        }
        if (reach.condition.is_defined()) {
            elements = Halide::select(to_halide(reach.condition, names), elements,
                                      hir::make_zero(counted));
        }
        most = hir::simplify(most.defined() ? Halide::max(most, elements) : elements);
    }
    return most;
}

} // namespace tiramisu::lower
