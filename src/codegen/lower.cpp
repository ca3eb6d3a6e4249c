#include "codegen/lower.h"

#include <algorithm>

#include "codegen/device/copies.h"
#include "codegen/device/kernels.h"
#include "codegen/entry/arguments.h"
#include "codegen/entry/entry.h"
#include "codegen/expressions/for_loop.h"
#include "codegen/expressions/types.h"
#include "codegen/loop_optimizer.h"
#include "codegen/loops/allocations.h"
#include "codegen/loops/ast_to_stmt.h"
#include "codegen/loops/padded_rows.h"
#include "codegen/passes/announced_allocations.h"
#include "codegen/passes/carried_sums.h"
#include "codegen/passes/long_sequences.h"
#include "codegen/passes/parallel_nests.h"
#include "codegen/passes/pipeline.h"
#include "codegen/passes/rename_variables.h"
#include "codegen/passes/short_iterations.h"
#include "core/meaning/readable_elements.h"

namespace tiramisu::lower {

namespace {

using hir::Stmt;

name_supply reserved_names(const core::program &program) {
    name_supply names;
    for (const auto *buffers : {&program.arguments, &program.temporaries}) {
        for (const core::program_buffer &buffer : *buffers) {
            names.reserve(name_in_code(buffer.name));
        }
    }
    for (const auto *scalars : {&program.scalar_arguments, &program.constants}) {
        for (const core::program_scalar &scalar : *scalars) {
            names.reserve(name_in_code(scalar.name));
        }
    }
    return names;
}

bool runs_on_device(const poly::ast &ast) {
    return std::any_of(ast.loops.begin(), ast.loops.end(),
                       [](const auto &loop) { return poly::runs_on_gpu(loop.second.kind); });
}

// Where an array begins on the host says nothing of its copy on a device.
void forget_alignment(core::program &program) {
    for (core::program_buffer &buffer : program.temporaries) {
        buffer.alignment = 0;
    }
}

/// Builds the body from the outside in, and wraps it from the inside out.
class function_builder {
public:
    explicit function_builder(const core::program &program) : program_(program), names_(&buffers_) {
        for (const auto *scalars : {&program.scalar_arguments, &program.constants}) {
            for (const core::program_scalar &scalar : *scalars) {
                names_.define(scalar.name, hir::Variable::make(value_type(scalar.type),
                                                               name_in_code(scalar.name)));
            }
        }
        for (const auto *buffers : {&program.arguments, &program.temporaries}) {
            for (const core::program_buffer &buffer : *buffers) {
                buffers_.emplace(buffer.name, buffer_layout(buffer, names_));
            }
        }
    }

    Stmt body(const nest_maker &make, const options &opts) {
        name_supply supply = reserved_names(program_);
        const Stmt nest = make(buffers_, names_, supply);
        const Stmt body =
            allocate_all(temporaries_around(nest), nest, supply, memory_of_kernels(nest));
        return function_entry(program_, buffers_, names_, opts, supply).before(body);
    }

private:
    const core::program &program_;
    buffer_table buffers_;
    environment names_;

    /// Those that the loops use and have not allocated themselves. A window may have taken the
    /// place of all of a temporary; a loop of one iteration may be none, and parts of a loop that
    /// allocates may be loops and not.
    std::vector<const buffer_layout *> temporaries_around(const Stmt &body) const {
        std::vector<const buffer_layout *> around;
        for (const core::program_buffer &buffer : program_.temporaries) {
            const buffer_layout &layout = buffers_.at(buffer.name);
            if (needs_allocation(layout.name(), body)) {
                around.push_back(&layout);
            }
        }
        return around;
    }
};

} // namespace

hir::Stmt lower_body(const core::program &dense, const poly::ast &ast, const options &opts,
                     const Halide::Target &target) {
    core::program program = pad_rows(dense, ast);
    if (runs_on_device(ast)) {
        forget_alignment(program);
    }
    if (opts.checks == argument_checks::exact || opts.validate) {
        core::trust_declared_sizes(program);
    }
    const nest_maker make = [&](const buffer_table &, const environment &names,
                                name_supply &supply) {
        return ast_to_stmt(program, ast, names, supply, masked_elements_of(target));
    };
    return run_passes(function_builder(program).body(make, opts), opts, target);
}

hir::Stmt lower_body(const core::program &program, const nest_maker &make, const options &opts,
                     const Halide::Target &target) {
    return run_passes(function_builder(program).body(make, opts), opts, target);
}

Halide::Module lower(const core::program &program, const poly::ast &ast, const options &opts,
                     const Halide::Target &target, const std::string &name,
                     Halide::LinkageType linkage) {
    return module_of(program, lower_body(program, ast, opts, target), opts, target, name, linkage);
}

offloaded_function offloaded(const core::program &program, const Stmt &body,
                             const Halide::Target &target, const std::string &name) {
    return offload_kernels(place_copies(body, program, device_of(target)), program, name, target);
}

Halide::Module module_of(const core::program &program, const Stmt &body, const options &opts,
                         const Halide::Target &target, const std::string &name,
                         Halide::LinkageType linkage) {
    // Kernels are texts in it, which calls of the runtime take: all else is for the processor.
    Halide::Module module(name, without_mixed_vectors(without_device(target), body));
    module.set_any_strict_float(opts.strict_float || has_fixed_operations(body));
    const Stmt parallel = mark_parallel_nests(put_short_iterations_in_blocks(body));
    const Stmt on_host = has_kernels(body) ? offloaded(program, parallel, target, name).host
                                           : cut_long_sequences(parallel);
    append_with_tasks(module, {name, function_arguments(program), on_host, linkage});
    return module;
}

void append_with_tasks(Halide::Module &module, const hir::LoweredFunc &function) {
    const std::string &name = function.name;
    std::vector<hir::LoweredFunc> all;
    Stmt entry = hir::lower_parallel_tasks(function.body, all, name, module.target());
    rename_tasks(name, all, entry);
    all.push_back(function);
    all.back().body = entry;
    for (hir::LoweredFunc &one : all) {
        one.body = announce_allocations(one.body, name);
        module.append(one);
    }
}

} // namespace tiramisu::lower
