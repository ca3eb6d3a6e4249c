#pragma once

#include <string>

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

template <typename Function>
void export_symbol(hir::JITModule &module, const std::string &name, Function *function) {
    module.add_symbol_for_export(name, hir::JITModule::Symbol(reinterpret_cast<void *>(function)));
}

/// What generated code calls outside of itself, errors of allocations left out. A library that was
/// loaded for one caller alone, as Python loads its own, shows its symbols and those of the
/// libraries under it to nobody else, so that code compiled in the process finds only what it is
/// given here and the C library.
void export_runtime(hir::JITModule &module);

/// What generated code finds by the name: one of those, or what the process has; null where there
/// is neither.
void *address_of(const std::string &symbol, const hir::JITModule &given);

} // namespace tiramisu::lower
