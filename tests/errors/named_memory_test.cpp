// Windows that are to lie in memory of a GPU, where the loops around them have none.

#include <gtest/gtest.h>

#include "support/throws.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::oracle {
namespace {

/// s(i, j) = 2 a(i, j) in tiles of 4 x 4.
struct tiles {
    tiles()
        : implicit((init("tiles"), 0)), i("i", 0, 16), j("j", 0, 16), a("a", {i, j}, p_float32),
          s("s", {i, j}, a(i, j) * 2.0f) {
        a.store_in(&a_mem);
        s.tile(i, j, 4, 4, i0, j0, i1, j1);
    }
    int implicit;
    const var i, j, i0{"i0"}, j0{"j0"}, i1{"i1"}, j1{"j1"};
    buffer a_mem{"a_mem", {16, 16}, p_float32, a_input};
    input a;
    computation s;

    std::string loops() const { return global::get_implicit_function()->loops_text(); }
};

TEST(NamedMemory, OfABlockIsInsideOfLoopsOnBlocks) {
    tiles p;
    p.s.cache_read(p.a, p.j0, memory::shared);
    EXPECT_TRUE(throws<user_error>(
        [&] { p.loops(); },
        {"computation \"s\": cache_read: keeps what one iteration of loop \"j0\" touches in "
         "memory::shared, which a block has, but no loop around it runs on blocks; give gpu_block "
         "to "
         "one, or leave the kind of memory out",
         "named_memory_test.cpp:"}));
    p.s.gpu_block(p.i0).gpu_block(p.j0); // tags may follow
    EXPECT_NO_THROW(p.loops());
}

TEST(NamedMemory, OfABlockIsOutsideOfLoopsOnThreads) {
    tiles p;
    p.s.gpu_block(p.i0).gpu_block(p.j0).gpu_thread(p.i1);
    p.s.cache_read(p.a, p.i1, memory::shared);
    EXPECT_TRUE(throws<user_error>(
        [&] { p.loops(); },
        {"computation \"s\": cache_read: keeps what one iteration of loop \"i1\" touches in "
         "memory::shared, which a block has, but is inside of a loop on threads; name a loop "
         "between those on blocks and those on threads, which interchange() makes",
         "named_memory_test.cpp:"}));
}

TEST(NamedMemory, OfAThreadIsInsideOfLoopsOnAGpu) {
    tiles p;
    p.s.cache_read(p.a, p.i1, memory::local);
    EXPECT_TRUE(throws<user_error>(
        [&] { p.loops(); },
        {"touches in memory::local, which a thread of a GPU has, but no loop around it runs on a "
         "GPU; give gpu_thread to one, or leave the kind of memory out",
         "named_memory_test.cpp:"}));
}

TEST(NamedMemory, OfAllBlocksIsOutsideOfKernels) {
    {
        tiles p;
        p.s.cache_write(p.i0, memory::global);
        EXPECT_NO_THROW(p.loops());
    }
    tiles q;
    q.s.gpu_block(q.i0).cache_write(q.i0, memory::global);
    EXPECT_TRUE(throws<user_error>(
        [&] { q.loops(); },
        {"computation \"s\": cache_write: keeps what one iteration of loop \"i0\" touches in "
         "memory::global, which all blocks share, but is inside of a loop on a GPU; name a loop "
         "around the kernel, or take memory::shared",
         "named_memory_test.cpp:"}));
}

TEST(NamedMemory, ThatNoKernelWritesIsFilledOutsideOfKernels) {
    tiles p;
    const std::string before = p.loops();
    EXPECT_TRUE(throws<user_error>(
        [&] { p.s.cache_write(p.i0, memory::constant); },
        {"computation \"s\": cache_write(i0, memory::constant): keeps values that it writes in "
         "memory::constant, which no kernel writes; take memory::global, or memory::shared",
         "named_memory_test.cpp:"}));
    EXPECT_EQ(before, p.loops());
    p.s.gpu_block(p.i0).gpu_block(p.j0);
    p.s.cache_read(p.a, p.j0, memory::constant);
    EXPECT_TRUE(throws<user_error>(
        [&] { p.loops(); },
        {"computation \"s\": cache_read: keeps what one iteration of loop \"j0\" touches in "
         "memory::constant, which all blocks share, but is inside of a loop on a GPU; name a loop "
         "around the kernel, or take memory::shared",
         "named_memory_test.cpp:"}));
}

TEST(NamedMemory, IsAPartOfTheSchedule) {
    tiles p;
    p.s.gpu_block(p.i0).gpu_block(p.j0);
    p.s.cache_read(p.a, p.j0, memory::shared, {var("row"), var("column")});
    function f = *global::get_implicit_function();
    const schedule given = f.get_schedule();
    EXPECT_EQ("cache_read(a, j0, memory::shared, {row, column});\n",
              given.text().substr(given.text().rfind("cache_read")));
    const std::string before = f.loops_text();
    f.set_schedule(schedule("tiles", {}));
    EXPECT_NE(before, f.loops_text());
    f.set_schedule(schedule::from_json(given.to_json()));
    EXPECT_EQ(before, f.loops_text());
}

} // namespace
} // namespace tiramisu::oracle
