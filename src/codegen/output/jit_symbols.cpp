#include "codegen/output/jit_symbols.h"

#include <dlfcn.h>

#include <cmath>

#include "runtime/argument_errors.h"
#include "runtime/device_calls.h"

namespace tiramisu::lower {

namespace {

/// A function of C's mathematics for float64 and, with an f at its end, for float32.
template <typename... Numbers, typename... Floats>
void export_both(hir::JITModule &module, const std::string &name, double (*of_doubles)(Numbers...),
                 float (*of_floats)(Floats...)) {
    export_symbol(module, name, of_doubles);
    export_symbol(module, name + "f", of_floats);
}

template <typename Number>
using unary = Number (*)(Number);
template <typename Number>
using binary = Number (*)(Number, Number);
template <typename Number>
using ternary = Number (*)(Number, Number, Number);

/// What Halide's functions become, and what LLVM makes of them.
void export_mathematics(hir::JITModule &module) {
// An argument of a template has no parentheses. NOLINTBEGIN(bugprone-macro-parentheses)
#define TIRAMISU_EXPORT(arity, name)                                                               \
    export_both(module, #name, static_cast<arity<double>>(::name),                                 \
                static_cast<arity<float>>(::name##f))
    // NOLINTEND(bugprone-macro-parentheses)
    TIRAMISU_EXPORT(unary, acos);
    TIRAMISU_EXPORT(unary, acosh);
    TIRAMISU_EXPORT(unary, asin);
    TIRAMISU_EXPORT(unary, asinh);
    TIRAMISU_EXPORT(unary, atan);
    TIRAMISU_EXPORT(unary, atanh);
    TIRAMISU_EXPORT(unary, ceil);
    TIRAMISU_EXPORT(unary, cos);
    TIRAMISU_EXPORT(unary, cosh);
    TIRAMISU_EXPORT(unary, exp);
    TIRAMISU_EXPORT(unary, exp2);
    TIRAMISU_EXPORT(unary, expm1);
    TIRAMISU_EXPORT(unary, floor);
    TIRAMISU_EXPORT(unary, log);
    TIRAMISU_EXPORT(unary, log10);
    TIRAMISU_EXPORT(unary, log1p);
    TIRAMISU_EXPORT(unary, log2);
    TIRAMISU_EXPORT(unary, nearbyint);
    TIRAMISU_EXPORT(unary, rint);
    TIRAMISU_EXPORT(unary, round);
    TIRAMISU_EXPORT(unary, roundeven);
    TIRAMISU_EXPORT(unary, sin);
    TIRAMISU_EXPORT(unary, sinh);
    TIRAMISU_EXPORT(unary, sqrt);
    TIRAMISU_EXPORT(unary, tan);
    TIRAMISU_EXPORT(unary, tanh);
    TIRAMISU_EXPORT(unary, trunc);
    TIRAMISU_EXPORT(binary, atan2);
    TIRAMISU_EXPORT(binary, fmax);
    TIRAMISU_EXPORT(binary, fmin);
    TIRAMISU_EXPORT(binary, fmod);
    TIRAMISU_EXPORT(binary, pow);
    TIRAMISU_EXPORT(ternary, fma);
#undef TIRAMISU_EXPORT
    export_symbol(module, "ldexp", static_cast<double (*)(double, int)>(ldexp));
    export_symbol(module, "ldexpf", static_cast<float (*)(float, int)>(ldexpf));
    export_symbol(module, "sincos", static_cast<void (*)(double, double *, double *)>(sincos));
    export_symbol(module, "sincosf", static_cast<void (*)(float, float *, float *)>(sincosf));
}

} // namespace

void export_runtime(hir::JITModule &module) {
    export_symbol(module, "halide_do_par_for", halide_do_par_for);
    export_symbol(module, "halide_malloc", halide_malloc);
    export_symbol(module, "halide_free", halide_free);
#define TIRAMISU_GENERATED_CALL(result, name, parameters) export_symbol(module, #name, name);
#include "runtime/argument_errors.inc"
#include "runtime/device_calls.inc"
#undef TIRAMISU_GENERATED_CALL
    export_mathematics(module);
}

void *address_of(const std::string &symbol, const hir::JITModule &given) {
    const auto found = given.exports().find(symbol);
    return found != given.exports().end() ? found->second.address
                                          : dlsym(RTLD_DEFAULT, symbol.c_str());
}

} // namespace tiramisu::lower
