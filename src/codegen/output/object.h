#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "codegen/expressions/halide.h"
#include "support/text_parts.h"
#include "tiramisu/options.h"

namespace tiramisu::lower {

/// Where the files of one compilation go, after the environment had its say.
struct output_plan {
    std::string name;   ///< of the C function
    std::string object; ///< path of the object file
    /// Paths of the header. Where the function has the name that the program gives it, these are
    /// two, <object>.h and <stem>.h: older programs include the first.
    std::vector<std::string> headers;
    std::string stem; ///< path of the object file without its ending, for further files
    std::map<Halide::OutputFileType, std::string> extras; ///< by kind: path
};

/// `path` is what the program asked for, `name` the program's name. TIRAMISU_OUTPUT_DIR is where
/// relative paths start. options::function_name replaces the function's name; without it
/// TIRAMISU_FUNCTION_NAME does, and then also the files': <name>.o and <name>.h. TIRAMISU_EMIT
/// lists further files, separated by commas: stmt, assembly, llvm_assembly, bitcode.
output_plan plan_outputs(const std::string &path, const std::string &name, const options &opts);

/// The header <stem>.h where it is a file of the user's, which is kept: it is there, its first line
/// does not say that it was generated, and the generated header lies in <object>.h as well.
/// Otherwise empty.
std::string kept_header(const output_plan &plan);

/// Writes the files, on a thread that may be lost (see support/guarded_thread.h).
void compile(const Halide::Module &module,
             const std::map<Halide::OutputFileType, std::string> &files);

/// Modules, each with the path of its object file. The first one is that of the plan.
using written_modules = std::vector<std::pair<std::string, Halide::Module>>;

/// Compiles the modules and writes all files of the plan but a header that is kept. Throws io_error
/// where the only header is a file of the user's.
void write_outputs(const written_modules &modules, const std::string &header,
                   const output_plan &plan);
/// The same of an object file that is known.
void write_outputs(const support::text_parts &object, const std::string &header,
                   const output_plan &plan);

} // namespace tiramisu::lower
