#include "codegen/compile.h"

#include <optional>
#include <sstream>

#include "codegen/expressions/for_loop.h"
#include "codegen/expressions/target.h"
#include "codegen/half_floats.h"
#include "codegen/loop_optimizer.h"
#include "codegen/lower.h"
#include "codegen/output/header.h"
#include "codegen/output/jit.h"
#include "codegen/output/levels.h"
#include "codegen/output/merged_object.h"
#include "codegen/output/object.h"
#include "codegen/output/outside_functions.h"
#include "codegen/process_end.h"
#include "support/environment_variable.h"
#include "support/guarded_thread.h"
#include "support/input_file.h"
#include "support/scratch_folder.h"
#include "support/stopwatch.h"

namespace tiramisu::lower {

namespace {

Halide::Target with_float_mode(const Halide::Target &target, const options &opts) {
    return opts.strict_float ? target.with_feature(Halide::Target::StrictFloat) : target;
}

module_maker lowering(const poly::ast &ast) {
    return [&ast](const core::program &program, const options &opts, const Halide::Target &target,
                  const std::string &name, Halide::LinkageType linkage) {
        return lower(program, ast, opts, with_loop_optimizer(target, ast), name, linkage);
    };
}

/// One generation of code: what is wrong in it is told with what it is made of.
class guarded_generation {
public:
    guarded_generation(const core::program &program, const module_maker &make, const options &opts,
                       const Halide::Target &target, const program_origin &from)
        : program_(program), make_(make), opts_(opts),
          target_(without_half_floats(program, target)), from_(from) {}

    /// Runs `use` on the module.
    void run(const std::string &name, Halide::LinkageType linkage, compile_times &times,
             const std::function<void(const Halide::Module &)> &use) const {
        locating_errors(
            program_, from_,
            [&] {
                const Halide::Module made = module_of(program_, name, linkage, times);
                const support::stopwatch running(times.machine_code);
                use(made);
            },
            [&](const core::program &part) {
                compile_times unasked;
                compile(module_of(part, name, linkage, unasked),
                        {{Halide::OutputFileType::object, "/dev/null"}});
            });
    }

private:
    const core::program &program_;
    const module_maker &make_;
    const options &opts_;
    const Halide::Target target_;
    const program_origin &from_;

