// How often banks of shared memory are asked at once, counted from the relations of accesses.

#include <gtest/gtest.h>

#include "core/report/bank_conflicts.h"
#include "core/staging/staged_analysis.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu {
namespace {

/// c(i, j) += a(i, k) b(k, j) in blocks of 8 x 8 threads that share tiles of 8 x 32 elements of a.
struct product {
    tiramisu::function owner;
    var i{"i", 0, 64}, j{"j", 0, 64}, k{"k", 0, 64}, ai{"ai"}, ak{"ak"};
    buffer b_a{"b_a", {64, 64}, p_float32, a_input}, b_b{"b_b", {64, 64}, p_float32, a_input};
    buffer b_c{"b_c", {64, 64}, p_float32, a_output};
    input a, b;
    computation c;

    product()
        : owner((init("product"), *global::get_implicit_function())), a("a", {i, k}, p_float32),
          b("b", {k, j}, p_float32), c("c", {i, j, k}, p_float32) {
        a.store_in(&b_a);
        b.store_in(&b_b);
        c.store_in(&b_c, {i, j});
        c.set_expression(c(i, j, k) + a(i, k) * b(k, j));
        const var i0("i0"), j0("j0"), i1("i1"), j1("j1"), k0("k0"), k1("k1");
        c.tile(i, j, 8, 8, i0, j0, i1, j1).split(k, 32, k0, k1);
        c.interchange(j1, k0).interchange(i1, k0);
        c.gpu_block(i0).gpu_block(j0).gpu_thread(i1).gpu_thread(j1);
    }

    computation copy() { return c.cache_read(a, var("k0"), memory::shared, {ai, ak}); }

    std::string conflicts() {
        core::function_state &state = *owner.state();
        return core::bank_conflicts(
            state, core::with_stagings(
                       state, core::analyse(state, {&b_a, &b_b, &b_c}, source_place::current())));
    }
};

TEST(BankConflicts, AreThoseOfRowsThatBeginInOneBank) {
    product p;
    p.copy().gpu_spread();
    // A warp is 4 rows of 8 threads, all of a row read one element of their row of the tile.
    EXPECT_EQ("a_in_c_load writes the buffer of \"a_in_c\": no bank is asked twice\n"
              "c reads the buffer of \"a_in_c\": a bank is asked 4 times\n",
              p.conflicts());
}

TEST(BankConflicts, AreNoneWhereRowsAreAnElementLonger) {
    product p;
    computation copy = p.copy();
    copy.store_in({expr(p.ai), expr(p.ak)}, {8, 33});
    copy.gpu_spread();
    EXPECT_EQ("a_in_c_load writes the buffer of \"a_in_c\": no bank is asked twice\n"
              "c reads the buffer of \"a_in_c\": no bank is asked twice\n",
              p.conflicts());
}

TEST(BankConflicts, AreOfKernelsWithSharedMemoryAlone) {
    product p;
    EXPECT_EQ("", p.conflicts());
}

} // namespace
} // namespace tiramisu
