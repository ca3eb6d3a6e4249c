#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/meaning/scheduled_registers.h"
#include "core/search/memory_order.h"
#include "support/functions.h"

namespace tiramisu::testing {
namespace {

using names = std::vector<std::string>;
using poly::loop_kind;

class TiledLoops : public ::testing::Test, protected in_function {
protected:
    TiledLoops() : in_function("tiled_loops") {
        a.store_in(&a_memory);
        b.store_in(&b_memory);
    }

    /// A computation as it runs.
    static poly::scheduled_statement as_it_runs(const computation &of) {
        const function f = current();
        const core::analysis now =
            core::with_rows_innermost(*f.state(), analysis_of(f), core::float_sums::in_any_order);
        for (const poly::scheduled_statement &statement : now.statements) {
            if (statement.name == of.get_name()) {
                return statement;
            }
        }
        ADD_FAILURE() << of.get_name() << " has no loops";
        return {};
    }

    /// Its loops that have complete iterations apart.
    static names separated(const poly::scheduled_statement &statement) {
        names found;
        for (std::size_t level = 0; level < statement.cuts.size(); ++level) {
            if (statement.cuts[level].separated) {
                found.push_back(statement.loop_names[level]);
            }
        }
        return found;
    }

    static bool runs_as(const poly::scheduled_statement &statement, const char *loops) {
        const isl::map expected(statement.domain.ctx(), loops);
        return statement.loops.divided()
            .intersect_domain(statement.domain)
            .is_equal(expected.intersect_domain(statement.domain));
    }

    static bool says_what_registers_hold() {
        const function f = current();
        return core::schedules_registers(*f.state(), analysis_of(f));
    }

    const var i = var("i", 0, 400), j = var("j", 0, 400), k = var("k", 0, 400);
    buffer a_memory = buffer("a_memory", {400, 400}, p_float32, a_input);
    buffer b_memory = buffer("b_memory", {400, 400}, p_float32, a_input);
    buffer out = buffer("out", {400, 400}, p_float32, a_output);
    input a = input("a", {i, k}, p_float32), b = input("b", {k, j}, p_float32);

