#pragma once

#include <functional>
#include <string>
#include <vector>

#include "codegen/device/offload.h"
#include "codegen/expressions/halide.h"
#include "codegen/generation_errors.h"
#include "codegen/output/merged_object.h"
#include "codegen/output/object_code.h"
#include "core/program/program.h"
#include "polyhedral/ast.h"
#include "tiramisu/compile_times.h"
#include "tiramisu/jit.h"
#include "tiramisu/options.h"

namespace tiramisu::lower {

/// Writes the object file `path`, the header and what the environment asks for beside it (see
/// object.h for TIRAMISU_OUTPUT_DIR, TIRAMISU_FUNCTION_NAME, TIRAMISU_EMIT; TIRAMISU_TARGET
/// replaces options::target, and TIRAMISU_LEVELS lists the levels of which it is one: see
/// levels.h). All files or none. Adds the times of its parts.
void write_object(const core::program &program, const poly::ast &ast, const std::string &path,
                  const options &opts, compile_times &times, const program_origin &from = {});
inline void write_object(const core::program &program, const poly::ast &ast,
                         const std::string &path, const options &opts) {
    compile_times unasked;
    write_object(program, ast, path, opts, unasked);
}

/// Makes the module of a program's C function, which is called `name`.
using module_maker = std::function<Halide::Module(
    const core::program &program, const options &opts, const Halide::Target &target,
    const std::string &name, Halide::LinkageType linkage)>;

/// The same with the module that `make` makes of the program.
void write_object(const core::program &program, const module_maker &make, const std::string &path,
                  const options &opts, compile_times &times, const program_origin &from);

/// As options::target, after the environment had its say.
std::string asked_target(const options &opts);

/// Compiles into this process. Adds the times of its parts.
compiled_function jit(const core::program &program, const poly::ast &ast, const options &opts,
                      compile_times &times, const program_origin &from = {});
compiled_function jit(const core::program &program, const module_maker &make, const options &opts,
                      compile_times &times, const program_origin &from);
inline compiled_function jit(const core::program &program, const poly::ast &ast,
                             const options &opts) {
    compile_times unasked;
    return jit(program, ast, opts, unasked);
}

/// Makes the object files of a program, whose C function is called `name`.
using objects_maker = std::function<program_objects(
    const core::program &program, const options &opts, const Halide::Target &target,
    const std::string &name, Halide::LinkageType linkage)>;

/// As write_object(), of the objects that `make` makes, as one; of the module where there are
/// further outputs than the object, or the target is one whose objects cannot be merged here.
void write_merged_object(const core::program &program, const objects_maker &make,
                         const module_maker &make_module, const std::string &path,
                         const options &opts, const program_origin &from);

/// The C function, with an argv wrapper, as an object file for this process. Adds the times of its
/// parts.
object_code objects(const core::program &program, const poly::ast &ast, const options &opts,
                    compile_times &times, const program_origin &from);

/// The same as object files.
object_code objects(const core::program &program, const objects_maker &make, const options &opts,
                    const program_origin &from);

/// The machine code for options::target, as text.
std::string assembly_text(const core::program &program, const poly::ast &ast, const options &opts,
                          const program_origin &from = {});

/// The statement that goes to LLVM, after all passes.
std::string stmt_text(const core::program &program, const poly::ast &ast, const options &opts,
                      const program_origin &from = {});

/// The kernels of the program for the target's device. Nothing is made where none of its loops
/// run there.
offloaded_function kernels_of(const core::program &program, const poly::ast &ast,
                              const options &opts, const program_origin &from);

} // namespace tiramisu::lower
