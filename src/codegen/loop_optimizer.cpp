#include "codegen/loop_optimizer.h"

namespace tiramisu::lower {

Halide::Target with_loop_optimizer(const Halide::Target &target, const poly::ast &loops) {
    return poly::asks_for_registers(loops) ? target
                                           : target.with_feature(Halide::Target::EnableLLVMLoopOpt);
}

} // namespace tiramisu::lower
