#include "codegen/entry/descriptor_checks.h"

#include <cmath>
#include <sstream>

#include "codegen/entry/argument_memory.h"
#include "codegen/entry/argument_names.h"
#include "codegen/entry/error_calls.h"
#include "codegen/expressions/expressions.h"
#include "codegen/expressions/types.h"
#include "core/expr/expr_text.h"
#include "tiramisu/error.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

Expr type_code(Halide::Type type) {
    return Expr(static_cast<halide_type_t>(type).as_u32());
}

/// The checks of one buffer argument, in the order in which they are asked for.
class buffer_checks {
public:
    buffer_checks(const core::program &program, const buffer_layout &buffer)
        : buffer_(buffer), pointer_(structure_of(buffer)), program_(program) {}

    std::vector<Stmt> all() && { return std::move(checks_); }

    void description() {
        const Expr bytes = described_bytes(buffer_);
        checks_.push_back(hir::AssertStmt::make(bytes >= 0, Halide::cast<std::int32_t>(bytes)));
    }

    // Booleans may be declared as one bit or as one byte: both are a byte in memory.
    void type() {
        const Expr found = runtime_call(Halide::UInt(32), hir::Call::buffer_get_type, {pointer_});
        const Expr expected = type_code(buffer_.element_type());
        Expr is_right = found == expected;
        if (buffer_.buffer().type == p_boolean) {
            is_right = is_right || found == type_code(Halide::Bool());
        }
        require(is_right, "tiramisu_error_bad_type", {found, expected});
    }

    void rank() {
        const Expr found =
            runtime_call(Halide::Int(32), hir::Call::buffer_get_dimensions, {pointer_});
        require(found == buffer_.rank(), "tiramisu_error_bad_rank", {found, buffer_.rank()});
    }

    void extent(int d) {
        const Expr found = as_int64(runtime_call(Halide::Int(32), hir::Call::buffer_get_extent,
                                                 {pointer_, halide_dimension(d)}));
        const Expr expected = as_int64(buffer_.size(d));
        require(found == expected, "tiramisu_error_bad_extent",
                {halide_dimension(d), buffer_.rank(), found, expected});
    }

    void stride(int d) {
        const Expr found = as_int64(runtime_call(Halide::Int(32), hir::Call::buffer_get_stride,
                                                 {pointer_, halide_dimension(d)}));
        const Expr expected = as_int64(buffer_.stride(d));
        const Expr is_unused = buffer_.size(d) <= 1 || described_bytes(buffer_) == 0;
        require(is_unused || found == expected, "tiramisu_error_bad_stride",
                {halide_dimension(d), buffer_.rank(), found, expected});
    }

    void size() {
        const Expr found = described_bytes(buffer_), expected = bytes(declared_elements());
        require(found == expected, "tiramisu_error_bad_size", {found, expected});
    }

    // Only sizes that come with the call can be too much for the indices. A product of floats does
    // not overflow, and is exact as far as the largest of 32 bits.
    void index_width() {
        if (buffer_.has_constant_sizes()) {
            return;
        }
        const bool is_wide = buffer_.index_type().bits() == 64;
        const Expr limit = is_wide ? largest_wide_index() : Expr(2147483647.0);
        Expr elements = Expr(1.0);
        for (int d = 0; d < buffer_.rank(); ++d) {
            elements *= Halide::cast<double>(Halide::max(buffer_.size(d), 1));
        }
        require(elements <= limit, "tiramisu_error_buffer_too_large",
                {saturated(elements), saturated(limit)});
    }

    /// The element of a flat index, which is read before anything else is known of the argument.
    void element(const Expr &index) {
        require(index >= 0, "tiramisu_error_before_memory", {index});
        memory_for(index + 1);
    }

    void memory_for(const Expr &elements) { memory_for(elements, described_bytes(buffer_)); }

    void memory_for_all() { memory_for(declared_elements()); }