    Halide::Module module_of(const core::program &what, const std::string &name,
                             Halide::LinkageType linkage, compile_times &times) const {
        const support::stopwatch running(times.statement);
        std::optional<Halide::Module> made;
        support::run_guarded([&] { made = make_(what, opts_, target_, name, linkage); });
        return *made;
    }
};

/// What object files are for: `asked` are the options with what the environment says of others.
Halide::Target object_target(const options &opts, const options &asked) {
    return with_float_mode(parse_target(asked_target(opts)), asked);
}

} // namespace

std::string asked_target(const options &opts) {
    const std::string other = support::environment_variable("TIRAMISU_TARGET");
    return other.empty() ? opts.target : other;
}

void write_object(const core::program &program, const poly::ast &ast, const std::string &path,
                  const options &opts, compile_times &times, const program_origin &from) {
    write_object(program, lowering(ast), path, opts, times, from);
}

void write_object(const core::program &program, const module_maker &make, const std::string &path,
                  const options &opts, compile_times &times, const program_origin &from) {
    const generator_use use(program.name, from.where);
    const options asked = opts.with_environment();
    const Halide::Target target = object_target(opts, asked);
    const output_plan plan = plan_outputs(path, program.name, opts);
    const target_levels levels(asked_target(opts));
    guarded_generation(program, make, asked, target, from)
        .run(levels.name_now(plan.name), Halide::LinkageType::External, times,
             [&](const Halide::Module &module) {
                 written_modules modules = {{plan.object, module}};
                 if (!levels.empty()) {
                     modules.emplace_back(plan.stem + "_levels.o",
                                          levels.chooser(program, plan.name));
                 }
                 write_outputs(modules, header_text(program, plan.name), plan);
             });
}

compiled_function jit(const core::program &program, const poly::ast &ast, const options &opts,
                      compile_times &times, const program_origin &from) {
    return jit(program, lowering(ast), opts, times, from);
}

compiled_function jit(const core::program &program, const module_maker &make, const options &opts,
                      compile_times &times, const program_origin &from) {
    const generator_use use(program.name, from.where);
    const options asked = opts.with_environment();
    const Halide::Target target = with_float_mode(parse_jit_target(opts.target), asked);
    if (!target.has_gpu_feature()) { // a kernel finds functions on its device
        require_outside_functions(program, from.where);
    }
    compiled_function result;
    guarded_generation(program, make, asked, target, from)
        .run(program.name, Halide::LinkageType::ExternalPlusArgv, times,
             [&](const Halide::Module &module) {
                 support::run_guarded([&] { result = load(program, module, program.name); });
             });
    return result;
}

void write_merged_object(const core::program &program, const objects_maker &make,
                         const module_maker &make_module, const std::string &path,
                         const options &opts, const program_origin &from) {
    const options asked = opts.with_environment();
    const Halide::Target target = object_target(opts, asked);
    const output_plan plan = plan_outputs(path, program.name, opts);
    const bool is_elf = target.arch == Halide::Target::X86 && target.bits == 64 &&
                        target.os == Halide::Target::Linux;
    program_objects parts;
    std::optional<support::text_parts> merged;
    if (is_elf && plan.extras.empty() && target_levels(asked_target(opts)).empty()) {
        const generator_use use(program.name, from.where);
        locating_errors(
            program, from,
            [&] {
                parts = make(program, asked, target, plan.name, Halide::LinkageType::External);
                merged = merged_object(parts);
            },
            [](const core::program &) {});
    }
    if (!merged) {
        compile_times unasked;
        write_object(program, make_module, path, opts, unasked, from);
        return;
    }
    write_outputs(*merged, header_text(program, plan.name), plan);
}

object_code objects(const core::program &program, const poly::ast &ast, const options &opts,
                    compile_times &times, const program_origin &from) {
    const generator_use use(program.name, from.where);
    const options asked = opts.with_environment();
    const Halide::Target target = with_float_mode(parse_jit_target(opts.target), asked);
    object_code made(program);
    guarded_generation(program, lowering(ast), asked, target, from)
        .run(program.name, Halide::LinkageType::ExternalPlusArgv, times,
             [&](const Halide::Module &module) {
                 support::run_guarded([&] { made.objects = {object_bytes(module)}; });
             });
    return made;
}

object_code objects(const core::program &program, const objects_maker &make, const options &opts,
                    const program_origin &from) {
    const generator_use use(program.name, from.where);
    const options asked = opts.with_environment();
    const Halide::Target target = with_float_mode(parse_jit_target(opts.target), asked);
    object_code made(program);
    locating_errors(
        program, from,
        [&] {
            program_objects parts =
                make(program, asked, target, program.name, Halide::LinkageType::ExternalPlusArgv);
            for (const elf_object &one : parts.constants) {
                made.objects.push_back(merged_object(std::vector{one}).whole());
            }
            std::move(parts.files.begin(), parts.files.end(), std::back_inserter(made.objects));
        },
        [](const core::program &) {});
    return made;
}

std::string assembly_text(const core::program &program, const poly::ast &ast, const options &opts,
                          const program_origin &from) {
    const generator_use use(program.name, from.where);
    const options asked = opts.with_environment();
    const support::scratch_folder folder;
    const std::string path = (folder.path() / "code.s").string();
    compile_times unasked;
    guarded_generation(program, lowering(ast), asked, object_target(opts, asked), from)
        .run(program.name, Halide::LinkageType::External, unasked,
             [&](const Halide::Module &module) {
                 compile(module, {{Halide::OutputFileType::assembly, path}});
             });
    return support::text_of_file(path);
}

std::string stmt_text(const core::program &program, const poly::ast &ast, const options &opts,
                      const program_origin &from) {
    const generator_use use(program.name, from.where);
    const options asked = opts.with_environment();
    const Halide::Target target = object_target(opts, asked);
    std::string text;
    const auto lowered = [&](const core::program &what) {
        std::ostringstream stream;
        support::run_guarded(
            [&] { stream << lower_body(what, ast, asked, with_loop_optimizer(target, ast)); });
        return stream.str();
    };
    locating_errors(
        program, from, [&] { text = lowered(program); },
        [&](const core::program &part) { lowered(part); });
    return text;
}

offloaded_function kernels_of(const core::program &program, const poly::ast &ast,
                              const options &opts, const program_origin &from) {
    const generator_use use(program.name, from.where);
    const options asked = opts.with_environment();
    const Halide::Target target = object_target(opts, asked);
    offloaded_function kernels;
    const auto compiled = [&](const core::program &what) {
        offloaded_function made;
        support::run_guarded([&] {
            const hir::Stmt body = lower_body(what, ast, asked, target);
            if (has_kernels(body)) {
                made = offloaded(what, body, target, what.name);
            }
        });
        return made;
    };
    locating_errors(
        program, from, [&] { kernels = compiled(program); },
        [&](const core::program &part) { compiled(part); });
    return kernels;
}

} // namespace tiramisu::lower
