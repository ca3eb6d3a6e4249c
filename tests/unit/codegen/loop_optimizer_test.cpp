#include <gtest/gtest.h>

#include "codegen/expressions/target.h"
#include "codegen/loop_optimizer.h"
#include "unit/codegen/nest.h"

namespace tiramisu::testing {
namespace {

bool is_optimized(const poly::ast &loops) {
    return lower::with_loop_optimizer(lower::parse_target("avx2"), loops)
        .has_feature(Halide::Target::EnableLLVMLoopOpt);
}

TEST(LoopOptimizer, RunsWhereTheScheduleLeavesRegistersAlone) {
    const nest loops("{ S[i, j] -> [i, j] : 0 <= i < 40 and 0 <= j < 40 }");
    poly::ast made = loops.ast();
    EXPECT_TRUE(is_optimized(made));
    made.registers_are_scheduled = true;
    EXPECT_FALSE(is_optimized(made));
}

} // namespace
} // namespace tiramisu::testing
