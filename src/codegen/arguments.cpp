#include "codegen/arguments.h"

#include <limits>

#include "codegen/expressions.h"
#include "codegen/types.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

Expr buffer_pointer(const buffer_layout &buffer) {
    return hir::Variable::make(Halide::type_of<halide_buffer_t *>(),
                               buffer.buffer().name + ".buffer");
}

Expr ask(Halide::Type type, const char *what, std::vector<Expr> arguments) {
    return hir::Call::make(type, what, std::move(arguments), hir::Call::Extern);
}

Expr as_int64(const Expr &value) {
    return Halide::cast(Halide::Int(64), value);
}

/// The checks of one buffer argument.
class buffer_checks {
public:
    buffer_checks(const core::program &program, const buffer_layout &buffer)
        : buffer_(buffer), pointer_(buffer_pointer(buffer)), function_(program.name) {}

    std::vector<Stmt> all() {
        presence();
        type();
        rank();
        for (int d = 0; d < buffer_.rank(); ++d) {
            extent(d);
        }
        for (int d = 0; d < buffer_.rank(); ++d) {
            stride(d);
        }
        reach();
        return std::move(checks_);
    }

private:
    const buffer_layout &buffer_;
    Expr pointer_;
    std::string function_;
    std::vector<Stmt> checks_;

    void require(const Expr &condition, const char *report, std::vector<Expr> details) {
        details.insert(details.begin(), {Expr(function_), Expr(buffer_.buffer().name)});
        checks_.push_back(
            hir::AssertStmt::make(condition, ask(Halide::Int(32), report, std::move(details))));
    }

    void presence() {
        const Expr is_there =
            Halide::reinterpret<std::uint64_t>(pointer_) != Expr(std::uint64_t(0));
        require(is_there, "tiramisu_error_buffer_is_null", {});
        const Expr host = ask(Halide::Handle(), hir::Call::buffer_get_host, {pointer_});
        require(Halide::reinterpret<std::uint64_t>(host) != Expr(std::uint64_t(0)),
                "tiramisu_error_host_is_null", {});
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

    int halide_dimension(int d) const { return buffer_.rank() - 1 - d; }

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
    void reach() {
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
};

} // namespace

std::vector<hir::LoweredArgument> function_arguments(const core::program &program) {
    std::vector<hir::LoweredArgument> arguments;
    for (const core::program_buffer &buffer : program.arguments) {
        const auto kind = buffer.role == a_output ? Halide::Argument::OutputBuffer
                                                  : Halide::Argument::InputBuffer;
        arguments.emplace_back(buffer.name, kind, storage_type(buffer.type),
                               static_cast<std::uint8_t>(buffer.sizes.size()),
                               Halide::ArgumentEstimates{});
    }
    for (const core::program_scalar &scalar : program.scalar_arguments) {
        arguments.emplace_back(scalar.name, Halide::Argument::InputScalar, value_type(scalar.type),
                               std::uint8_t(0), Halide::ArgumentEstimates{});
    }
    return arguments;
}

hir::Stmt bind_arguments(const core::program &program, const buffer_table &buffers,
                         hir::Stmt body) {
    for (auto argument = program.arguments.rbegin(); argument != program.arguments.rend();
         ++argument) {
        const buffer_layout &buffer = buffers.at(argument->name);
        const Expr host =
            ask(Halide::Handle(), hir::Call::buffer_get_host, {buffer_pointer(buffer)});
        body = buffer.bind_sizes(hir::LetStmt::make(argument->name, host, body));
    }
    return body;
}

hir::Stmt argument_checks(const core::program &program, const buffer_table &buffers) {
    std::vector<Stmt> checks;
    for (const core::program_buffer &argument : program.arguments) {
        const buffer_layout &buffer = buffers.at(argument.name);
        const std::vector<Stmt> of_buffer = buffer_checks(program, buffer).all();
        checks.push_back(buffer.bind_sizes(hir::Block::make(of_buffer)));
    }
    return checks.empty() ? hir::Evaluate::make(0) : hir::Block::make(checks);
}

hir::Stmt storage_checks(const core::program &program, const environment &names) {
    std::vector<Stmt> checks;
    for (const core::program_check &check : program.checks) {
        checks.push_back(hir::AssertStmt::make(to_halide(check.condition, names),
                                               ask(Halide::Int(32), "tiramisu_error_bad_storage",
                                                   {Expr(program.name), Expr(check.text)})));
    }
    return hir::Block::make(checks);
}

} // namespace tiramisu::lower
