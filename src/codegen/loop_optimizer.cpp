#include "codegen/loop_optimizer.h"

namespace tiramisu::lower {

Halide::Target with_loop_optimizer(const Halide::Target &target, const poly::ast &loops) {
    return loops.registers_are_scheduled ? target
                                         : target.with_feature(Halide::Target::EnableLLVMLoopOpt);
}

} // namespace tiramisu::lower
