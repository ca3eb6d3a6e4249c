#include "codegen/entry/overlap_checks.h"

#include "codegen/entry/argument_memory.h"
#include "codegen/entry/argument_names.h"
#include "codegen/entry/error_calls.h"
#include "codegen/expressions/types.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;

/// The addresses of an argument's memory.
struct address_range {
    Expr first, end; ///< both 0 if there is none

    address_range(const buffer_layout &buffer, const environment &names) {
        const Halide::Type word = Halide::UInt(64);
        const Expr bytes = described_bytes(buffer);
        const Expr host =
            Halide::reinterpret(word, hir::Variable::make(Halide::Handle(), buffer.buffer().name));
        const Expr length =
            Halide::select(bytes == Halide::Int(64).max(), touched_bytes(buffer, names), bytes);
        first = Halide::select(length > 0, host, hir::make_zero(word));
        end = Halide::select(length > 0, host + Halide::cast(word, length), hir::make_zero(word));
    }

private:
    /// The bytes that are touched of memory that the argument does not describe: one element at
    /// least, which may be the first one.
    static Expr touched_bytes(const buffer_layout &buffer, const environment &names) {
        const Expr touched = touched_elements(buffer, names);
        return (touched.defined() ? as_int64(touched) : as_int64(1)) *
               buffer.element_type().bytes();
    }
};

} // namespace

hir::Stmt overlap_check(const core::program &program, const core::program_overlap &pair,
                        const buffer_table &buffers, const environment &names) {
    const address_range written(buffers.at(pair.written), names),
        other(buffers.at(pair.other), names);
    Expr is_harmless = written.end <= other.first || other.end <= written.first;
    if (pair.may_coincide) {
        is_harmless = is_harmless || written.first == other.first;
    }
    return hir::AssertStmt::make(is_harmless,
                                 argument_error("tiramisu_error_overlap", program, pair.written,
                                                {Expr(argument_name(program, pair.other))}));
}

} // namespace tiramisu::lower
