#pragma once

#include <map>
#include <string>

#include "codegen/expressions/halide.h"
#include "core/program/program.h"

namespace tiramisu::lower {

/// Buffers that kernels are to find in constant memory, with their sizes in bytes.
using constant_buffers = std::map<std::string, std::int64_t>;
constant_buffers constant_buffers_of(const core::program &program);

/// Notes in the arguments of a kernel which of them lie in constant memory. That gives one element
/// at a time to all threads: where those of a block read several at once, unsupported_error.
void note_constant_memory(std::vector<hir::DeviceArgument> &arguments, const hir::Stmt &kernel,
                          const constant_buffers &constants, const std::string &function);

/// What a text in OpenCL C begins with, by which Halide's conditions find the limits that every
/// device has; which of them kernels keep has been checked.
std::string constant_limits_text();

} // namespace tiramisu::lower
