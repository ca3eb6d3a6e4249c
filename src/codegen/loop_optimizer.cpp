#include "codegen/loop_optimizer.h"

#include "codegen/vectors/mixed_extensions.h"

namespace tiramisu::lower {

Halide::Target with_loop_optimizer(const Halide::Target &target, const poly::ast &loops) {
    return loops.registers_are_scheduled ? target
                                         : target.with_feature(Halide::Target::EnableLLVMLoopOpt);
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
