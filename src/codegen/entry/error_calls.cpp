#include "codegen/entry/error_calls.h"

#include "codegen/entry/argument_names.h"

namespace tiramisu::lower {

using Halide::Expr;

Expr runtime_call(Halide::Type type, const char *what, const std::vector<Expr> &arguments) {
    return hir::Call::make(type, what, arguments, hir::Call::Extern);
}

Expr argument_error(const char *what, const core::program &program, const std::string &buffer,
                    const std::vector<Expr> &details) {
    std::vector<Expr> arguments = {Expr(program.name), Expr(argument_name(program, buffer))};
    arguments.insert(arguments.end(), details.begin(), details.end());
    return runtime_call(Halide::Int(32), what, arguments);
}

} // namespace tiramisu::lower
