#include <gtest/gtest.h>

#include "core/search/jammed_sums.h"
#include "support/functions.h"

namespace tiramisu::testing {
namespace {

using names = std::vector<std::string>;
using poly::loop_kind;

class JammedSums : public ::testing::Test, protected in_function {
protected:
    JammedSums() : in_function("jammed_sums") {
        a.store_in(&a_memory);
        b.store_in(&b_memory);
    }

    static poly::scheduled_statement as_it_runs(const computation &of) {
        const function f = current();
        const core::analysis now = core::with_jammed_sums(*f.state(), analysis_of(f));
        for (const poly::scheduled_statement &statement : now.statements) {
            if (statement.name == of.get_name()) {
                return statement;
            }
        }
        ADD_FAILURE() << of.get_name() << " has no loops";
        return {};
    }
    static names loops(const computation &of) { return as_it_runs(of).loop_names; }

    /// c(i, j) += a(i, k) * b(k, j)
    computation product(const std::vector<var> &order) {
        c_before.store_in(&out);
        computation c("c", order, c_before(i, j) + a(i, k) * b(k, j));
        c.store_in(&out, {i, j});
        return c;
    }

    const var i = var("i", 0, 40), j = var("j", 0, 50), k = var("k", 0, 60);
    buffer a_memory = buffer("a_memory", {60, 60}, p_float32, a_input);
    buffer b_memory = buffer("b_memory", {60, 60}, p_float32, a_input);
    buffer out = buffer("out", {60, 60}, p_float32, a_output);
    input a = input("a", {i, k}, p_float32), b = input("b", {k, j}, p_float32),
          c_before = input("c_before", {i, j}, p_float32);
};

TEST_F(JammedSums, FourTermsOfFourResultsAreAddedInTheLoopAlongRows) {
    const poly::scheduled_statement c = as_it_runs(product({i, k, j}));
    EXPECT_EQ((names{"i_results", "k_terms", "j", "i", "k"}), c.loop_names);
    EXPECT_EQ((std::vector<loop_kind>{loop_kind::serial, loop_kind::serial, loop_kind::serial,
                                      loop_kind::unrolled, loop_kind::unrolled}),
              c.kinds);
    EXPECT_TRUE(c.cuts[0].separated);
    EXPECT_TRUE(c.cuts[1].separated);
    EXPECT_TRUE(c.loops.substituted().intersect_domain(c.domain).is_equal(
        isl::map(c.domain.ctx(), "{ c[i, k, j] -> [x, y, j, i - 4x, k - 4y] : "
                                 "0 <= i - 4x < 4 and 0 <= k - 4y < 4 }")
            .intersect_domain(c.domain)));
}

TEST_F(JammedSums, ResultsThatAreScaledInTheirLoopHaveOneOfTheirOwn) {
    c_before.store_in(&out);
    computation scale("scale", {i, j}, c_before(i, j) * 2.0f);
    scale.store_in(&out);
    computation c("c", {i, k, j}, c_before(i, j) + a(i, k) * b(k, j));
    c.store_in(&out, {i, j});
    c.after(scale, i);
    const poly::scheduled_statement first = as_it_runs(scale), second = as_it_runs(c);
    EXPECT_EQ((names{"i", "j"}), first.loop_names);
    EXPECT_EQ((names{"i_results", "k_terms", "j", "i", "k"}), second.loop_names);
    EXPECT_EQ(0, poly::shared_levels(first, second));
    EXPECT_LT(first.position, second.position);
}

TEST_F(JammedSums, ShortSumsAreNotWorthASecondLoop) {
    const var few("few", 0, 12);
    c_before.store_in(&out);
    computation scale("scale", {i, j}, c_before(i, j) * 2.0f);
    scale.store_in(&out);
    computation c("c", {i, few, j}, c_before(i, j) + a(i, few) * b(few, j));
    c.store_in(&out, {i, j});
    c.after(scale, i);
    EXPECT_EQ((names{"i", "few_terms", "j", "few"}), loops(c));
    EXPECT_EQ(1, poly::shared_levels(as_it_runs(scale), as_it_runs(c)));
}

TEST_F(JammedSums, WhatReadsTheRowBeforeKeepsTheSharedLoop) {
    const var after_first("i", 1, 40);
    buffer copied("copied", {60, 60}, p_float32, a_output);
    computation c = product({i, k, j});
    computation copy("copy", {after_first, j}, c_before(after_first - 1, j));
    copy.store_in(&copied);
    c.after(copy, 0);
    EXPECT_EQ((names{"i", "k_terms", "j", "k"}), loops(c));
    EXPECT_EQ(1, poly::shared_levels(as_it_runs(copy), as_it_runs(c)));
}

TEST_F(JammedSums, WhatFollowsInTheLoopGetsOneBehind) {
    c_before.store_in(&out);
    computation c("c", {i, k, j}, c_before(i, j) + a(i, k) * b(k, j));
    c.store_in(&out, {i, j});
    buffer copied("copied", {60, 60}, p_float32, a_output);
    computation copy("copy", {i, j}, c_before(i, j));
    copy.store_in(&copied);
    copy.after(c, i);
    EXPECT_EQ((names{"i_results", "k_terms", "j", "i", "k"}), loops(c));
    EXPECT_LT(as_it_runs(c).position, as_it_runs(copy).position);
}

TEST_F(JammedSums, AShortSumIsAddedWhole) {
    const var tap("tap", 0, 5), x("x", 0, 50);
    input before("before", {x}, p_float32);
    before.store_in(&out, {0, x});
    computation c("c", {tap, x}, before(x) + a(0, tap) * b(0, x + tap));
    c.store_in(&out, {0, x});
    EXPECT_EQ((names{"tap_terms", "x", "tap"}), loops(c));
}

TEST_F(JammedSums, RowsThatAreReadOnceComeFromMemory) {
    input before("before", {j}, p_float32);
    before.store_in(&out, {0, j});
    computation c("c", {k, j}, before(j) + a(0, k) * b(k, j)); // y += x^T B
    c.store_in(&out, {0, j});
    EXPECT_EQ((names{"k", "j"}), loops(c));
}

TEST_F(JammedSums, ATriangleSharesNoRowsOfResults) {
    c_before.store_in(&out);
    const var above("above", i + 1, 40);
    computation c("c", {i, above, j}, c_before(i, j) + a(above, i) * b(above, j));
    c.store_in(&out, {i, j});
    EXPECT_EQ((names{"i", "above_terms", "j", "above"}), loops(c));
}

TEST_F(JammedSums, RowsThatGrowWithTheSumAreNotJammed) {
    c_before.store_in(&out);
    const var upto("upto", 0, k + 1);
    computation c("c", {i, k, upto}, c_before(i, upto) + a(i, k) * b(k, upto));
    c.store_in(&out, {i, upto});
    EXPECT_EQ((names{"i", "k", "upto"}), loops(c));
}

TEST_F(JammedSums, ResultsThatReadTheNextOneAreTakenOneByOne) {
    c_before.store_in(&out);
    computation c("c", {i, k, j}, c_before(i, j) + b(k, j) * c_before(i + 1, j));
    c.store_in(&out, {i, j});
    EXPECT_EQ((names{"i", "k_terms", "j", "k"}), loops(c));
}

TEST_F(JammedSums, RowsWhoseElementsReadTheNextOneStay) {
    c_before.store_in(&out);
    computation c("c", {i, k, j}, c_before(i, j) + a(i, k) * b(k, j) * c_before(i, j + 1));
    c.store_in(&out, {i, j});
    EXPECT_EQ((names{"i", "k", "j"}), loops(c));
}

TEST_F(JammedSums, ALoopOnThreadsTakesBlocksIfEnoughAreLeft) {
    computation c = product({i, k, j});
    c.parallelize(i);
    EXPECT_EQ((names{"i", "k_terms", "j", "k"}), loops(c)); // 40 are too few
    const var many("many", 0, 640);
    buffer tall_a("tall_a", {640, 60}, p_float32, a_input),
        tall("tall", {640, 60}, p_float32, a_output);
    input rows("rows", {many, k}, p_float32), before("before", {many, j}, p_float32);
    rows.store_in(&tall_a);
    before.store_in(&tall);
    computation d("d", {many, k, j}, before(many, j) + rows(many, k) * b(k, j));
    d.store_in(&tall, {many, j});
    d.parallelize(many);
    const poly::scheduled_statement made = as_it_runs(d);
    EXPECT_EQ((names{"many_results", "k_terms", "j", "many", "k"}), made.loop_names);
    EXPECT_EQ(loop_kind::parallel, made.kinds[0]);
}

TEST_F(JammedSums, ResultsAtADistanceThatIsNotKnownAreOnVectorsOfALine) {
    product({i, k, j});
    constant n("n", expr(p_int32));
    buffer wide("wide", {40, n}, p_float32, a_output);
    input before("before", {i, j}, p_float32);
    before.store_in(&wide);
    computation d("d", {i, k, j}, before(i, j) + a(i, k) * b(k, j));
    d.store_in(&wide, {i, j});
    const poly::scheduled_statement made = as_it_runs(d);
    EXPECT_EQ((names{"i_results", "k_terms", "j_vectors", "i", "k", "j"}), made.loop_names);
    EXPECT_EQ(loop_kind::vectorized, made.kinds.back());
    EXPECT_TRUE(made.cuts[2].separated);
    EXPECT_TRUE(
        made.loops.substituted()
            .intersect_domain(made.domain)
            .is_equal(
                isl::map(made.domain.ctx(),
                         "{ d[i, k, j] -> [x, y, z, i - 4x, k - 4y, j - 16z] : 0 <= i - 4x < 4 and "
                         "0 <= k - 4y < 4 and 0 <= j - 16z < 16 }")
                    .intersect_domain(made.domain)));
}

TEST_F(JammedSums, LoopsOfSizesThatAreNotKnownAreJammed) {
    product({i, k, j});
    constant n("n", expr(p_int32));
    const var y("y", 0, n), x("x", 0, n), z("z", 0, n);
    buffer l_memory("l_memory", {n, n}, p_float32, a_input),
        r_memory("r_memory", {n, n}, p_float32, a_input), sums("sums", {n, n}, p_float32, a_output);
    input l("l", {y, z}, p_float32), r("r", {z, x}, p_float32), before("before", {y, x}, p_float32);
    l.store_in(&l_memory);
    r.store_in(&r_memory);
    before.store_in(&sums);
    computation d("d", {y, z, x}, before(y, x) + l(y, z) * r(z, x));
    d.store_in(&sums, {y, x});
    // Only sizes of 2^31 - 4096 and more would need a check.
    EXPECT_EQ((names{"y_results", "z_terms", "x_vectors", "y", "z", "x"}), loops(d));
}

TEST_F(JammedSums, LoopsThatTheScheduleCompletesStay) {
    computation c = product({i, k, j});
    current().set_complete_schedule(true);
    EXPECT_EQ((names{"i", "k", "j"}), loops(c));
}

TEST_F(JammedSums, LoopsOnLanesStay) {
    computation c = product({i, k, j});
    c.vectorize(j, 8);
    EXPECT_EQ((names{"i", "k", "j", "j_vec"}), loops(c));
}

} // namespace
} // namespace tiramisu::testing
