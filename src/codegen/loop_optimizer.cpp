#include "codegen/loop_optimizer.h"

#include "codegen/vectors/mixed_extensions.h"

namespace tiramisu::lower {

namespace {

/// LLVM takes vectors of half the width for all of Intel's processors with AVX-512, as the first
/// ones lowered their clock for whole ones. Sapphire Rapids and its successors do not, and unlike a
/// Zen 4 have no name that says so (ADR 0010).
Halide::Target with_whole_vectors(Halide::Target target) {
    if (target.has_feature(Halide::Target::AVX512_SapphireRapids) &&
        !target.has_feature(Halide::Target::AVX512_Zen4) &&
        target.processor_tune == Halide::Target::ProcessorGeneric) {
        target.processor_tune = Halide::Target::ZnVer4;
    }
    return target;
}

} // namespace

Halide::Target with_loop_optimizer(const Halide::Target &target, const poly::ast &loops) {
    return loops.registers_are_scheduled
               ? target
               : with_whole_vectors(target.with_feature(Halide::Target::EnableLLVMLoopOpt));
}

Halide::Target without_mixed_vectors(const Halide::Target &target, const hir::Stmt &body) {
    // It puts vectors of half a register side by side for AVX-512 alone, to store them in turns.
    const bool may_be_mixed =
        target.has_feature(Halide::Target::EnableLLVMLoopOpt) &&
        target.features_any_of({Halide::Target::AVX512, Halide::Target::AVX512_KNL,
                                Halide::Target::AVX512_Skylake, Halide::Target::AVX512_Cannonlake,
                                Halide::Target::AVX512_SapphireRapids, Halide::Target::AVX512_Zen4,
                                Halide::Target::AVX512_Zen5});
    return may_be_mixed && extends_several_widths(body)
               ? target.without_feature(Halide::Target::EnableLLVMLoopOpt)
               : target;
}

} // namespace tiramisu::lower
