#include <gtest/gtest.h>

#include "codegen/expressions/target.h"
#include "codegen/loop_optimizer.h"
#include "unit/codegen/nest.h"

namespace tiramisu::testing {
namespace {

using poly::loop_kind;

bool is_optimized(const nest &loops) {
    return lower::with_loop_optimizer(lower::parse_target("avx2"), loops.ast())
        .has_feature(Halide::Target::EnableLLVMLoopOpt);
}

const char *const square = "{ S[i, j] -> [i, j] : 0 <= i < 40 and 0 <= j < 40 }";

TEST(LoopOptimizer, RunsWhereTheScheduleLeavesRegistersAlone) {
    nest loops(square);
    EXPECT_TRUE(is_optimized(loops));
    loops.kind(0, loop_kind::parallel);
    EXPECT_TRUE(is_optimized(loops));
}

TEST(LoopOptimizer, LeavesScheduledVectorsAndRegistersAlone) {
    for (const loop_kind kind : {loop_kind::vectorized, loop_kind::unrolled, loop_kind::gpu_block,
                                 loop_kind::gpu_thread, loop_kind::gpu_lane}) {
        nest loops(square);
        loops.kind(1, kind);
        EXPECT_FALSE(is_optimized(loops)) << poly::to_string(kind);
    }
}

} // namespace
} // namespace tiramisu::testing