    /// The same of arguments that have passed the checks of their shape. Throws user_error where
    /// no argument of that shape will do.
    void declared_memory_for(const Expr &elements) {
        const Expr declared = declared_elements();
        const Expr is_enough = hir::simplify(elements <= declared);
        if (hir::is_const_zero(is_enough)) {
            const core::program_buffer &argument = buffer_.buffer();
            throw user_error(argument.called, "",
                             "is declared too small: of sizes {" +
                                 core::expr_list_text(argument.sizes) + "} it has " +
                                 text(declared) + " elements, the function touches " +
                                 text(elements) +
                                 "; with argument_checks::exact nobody can pass more: declare it "
                                 "larger, or its sizes in another order",
                             argument.where);
        }
        if (!hir::is_const_one(is_enough)) {
            memory_for(elements, bytes(declared));
        }
    }

private:
    const buffer_layout &buffer_;
    Expr pointer_;
    const core::program &program_;
    std::vector<Stmt> checks_;

    void require(const Expr &condition, const char *what, const std::vector<Expr> &details) {
        checks_.push_back(hir::AssertStmt::make(
            condition, argument_error(what, program_, buffer_.buffer().name, details)));
    }

    /// More elements than any machine has memory for; in bytes still a number of 64 bits.
    static Expr largest_wide_index() { return Expr(std::ldexp(1.0, 59)); }

    static Expr saturated(const Expr &elements) {
        return Halide::cast<std::int64_t>(Halide::min(elements, largest_wide_index()));
    }

    Expr declared_elements() const {
        Expr elements = as_int64(1);
        for (int d = 0; d < buffer_.rank(); ++d) {
            elements *= as_int64(buffer_.size(d));
        }
        return elements;
    }

    int halide_dimension(int d) const { return buffer_.rank() - 1 - d; }

    Expr bytes(const Expr &elements) const {
        return hir::simplify(elements * as_int64(buffer_.element_type().bytes()));
    }

    static std::string text(const Expr &number) {
        const Expr simple = hir::simplify(number);
        const auto constant = hir::as_const_int(simple);
        std::ostringstream text;
        constant ? text << *constant : text << simple;
        return text.str();
    }

    void memory_for(const Expr &elements, const Expr &found) {
        const Expr needed = bytes(elements);
        require(needed <= Halide::cast(needed.type(), found), "tiramisu_error_buffer_too_small",
                {found, needed.type().is_float() ? saturated(needed) : needed});
    }
};

} // namespace

std::pair<std::string, Expr> description(const core::program &program,
                                         const buffer_layout &buffer) {
    const Expr bytes =
        runtime_call(Halide::Int(64), "tiramisu_argument_bytes",
                     {Expr(program.name), Expr(argument_name(program, buffer.buffer().name)),
                      structure_of(buffer), type_code(buffer.element_type())});
    return {buffer.name() + ".bytes", bytes};
}

Stmt description_check(const core::program &program, const buffer_layout &buffer) {
    buffer_checks checks(program, buffer);
    checks.description();
    return std::move(checks).all().front();
}

std::vector<Stmt> shape_checks(const core::program &program, const buffer_layout &buffer,
                               const environment &names, argument_checks asked) {
    buffer_checks checks(program, buffer);
    const Expr touched = touched_elements(buffer, names);
    if (asked == argument_checks::exact) {
        checks.type();
    }
    if (asked == argument_checks::exact && buffer.buffer().any_shape) {
        checks.size();
    } else if (asked == argument_checks::exact) {
        checks.rank();
        for (int d = 0; d < buffer.rank(); ++d) {
            checks.extent(d);
        }
        for (int d = 0; d < buffer.rank(); ++d) {
            checks.stride(d);
        }
    }
    checks.index_width();
    if (touched.defined() && asked == argument_checks::exact) {
        checks.declared_memory_for(touched);
    } else if (touched.defined()) {
        checks.memory_for(touched);
    }
    return std::move(checks).all();
}

Stmt whole_memory_check(const core::program &program, const buffer_layout &buffer) {
    buffer_checks checks(program, buffer);
    checks.memory_for_all();
    return std::move(checks).all().front();
}

std::vector<Stmt> element_checks(const core::program &program, const buffer_layout &buffer,
                                 const Expr &index) {
    buffer_checks checks(program, buffer);
    checks.element(as_int64(index));
    return std::move(checks).all();
}

std::vector<Stmt> storage_checks(const core::program &program, const environment &names) {
    std::vector<Stmt> checks;
    for (const core::program_check &check : program.checks) {
        checks.push_back(
            hir::AssertStmt::make(to_halide(check.condition, names),
                                  runtime_call(Halide::Int(32), "tiramisu_error_bad_storage",
                                               {Expr(program.name), Expr(check.text)})));
    }
    return checks;
}

} // namespace tiramisu::lower
