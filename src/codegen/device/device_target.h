#pragma once

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// What kernels are compiled for.
enum class device { none, opencl, cuda };

device device_of(const Halide::Target &target);

/// "opencl", "cuda", or nothing.
const char *name_of(device kind);

/// The processor alone.
Halide::Target without_device(const Halide::Target &target);

/// The device alone, for kernels; with `doubles` where they have numbers of that type.
Halide::Target kernel_target(const Halide::Target &target, bool doubles);

/// How the runtime knows the device (runtime/device.h).
Halide::Expr device_number(device kind);

} // namespace tiramisu::lower
