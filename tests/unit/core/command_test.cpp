// Schedule commands as data: printed as the C++ that gives them, and replayed.

#include <functional>

#include <gtest/gtest.h>

#include "core/program/command.h"
#include "support/functions.h"
#include "support/throws.h"

namespace tiramisu::testing {
namespace {

using oracle::throws;

/// A product and what is made of it.
struct algorithm : in_function {
    explicit algorithm(const std::string &name)
        : in_function(name), i("i", 0, 20), j("j", 0, 30), k("k", 0, 9),
          a_mem("a_mem", {20, 9}, p_int32, a_input), b_mem("b_mem", {9, 30}, p_int32, a_input),
          out("out", {20, 30}, p_int32, a_output), a("a", {i, k}, p_int32), b("b", {k, j}, p_int32),
          product("product", {i, j}, expr(0)), last("last", {i, j}, p_int32), f(current()) {
        product(i, j) += a(i, k) * b(k, j);
        last.set_expression(max(product(i, j), 0));
        a.store_in(&a_mem);
        b.store_in(&b_mem);
        last.store_in(&out);
    }
    const var i, j, k;
    buffer a_mem, b_mem, out;
    input a, b;
    computation product, last;
    function f;
};

void expect_replay(const std::function<void(algorithm &)> &schedule) {
    algorithm made("made");
    schedule(made);
    algorithm again("again");
    for (const core::command &given : made.f.state()->commands) {
        core::apply(*again.f.state(), given);
    }
    EXPECT_EQ(made.f.schedule_text(), again.f.schedule_text());
    EXPECT_EQ(made.f.loops_text(), again.f.loops_text());
    EXPECT_NE("", made.f.schedule_text());
}

TEST(Command, PrintsAsTheCppThatGivesIt) {
    algorithm x("printed");
    x.last.tile(x.i, x.j, 4, 8, "io", "jo", "ii", "ji").vectorize("ji", 8).parallelize("io");
    x.last.shift("jo", -2).loop_reversal("ii", "back").interchange("jo", "back");
    x.last.skew("io", "back", 1, 1, "s0", "s1");
    EXPECT_EQ("last.tile(i, j, 4, 8, io, jo, ii, ji);\n"
              "last.vectorize(ji, 8);\n"
              "last.parallelize(io);\n"
              "last.shift(jo, -2);\n"
              "last.loop_reversal(ii, back);\n"
              "last.interchange(jo, back);\n"
              "last.skew(io, back, 1, 1, s0, s1);\n",
              x.f.schedule_text());
}

TEST(Command, ListsAndMatricesPrintInBraces) {
    algorithm x("lists");
    x.last.tile({x.i, x.j}, {4, 8}).tile({"i_inner", "j_inner"}, {2, 2}, {"a", "b"}, {"c", "d"});
    x.last.reorder({"b", "a"}).transform({"b", "a"}, {{1, 0}, {1, 1}}).transform({{0, 1}, {-1, 0}});
    x.last.collapse("c", "d").unroll_and_jam("i_outer", 2).reverse("c_d").unroll("c_d");
    EXPECT_EQ("last.tile({i, j}, {4, 8});\n"
              "last.tile({i_inner, j_inner}, {2, 2}, {a, b}, {c, d});\n"
              "last.reorder({b, a});\n"
              "last.transform({b, a}, {{1, 0}, {1, 1}});\n"
              "last.transform({{0, 1}, {-1, 0}});\n"
              "last.collapse(c, d);\n"
              "last.unroll_and_jam(i_outer, 2);\n"
              "last.reverse(c_d);\n"
              "last.unroll(c_d);\n",
              x.f.schedule_text());
}

TEST(Command, NamesOfAWindowsLoopsAndTheRootPrintAsTheMethodsTakeThem) {
    algorithm x("windows");
    x.last.after(x.product, computation::root).split(x.i, 5, "io", "ii");
    x.last.cache_read(x.product, "io", {"r", "c"});
    x.product.update(0).cache_read(x.a, computation::root, memory::temporary);
    EXPECT_EQ("last.after(product_update_1, computation::root);\n"
              "last.split(i, 5, io, ii);\n"
              "last.cache_read(product, io, {r, c});\n"
              "product_update_1.cache_read(a, computation::root, memory::temporary);\n",
              x.f.schedule_text());
}

TEST(Command, LevelsPrintAsNumbersAndOrderNamesTheOther) {
    algorithm x("levels");
    x.last.split(1, 5).after(x.product, 0);
    EXPECT_EQ("last.split(1, 5);\nlast.after(product_update_1, 0);\n", x.f.schedule_text());
}

TEST(Command, ThenAndBeforeAreRecordedAsAfter) {
    algorithm x("order");
    x.product.then(x.last, x.i);
    EXPECT_EQ("last.after(product_update_1, i);\n", x.f.schedule_text());
}

TEST(Command, ReplayGivesTheSameLoopsAfterSplitsAndTiles) {
    expect_replay([](algorithm &x) {
        x.last.split(x.i, 3).split(x.j, 7, "jo", "ji").interchange("i_inner", "jo");
    });
    expect_replay([](algorithm &x) {
        x.product.tile(x.i, x.j, x.k, 4, 8, 3, "a0", "b0", "c0", "a1", "b1", "c1");
    });
    expect_replay([](algorithm &x) { x.product.tile(0, 1, 6, 6).interchange(2, 4); });
}

TEST(Command, ReplayGivesTheSameLoopsAfterTags) {
    expect_replay([](algorithm &x) {
        x.last.vectorize(x.j, 8).parallelize(x.i);
        x.product.interchange(x.j, x.k).unroll(x.k, 3).vectorize(x.j, 16).tag_parallel_level(x.i);
        x.product.init().vectorize(x.j, 4, "jo", "ji").unroll(x.i, 2);
    });
    expect_replay([](algorithm &x) { x.last.tag_vector_level(x.j, 8).tag_unroll_level(x.i, 4); });
    expect_replay([](algorithm &x) { x.last.tag_unroll_level(1); });
}

TEST(Command, ReplayGivesTheSameLoopsAfterSkewShiftAndReversal) {
    expect_replay([](algorithm &x) {
        x.last.skew(x.i, x.j, 2, 1, "s", "t").shift("s", 5).loop_reversal("t", "r");
    });
    expect_replay([](algorithm &x) { x.last.skew(0, 1, 1, 2, 0, 1).loop_reversal(0); });
    expect_replay([](algorithm &x) { x.last.skew(x.i, x.j, 1, 3, 0, 1, "s", "t"); });
}

TEST(Command, ReplayGivesTheSameLoopsAfterListsAndMatrices) {
    expect_replay([](algorithm &x) {
        x.product.tile({x.i, x.j, x.k}, {4, 8, 3}).reorder({"k_outer", "i_outer"});
        x.last.transform({{1, 0}, {1, 1}}).tile({x.i, x.j}, {4, 8}, {"a", "b"}, {"c", "d"});
    });
    expect_replay([](algorithm &x) {
        x.product.unroll_and_jam(x.i, 2).reverse(x.k);
        x.last.collapse(x.i, x.j, "all").parallelize("all");
    });
}

TEST(Command, ReplayGivesTheSameLoopsAfterOrders) {
    expect_replay([](algorithm &x) {
        computation start = x.product.init(), sum = x.product.update(0);
        start.then(sum, x.j).then(x.last, x.j);
    });
    expect_replay([](algorithm &x) {
        computation start = x.product.init(), sum = x.product.update(0);
        sum.between(start, x.i, x.last, x.i);
    });
    expect_replay([](algorithm &x) { x.last.fuse_after(x.i, x.product); });
}

TEST(Command, ARefusedCommandIsNotRecorded) {
    algorithm x("refused");
    EXPECT_THROW(x.last.split(x.i, 0), user_error);
    EXPECT_THROW(x.last.split("nowhere", 2), user_error);
    EXPECT_THROW(x.last.tile(x.i, x.j, 4, 0), user_error);
    EXPECT_THROW(x.last.after(x.a, x.i), user_error);
    EXPECT_EQ("", x.f.schedule_text());
    EXPECT_EQ((std::vector<std::string>{"i", "j"}), x.last.get_loop_names());
}

TEST(Command, OfAComputationThatIsNotThereIsRefused) {
    algorithm x("missing");
    EXPECT_TRUE(throws<user_error>(
        [&] {
            core::apply(*x.f.state(), {"nobody", "split", {core::loop_reference(0), 4}, {}});
        },
        {"function \"missing\"", "nobody.split(0, 4);", "no computation \"nobody\""}));
    EXPECT_TRUE(throws<user_error>(
        [&] {
            core::apply(*x.f.state(), {"last", "dance", {}, {}});
        },
        {"computation \"last\"", "dance()", "not a schedule command"}));
}

} // namespace
} // namespace tiramisu::testing
