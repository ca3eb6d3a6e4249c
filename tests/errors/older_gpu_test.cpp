// What older programs write for a GPU, where it cannot be.

#include <gtest/gtest.h>

#include "support/throws.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::oracle {
namespace {

template <typename Call>
::testing::AssertionResult refused(Call &&call, std::vector<std::string> parts) {
    parts.emplace_back("older_gpu_test.cpp:"); // the line of the call
    return throws<user_error>(call, parts);
}

/// s(i, j) = 2 a(i, j), on blocks of 4 x 4 threads.
struct scaled {
    scaled()
        : implicit((init("scaled"), 0)), a("a", {i, j}, p_float32), s("s", {i, j}, a(i, j) * 2.0f) {
        a.store_in(&a_mem);
        s.store_in(&s_mem);
        s.gpu_tile(i, j, 4, 4, i0, j0, i1, j1);
    }
    int implicit;
    const var i{"i", 0, 16}, j{"j", 0, 16}, i0{"i0"}, j0{"j0"}, i1{"i1"}, j1{"j1"};
    buffer a_mem{"a_mem", {16, 16}, p_float32, a_input};
    buffer s_mem{"s_mem", {16, 16}, p_float32, a_output};
    input a;
    computation s;

    function owner() const { return *global::get_implicit_function(); }
    std::string state() const { return owner().schedule_text() + owner().loops_text(); }
    std::string algorithm() const { return owner().algorithm_text(); }
};

TEST(OlderGpu, CopiesAreOfBuffersThatAreAlike) {
    scaled p;
    buffer short_one("short_one", {16, 8}, p_float32, a_temporary);
    buffer whole("whole", {16, 16}, p_int32, a_temporary);
    const std::string before = p.algorithm();
    EXPECT_TRUE(refused(
        [&] { computation copy("copy", {}, memcpy(p.a_mem, short_one)); },
        {"computation \"copy\": memcpy(a_mem, short_one): copies buffer \"a_mem\", float32 {16, "
         "16}, to buffer \"short_one\", float32 {16, 8}; both have to have the same type and "
         "sizes: write a computation for each element instead"}));
    EXPECT_TRUE(refused([&] { computation copy("copy", {}, memcpy(p.a_mem, whole)); },
                        {"to buffer \"whole\", int32 {16, 16}; both have to"}));
    EXPECT_TRUE(refused([&] { computation copy("copy", {}, memcpy(p.a_mem, p.a_mem)); },
                        {"computation \"copy\": memcpy(a_mem, a_mem): copies buffer \"a_mem\" to "
                         "itself; name another buffer"}));
    EXPECT_EQ(before, p.algorithm());
}

TEST(OlderGpu, CopiesAreOfBuffersOfTheFunction) {
    init("other");
    buffer foreign("foreign", {16, 16}, p_float32, a_temporary);
    scaled p;
    EXPECT_TRUE(
        refused([&] { computation copy("copy", {}, memcpy(p.a_mem, foreign)); },
                {"computation \"copy\": memcpy(a_mem, foreign): function \"scaled\" has no buffer "
                 "\"foreign\"; declare the buffer first, in this function"}));
}

TEST(OlderGpu, CopiesAndPlacesInTheOrderAreNoValues) {
    scaled p;
    EXPECT_TRUE(refused([&] { memcpy(p.a_mem, p.s_mem) + 1; },
                        {"memcpy(a_mem, s_mem) has no value; an address is an argument of call(), "
                         "and what runs or has a place in the order alone is the expression of a "
                         "computation"}));
    EXPECT_TRUE(refused([&] { cast(p_int32, sync()); }, {"sync() has no value"}));
    computation later("later", {p.i}, p_float32);
    EXPECT_TRUE(refused([&] { later.set_expression(memcpy(p.a_mem, p.s_mem)); },
                        {"computation \"later\": set_expression(memcpy(a_mem, s_mem)): "
                         "memcpy(a_mem, s_mem) has no value; give it to a computation when that "
                         "is declared"}));
}

TEST(OlderGpu, ArgumentsLieInNoMemoryOfABlockOrThread) {
    scaled p;
    const std::string why = ": is an input of the function, so its memory is the caller's; only "
                            "temporaries take this";
    EXPECT_TRUE(
        refused([&] { p.a_mem.tag_gpu_shared(); }, {"buffer \"a_mem\": tag_gpu_shared" + why}));
    EXPECT_TRUE(
        refused([&] { p.a_mem.tag_gpu_local(); }, {"buffer \"a_mem\": tag_gpu_local" + why}));
    EXPECT_TRUE(
        refused([&] { p.a_mem.tag_gpu_register(); }, {"buffer \"a_mem\": tag_gpu_register" + why}));
    EXPECT_TRUE(refused([&] { p.s_mem.tag_gpu_constant(); },
                        {"buffer \"s_mem\": tag_gpu_constant: is an output of the function, and "
                         "what kernels write is not constant; tag what they only read"}));
    EXPECT_NO_THROW(p.a_mem.tag_gpu_global());
}

TEST(OlderGpu, SharedBuffersAreUsedByOneBlock) {
    scaled p;
    buffer kept("kept", {16, 16}, p_float32, a_temporary);
    computation twice("twice", {p.i, p.j}, p.s(p.i, p.j) * 2.0f);
    p.s.store_in(&kept);
    twice.store_in(&p.s_mem);
    twice.gpu_tile(p.i, p.j, 4, 4, p.i0, p.j0, p.i1, p.j1);
    p.s.then(twice, computation::root);
    kept.tag_gpu_shared();
    EXPECT_TRUE(refused(
        [&] { p.owner().loops_text(); },
        {"buffer \"kept\": tag_gpu_shared: is to lie in memory that the threads of one block "
         "share, but not all that uses it is in one block, or a block reads what it has not "
         "written itself before; leave the tag out, or share the loops on blocks by then()"}));
    p.s.then(twice, p.j0);
    EXPECT_NO_THROW(p.owner().loops_text());
}

TEST(OlderGpu, TagsAreOfBuffersInKernels) {
    init("plain");
    const var i("i", 0, 16);
    buffer kept("kept", {16}, p_float32, a_temporary);
    computation c("c", {i}, cast(p_float32, i));
    computation d("d", {i}, c(i) + 1.0f);
    c.store_in(&kept);
    kept.tag_gpu_local();
    EXPECT_TRUE(refused([&] { global::get_implicit_function()->loops_text(); },
                        {"buffer \"kept\": tag_gpu_local: is to lie in memory that each thread has "
                         "for itself, but no loop around what uses it runs on a GPU; give "
                         "gpu_thread to one, or leave the tag out"}));
}

TEST(OlderGpu, ConstantMemoryIsNotWrittenInKernels) {
    scaled p;
    buffer kept("kept", {16, 16}, p_float32, a_temporary);
    computation twice("twice", {p.i, p.j}, p.s(p.i, p.j) * 2.0f);
    p.s.store_in(&kept);
    twice.store_in(&p.s_mem);
    kept.tag_gpu_constant();
    EXPECT_TRUE(refused([&] { p.owner().loops_text(); },
                        {"buffer \"kept\": tag_gpu_constant: is to lie in constant memory, and "
                         "computation \"s\" writes it in a loop on a GPU; compute it in loops of "
                         "the processor, or leave the tag out"}));
}

/// c(i, j) = a(i, j) + the first 9 values of constants, each of its own buffer.
struct many_tables {
    explicit many_tables(int size) : implicit((init("tables"), 0)) {
        for (int n = 0; n < 9; ++n) {
            tables.emplace_back("t" + std::to_string(n), std::vector<expr>{size}, p_float32,
                                a_input);
            inputs.emplace_back("in" + std::to_string(n), std::vector<var>{i}, p_float32);
            inputs.back().store_in(&tables.back());
        }
    }
    int implicit;
    const var i{"i", 0, 16};
    std::vector<buffer> tables;
    std::vector<input> inputs;

