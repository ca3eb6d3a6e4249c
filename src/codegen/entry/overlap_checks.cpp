#include "codegen/entry/overlap_checks.h"

#include <algorithm>
#include <set>
#include <string>

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
            Halide::reinterpret(word, hir::Variable::make(Halide::Handle(), buffer.name()));
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

/// The arguments of pairs: those that are written, then the others. What is written may be the
/// other one of all its pairs.
struct written_first {
    std::vector<std::string> names;
    std::size_t written = 0;

    explicit written_first(const std::vector<core::program_overlap> &pairs) {
        std::set<std::string> met;
        const auto add = [&](const std::string &name) {
            if (met.insert(name).second) {
                names.push_back(name);
            }
        };
        for (const core::program_overlap &pair : pairs) {
            add(pair.written);
        }
        written = names.size();
        for (const core::program_overlap &pair : pairs) {
            add(pair.other);
        }
    }

    /// That have one of the written.
    std::size_t pairs() const {
        return written * (written - 1) / 2 + written * (names.size() - written);
    }
};

/// Whether there are so many pairs that one check of all is less code, and they are all that there
/// can be.
bool are_many_apart(const std::vector<core::program_overlap> &pairs) {
    constexpr std::size_t many = 32;
    return pairs.size() > many && pairs.size() == written_first(pairs).pairs() &&
           std::none_of(pairs.begin(), pairs.end(),
                        [](const core::program_overlap &pair) { return pair.may_coincide; });
}

hir::Stmt check_of_all(const core::program &program, const buffer_table &buffers,
                       const environment &names) {
    const written_first arguments(program.overlaps);
    std::string list;
    std::vector<Expr> addresses;
    for (const std::string &argument : arguments.names) {
        const address_range range(buffers.at(argument), names);
        addresses.push_back(range.first);
        addresses.push_back(range.end);
        list += argument_name(program, argument) + ",";
    }
    const Expr ranges =
        hir::Call::make(Halide::Handle(), hir::Call::make_struct, addresses, hir::Call::Intrinsic);
    const Expr found =
        runtime_call(Halide::Int(32), "tiramisu_check_overlaps",
                     {Expr(program.name), Expr(list), ranges, static_cast<int>(arguments.written),
                      static_cast<int>(arguments.names.size())});
    const Expr code = hir::Variable::make(Halide::Int(32), "overlaps.found");
    return hir::LetStmt::make("overlaps.found", found, hir::AssertStmt::make(code == 0, code));
}

} // namespace

std::vector<hir::Stmt> overlap_checks(const core::program &program, const buffer_table &buffers,
                                      const environment &names) {
    if (are_many_apart(program.overlaps)) {
        return {check_of_all(program, buffers, names)};
    }
    std::vector<hir::Stmt> checks;
    for (const core::program_overlap &pair : program.overlaps) {
        checks.push_back(overlap_check(program, pair, buffers, names));
    }
    return checks;
}

} // namespace tiramisu::lower
