// What an illegal schedule is said to break: data of the error, a pair that shows it, a way out.

#include <gtest/gtest.h>

#include "support/functions.h"

namespace tiramisu::testing {
namespace {

/// a over rows 0..9, b(i, j) reads a(i + 1, j).
class Illegality : public ::testing::Test, protected in_function {
protected:
    Illegality()
        : in_function("illegality"), tall("i", 0, 10), i("i", 0, 8), j("j", 0, 4),
          out("out", {8, 4}, p_int32, a_output), a("a", {tall, j}, cast(p_int32, tall) + j),
          b("b", {i, j}, a(i + 1, j) * 2) {
        b.store_in(&out);
    }

    static bool is_legal() { return !illegality_of_current(); }

    const var tall, i, j;
    buffer out;
    computation a, b;
};

TEST_F(Illegality, DeclarationOrderIsLegal) {
    EXPECT_TRUE(is_legal());
}

TEST_F(Illegality, AFusionThatReadsAheadNamesTheFlowItBreaks) {
    b.after(a, i);
    const auto found = illegality_of_current();
    ASSERT_TRUE(found);
    const schedule_error::broken_dependence &broken = found->dependence();
    EXPECT_EQ("flow", broken.kind);
    EXPECT_EQ("_a_buffer", broken.buffer);
    EXPECT_EQ("a", broken.source);
    EXPECT_EQ("b", broken.sink);
    EXPECT_EQ("i", broken.loop);
    EXPECT_EQ("computation \"b\"", found->subject());
    EXPECT_EQ("b.after(a, i);", found->call());
}

TEST_F(Illegality, TheWitnessIsOneRealPair) {
    b.after(a, i);
    const auto found = illegality_of_current();
    ASSERT_TRUE(found);
    int source_i = 0, source_j = 0, sink_i = 0, sink_j = 0;
    const schedule_error::broken_dependence &broken = found->dependence();
    ASSERT_EQ(2, std::sscanf(broken.source_instance.c_str(), "a(%d, %d)", &source_i, &source_j));
    ASSERT_EQ(2, std::sscanf(broken.sink_instance.c_str(), "b(%d, %d)", &sink_i, &sink_j));
    EXPECT_EQ(sink_i + 1, source_i);
    EXPECT_EQ(sink_j, source_j);
    EXPECT_EQ(broken.source_instance + " writes element [" + std::to_string(source_i) + ", " +
                  std::to_string(source_j) + "] of the buffer of \"a\" before " +
                  broken.sink_instance + " reads it",
              broken.witness);
    EXPECT_NE(std::string::npos, std::string(found->what()).find(broken.witness));
}

TEST_F(Illegality, TheSuggestedShiftMakesItLegal) {
    b.after(a, i);
    const auto found = illegality_of_current();
    ASSERT_TRUE(found);
    ASSERT_EQ("b.shift(i, 1) would make it legal", found->dependence().suggestion);
    b.shift(i, 1);
    EXPECT_TRUE(is_legal());
}

TEST_F(Illegality, AShiftBeforeTheFusionMakesItLegal) {
    b.shift(i, 1).after(a, i);
    EXPECT_TRUE(is_legal());
}

TEST_F(Illegality, ASmallerShiftThanNeededIsNotEnoughAndALargerOneIs) {
    const var low("i", 0, 6);
    buffer far("far", {6, 4}, p_int32, a_output);
    computation c("c", {low, j}, a(low + 3, j));
    c.store_in(&far);
    c.after(a, low);
    ASSERT_TRUE(illegality_of_current());
    EXPECT_EQ("c.shift(i, 3) would make it legal",
              illegality_of_current()->dependence().suggestion);
    c.shift(low, 2);
    ASSERT_FALSE(is_legal());
    EXPECT_EQ("c.shift(i, 1) would make it legal",
              illegality_of_current()->dependence().suggestion);
    c.shift(low, 4);
    EXPECT_TRUE(is_legal());
}

TEST_F(Illegality, NothingIsSuggestedWhereNoShiftHelps) {
    b.after(a, i);
    b.loop_reversal(i, "back");
    ASSERT_TRUE(illegality_of_current());
    const std::string suggestion = illegality_of_current()->dependence().suggestion;
    if (!suggestion.empty()) {
        int amount = 0;
        ASSERT_EQ(1, std::sscanf(suggestion.c_str(), "b.shift(back, %d)", &amount)) << suggestion;
        b.shift("back", amount);
        EXPECT_TRUE(is_legal()) << suggestion;
    }
}

TEST_F(Illegality, TheRunningOrderOfEqualTimesIsNamed) {
    b.after(a, computation::root);
    a.loop_reversal(tall, "back");
    EXPECT_TRUE(is_legal());
}

TEST_F(Illegality, ALoopThatCarriesADependenceIsNotParallel) {
    b.shift(i, 1).after(a, i);
    b.parallelize(i);
    const auto found = illegality_of_current();
    ASSERT_FALSE(found) << "a(i + 1) and b run in one iteration after the shift: " << found->what();
    b.shift(i, 1);
    const auto carried = illegality_of_current();
    ASSERT_TRUE(carried);
    EXPECT_EQ("i", carried->dependence().loop);
    EXPECT_EQ("flow", carried->dependence().kind);
    EXPECT_EQ("b.parallelize(i);", carried->call());
}

TEST_F(Illegality, AnInPlaceStencilIsNotParallelInAnyLoopButSkewedItIs) {
    init("wavefront");
    const var y("y", 1, 9), x("x", 1, 9);
    buffer u("u", {9, 9}, p_int32, a_output);
    computation s("s", {y, x}, p_int32);
    s.set_expression(s(y - 1, x) + s(y, x - 1));
    s.store_in(&u);
    s.skew(y, x, 1, 1, "wave", "along");
    EXPECT_TRUE(is_legal());
    s.parallelize("along");
    EXPECT_TRUE(is_legal());
    s.parallelize("wave");
    const auto found = illegality_of_current();
    ASSERT_TRUE(found);
    EXPECT_EQ("wave", found->dependence().loop);
    EXPECT_EQ("s", found->dependence().source);
    EXPECT_EQ("s", found->dependence().sink);
}

TEST_F(Illegality, ASkewByTwoFactorsLeavesLoopsThatCanBeTiled) {
    init("skewed_tiles");
    const var t("t", 1, 9), x("x", 1, 9);
    buffer u("u", {9, 9}, p_int32, a_output);
    computation s("s", {t, x}, p_int32);
    s.set_expression(s(t - 1, x) + s(t, x - 1));
    s.store_in(&u);
    s.skew(t, x, 1, 1, "wave", "along").tile("wave", "along", 4, 4);
    EXPECT_TRUE(is_legal());
}

TEST_F(Illegality, AnInterchangeThatReversesADistanceIsRefused) {
    init("interchange");
    const var t("t", 1, 6), x("x", 0, 8);
    buffer u("u", {6, 9}, p_int32, a_output);
    computation s("s", {t, x}, p_int32);
    s.set_expression(s(t - 1, x + 1) + 1);
    s.store_in(&u);
    s.interchange(t, x);
    const auto found = illegality_of_current();
    ASSERT_TRUE(found);
    EXPECT_EQ("s.interchange(t, x);", found->call());
    EXPECT_EQ("flow", found->dependence().kind);
    EXPECT_EQ("s.skew(t, x, 1, 0, 1, 1, t_skewed, x_skewed); s.interchange(t_skewed, x_skewed) "
              "would be legal",
              found->dependence().suggestion);
}

TEST_F(Illegality, AntiAndOutputDependencesAreNamed) {
    init("anti");
    const var x("x", 0, 8);
    buffer u("u", {8}, p_int32, a_output), v("v", {8}, p_int32, a_output);
    input old("old", {x}, p_int32);
    old.store_in(&u);
    computation reader("reader", {x}, old(x)), writer("writer", {x}, cast(p_int32, x));
    reader.store_in(&v);
    writer.store_in(&u);
    reader.after(writer, computation::root);
    ASSERT_TRUE(illegality_of_current());
    EXPECT_EQ("anti", illegality_of_current()->dependence().kind);
    EXPECT_EQ("reader", illegality_of_current()->dependence().source);

    init("output");
    buffer w("w", {8}, p_int32, a_output);
    computation first("first", {x}, expr(1)), second("second", {x}, expr(2));
    first.store_in(&w);
    second.store_in(&w);
    first.after(second, computation::root);
    ASSERT_TRUE(illegality_of_current());
    EXPECT_EQ("output", illegality_of_current()->dependence().kind);
}

TEST_F(Illegality, AVectorOverAReductionIsLegalAndOverAChainIsNot) {
    init("vectors");
    const var x("x", 0, 8), k("k", 0, 16);
    buffer u("u", {8}, p_int32, a_output);
    computation sum("sum", {x}, expr(0));
    sum(x) += k;
    sum.store_in(&u);
    sum.vectorize(k, 4);
    EXPECT_TRUE(is_legal());
    current().set_strict_reductions(true);
    EXPECT_FALSE(is_legal());

    init("chain");
    buffer v("v", {17}, p_int32, a_output);
    const var z("z", 1, 17);
    computation chain("chain", {z}, p_int32);
    chain.set_expression(chain(z - 1) * 3 + 1);
    chain.store_in(&v);
    chain.vectorize(z, 4);
    const auto found = illegality_of_current();
    ASSERT_TRUE(found);
    EXPECT_EQ("z_vec", found->dependence().loop);
    EXPECT_NE("", found->dependence().suggestion);
}

TEST_F(Illegality, UnrollingIsAlwaysLegal) {
    init("unroll");
    const var z("z", 1, 17);
    buffer v("v", {17}, p_int32, a_output);
    computation chain("chain", {z}, p_int32);
    chain.set_expression(chain(z - 1) * 3 + 1);
    chain.store_in(&v);
    chain.unroll(z, 4);
    EXPECT_TRUE(is_legal());
}

TEST_F(Illegality, ParametersOfTheWitnessAreGiven) {
    init("parameters");
    const constant n("n", p_int32);
    const var x("x", 0, n), far("x", 0, n - 1);
    buffer v("v", {n}, p_int32, a_output);
    computation p("p", {x}, cast(p_int32, x)), c("c", {far}, p(far + 1));
    c.store_in(&v);
    c.after(p, far);
    const auto found = illegality_of_current();
    ASSERT_TRUE(found);
    EXPECT_NE(std::string::npos, found->dependence().witness.find("(with n = "))
        << found->dependence().witness;
}

TEST_F(Illegality, SharedLoopsRunInOneWay) {
    b.shift(i, 1).after(a, i);
    a.parallelize(tall);
    EXPECT_TRUE(is_legal()) << "the tag of one is that of the loop";
    b.tag_unroll_level(i);
    EXPECT_THROW(illegality_of_current(), user_error);
}

} // namespace
} // namespace tiramisu::testing
