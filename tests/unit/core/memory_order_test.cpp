#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/search/memory_order.h"
#include "support/functions.h"

namespace tiramisu::testing {
namespace {

using ::testing::HasSubstr;
using names = std::vector<std::string>;

class MemoryOrder : public ::testing::Test, protected in_function {
protected:
    MemoryOrder() : in_function("memory_order") {
        a.store_in(&a_memory);
        b.store_in(&b_memory);
    }

    /// The names of a computation's loops as they run.
    static names loops(const computation &of,
                       core::float_sums sums = core::float_sums::in_any_order) {
        const function f = current();
        const core::analysis now = core::with_rows_innermost(*f.state(), analysis_of(f), sums);
        for (const poly::scheduled_statement &statement : now.statements) {
            if (statement.name == of.get_name()) {
                return statement.loop_names;
            }
        }
        ADD_FAILURE() << of.get_name() << " has no loops";
        return {};
    }

    const var i = var("i", 0, 40), j = var("j", 0, 50), k = var("k", 0, 60);
    buffer a_memory = buffer("a_memory", {60, 60}, p_float32, a_input);
    buffer b_memory = buffer("b_memory", {60, 60}, p_float32, a_input);
    buffer out = buffer("out", {60, 60}, p_float32, a_output);
    input a = input("a", {i, k}, p_float32), b = input("b", {k, j}, p_float32);
};

TEST_F(MemoryOrder, AProductRunsAlongTheRowsOfItsSecondFactor) {
    computation c("c", {i, j, k}, a(i, k) * b(k, j));
    c.store_in(&out, {i, j});
    EXPECT_EQ((names{"i", "k", "j"}), loops(c));
    EXPECT_THAT(current().notes().back(), HasSubstr("as its elements lie in memory: i, k, j"));
}

TEST_F(MemoryOrder, LoopsAlongRowsStayAsTheyAreDeclared) {
    computation c("c", {i, k, j}, a(i, k) * b(k, j));
    c.store_in(&out, {i, j});
    EXPECT_EQ((names{"i", "k", "j"}), loops(c));
    EXPECT_TRUE(current().notes().empty());
}

TEST_F(MemoryOrder, AProductWithRowsOfBothFactorsSumsUpWhereSumsMayBeTakenApart) {
    computation c("c", {i, k, j}, a(i, k) * b(j, k));
    c.store_in(&out, {i, j});
    EXPECT_EQ((names{"i", "j", "k"}), loops(c));
}

TEST_F(MemoryOrder, NoSumBecomesTheInnermostLoopWhereItIsAddedUpInTurn) {
    computation c("c", {i, k, j}, a(i, k) * b(j, k));
    c.store_in(&out, {i, j});
    EXPECT_EQ((names{"i", "k", "j"}), loops(c, core::float_sums::as_written));
}

TEST_F(MemoryOrder, OrdersThatDependencesForbidAreNotTaken) {
    input old("old", {i, j}, p_float32);
    old.store_in(&out);
    const var x("x", 1, 40), y("y", 0, 49);
    computation c("c", {x, y}, old(y + 1, x - 1) * 2.0f);
    c.store_in(&out, {y, x});
    EXPECT_EQ((names{"x", "y"}), loops(c));
}

TEST_F(MemoryOrder, TheTermsOfASumKeepTheirOrder) {
    // Elements of b lie next to each other along k0, but then terms would be added in another
    // order.
    const var k0("k0", 0, 20), k1("k1", 0, 20);
    buffer sums("sums", {40}, p_float32, a_output);
    input so_far("so_far", {i}, p_float32);
    so_far.store_in(&sums);
    computation zero("zero", {i}, 0.0f);
    zero.store_in(&out, {0, i});
    computation sum("sum", {i, k0, k1}, so_far(i) + b(k1, k0));
    sum.store_in(&sums, {i});
    EXPECT_EQ((names{"k0", "k1", "i"}), loops(sum));
}

TEST_F(MemoryOrder, LoopsThatACommandOrdersStay) {
    computation c("c", {i, j, k}, a(i, k) * b(k, j));
    c.store_in(&out, {i, j});
    c.interchange(i, j);
    EXPECT_EQ((names{"j", "i", "k"}), loops(c));
}

TEST_F(MemoryOrder, LoopsInsideOfAParallelOneAreOrdered) {
    computation c("c", {i, j, k}, a(i, k) * b(k, j));
    c.store_in(&out, {i, j});
    c.parallelize(i);
    EXPECT_EQ((names{"i", "k", "j"}), loops(c));
}

TEST_F(MemoryOrder, ThreadsAreCalledOnceForANest) {
    computation c("c", {i, j, k}, a(i, k) * b(k, j));
    c.store_in(&out, {i, j});
    c.parallelize(j);
    EXPECT_EQ((names{"j", "i", "k"}), loops(c));
}

TEST_F(MemoryOrder, ThreadsStayInsideOfALoopWhoseIterationsTheyNeed) {
    input old("old", {i, j}, p_float32);
    old.store_in(&out);
    const var x("x", 1, 40), y("y", 0, 49);
    computation c("c", {x, y}, old(x - 1, y + 1) * 2.0f);
    c.store_in(&out, {x, y});
    c.parallelize(y);
    EXPECT_EQ((names{"x", "y_block", "y"}), loops(c));
}

TEST_F(MemoryOrder, ThreadsStayInsideOfALoopAlongWithWhichTheyNeedEachOther) {
    // Run outermost, a thread would need what another one is about to write.
    input old("old", {i, j}, p_float32);
    old.store_in(&out);
    const var x("x", 1, 40), y("y", 1, 40);
    computation c("c", {x, y}, old(x - 1, y - 1) * 2.0f);
    c.store_in(&out);
    c.parallelize(y);
    EXPECT_EQ("x", loops(c).front());
}

TEST_F(MemoryOrder, LoopsThatComputationsShareStay) {
    // Each row is reversed as soon as it is there; in memory it is a column, of columns.
    buffer columns("columns", {50, 40}, p_float32, a_output);
    computation row("row", {i, j}, a(j, i) * 2.0f);
    row.store_in(&columns, {j, i});
    computation reversed("reversed", {i, j}, row(i, 49 - j));
    reversed.store_in(&out);
    row.then(reversed, i);
    EXPECT_EQ((names{"i", "j"}), loops(row));
    EXPECT_EQ((names{"i", "j"}), loops(reversed));
}

TEST_F(MemoryOrder, CopiesOfALoopThatComputationsShareStay) {
    const var pairs("pairs", 0, 30), one("one"), block("block"), lane("lane");
    buffer sums("sums", {50}, p_float32, a_output);
    input before("before", {j}, p_float32);
    before.store_in(&sums);
    computation row("row", {k, j}, before(j) + b(k, j)), last("last", {pairs}, before(0));
    row.store_in(&sums, {j});
    last.store_in(&out, {0, pairs});
    row.vectorize(j, 8, block, lane);
    row.unroll(k, 2, pairs, one);
    row.then(last, pairs);
    EXPECT_EQ("pairs", loops(row).front());
    EXPECT_EQ(4U, loops(row).size());
}

TEST_F(MemoryOrder, AThreadTakesBlocksOfALongRow) {
    const var x("x", 0, 1000), z("z", 0, 60);
    buffer wide("wide", {60, 1000}, p_float32, a_input), sums("sums", {1000}, p_float32, a_output);
    input w("w", {z, x}, p_float32);
    w.store_in(&wide);
    computation c("c", {x}, 0.0f);
    c.store_in(&sums);
    computation sum("sum", {x, z}, c(x) + w(z, x)), used("used", {i}, 0.0f);
    sum.store_in(&sums, {x});
    used.store_in(&out, {0, i});
    sum.parallelize(x);
    EXPECT_EQ((names{"x_block", "z", "x"}), loops(sum));
}

TEST_F(MemoryOrder, AThreadTakesBlocksOfSingleInstances) {
    const var x("x", 0, 20000), few("few", 0, 20);
    buffer long_out("long_out", {20000}, p_float32, a_output);
    computation c("c", {x}, 1.0f), d("d", {few}, 1.0f);
    c.store_in(&long_out);
    d.store_in(&out, {0, few});
    c.parallelize(x);
    d.parallelize(few);
    EXPECT_EQ((names{"x_block", "x"}), loops(c));
    EXPECT_EQ((names{"few"}), loops(d));
}

TEST_F(MemoryOrder, VectorsElsewhereLeaveLoopsToBeOrdered) {
    computation c("c", {i, j, k}, a(i, k) * b(k, j)), other("other", {i, j}, a(i, j));
    buffer second("second", {60, 60}, p_float32, a_output);
    c.store_in(&out, {i, j});
    other.store_in(&second);
    other.vectorize(j, 8);
    EXPECT_EQ((names{"i", "k", "j"}), loops(c));
}

TEST_F(MemoryOrder, FunctionsThatSayWhatRegistersHoldStay) {
    computation c("c", {i, j, k}, a(i, k) * b(k, j)), other("other", {i, j}, a(i, j));
    buffer second("second", {60, 60}, p_float32, a_output);
    c.store_in(&out, {i, j});
    other.store_in(&second);
    other.vectorize(j, 8);
    other.unroll(i, 4);
    EXPECT_EQ((names{"i", "j", "k"}), loops(c));
}

TEST_F(MemoryOrder, VectorsOfARowGoInsideOfASum) {
    computation c("c", {i, j, k}, a(i, k) * b(k, j));
    c.store_in(&out, {i, j});
    c.vectorize(j, 8);
    EXPECT_EQ((names{"i", "k", "j", "j_vec"}), loops(c));
}

TEST_F(MemoryOrder, LanesThatWouldReadColumnsLeaveVectorsToTheCompiler) {
    computation c("c", {i, j, k}, a(i, k) * b(j, k));
    c.store_in(&out, {i, j});
    c.vectorize(j, 8);
    EXPECT_EQ((names{"i", "j", "k"}), loops(c));
    EXPECT_EQ((names{"i", "j", "j_vec", "k"}), loops(c, core::float_sums::as_written));
}

TEST_F(MemoryOrder, ASumOnLanesIsLeftToTheCompilerWhereItMayBeTakenApart) {
    computation c("c", {i, j, k}, a(i, k) * b(j, k));
    c.store_in(&out, {i, j});
    c.vectorize(k, 8);
    EXPECT_EQ((names{"i", "j", "k"}), loops(c));
    EXPECT_EQ((names{"i", "j", "k", "k_vec"}), loops(c, core::float_sums::as_written));
}

TEST_F(MemoryOrder, CopiesOfAnInnermostLoopAreLeftToTheCompiler) {
    computation c("c", {i, j}, a(i, j));
    c.store_in(&out, {i, j});
    c.unroll(j, 4);
    EXPECT_EQ((names{"i", "j"}), loops(c));
}

TEST_F(MemoryOrder, AnUnrolledSumRunsAlongRows) {
    computation c("c", {i, j, k}, a(i, k) * b(k, j));
    c.store_in(&out, {i, j});
    c.unroll(k, 4);
    EXPECT_EQ((names{"i", "k", "j", "k_unroll"}), loops(c));
}

TEST_F(MemoryOrder, CopiesOfRowsRunInsideOfTheRow) {
    computation c("c", {i, j, k}, a(i, k) * b(k, j));
    c.store_in(&out, {i, j});
    c.unroll(i, 4);
    EXPECT_EQ((names{"i", "k", "j", "i_unroll"}), loops(c));
}

TEST_F(MemoryOrder, ThreadsTakeBlocksOfRowsOfAnyLength) {
    const constant n("n", p_int32);
    const var y("y", 0, n), x("x", 0, n), z("z", 0, n);
    input p("p", {y, z}, p_float32), q("q", {z, x}, p_float32);
    buffer p_memory("p_memory", {n, n}, p_float32, a_input),
        q_memory("q_memory", {n, n}, p_float32, a_input);
    p.store_in(&p_memory);
    q.store_in(&q_memory);
    computation c("c", {y, x, z}, p(y, z) * q(z, x));
    c.store_in(&out, {y, x});
    c.parallelize(x);
    EXPECT_EQ((names{"x_block", "y", "z", "x_vectors", "x"}), loops(c));
}

TEST_F(MemoryOrder, ALongRowGoesInsideOfShortLoops) {
    const var x("x", 0, 40), tap("tap", 0, 3);
    computation c("c", {i, x, tap}, a(i, x + tap));
    c.store_in(&out, {i, x});
    EXPECT_EQ((names{"i", "tap", "x"}), loops(c));
}

TEST_F(MemoryOrder, ATriangleRunsAlongRows) {
    input old("old", {i, j}, p_float32);
    old.store_in(&out);
    const var x("x", 0, 40), y("y", expr(x), 40), z("z", 0, expr(x));
    computation u("u", {x, y, z}, old(x, y) - old(x, z) * old(z, y));
    u.store_in(&out, {x, y});
    EXPECT_EQ((names{"x", "z", "y"}), loops(u));
}

/// Of a convolution: the loop over a window of three is too short for vectors.
TEST_F(MemoryOrder, RowsOfASizeOfTheCallGoInsideOfShortLoops) {
    const constant n("n", p_int32);
    const var row("row", 0, 30), column("column", 0, n), q("q", 0, 3), all("all", 0, n + 2);
    buffer picture_memory("picture_memory", {30, n + 2}, p_float32, a_input),
        sums_memory("sums_memory", {30, n}, p_float32, a_output);
    input picture("picture", {row, all}, p_float32);
    picture.store_in(&picture_memory);
    computation sums("sums", {row, column, q}, p_float32);
    input old("old", {row, column}, p_float32);
    old.store_in(&sums_memory);
    sums.set_expression(old(row, column) + picture(row, column + q));
    sums.store_in(&sums_memory, {row, column});
    EXPECT_EQ((names{"row", "q", "column"}), loops(sums));
}

/// A sum over a loop of the call stays outside of its few results, which registers hold.
TEST_F(MemoryOrder, SumsOfASizeOfTheCallStayOutsideOfShortLoops) {
    const constant n("n", p_int32);
    const var step("step", 0, n), part("part", 0, 4);
    buffer parts_memory("parts_memory", {4}, p_float32, a_output);
    input old("old", {part}, p_float32);
    old.store_in(&parts_memory);
    computation sums("sums", {step, part}, old(part) + 1.0f);
    sums.store_in(&parts_memory, {part});
    EXPECT_EQ((names{"step", "part"}), loops(sums));
}

} // namespace
} // namespace tiramisu::testing