    computation product(const std::vector<var> &order) {
        computation c("c", order, a(i, k) * b(k, j));
        c.store_in(&out, {i, j});
        return c;
    }
};

TEST_F(TiledLoops, TilesThatKeepNothingAreWholeRows) {
    computation c = product({i, k, j});
    c.tile(k, j, 32, 32);
    const poly::scheduled_statement runs = as_it_runs(c);
    EXPECT_EQ((names{"i", "k", "j"}), runs.loop_names);
    EXPECT_TRUE(runs_as(runs, "{ c[i, k, j] -> [i, k, j] }"));
}

TEST_F(TiledLoops, ASplitLoopIsWholeWhereNothingIsBetweenItsParts) {
    computation c = product({i, k, j});
    c.split(j, 16);
    EXPECT_EQ((names{"i", "k", "j"}), as_it_runs(c).loop_names);
}

TEST_F(TiledLoops, TilesOfASumOverColumnsAreWholeRowsThatGoInside) {
    computation c("c", {i, k}, a(k, i));
    c.store_in(&out, {0, i});
    c.tile(i, k, 32, 32);
    EXPECT_EQ((names{"k", "i"}), as_it_runs(c).loop_names);
}

TEST_F(TiledLoops, TilesOfWhichNoneIsCompleteAreTilesAsWell) {
    const var x("x", 1, 59), y("y", 1, 59);
    computation c("c", {x, y}, a(x - 1, y) + a(x + 1, y));
    c.store_in(&out);
    c.tile(x, y, 32, 32);
    EXPECT_EQ((names{"x", "y"}), as_it_runs(c).loop_names);
}

TEST_F(TiledLoops, TilesThatKeepAMatrixStayWithTheirRowsInnermost) {
    computation c = product({i, j, k});
    c.tile(i, j, 32, 32);
    EXPECT_EQ((names{"i_outer", "j_outer", "i_inner", "k", "j_inner_vectors", "j_inner"}),
              as_it_runs(c).loop_names);
}

TEST_F(TiledLoops, ColumnsThatAreReadAgainKeepTheirTiles) {
    computation c("c", {i, j}, b(j, i));
    c.store_in(&out);
    c.tile(i, j, 32, 32);
    EXPECT_EQ((names{"i_outer", "j_outer", "i_inner", "j_inner"}), as_it_runs(c).loop_names);
}

TEST_F(TiledLoops, TilesWhoseOrderDependencesNeedStay) {
    // Whole rows would read old(x - 1, y + 1) before a tile further right has written it.
    input old("old", {i, j}, p_float32);
    old.store_in(&out);
    const var x("x", 1, 400), y("y", 0, 300);
    computation c("c", {y, x}, old(x - 1, y + 1) * 2.0f);
    c.store_in(&out, {x, y});
    c.split(y, 32);
    EXPECT_EQ((names{"y", "x"}), as_it_runs(c).loop_names);
}

TEST_F(TiledLoops, TilesThatThreadsRunStay) {
    computation c = product({i, k, j});
    c.tile(i, k, 32, 32);
    c.parallelize("i_outer");
    EXPECT_EQ((names{"i_outer", "k_outer", "i_inner", "k_inner", "j"}), as_it_runs(c).loop_names);
}

TEST_F(TiledLoops, AFunctionWithACompleteScheduleKeepsAllTiles) {
    computation c = product({i, k, j});
    c.tile(k, j, 32, 32);
    current().set_complete_schedule(true);
    EXPECT_EQ((names{"i", "k_outer", "j_outer", "k_inner", "j_inner"}), as_it_runs(c).loop_names);
}

TEST_F(TiledLoops, AShortRowRunsOnLanes) {
    const var x("x", 0, 16);
    computation c("c", {i, x}, a(i, x));
    c.store_in(&out);
    const poly::scheduled_statement runs = as_it_runs(c);
    EXPECT_EQ((names{"i", "x"}), runs.loop_names);
    EXPECT_EQ(loop_kind::vectorized, runs.kinds.back());
}

TEST_F(TiledLoops, LanesOfAShortRowTakeFewestInstructions) {
    const var x("x", 1, 26);
    computation c("c", {i, x}, a(i, x));
    c.store_in(&out);
    const poly::scheduled_statement runs = as_it_runs(c);
    EXPECT_EQ((names{"i", "x_vectors", "x"}), runs.loop_names);
    EXPECT_TRUE(runs_as(runs, "{ c[i, x] -> [i, v, l] : x = 1 + 8v + l and 0 <= l < 8 }"));
    EXPECT_EQ((names{"x_vectors"}), separated(runs));
}

TEST_F(TiledLoops, RowsThatAreTooShortOrLongForThatStaySerial) {
    const var x("x", 0, 3), y("y", 3, 43);
    computation c("c", {i, x}, a(i, x)), d("d", {i, y}, a(i, y));
    c.store_in(&out);
    d.store_in(&out);
    EXPECT_EQ(loop_kind::serial, as_it_runs(c).kinds.back());
    EXPECT_EQ(loop_kind::serial, as_it_runs(d).kinds.back());
}

TEST_F(TiledLoops, AShortRowWhoseElementsNeedEachOtherStaysSerial) {
    input old("old", {i, j}, p_float32);
    old.store_in(&out);
    const var x("x", 1, 17);
    computation c("c", {i, x}, old(i, x - 1) + a(i, x));
    c.store_in(&out);
    EXPECT_EQ(loop_kind::serial, as_it_runs(c).kinds.back());
}

TEST_F(TiledLoops, AShortSumStaysSerial) {
    const var x("x", 0, 16);
    computation c("c", {i, j, x}, a(i, x) * b(j, x));
    c.store_in(&out, {i, j});
    EXPECT_EQ(loop_kind::serial, as_it_runs(c).kinds.back());
}

TEST_F(TiledLoops, VectorsOfCompleteTilesStandApart) {
    computation c = product({i, j, k});
    c.tile(i, j, 32, 32);
    c.vectorize("j_inner", 8);
    const poly::scheduled_statement runs = as_it_runs(c);
    EXPECT_EQ((names{"i_outer", "j_outer", "i_inner", "k", "j_inner", "j_inner_vec"}),
              runs.loop_names);
    EXPECT_EQ((names{"j_inner"}), separated(runs));
}

TEST_F(TiledLoops, CopiesOfASumLeaveRegistersToTheCompiler) {
    computation c = product({i, j, k});
    c.vectorize(j, 8);
    c.unroll(k, 4);
    EXPECT_FALSE(says_what_registers_hold());
    EXPECT_EQ((names{"i", "k", "j", "j_vec"}), as_it_runs(c).loop_names);
}

TEST_F(TiledLoops, CopiesInBlocksThatThreadsRunStayInThem) {
    computation c = product({i, j, k});
    c.vectorize(j, 8);
    c.split(i, 4, "blocks", "rows");
    c.parallelize("blocks");
    c.split(k, 4, "terms", "copies");
    c.unroll("copies");
    EXPECT_EQ((names{"blocks", "rows", "terms", "j", "j_vec"}), as_it_runs(c).loop_names);
    EXPECT_EQ(loop_kind::parallel, as_it_runs(c).kinds.front());
}

TEST_F(TiledLoops, CopiesOfALoopWhoseBlocksAreCopiesStay) {
    computation c("c", {i, j}, a(i, j));
    c.store_in(&out);
    c.split(j, 100, "blocks", "columns");
    c.unroll("blocks").unroll("columns");
    EXPECT_EQ((names{"i", "blocks", "columns"}), as_it_runs(c).loop_names);
}

TEST_F(TiledLoops, CopiesThatWriteElementsOfTheirOwnSayWhatRegistersHold) {
    computation c = product({i, j, k});
    c.vectorize(j, 8);
    c.unroll(i, 4);
    EXPECT_TRUE(says_what_registers_hold());
    EXPECT_EQ((names{"i", "i_unroll", "j", "j_vec", "k"}), as_it_runs(c).loop_names);
}

TEST_F(TiledLoops, AWholeLoopInsideOfThreadsRunsAsItIsNamed) {
    computation c("c", {i, j, k}, a(i, k) * b(j, k));
    c.store_in(&out, {i, j});
    c.vectorize(k, 8);
    c.parallelize(j);
    const poly::scheduled_statement runs = as_it_runs(c);
    EXPECT_EQ((names{"j", "i", "k"}), runs.loop_names);
    EXPECT_TRUE(runs_as(runs, "{ c[i, j, k] -> [j, i, k] }"));
}

} // namespace
} // namespace tiramisu::testing
