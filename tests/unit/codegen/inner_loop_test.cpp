#include "codegen/machine_code/inner_loop.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "codegen/function_inner_loop.h"
#include "support/functions.h"

namespace tiramisu::lower {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// A loop that copies, one around another that multiplies and adds, and one that is longer and adds
// once.
constexpr const char *three_loops = R"(
	.text
f:
	movq	%rdi, %rax
.LBB0_1:
	vmovups	(%rax), %ymm0
	vmovups	%ymm0, (%rbx)
	jne	.LBB0_1
.LBB0_2:                                # comment
	vmovups	(%rcx), %ymm1
.LBB0_3:
	.p2align	4
	vfmadd231ps	(%rax), %ymm2, %ymm1
	vfmadd231ps	32(%rax), %ymm2, %ymm3
	decq	%rcx
	jne	.LBB0_3
	jmp	.LBB0_2
.LBB0_4:
	vaddps	%ymm1, %ymm2, %ymm3
	incq	%rcx
	incq	%rcx
	incq	%rcx
	incq	%rcx
	jl	.LBB0_4
	jmp	.LBB0_5
.LBB0_5:
	retq
)";

TEST(InnerLoop, IsTheOneWithMostArithmeticAndNoLoopInside) {
    EXPECT_EQ(".LBB0_3:\n"
              "\tvfmadd231ps\t(%rax), %ymm2, %ymm1\n"
              "\tvfmadd231ps\t32(%rax), %ymm2, %ymm3\n"
              "\tdecq\t%rcx\n"
              "\tjne\t.LBB0_3\n",
              inner_loop(three_loops));
}

TEST(InnerLoop, IsNothingWhereThereIsNone) {
    EXPECT_EQ("", inner_loop(""));
    EXPECT_EQ("", inner_loop("f:\n\tjmp\t.LBB0_1\n.LBB0_1:\n\tretq\n"));
}

TEST(InnerLoop, OfAProductMultipliesAndAdds) {
    testing::in_function named("inner_loop_of_product");
    const var i("i", 0, 64), j("j", 0, 64), k("k", 0, 64);
    buffer a_memory("a_memory", {64, 64}, p_float32, a_input),
        b_memory("b_memory", {64, 64}, p_float32, a_input),
        c_memory("c_memory", {64, 64}, p_float32, a_output);
    input a("a", {i, k}, p_float32), b("b", {k, j}, p_float32);
    a.store_in(&a_memory);
    b.store_in(&b_memory);
    computation c("c", {i, j}, 0.0f);
    c(i, j) += a(i, k) * b(k, j);
    c.store_in(&c_memory);
    c.vectorize(j, 8);
    options opts;
    opts.target = "avx2";
    const std::string loop =
        function_inner_loop(testing::current(), {&a_memory, &b_memory, &c_memory}, opts, {});
    EXPECT_THAT(loop, HasSubstr("vfmadd"));
    EXPECT_THAT(loop, HasSubstr("\tj"));
    EXPECT_THAT(loop, Not(HasSubstr(".cfi")));
}

} // namespace
} // namespace tiramisu::lower
