#pragma once

// Libraries that programs for the older Tiramisu find without including them: Halide, isl, and the
// helpers of utils.h. Compiling a file with Halide.h takes two seconds more, so tiramisu.h includes
// this only where Halide.h is on the include path, as it is for such programs. The package does not
// put it there; TIRAMISU_WITHOUT_HALIDE, defined, leaves it out in any case.

#include "tiramisu/language.h"

#if __has_include(<isl/map.h>)
#include <isl/map.h>
#include <isl/set.h>
#endif
#if __has_include(<Halide.h>)
#include <Halide.h>
#endif
#if __has_include(<Halide.h>) || __has_include(<HalideBuffer.h>)
#include "tiramisu/utils.h"
#endif
