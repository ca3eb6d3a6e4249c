#include <gtest/gtest.h>

#include <ctime>

#include "support/functions.h"

namespace tiramisu::testing {
namespace {

TEST(CompileTimes, TellWhereTheTimeWent) {
    init("timed");
    const var i("i", 1, 64);
    buffer mem("mem", {64}, p_float32, a_output);
    computation s("s", {i}, p_float32);
    s.set_expression(s(i - 1) * 2.0f);
    s.store_in(&mem);
    EXPECT_EQ(0, current().last_compile_times().total());
    current().compile({&mem});
    const compile_times spent = current().last_compile_times();
    for (const double part : {spent.proof, spent.loops, spent.statement, spent.machine_code}) {
        EXPECT_LT(0, part);
    }
    EXPECT_DOUBLE_EQ(spent.proof + spent.loops + spent.statement + spent.machine_code,
                     spent.total());
    s.parallelize(i);
    EXPECT_THROW(current().compile({&mem}), schedule_error);
    EXPECT_EQ(spent.total(), current().last_compile_times().total()) << "what was refused";
}

// Of processor time, for the implicit function.
double seconds_to_compile(const std::vector<buffer *> &arguments) {
    options opts;
    opts.strict_float = true;
    const std::clock_t start = std::clock();
    current().compile(arguments, opts);
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

// LLVM 21 takes half a minute and more for what these compile to, unless it has options that keep
// it from comparing all pairs of hundreds of accesses; with them it takes less than a second.
constexpr double few_seconds = 12;

TEST(CompileTimes, OfAColumnThatLlvmUnrollsAreShort) {
    for (const primitive_t type : {p_int32, p_uint8}) {
        init("sums_of_columns");
        const constant n("n", p_int32);
        const var i("i", -4, 13), j("j", -4, expr(n)), k("k", 0, 32);
        const var row("row", 0, 17), column("column", 0, 16), r("r", 0, 40), c("c", 0, 40);
        buffer out("out", {17, 16}, type, a_output), a_memory("a_memory", {16}, type, a_input),
            b_memory("b_memory", {40, 40}, type, a_input);
        input a("a", {column}, type), b("b", {r, c}, type), before("before", {row, column}, type);
        a.store_in(&a_memory);
        b.store_in(&b_memory);
        before.store_in(&out);
        computation sums("sums", {i, j, k}, before(i + 4, j + 4) + a(j + 4) * b(i + j + 8, k));
        sums.store_in(&out, {i + 4, j + 4});
        EXPECT_GT(few_seconds, seconds_to_compile({&out, &a_memory, &b_memory}));
    }
}

TEST(CompileTimes, OfAConditionInUnrolledTilesAreShort) {
    init("conditional_tiles");
    const var i("i", -4, 36), j("j", 0, 3), k("k", 0, 40);
    const var d0("d0", 0, 40), d1("d1", 0, 42), d2("d2", 0, 3), e("e", 0, 42);
    input a("a", {d0, d1, d2}, p_float64), b("b", {e}, p_float64);
    computation sums("sums", {i, j, k}, a(35 - i, j + k, j) + b(i + j + 4));
    sums.add_predicate(29 - i >= 0);
    const var i_outer("i_outer"), j_outer("j_outer"), i_inner("i_inner"), j_inner("j_inner");
    sums.tile(i, j, 32, 16, i_outer, j_outer, i_inner, j_inner);
    sums.tile(j_inner, k, 8, 33);
    buffer out("out", {40, 3, 40}, p_float64, a_output);
    sums.store_in(&out, {i + 4, j, k});
    EXPECT_GT(few_seconds, seconds_to_compile({&out, a.get_buffer(), b.get_buffer()}));
}

} // namespace
} // namespace tiramisu::testing
