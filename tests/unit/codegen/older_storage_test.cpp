// Bounds, sizes and storage as older programs give them: each program is compiled, run, and gives
// the right result.

#include "unit/codegen/older_programs.h"

namespace tiramisu::testing {
namespace {

using oracle::throws;

TEST(OlderStorage, BoundsMayBeComputedAfterOrder) {
    init("ordered_bounds");
    function f = current();
    buffer out("out", {4}, p_int32, a_output), mem("mem", {8}, p_int32, a_temporary);
    computation a("{a[i]}", var("i") * 3, true, p_int32, &f);
    computation b("b", {var("i", 0, 4)}, a(var("i") + 2) + 1);
    a.store_in(&mem);
    b.store_in(&out);
    b.after(a, computation::root);
    EXPECT_NO_THROW(f.dependences_text()) << "on a domain that has no ends yet";
    f.compute_bounds();
    EXPECT_EQ((std::vector<std::int32_t>{7, 10, 13, 16}), run(out, {4}));
}

TEST(OlderStorage, ADomainWithoutEndsIsNotCompiled) {
    init("endless");
    function f = current();
    buffer out("out", {4}, p_int32, a_output);
    computation a("{a[i]}", var("i") * 3, true, p_int32, &f);
    a.store_in(&out);
    EXPECT_TRUE(throws<user_error>([&] { f.compile({&out}); },
                                   {"computation \"a\"", "iterator \"i\" has no bounds"}));
}

TEST(OlderStorage, AComputationIsStoredInALoopOfItsOwn) {
    init("own_loop");
    const var i("i", 0, 3), j("j", 0, 4);
    buffer out("out", {3, 4}, p_int32, a_output);
    computation a("a", {i, j}, i * 10 + j), b("b", {i, j}, a(i, j) + 1);
    b.store_in(&out);
    b.fuse_after(i, a);
    a.store_at(a, i);
    EXPECT_EQ((std::vector<std::int32_t>{1, 2, 3, 4, 11, 12, 13, 14, 21, 22, 23, 24}),
              run(out, {3, 4}));
}

TEST(OlderStorage, WhatIsReadElsewhereIsNotStoredInALoop) {
    init("read_elsewhere");
    const var i("i", 0, 3), j("j", 0, 4);
    buffer out("out", {3, 4}, p_int32, a_output);
    computation a("a", {i, j}, i * 10 + j), b("b", {i, j}, a(i, j) + 1);
    b.store_in(&out);
    b.after(a, computation::root);
    a.store_at(a, i);
    EXPECT_TRUE(throws<user_error>([&] { current().compile({&out}); },
                                   {"store_at(a, i)", "\"b\" uses the buffer outside of loop"}));
}

TEST(OlderStorage, ExpressionsWithoutBoundsAreReadAtAnyIndex) {
    init("any_index");
    function f = current();
    const var i("i", 0, 3), j("j", 0, 2);
    buffer out("out", {3, 2}, p_int32, a_output);
    computation h("{h[i,j]}", var("i") * 10 + var("j"), false, p_int32, &f);
    h.set_inline();
    computation c("c", {i, j}, h(j, i) + h(i * i, 2 * j - 5));
    c.store_in(&out);
    EXPECT_EQ((std::vector<std::int32_t>{-5, 7, 6, 18, 37, 49}), run(out, {3, 2}));
}

TEST(OlderStorage, WhatExpressionsWithoutBoundsReadIsInMemory) {
    init("expression_reads");
    function f = current();
    const var i("i", 0, 4);
    buffer out("out", {4}, p_int32, a_output);
    computation p("p", {i}, i * 2);
    computation h("{h[i]}", p(var("i") + 1), false, p_int32, &f);
    h.set_inline();
    computation c("c", {i}, h(i));
    c.store_in(&out);
    EXPECT_TRUE(throws<user_error>([&] { f.compile({&out}); },
                                   {"computation \"c\"", "c(3) reads element [4]"}));
}

TEST(OlderStorage, WhatExpressionsReadAtAnIndexFromMemoryIsComputedBefore) {
    init("expression_order");
    function f = current();
    const var i("i", 0, 4);
    buffer out("out", {4}, p_int32, a_output), at_mem("at_mem", {4}, p_int32, a_input);
    input at("at", {i}, p_int32);
    at.store_in(&at_mem);
    computation p("p", {i}, i * 2);
    computation h("{h[i]}", p(clamp(var("i"), 0, 3)), false, p_int32, &f);
    h.set_inline();
    computation c("c", {i}, h(at(i)));
    c.store_in(&out);
    p.after(c, computation::root);
    EXPECT_THROW(f.compile({&at_mem, &out}), schedule_error);
}

TEST(OlderStorage, SizesAreReadFromMemory) {
    init("sizes_from_memory");
    const var i("i", 0, 4);
    buffer out("out", {4}, p_int32, a_output), n_mem("n_mem", {1}, p_int32, a_input);
    input n("n", {var("z", 0, 1)}, p_int32);
    n.store_in(&n_mem);
    buffer t("t", {n(0)}, p_int32, a_temporary);
    computation a("a", {i}, i * 2), b("b", {i}, a(i) + 1);
    a.store_in(&t);
    b.store_in(&out);
    const compiled_function code = current().compile({&n_mem, &out});
    std::vector<std::int32_t> enough = {4}, few = {3}, result(4);
    ASSERT_EQ(0, code({{enough.data(), {1}}, {result.data(), {4}}}));
    EXPECT_EQ((std::vector<std::int32_t>{1, 3, 5, 7}), result);
    EXPECT_NE(0, code({{few.data(), {1}}, {result.data(), {4}}})) << "element 3 is outside";
}

TEST(OlderStorage, SizesNameTheLoopOfTheAllocation) {
    init("sizes_in_loops");
    const var i("i", 0, 4), j("j", 0, i + 1);
    buffer out("out", {4, 4}, p_int32, a_output), t("t", {var("i") + 1}, p_int32, a_temporary);
    computation zero("zero", {i, var("k", 0, 4)}, 0);
    computation a("a", {i, j}, i * 10 + j), b("b", {i, j}, a(i, j) + 1);
    zero.store_in(&out);
    a.store_in(&t, {j});
    b.store_in(&out, {i, j});
    zero.then(a, computation::root).then(b, i);
    t.allocate_at(a, i);
    EXPECT_EQ((std::vector<std::int32_t>{1, 0, 0, 0, 11, 12, 0, 0, 21, 22, 23, 0, 31, 32, 33, 34}),
              run(out, {4, 4}));
}

TEST(OlderStorage, SizesInLoopsHaveALargestValue) {
    init("sizes_without_end");
    const var i("i", 0, 4);
    buffer t("t", {i * i}, p_int32, a_temporary);
    computation a("a", {i}, i * 10);
    a.store_in(&t, {0});
    EXPECT_TRUE(throws<user_error>(
        [&] { t.allocate_at(a, i); },
        {"buffer \"t\": allocate_at(a, i): size i * i has no largest value over the loops of "
         "computation \"a\" that is one formula of constants"}));
}

TEST(OlderStorage, WhatAConstantInTheStorageReadsIsComputedBefore) {
    init("let_in_storage");
    function f = current();
    const var i("i", 0, 4), k("k", 0, 3);
    buffer out("out", {3, 4}, p_int32, a_output), in_mem("in_mem", {8}, p_int32, a_input);
    computation shift("shift", {k}, k + 1);
    input in("in", {i}, p_int32);
    computation c("c", {k, i}, in(i)*2);
    const constant by("by", shift(k), p_int32, false, &c, 0);
    in.set_access("[by]->{in[i]->in_mem[i + by]}");
    c.store_in(&out);
    shift.after(c, computation::root);
    EXPECT_THROW(f.compile({&in_mem, &out}), schedule_error);
}

TEST(OlderStorage, AccessesOfInputsMayBeClamped) {
    init("clamped_access");
    const constant n("N", p_int32);
    const var i("i", 0, 6);
    buffer out("out", {6}, p_int32, a_output), mem("mem", {n}, p_int32, a_input);
    input in("in", {i}, p_int32);
    in.set_access("[N]->{in[i]->mem[min(max(i, 0), N - 1)]}");
    computation c("c", {i}, in(i - 1) + in(i + 1));
    c.store_in(&out);
    std::vector<std::int32_t> data = {1, 2, 4, 8}, result(6);
    ASSERT_EQ(0, current().compile({&mem, &out})({{data.data(), {4}}, {result.data(), {6}}, 4}));
    EXPECT_EQ((std::vector<std::int32_t>{3, 5, 10, 12, 16, 16}), result);
}

TEST(OlderStorage, WhatIsWrittenHasOneFormula) {
    init("clamped_store");
    const var i("i", 0, 6);
    buffer out("out", {6}, p_int32, a_output);
    computation c("c", {i}, i * 2);
    EXPECT_TRUE(throws<unsupported_error>(
        [&] { c.set_access("{c[i]->out[min(i, 3)]}"); },
        {"different formulas in different parts of the domain; it has to be one formula"}));
}

TEST(OlderStorage, AnAllocationIsAPlaceInTheOrder) {
    init("allocation");
    function f = current();
    const var i("i", 0, 4);
    buffer out("out", {4}, p_int32, a_output), t("t", {4}, p_int32, a_temporary);
    t.set_auto_allocate(false);
    computation allocation("{allocation[-1]}", expr(o_allocate, "t"), true, p_none, &f);
    computation a("a", {i}, i * 2), b("b", {i}, a(i) + 1);
    a.store_in(&t);
    b.store_in(&out);
    allocation.then(a, computation::root).then(b, i);
    EXPECT_EQ((std::vector<std::int32_t>{1, 3, 5, 7}), run(out, {4}));
    EXPECT_TRUE(throws<user_error>(
        [&] { computation("{other[0]}", expr(o_allocate, "u"), true, p_none, &f); },
        {"computation \"other\": allocates buffer \"u\", but function \"allocation\" has no buffer "
         "of "
         "that name; declare the buffer first"}));
    EXPECT_THROW(expr(o_allocate, "t") + 1, user_error) << "it is no value";
}

} // namespace
} // namespace tiramisu::testing
