#include "codegen/entry/overlap_checks.h"

#include <algorithm>

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

/// Outputs, then all other arguments.
std::vector<std::string> outputs_first(const core::program &program, std::size_t &outputs) {
    std::vector<std::string> names, others;
    for (const core::program_buffer &argument : program.arguments) {
        (argument.role == a_output ? names : others).push_back(argument.name);
    }
    outputs = names.size();
    names.insert(names.end(), others.begin(), others.end());
    return names;
}

/// Whether every output has to lie apart from all other arguments, and these are so many that one
/// check of all is less code.
bool are_many_outputs_apart(const core::program &program) {
    constexpr std::size_t many = 32;
    std::size_t outputs = 0;
    const std::size_t all = outputs_first(program, outputs).size();
    const std::size_t pairs = outputs * (outputs - 1) / 2 + outputs * (all - outputs);
    return program.overlaps.size() > many && program.overlaps.size() == pairs &&
           std::none_of(program.overlaps.begin(), program.overlaps.end(),
                        [](const core::program_overlap &pair) { return pair.may_coincide; });
}

hir::Stmt check_of_all(const core::program &program, const buffer_table &buffers,
                       const environment &names) {
    std::size_t outputs = 0;
    const std::vector<std::string> arguments = outputs_first(program, outputs);
    std::string list;
    std::vector<Expr> addresses;
    for (const std::string &argument : arguments) {
        const address_range range(buffers.at(argument), names);
        addresses.push_back(range.first);
        addresses.push_back(range.end);
        list += argument_name(program, argument) + ",";
    }
    const Expr ranges =
        hir::Call::make(Halide::Handle(), hir::Call::make_struct, addresses, hir::Call::Intrinsic);
    const Expr found =
        runtime_call(Halide::Int(32), "tiramisu_check_overlaps",
                     {Expr(program.name), Expr(list), ranges, static_cast<int>(outputs),
                      static_cast<int>(arguments.size())});
    const Expr code = hir::Variable::make(Halide::Int(32), "overlaps.found");
    return hir::LetStmt::make("overlaps.found", found, hir::AssertStmt::make(code == 0, code));
}

} // namespace

std::vector<hir::Stmt> overlap_checks(const core::program &program, const buffer_table &buffers,
                                      const environment &names) {
    if (are_many_outputs_apart(program)) {
        return {check_of_all(program, buffers, names)};
    }
    std::vector<hir::Stmt> checks;
    for (const core::program_overlap &pair : program.overlaps) {
        checks.push_back(overlap_check(program, pair, buffers, names));
    }
    return checks;
}

} // namespace tiramisu::lower
