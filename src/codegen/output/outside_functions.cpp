#include "codegen/output/outside_functions.h"

#include "codegen/expressions/called_functions.h"
#include "codegen/output/jit_symbols.h"
#include "tiramisu/error.h"

namespace tiramisu::lower {

namespace {

/// Functions that Halide defines in each module that calls them are named after their type, as
/// `sqrt_f32` is.
bool may_be_of_halide(const std::string &name) {
    const auto ends_with = [&](const std::string &end) {
        return name.size() > end.size() &&
               name.compare(name.size() - end.size(), end.size(), end) == 0;
    };
    return ends_with("_f16") || ends_with("_f32") || ends_with("_f64");
}

} // namespace

void require_outside_functions(const core::program &program, source_place where) {
    hir::JITModule runtime;
    for (const auto &[id, statement] : program.statements) {
        for (const std::string &called : called_functions(statement)) {
            if (runtime.exports().empty()) {
                export_runtime(runtime);
            }
            if (!may_be_of_halide(called) && address_of(called, runtime) == nullptr) {
                throw user_error("function \"" + program.name + "\"", "",
                                 "computation \"" + id + "\" calls \"" + called +
                                     "\", a C function that this process does not have; define it "
                                     "as extern \"C\" in a shared library that is loaded, or in "
                                     "the program itself, linked with -rdynamic; or write an "
                                     "object file by codegen(), for which the linker finds it",
                                 where);
            }
        }
    }
}

} // namespace tiramisu::lower
