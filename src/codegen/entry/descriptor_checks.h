#pragma once

#include <string>
#include <utility>
#include <vector>

#include "codegen/expressions/buffers.h"
#include "codegen/expressions/environment.h"
#include "codegen/expressions/halide.h"
#include "core/program/program.h"
#include "tiramisu/options.h"

// Checks that generated functions make of the halide_buffer_t of each argument, and of sizes. One
// that fails reports its text and returns its code (see runtime/argument_errors.h).

namespace tiramisu::lower {

/// The name and the value of the bytes that an argument describes, or the code of what is wrong
/// with it (see runtime/argument_errors.h). The checks below use the name.
std::pair<std::string, Halide::Expr> description(const core::program &program,
                                                 const buffer_layout &buffer);

/// Nothing is wrong with it.
hir::Stmt description_check(const core::program &program, const buffer_layout &buffer);

/// What else `asked` asks of the argument (see options.h), and that indices of 32 bits reach every
/// element that it is declared to have. halide_buffer_t's dimension 0 is the last size of the
/// program.
std::vector<hir::Stmt> shape_checks(const core::program &program, const buffer_layout &buffer,
                                    const environment &names, argument_checks asked);

/// The argument has memory for all elements that it is declared to have.
hir::Stmt whole_memory_check(const core::program &program, const buffer_layout &buffer);

/// The argument has memory for the element of that flat index.
std::vector<hir::Stmt> element_checks(const core::program &program, const buffer_layout &buffer,
                                      const Halide::Expr &index);

/// What the program says has to hold when the function is called (core::program_check).
std::vector<hir::Stmt> storage_checks(const core::program &program, const environment &names);

} // namespace tiramisu::lower
