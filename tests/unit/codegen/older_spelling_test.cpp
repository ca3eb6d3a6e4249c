// Programs in the spelling of the older Tiramisu.

#include <filesystem>

#include <gtest/gtest.h>

#include "support/functions.h"
#include "tiramisu/block.h"
#include "tiramisu/core.h"
#include "tiramisu/macros.h"
#include "unit/codegen/nest.h"

namespace tiramisu::testing {
namespace {

TEST(OlderSpelling, FiveStepsWriteTheObject) {
    global::set_default_tiramisu_options();
    function f("five_steps");
    constant n("n", expr(static_cast<std::int32_t>(10)), p_int32, true, nullptr, 0, &f);
    buffer in_mem("in_mem", {expr(n)}, p_uint8, a_input, &f);
    buffer out_mem("out_mem", {expr(n)}, p_uint8, a_output, &f);
    computation in("[n]->{in[i]: 0<=i<n}", expr(), false, p_uint8, &f);
    const var i("i");
    computation out("[n]->{out[i]: 0<=i<n}", in(i) + static_cast<std::uint8_t>(4), true, p_uint8,
                    &f);
    in.set_access("[n]->{in[i]->in_mem[i]}");
    out.set_access("[n]->{out[i]->out_mem[i]}");
    const temporary_folder folder;
    f.set_arguments({&in_mem, &out_mem});
    f.gen_time_space_domain();
    f.gen_isl_ast();
    f.gen_halide_stmt();
    f.gen_halide_obj(folder / "five_steps.o");
    EXPECT_TRUE(std::filesystem::exists(folder / "five_steps.o"));
    EXPECT_TRUE(std::filesystem::exists(folder / "five_steps.o.h"));
}

TEST(OlderSpelling, TheCompilerIsChosenByFlags) {
    init("flags");
    const var i("i", 0, 4);
    computation s("s", {i}, cast(p_int32, i));
    buffer out("out", {4}, p_int32, a_output);
    s.store_in(&out);
    const temporary_folder folder;
    codegen({&out}, folder / "flags.o", false);
    EXPECT_TRUE(std::filesystem::exists(folder / "flags.o"));
    codegen({&out}, folder / "cuda.o", true);
    EXPECT_TRUE(std::filesystem::exists(folder / "cuda.o"));
    EXPECT_THROW(codegen({&out}, folder / "python.o", false, true), unsupported_error);
}

TEST(OlderSpelling, AConstantInALoopBoundsAnInnerOne) {
    init("rows");
    const var row("row", 0, 3);
    buffer start_mem("start_mem", {4}, p_int32, a_input),
        value_mem("value_mem", {5}, p_int32, a_input);
    buffer out("out", {3}, p_int32, a_output);
    input start("start", {var("i", 0, 4)}, p_int32), value("value", {var("j", 0, 5)}, p_int32);
    computation zero("zero", {row}, 0);
    constant first("first", start(row), p_int32, false, &zero, 0);
    constant last("last", start(row + 1), p_int32, false, &zero, 0);
    const var k("k", first, last);
    computation sum("sum", {row, k}, p_int32);
    sum.set_expression(sum(row, k) + value(k));
    start.store_in(&start_mem);
    value.store_in(&value_mem);
    zero.store_in(&out, {row});
    sum.store_in(&out, {row});
    zero.then(sum, row);
    std::vector<std::int32_t> starts = {0, 2, 2, 5}, values = {1, 2, 3, 4, 5}, result(3);
    ASSERT_EQ(0, current().compile({&start_mem, &value_mem, &out})(
                     {{starts.data(), {4}}, {values.data(), {5}}, {result.data(), {3}}}));
    EXPECT_EQ((std::vector<std::int32_t>{3, 0, 12}), result);
}

TEST(OlderSpelling, ABlockGivesItsCommandsToAllParts) {
    init("block");
    const var i("i", 0, 8), j("j", 0, 8), i0("i0"), j0("j0"), i1("i1"), j1("j1");
    computation a("a", {i, j}, i + j), b("b", {i, j}, a(i, j) * 2);
    buffer out("out", {8, 8}, p_int32, a_output);
    b.store_in(&out);
    block both({&a, &b});
    both.tile(i, j, 4, 4, i0, j0, i1, j1);
    b.after(a, j0);
    both.parallelize(i0);
    EXPECT_EQ((std::vector<std::string>{"i0", "j0", "i1", "j1"}), a.get_loop_names());
    EXPECT_EQ((std::vector<std::string>{"i0", "j0", "i1", "j1"}), b.get_loop_names());
    EXPECT_TRUE(check_legality_of_function());
    const std::string before = current().schedule_text();
    b.split(i1, 2, "p", "q");
    EXPECT_THROW(both.shift(i1, 1), user_error) << "only one of them has that loop now";
    EXPECT_EQ(before + "b.split(i1, 2, p, q);\n", current().schedule_text());
}

TEST(OlderSpelling, BuffersAreMadeForAll) {
    init("automatic");
    const var i("i", 0, 6);
    input in("in", {i}, p_int32);
    computation twice("twice", {i}, in(i)*2), plus("plus", {i}, twice(i) + 1);
    current().allocate_and_map_buffers_automatically();
    EXPECT_EQ(a_input, in.get_buffer()->get_argument_type());
    EXPECT_EQ(a_temporary, twice.get_buffer()->get_argument_type());
    EXPECT_EQ(a_output, plus.get_automatically_allocated_buffer()->get_argument_type());
    std::vector<std::int32_t> numbers = {0, 1, 2, 3, 4, 5}, result(6);
    ASSERT_EQ(0, current().compile({in.get_buffer(), plus.get_buffer()})(
                     {{numbers.data(), {6}}, {result.data(), {6}}}));
    EXPECT_EQ((std::vector<std::int32_t>{1, 3, 5, 7, 9, 11}), result);
}

TEST(OlderSpelling, AnAllocationHasAPlaceInTheOrder) {
    init("allocation");
    const var i("i", 0, 4), j("j", 0, 8);
    buffer kept("kept", {8}, p_int32, a_temporary), out("out", {4, 8}, p_int32, a_output);
    computation a("a", {i, j}, i * 10 + j), b("b", {i, j}, a(i, j) + 1),
        c("c", {i, j}, a(i, j) + b(i, j));
    a.store_in(&kept, {j});
    b.store_in(&out);
    c.store_in(&out);
    computation *allocation = kept.allocate_at(a, i);
    allocation->then(a, i).then(b, i).then(c, i);
    a.parallelize(i);
    EXPECT_EQ("_allocation_kept", allocation->get_name());
    std::vector<std::int32_t> result(32);
    ASSERT_EQ(0, current().compile({&out})({{result.data(), {4, 8}}}));
    for (int at = 0; at < 32; ++at) {
        EXPECT_EQ(2 * (at / 8 * 10 + at % 8) + 1, result[static_cast<std::size_t>(at)]);
    }
}

TEST(OlderSpelling, AnAllocationBetweenTwoKeepsThemTogether) {
    init("between");
    const var i("i", 0, 4);
    buffer kept("kept", {1}, p_int32, a_temporary), out("out", {4}, p_int32, a_output),
        first("first", {4}, p_int32, a_output);
    computation a("a", {i}, i * 2), b("b", {i}, i + 1), c("c", {i}, b(i) * 3);
    a.store_in(&first);
    b.store_in(&kept, {0});
    c.store_in(&out);
    computation *allocation = kept.allocate_at(b, i);
    a.then(*allocation, i).then(b, i).then(c, i);
    std::vector<std::int32_t> result(4), firsts(4);
    ASSERT_EQ(0, current().compile({&first, &out})({{firsts.data(), {4}}, {result.data(), {4}}}));
    EXPECT_EQ((std::vector<std::int32_t>{3, 6, 9, 12}), result);
    EXPECT_EQ("loop i\n  a\n  b\n  c\n", current().schedule_outline());
}

TEST(OlderSpelling, AFreeingHasAPlaceInTheOrder) {
    init("freeing");
    const var i("i", 0, 4);
    buffer kept("kept", {1}, p_int32, a_temporary), out("out", {4}, p_int32, a_output);
    computation a("a", {i}, i * 2), b("b", {i}, a(i) * 3);
    a.store_in(&kept, {0});
    b.store_in(&out);
    computation *allocation = kept.allocate_at(a, i), *freeing = kept.deallocate_at(b, i);
    allocation->then(a, i).then(b, i).then(*freeing, i);
    EXPECT_EQ("_deallocation_kept", freeing->get_name());
    EXPECT_EQ("loop i\n  a\n  b\n", current().schedule_outline());
    std::vector<std::int32_t> result(4);
    ASSERT_EQ(0, current().compile({&out})({{result.data(), {4}}}));
    EXPECT_EQ((std::vector<std::int32_t>{0, 6, 12, 18}), result);
}

TEST(OlderSpelling, AnEmptyListOfIndicesIsTheFirstElement) {
    init("element");
    buffer one("one", {1}, p_int32, a_output), other("other", {1}, p_int32, a_output);
    computation a("a", {}, expr(7)), b("b", {}, a(0) + 1);
    a.store_in(&one, {});
    b.store_in(&other, {0});
    b.after(a, computation::root);
    std::vector<std::int32_t> first(1), second(1);
    ASSERT_EQ(0, current().compile({&one, &other})({{first.data(), {1}}, {second.data(), {1}}}));
    EXPECT_EQ(7, first[0]);
    EXPECT_EQ(8, second[0]);
}

TEST(OlderSpelling, DomainsAreWhatIsRead) {
    init("bounds");
    const var i("i"), j("j", 0, 6);
    buffer out("out", {6}, p_int32, a_output);
    function f = current();
    computation twice("{twice[i]}", i * 2, true, p_int32, &f);
    computation sum("sum", {j}, twice(j + 1) + twice(j + 3));
    sum.store_in(&out);
    f.compute_bounds();
    EXPECT_NE(std::string::npos, f.loops_text().find("for (int c0 = 1; c0 <= 8; c0 += 1)"));
    std::vector<std::int32_t> result(6);
    ASSERT_EQ(0, f.compile({&out})({{result.data(), {6}}}));
    EXPECT_EQ((std::vector<std::int32_t>{8, 12, 16, 20, 24, 28}), result);
    sum.parallelize(j);
    EXPECT_THROW(f.compute_bounds(), user_error);
}

TEST(OlderSpelling, FurtherDefinitionsAndLets) {
    init("definitions");
    function f = current();
    buffer out("out", {8}, p_int32, a_output);
    const var i("i", 0, 8), scale("scale");
    computation c("c", {i}, i * scale);
    c.add_associated_let_stmt("scale", i + 1);
    c.add_definitions("{c[k]: 2 <= k < 4}", expr(100), true, p_int32, &f);
    c.store_in(&out);
    EXPECT_EQ("c_update_1", c.get_update(1).part()->id);
    std::vector<std::int32_t> result(8);
    ASSERT_EQ(0, f.compile({&out})({{result.data(), {8}}}));
    EXPECT_EQ((std::vector<std::int32_t>{0, 2, 100, 100, 20, 30, 42, 56}), result);
}

TEST(OlderSpelling, ALetNamesOnesBeforeItAndMayComeBeforeTheExpression) {
    init("lets");
    function f = current();
    buffer out("out", {4}, p_int32, a_output);
    const var i("i", 0, 4), twice("twice"), next("next");
    computation c("c", {i}, p_int32);
    c.add_associated_let_stmt("twice", i * 2);
    c.add_associated_let_stmt("next", twice + 1);
    c.set_expression(next * 10 + twice);
    c.store_in(&out);
    std::vector<std::int32_t> result(4);
    ASSERT_EQ(0, f.compile({&out})({{result.data(), {4}}}));
    EXPECT_EQ((std::vector<std::int32_t>{10, 32, 54, 76}), result);
}

TEST(OlderSpelling, AFoldedDimensionIsUsedInTurn) {
    init("folded");
    const var t("t", 1, 6), x("x", 0, 4);
    computation u("u", {t, x}, p_int32);
    u.set_expression(u(t - 1, x) + 1);
    buffer mem("mem", {2, 4}, p_int32, a_output);
    u.store_in(&mem);
    u.storage_fold(t, 2);
    std::vector<std::int32_t> data = {10, 20, 30, 40, 0, 0, 0, 0};
    ASSERT_EQ(0, current().compile({&mem})({{data.data(), {2, 4}}}));
    EXPECT_EQ((std::vector<std::int32_t>{14, 24, 34, 44, 15, 25, 35, 45}), data);
}

TEST(OlderSpelling, LoopsAreCountedAndOrderedByNumber) {
    init("numbers");
    const var i("i", 0, 4), j("j", 0, 1);
    computation a("a", {i, j}, i + j), b("b", {i, j}, a(i, j) + 1), c("c", {i, j}, b(i, j) + 1);
    EXPECT_EQ(1, a.compute_maximal_AST_depth()) << "j runs once";
    b.after_low_level(a, 1);
    c.after_low_level(b, std::vector<int>{0, 1});
    EXPECT_EQ("a", b.get_predecessor()->get_name());
    EXPECT_EQ("c", b.get_successor()->get_name());
    EXPECT_EQ(nullptr, a.get_predecessor());
    EXPECT_TRUE(loop_parallelization_is_legal(i, {&a, &b, &c}));
    EXPECT_TRUE(loop_vectorization_is_legal(i, {&a, &b, &c}));
    EXPECT_TRUE(loop_unrolling_is_legal(i, {&a}));
    EXPECT_TRUE(current().check_partial_legality_in_function({&a, &b}));
}

TEST(OlderSpelling, PartialLegalityLooksAtSomeComputationsOnly) {
    init("partial");
    const var i("i", 0, 8);
    buffer mem("mem", {9}, p_int32, a_output), other("other", {8}, p_int32, a_output);
    computation a("a", {var("i", 0, 9)}, p_int32), b("b", {i}, a(i + 1)), c("c", {i}, 1);
    a.set_expression(cast(p_int32, var("i")));
    a.store_in(&mem);
    b.store_in(&other);
    c.after(a, i);
    b.after(c, i);
    perform_full_dependency_analysis();
    prepare_schedules_for_legality_checks();
    EXPECT_TRUE(current().check_partial_legality_in_function({&a, &c}));
}

TEST(OlderSpelling, OtherNamesForInputs) {
    init("inputs");
    const var i("i", 0, 4);
    Input in("in", {4}, p_int32);
    computation twice("twice", {i}, in(i)*2);
    buffer out("out", {4}, p_int32, a_output);
    twice.store_in(&out);
    view again("again", {i}, p_int32);
    again.store_in(&out);
    computation plus("plus", {i}, again(i) + 1);
    plus.store_in(&out);
    plus.after(twice, computation::root);
    std::vector<std::int32_t> numbers = {1, 2, 3, 4}, result(4);
    ASSERT_EQ(0, current().compile({in.get_buffer(), &out})(
                     {{numbers.data(), {4}}, {result.data(), {4}}}));
    EXPECT_EQ((std::vector<std::int32_t>{3, 5, 7, 9}), result);
}

} // namespace
} // namespace tiramisu::testing