    /// Reads so many of them, on a GPU.
    std::string loops(std::size_t count) {
        expr sum = 0.0f;
        for (std::size_t n = 0; n < count; ++n) {
            tables[n].tag_gpu_constant();
            sum = sum + inputs[n](0);
        }
        computation c("c", {i}, sum);
        c.gpu_block(i);
        return global::get_implicit_function()->loops_text();
    }
};

TEST(OlderGpu, ConstantMemoryHasLimits) {
    EXPECT_NO_THROW(many_tables(4).loops(8));
    EXPECT_TRUE(refused([&] { many_tables(4).loops(9); },
                        {"buffer \"t8\": tag_gpu_constant: is the ninth buffer in the constant "
                         "memory of one kernel, which has at most 8; leave the tag or the kind of "
                         "memory out"}));
    EXPECT_NO_THROW(many_tables(4096).loops(4));
    EXPECT_TRUE(refused([&] { many_tables(4096).loops(5); },
                        {"buffer \"t4\": tag_gpu_constant: makes more than 65536 bytes of constant "
                         "memory in one kernel, which is all that there is; leave the tag or the "
                         "kind of memory out"}));
    init("open_size");
    const var i("i", 0, 16);
    constant n("n", p_int32);
    buffer table("table", {n}, p_float32, a_input);
    input t("t", {i}, p_float32);
    t.store_in(&table);
    table.tag_gpu_constant();
    computation c("c", {i}, t(0));
    c.gpu_block(i);
    EXPECT_TRUE(refused([&] { global::get_implicit_function()->loops_text(); },
                        {"buffer \"table\": tag_gpu_constant: is to lie in constant memory, and "
                         "its size n is not known while compiling; give it a constant one, or "
                         "leave the tag out"}));
}

TEST(OlderGpu, SharedCachesHoldWhatIsRead) {
    scaled p;
    const std::string before = p.state();
    EXPECT_TRUE(refused(
        [&] {
            p.s.cache_shared(p.a, p.j0, {4, 3}, {p.i0 * 4, p.j0 * 4});
        },
        {"computation \"s\": cache_shared(a, j0, {4, 3}, {i0 * 4, j0 * 4}): does not hold all that "
         "one iteration of loop \"j0\" reads of \"a\": 4 x 4 elements from ("}));
    EXPECT_TRUE(refused(
        [&] {
            p.s.cache_shared(p.a, p.j0, {4, 4}, {p.i0 * 4, p.j0 * 4 + 1});
        },
        {"does not hold all that one iteration of loop \"j0\" reads"}));
    EXPECT_TRUE(refused([&] { p.s.cache_shared(p.a, p.j0, {4}, {p.i0 * 4}); },
                        {"names 1 sizes and 1 offsets of \"a\", which has 2 dimensions"}));
    EXPECT_TRUE(refused(
        [&] {
            p.s.cache_shared(p.a, p.j0, {4, 4}, {p.i0 * p.i0, p.j0 * 4});
        },
        {"the offset i0 * i0 is not affine in the loops around and constants"}));
    EXPECT_EQ(before, p.state());
    EXPECT_NO_THROW(p.s.cache_shared(p.a, p.j1, {4, 5}, {p.i0 * 4, p.j0 * 4}));
}

TEST(OlderGpu, CopiesAreSpreadBeforeTheyAreChanged) {
    scaled p;
    const std::string spread = "gpu_spread(1): ";
    EXPECT_TRUE(refused([&] { p.s.gpu_spread(); },
                        {"computation \"s\": " + spread +
                         "is for copies that cache_read and cache_write make; give gpu_thread to "
                         "the loops of others"}));
    computation copy = p.s.cache_read(p.a, p.j0, memory::shared, {var("row"), var("column")});
    const std::string before = p.state();
    EXPECT_TRUE(refused([&] { copy.gpu_spread(0); },
                        {"computation \"a_in_s_load\": gpu_spread(0): a thread takes 0 elements at "
                         "once; it takes at least 1"}));
    EXPECT_EQ(before, p.state());
    copy.gpu_thread(var("column"));
    EXPECT_TRUE(refused([&] { copy.gpu_spread(); },
                        {spread + "its loops have been changed or tagged already; but for "
                                  "interchange, give this command first, or gpu_thread to loops "
                                  "of your choice"}));
}

TEST(OlderGpu, CopiesThatAreSpreadCountFromZero) {
    for (const bool is_shifted : {true, false}) {
        scaled p;
        computation copy = p.s.cache_read(p.a, p.j0, memory::shared, {var("row"), var("column")});
        is_shifted ? copy.shift(var("row"), 1) : copy.loop_reversal(var("row"), var("turned"));
        EXPECT_TRUE(refused([&] { copy.gpu_spread(); }, {"have been changed or tagged already"}));
    }
}

TEST(OlderGpu, CopiesAreSpreadOverThreadsThatThereAre) {
    init("blocks");
    const var i("i", 0, 16), j("j", 0, 16);
    input a("a", {i, j}, p_float32);
    computation s("s", {i, j}, a(i, j) * 2.0f);
    s.gpu_block(i);
    computation copy = s.cache_read(a, i, memory::shared);
    EXPECT_TRUE(refused([&] { copy.gpu_spread(); },
                        {"computation \"a_in_s_load\": gpu_spread(1): no loop of computation \"s\" "
                         "inside of the window runs on threads; give it gpu_thread before"}));
}

} // namespace
} // namespace tiramisu::oracle
