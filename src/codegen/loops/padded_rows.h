#pragma once

#include "core/program/program.h"
#include "polyhedral/ast.h"

namespace tiramisu::lower {

/// The program with padding behind the rows of small temporaries, along which masked vectors run:
/// each row holds whole vectors then, and none reaches into the row behind it. What is small enough
/// may be kept in registers, as long as no two vectors share a part of it.
core::program pad_rows(core::program program, const poly::ast &ast);

} // namespace tiramisu::lower
