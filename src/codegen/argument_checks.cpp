#include "codegen/argument_checks.h"

#include <limits>
#include <sstream>

#include "codegen/arguments.h"
#include "codegen/expressions.h"
#include "codegen/types.h"
#include "tiramisu/error.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

Expr ask(Halide::Type type, const char *what, const std::vector<Expr> &arguments) {
    return hir::Call::make(type, what, arguments, hir::Call::Extern);
}

Expr as_int64(const Expr &value) {
    return Halide::cast(Halide::Int(64), value);
}

/// The checks of one buffer argument, in the order in which they are asked for.
class buffer_checks {
public:
    buffer_checks(const core::program &program, const buffer_layout &buffer)
        : buffer_(buffer), pointer_(structure_of(buffer)), function_(program.name) {}

    std::vector<Stmt> all() && { return std::move(checks_); }

    void presence() {
        require(is_there(pointer_), "tiramisu_error_buffer_is_null", {});
        require(is_there(memory_of(buffer_)), "tiramisu_error_host_is_null", {});
    }

    // Booleans may be declared as one bit or as one byte: both are a byte in memory.
    void type() {
        const Expr found = ask(Halide::UInt(32), hir::Call::buffer_get_type, {pointer_});
        const auto code = [](Halide::Type type) {
            return Expr(static_cast<halide_type_t>(type).as_u32());
        };
        const Expr expected = code(buffer_.element_type());
        Expr is_right = found == expected;
        if (buffer_.buffer().type == p_boolean) {
            is_right = is_right || found == code(Halide::Bool());
        }
        require(is_right, "tiramisu_error_bad_type", {found, expected});
    }

    void rank() {
        const Expr found = ask(Halide::Int(32), hir::Call::buffer_get_dimensions, {pointer_});
        require(found == buffer_.rank(), "tiramisu_error_bad_rank", {found, buffer_.rank()});
    }

    void extent(int d) {
        const Expr found = as_int64(
            ask(Halide::Int(32), hir::Call::buffer_get_extent, {pointer_, halide_dimension(d)}));
        const Expr expected = as_int64(buffer_.size(d));
        require(found == expected, "tiramisu_error_bad_extent",
                {halide_dimension(d), buffer_.rank(), found, expected});
    }

    void stride(int d) {
        const Expr found = as_int64(
            ask(Halide::Int(32), hir::Call::buffer_get_stride, {pointer_, halide_dimension(d)}));
        const Expr expected = as_int64(buffer_.stride(d));
        const Expr is_alone = buffer_.size(d) <= 1; // its stride is never used
        require(is_alone || found == expected, "tiramisu_error_bad_stride",
                {halide_dimension(d), buffer_.rank(), found, expected});
    }

    // Only sizes that come with the call can be too much for indices of 32 bits.
    void index_width() {
        if (buffer_.has_constant_sizes() || buffer_.index_type().bits() == 64) {
            return;
        }
        const Expr limit = Expr(std::int64_t(std::numeric_limits<std::int32_t>::max()));
        Expr elements = as_int64(1), is_reached = hir::const_true();
        for (int d = 0; d < buffer_.rank(); ++d) {
            elements = Halide::min(elements, limit) * as_int64(buffer_.size(d));
            is_reached = is_reached && elements <= limit;
        }
        require(is_reached, "tiramisu_error_buffer_too_large", {elements});
    }

    void memory_for(const Expr &elements) { memory_for(elements, described_bytes()); }

    void memory_for_all() { memory_for(declared_elements()); }

    /// The same of arguments that have passed the checks of their shape. Throws user_error where
    /// no argument of that shape will do.
    void declared_memory_for(const Expr &elements) {
        const Expr declared = declared_elements();
        const Expr is_enough = hir::simplify(elements <= declared);
        if (hir::is_const_zero(is_enough)) {
            throw user_error("buffer \"" + buffer_.buffer().name + "\"", "",
                             "is declared too small: it has " + text(declared) +
                                 " elements, the function touches " + text(elements) +
                                 "; with argument_checks::exact nobody can pass more");
        }
        if (!hir::is_const_one(is_enough)) {
            memory_for(elements, bytes(declared));
        }
    }

private:
    const buffer_layout &buffer_;
    Expr pointer_;
    std::string function_;
    std::vector<Stmt> checks_;

    void require(const Expr &condition, const char *report, std::vector<Expr> details) {
        details.insert(details.begin(), {Expr(function_), Expr(buffer_.buffer().name)});
        checks_.push_back(hir::AssertStmt::make(condition, ask(Halide::Int(32), report, details)));
    }

    static Expr is_there(const Expr &pointer) {
        return Halide::reinterpret<std::uint64_t>(pointer) != Expr(std::uint64_t(0));
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

    Expr described_bytes() const {
        return ask(Halide::Int(64), "tiramisu_bytes_described", {pointer_});
    }

    void memory_for(const Expr &elements, const Expr &found) {
        require(bytes(elements) <= found, "tiramisu_error_buffer_too_small",
                {found, bytes(elements)});
    }
};

/// Elements from the start of the buffer to the end of the last one that is known to be touched;
/// undefined if none is.
Expr touched_elements(const buffer_layout &buffer, const environment &names) {
    Expr most;
    for (const core::program_reach &reach : buffer.buffer().reached) {
        Expr elements = as_int64(1);
        for (int d = 0; d < buffer.rank(); ++d) {
            const expr &index = reach.element[static_cast<std::size_t>(d)];
            elements += as_int64(to_halide(index, names, arithmetic::indexing)) *
                        as_int64(buffer.stride(d));
        }
        if (reach.condition.is_defined()) {
            elements = Halide::select(to_halide(reach.condition, names), elements, as_int64(0));
        }
        most = hir::simplify(most.defined() ? Halide::max(most, elements) : elements);
    }
    return most;
}

} // namespace

std::vector<Stmt> presence_checks(const core::program &program, const buffer_layout &buffer) {
    buffer_checks checks(program, buffer);
    checks.presence();
    return std::move(checks).all();
}

std::vector<Stmt> shape_checks(const core::program &program, const buffer_layout &buffer,
                               const environment &names, argument_checks how) {
    buffer_checks checks(program, buffer);
    const Expr touched = touched_elements(buffer, names);
    if (how == argument_checks::exact) {
        checks.type();
        checks.rank();
        for (int d = 0; d < buffer.rank(); ++d) {
            checks.extent(d);
        }
        for (int d = 0; d < buffer.rank(); ++d) {
            checks.stride(d);
        }
    }
    checks.index_width();
    if (touched.defined() && how == argument_checks::exact) {
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

Stmt element_check(const core::program &program, const buffer_layout &buffer, const Expr &index) {
    buffer_checks checks(program, buffer);
    checks.memory_for(as_int64(index) + as_int64(1));
    return std::move(checks).all().front();
}

std::vector<Stmt> storage_checks(const core::program &program, const environment &names) {
    std::vector<Stmt> checks;
    for (const core::program_check &check : program.checks) {
        checks.push_back(hir::AssertStmt::make(to_halide(check.condition, names),
                                               ask(Halide::Int(32), "tiramisu_error_bad_storage",
                                                   {Expr(program.name), Expr(check.text)})));
    }
    return checks;
}

} // namespace tiramisu::lower
