#include "codegen/sequence/sequence_callers.h"

#include "codegen/expressions/environment.h"
#include "codegen/expressions/expressions.h"
#include "codegen/expressions/for_loop.h"
#include "codegen/expressions/names.h"
#include "codegen/expressions/types.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

/// halide_buffer_t for an argument whose sizes are known `inside` the function that it is for.
Expr descriptor(const core::program_buffer &argument, const Expr &host, const environment &inside) {
    hir::BufferBuilder made;
    made.host = host;
    made.type = storage_type(argument.type);
    made.dimensions = static_cast<int>(argument.sizes.size());
    Expr stride = 1;
    for (std::size_t d = argument.sizes.size(); d-- > 0;) {
        const Expr size =
            Halide::cast<std::int32_t>(to_halide(argument.sizes[d], inside, arithmetic::indexing));
        made.mins.emplace_back(0);
        made.extents.push_back(size);
        made.strides.push_back(stride);
        stride = hir::simplify(stride * size);
    }
    return made.build();
}

/// LLVM would inline a call and then take memory that two functions know by different names for
/// different memory. The runtime calls a parallel loop of one iteration on the thread where it is.
/// No simplification may follow: it would take such a loop away.
Stmt as_task(const Stmt &call) {
    return for_loop(".call", 0, 1, hir::ForType::Parallel, call);
}

} // namespace

hir::LoweredFunc caller_of(const core::program &function, const std::string &callee,
                           const std::string &name) {
    std::vector<hir::LoweredArgument> arguments;
    const auto argument = [&](const std::string &called, const Halide::Type &type) {
        arguments.emplace_back(called, Halide::Argument::InputScalar, type, std::uint8_t(0),
                               Halide::ArgumentEstimates{});
        return hir::Variable::make(type, called);
    };
    // Names of scalars are C's; no two of all these are the same.
    std::vector<Expr> addresses, given, scalars;
    for (std::size_t i = 0; i < function.arguments.size(); i++) {
        addresses.push_back(argument("." + std::to_string(i), Halide::Handle()));
    }
    environment inside;
    for (const core::program_scalar &one : function.scalar_arguments) {
        scalars.push_back(argument(name_in_code(one.name), value_type(one.type)));
        inside.define(one.name, scalars.back());
    }
    for (std::size_t i = 0; i < function.arguments.size(); i++) {
        given.push_back(descriptor(function.arguments[i], addresses[i], inside));
    }
    given.insert(given.end(), scalars.begin(), scalars.end());
    const Expr status = hir::Variable::make(Halide::Int(32), ".status");
    const Stmt call = hir::LetStmt::make(
        ".status", hir::Call::make(Halide::Int(32), callee, given, hir::Call::Extern),
        hir::AssertStmt::make(status == 0, status));
    return {name, std::move(arguments), as_task(call), Halide::LinkageType::Internal};
}

} // namespace tiramisu::lower
