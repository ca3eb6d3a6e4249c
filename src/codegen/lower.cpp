#include "codegen/lower.h"

#include <algorithm>
#include <set>

#include "codegen/allocations.h"
#include "codegen/arguments.h"
#include "codegen/ast_to_stmt.h"
#include "codegen/expressions.h"
#include "codegen/pipeline.h"
#include "codegen/rename_variables.h"
#include "codegen/types.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

std::set<std::string> buffers_in_loops(const poly::ast &ast) {
    std::set<std::string> names;
    for (const poly::scoped_buffer &buffer : ast.scoped_buffers) {
        names.insert(buffer.name);
    }
    for (const auto &[key, loop] : ast.loops) {
        names.insert(loop.private_buffers.begin(), loop.private_buffers.end());
    }
    return names;
}

name_supply reserved_names(const core::program &program) {
    name_supply names;
    for (const auto *buffers : {&program.arguments, &program.temporaries}) {
        for (const core::program_buffer &buffer : *buffers) {
            names.reserve(buffer.name);
        }
    }
    for (const auto *scalars : {&program.scalar_arguments, &program.constants}) {
        for (const core::program_scalar &scalar : *scalars) {
            names.reserve(scalar.name);
        }
    }
    return names;
}

bool reads_memory(const expr &value, const std::set<std::string> &names_that_do) {
    const expr_node *node = value.node();
    if (!node) {
        return false;
    }
    if (node->op == o_access || (node->kind == e_var && names_that_do.count(node->name) > 0)) {
        return true;
    }
    return std::any_of(node->operands.begin(), node->operands.end(),
                       [&](const expr &operand) { return reads_memory(operand, names_that_do); });
}

/// Builds the body from the outside in, and wraps it from the inside out.
class function_builder {
public:
    function_builder(const core::program &program, const poly::ast &ast)
        : program_(program), ast_(ast), names_(&buffers_) {
        for (const core::program_scalar &scalar : program.scalar_arguments) {
            define(scalar);
        }
        // Sizes of arguments may name constants, and constants may read arguments. So constants
        // that read nothing come first.
        std::vector<const core::program_scalar *> readers;
        std::set<std::string> reader_names;
        for (const core::program_scalar &constant : program.constants) {
            if (reads_memory(constant.value, reader_names)) {
                readers.push_back(&constant);
                reader_names.insert(constant.name);
            } else {
                compute(constant, constants_);
            }
        }
        for (const core::program_buffer &buffer : program.arguments) {
            buffers_.emplace(buffer.name, buffer_layout(buffer, names_));
        }
        for (const core::program_scalar *constant : readers) {
            compute(*constant, constants_from_memory_);
        }
        for (const core::program_buffer &buffer : program.temporaries) {
            buffers_.emplace(buffer.name, buffer_layout(buffer, names_));
        }
    }

    Stmt body(bool with_checks) {
        name_supply supply = reserved_names(program_);
        Stmt body = allocate_temporaries(ast_to_stmt(program_, ast_, names_, supply), supply);
        if (with_checks && !program_.checks.empty()) {
            body = hir::Block::make(storage_checks(program_, names_), body);
        }
        body = bind_arguments(program_, buffers_, define_all(constants_from_memory_, body));
        if (with_checks) {
            body = hir::Block::make(argument_checks(program_, buffers_), body);
        }
        return define_all(constants_, body);
    }

private:
    const core::program &program_;
    const poly::ast &ast_;
    buffer_table buffers_;
    environment names_;
    using definitions = std::vector<std::pair<std::string, Expr>>;
    definitions constants_, constants_from_memory_;

    void compute(const core::program_scalar &constant, definitions &among) {
        const Expr value = to_halide(constant.value, names_);
        among.emplace_back(constant.name, Halide::cast(value_type(constant.type), value));
        define(constant);
    }

    static Stmt define_all(const definitions &values, Stmt body) {
        for (auto value = values.rbegin(); value != values.rend(); ++value) {
            body = hir::LetStmt::make(value->first, value->second, body);
        }
        return body;
    }

    void define(const core::program_scalar &scalar) {
        names_.define(scalar.name, hir::Variable::make(value_type(scalar.type), scalar.name));
    }

    Stmt allocate_temporaries(Stmt body, name_supply &supply) const {
        const std::set<std::string> inside_loops = buffers_in_loops(ast_);
        for (const core::program_buffer &buffer : program_.temporaries) {
            // A loop of one iteration may be none, and parts of a loop may be loops and not.
            if (inside_loops.count(buffer.name) == 0 || needs_allocation(buffer.name, body)) {
                body = allocate(buffers_.at(buffer.name), body, supply);
            }
        }
        return body;
    }
};

} // namespace

hir::Stmt lower_body(const core::program &program, const poly::ast &ast, const options &how) {
    return run_passes(function_builder(program, ast).body(how.argument_checks), how);
}

Halide::Module lower(const core::program &program, const poly::ast &ast, const options &how,
                     const Halide::Target &target, const std::string &name,
                     Halide::LinkageType linkage) {
    const Stmt body = lower_body(program, ast, how);
    Halide::Module module(name, target);
    module.set_any_strict_float(how.strict_float);
    std::vector<hir::LoweredFunc> tasks;
    Stmt entry = hir::lower_parallel_tasks(body, tasks, name, target);
    rename_tasks(name, tasks, entry);
    for (const hir::LoweredFunc &task : tasks) {
        module.append(task);
    }
    module.append(hir::LoweredFunc(name, function_arguments(program), entry, linkage));
    return module;
}

} // namespace tiramisu::lower
