#include "codegen/compile.h"

#include <sstream>

#include "codegen/halide_errors.h"
#include "codegen/header.h"
#include "codegen/jit.h"
#include "codegen/lower.h"
#include "codegen/object.h"
#include "codegen/target.h"
#include "support/environment_variable.h"
#include "support/stopwatch.h"

namespace tiramisu::lower {

namespace {

Halide::Target with_float_mode(const Halide::Target &target, const options &how) {
    return how.strict_float ? target.with_feature(Halide::Target::StrictFloat) : target;
}

module_maker lowering(const core::program &program, const poly::ast &ast) {
    return [&](const options &how, const Halide::Target &target, const std::string &name,
               Halide::LinkageType linkage) {
        return lower(program, ast, how, target, name, linkage);
    };
}

Halide::Module timed(const module_maker &make, const options &how, const Halide::Target &target,
                     const std::string &name, Halide::LinkageType linkage, compile_times &times) {
    const support::stopwatch running(times.statement);
    return make(how, target, name, linkage);
}

std::string target_text(const options &how) {
    const std::string asked = support::environment_variable("TIRAMISU_TARGET");
    return asked.empty() ? how.target : asked;
}

} // namespace

void write_object(const core::program &program, const poly::ast &ast, const std::string &path,
                  const options &how, compile_times &times) {
    write_object(program, lowering(program, ast), path, how, times);
}

void write_object(const core::program &program, const module_maker &make, const std::string &path,
                  const options &how, compile_times &times) {
    const options asked = how.with_environment();
    const Halide::Target target = with_float_mode(parse_target(target_text(how)), asked);
    const output_plan plan = plan_outputs(path, program.name);
    restating_halide_errors(program.name, [&] {
        const Halide::Module module =
            timed(make, asked, target, plan.name, Halide::LinkageType::External, times);
        const support::stopwatch running(times.machine_code);
        write_outputs(module, header_text(program, plan.name), plan);
    });
}

compiled_function jit(const core::program &program, const poly::ast &ast, const options &how,
                      compile_times &times) {
    return jit(program, lowering(program, ast), how, times);
}

compiled_function jit(const core::program &program, const module_maker &make, const options &how,
                      compile_times &times) {
    const options asked = how.with_environment();
    const Halide::Target target = with_float_mode(parse_jit_target(how.target), asked);
    compiled_function result;
    restating_halide_errors(program.name, [&] {
        const Halide::Module module =
            timed(make, asked, target, program.name, Halide::LinkageType::ExternalPlusArgv, times);
        const support::stopwatch running(times.machine_code);
        result = load(program, module, program.name);
    });
    return result;
}

std::string stmt_text(const core::program &program, const poly::ast &ast, const options &how) {
    std::ostringstream text;
    restating_halide_errors(program.name,
                            [&] { text << lower_body(program, ast, how.with_environment()); });
    return text.str();
}

} // namespace tiramisu::lower
