// Values that are to stay in memory where they cannot.

#include <gtest/gtest.h>

#include "support/throws.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::oracle {
namespace {

/// s reads three rows of p.
struct rows {
    rows()
        : implicit((init("rows"), 0)), i("i", 0, 32), j("j", 0, 32), wide("i", 0, 34),
          in_mem("in_mem", {34, 32}, p_int32, a_input), out("out", {32, 32}, p_int32, a_output),
          in("in", {wide, j}, p_int32), p("p", {wide, j}, in(wide, j) * 2),
          s("s", {i, j}, p(i, j) + p(i + 1, j) + p(i + 2, j)) {
        in.store_in(&in_mem);
        s.store_in(&out);
    }
    int implicit;
    var i, j, wide;
    buffer in_mem, out;
    input in;
    computation p, s;

    compiled_function compile() {
        return global::get_implicit_function()->compile({&in_mem, &out});
    }
    std::string schedule() { return global::get_implicit_function()->schedule_text(); }
};

TEST(StoreAtErrors, TheLoopIsTheConsumers) {
    rows f;
    EXPECT_TRUE(
        throws<user_error>([&] { f.p.store_at(f.s, "k"); },
                           {"computation \"p\"", "store_at(s, k)",
                            "there is no loop \"k\" around \"s\"", "its loops are \"i\", \"j\""}));
    EXPECT_EQ("", f.schedule());
}

TEST(StoreAtErrors, AnInputIsTheCallers) {
    rows f;
    EXPECT_TRUE(throws<user_error>(
        [&] { computation(f.in).store_at(f.s, f.i); },
        {"computation \"in\": store_at(s, i): is an input: its memory is the caller's; copy it by "
         "cache_read()"}));
}

TEST(StoreAtErrors, ItsLoopIsOutside) {
    rows f;
    f.p.store_at(f.s, f.j);
    EXPECT_TRUE(throws<user_error>([&] { f.p.compute_at(f.s, f.i); },
                                   {"compute_at(s, i): its values are stored at loop \"j\", which "
                                    "is inside of the loop at which they are computed; store_at "
                                    "names the same loop or one around it"}));
}

TEST(StoreAtErrors, KeptValuesForbidToRunIterationsAtOnce) {
    rows f;
    f.s.split(f.i, 8, "io", "ii");
    f.p.store_at(f.s, "io")->compute_at(f.s, "ii");
    f.s.parallelize("ii");
    EXPECT_TRUE(throws<schedule_error>(
        [&] { f.compile(); },
        {"s.parallelize(ii);: loop \"ii\" cannot be parallel: its iterations depend on one another "
         "(flow): p_at_s(0, 1, 3, 0) writes element [3, 0] of the buffer of \"p_in_s\" before s(3, "
         "0) reads it"}));
}

TEST(StoreAtErrors, OnlyIterationsThatShareKeptValuesMayNotRunAtOnce) {
    const char *loops[] = {"i", "j", "k"};
    for (int shared = 0; shared < 3; ++shared) {
        for (int stored = -1; stored < 2; ++stored) {
            for (int parallel = 0; parallel < 3; ++parallel) {
                init("cubes");
                const var i("i", 0, 4), j("j", 0, 4), k("k", 0, 4);
                const var wi("i", 0, 5), wj("j", 0, 5), wk("k", 0, 5);
                const auto beside = [&](int loop) { return loop == shared ? 1 : 0; };
                computation p("p", {wi, wj, wk}, wi + wj + wk);
                computation s("s", {i, j, k},
                              p(i, j, k) + p(i + beside(0), j + beside(1), k + beside(2)));
                p.store_at(s, stored < 0 ? computation::root : var(loops[stored]));
                p.compute_at(s, k);
                s.parallelize(loops[parallel]);
                EXPECT_EQ(parallel != shared || stored >= shared,
                          global::get_implicit_function()->check_legality_of_function())
                    << "shared in " << loops[shared] << ", parallel " << loops[parallel]
                    << ", stored in loop " << stored;
            }
        }
    }
}

TEST(StoreAtErrors, AWholeBufferIsInALoopThatAllShare) {
    rows f;
    f.p.store_at(f.s, f.i);
    EXPECT_TRUE(throws<user_error>(
        [&] { f.compile(); },
        {"computation \"p\": store_at(s, i): \"p\" uses the buffer outside of loop \"i\"; name a "
         "loop that all computations share that use it"}));
}

} // namespace
} // namespace tiramisu::oracle
