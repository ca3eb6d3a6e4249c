#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/meaning/loop_tags.h"
#include "support/functions.h"

namespace tiramisu::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using names = std::vector<std::string>;

class LoopTags : public ::testing::Test, protected in_function {
protected:
    LoopTags() : in_function("tags") {}

    static poly::shared_loop loop(const core::analysis &now, const std::string &name) {
        for (const poly::shared_loop &one : poly::shared_loops(now.statements)) {
            const auto level = static_cast<std::size_t>(one.level);
            for (const poly::scheduled_statement *statement : one.statements) {
                if (statement->loop_names[level] == name) {
                    return one;
                }
            }
        }
        ADD_FAILURE() << "no loop " << name;
        return {};
    }
    const var i = var("i", 0, 8), j = var("j", 0, 4), k = var("k", 0, 16);
    buffer out = buffer("out", {8, 4}, p_int32, a_output);
};

TEST_F(LoopTags, ARowThatEachIterationFillsAnewIsPrivate) {
    buffer row("row", {4}, p_int32, a_temporary);
    computation a("a", {i, j}, i + j), c("c", {i, j}, a(i, j) * 2);
    a.store_in(&row, {j});
    c.store_in(&out);
    c.after(a, i);
    const core::analysis now = analysis_of_current();
    EXPECT_EQ((names{"row"}), core::private_temporaries(now, loop(now, "i")));
    c.parallelize(i);
    EXPECT_TRUE(current().check_legality_of_function());
}

TEST_F(LoopTags, ARowReadAtPlacesFromMemoryIsPrivateWhereAllOfItIsFilledAnew) {
    buffer row("row", {4}, p_int32, a_temporary), places("places", {4}, p_int32, a_input);
    input place("place", {j}, p_int32);
    place.store_in(&places);
    computation a("a", {i, j}, i + j), c("c", {i, j}, a(i, place(j)) * 2);
    a.store_in(&row, {j});
    c.store_in(&out);
    c.after(a, i);
    EXPECT_EQ((names{"row"}),
              core::private_temporaries(analysis_of_current(), loop(analysis_of_current(), "i")));
}

TEST_F(LoopTags, ARowReadAtPlacesFromMemoryIsNotPrivateWherePartOfItStays) {
    const var most("most", 0, 3);
    buffer row("row", {4}, p_int32, a_temporary), places("places", {4}, p_int32, a_input);
    input place("place", {j}, p_int32);
    place.store_in(&places);
    computation a("a", {i, most}, i + most), c("c", {i, j}, a(i, place(j)) * 2);
    a.store_in(&row, {most});
    c.store_in(&out);
    c.after(a, i);
    const core::analysis now = analysis_of_current();
    EXPECT_THAT(core::private_temporaries(now, loop(now, "i")), IsEmpty());
}

TEST_F(LoopTags, AnArgumentIsNeverPrivate) {
    buffer row("row", {4}, p_int32, a_output);
    computation a("a", {i, j}, i + j), c("c", {i, j}, a(i, j) * 2);
    a.store_in(&row, {j});
    c.store_in(&out);
    c.after(a, i);
    const core::analysis now = analysis_of_current();
    EXPECT_THAT(core::private_temporaries(now, loop(now, "i")), IsEmpty());
    c.parallelize(i);
    EXPECT_FALSE(current().check_legality_of_function());
}

TEST_F(LoopTags, ATemporaryReadAfterTheLoopIsNotPrivate) {
    computation a("a", {i, j}, i + j), b("b", {i, j}, a(i, j) * 2),
        c("c", {i, j}, a(i, j) + b(i, j));
    c.store_in(&out);
    b.after(a, i);
    const core::analysis now = analysis_of_current();
    EXPECT_THAT(core::private_temporaries(now, loop(now, "i")), ElementsAre());
}

TEST_F(LoopTags, AReductionIsCarriedByTheLoopsOverItsTerms) {
    computation c("c", {i, j}, expr(0));
    c(i, j) += k;
    c.store_in(&out);
    const core::analysis now = analysis_of_current();
    const poly::shared_loop terms = loop(now, "k");
    EXPECT_EQ((names{"c_update_1"}), core::carried_reductions(now, terms));
    for (const poly::shared_loop &one : poly::shared_loops(now.statements)) {
        if (one.level != 2) {
            EXPECT_THAT(core::carried_reductions(now, one), IsEmpty());
        }
    }
}

TEST_F(LoopTags, AreNotedInTheLoopsThatRun) {
    computation c("c", {i, j}, expr(0));
    c(i, j) += k;
    c.store_in(&out);
    c.vectorize(k, 8).parallelize(i);
    const core::analysis now = analysis_of_current();
    const poly::ast loops = core::loops_of(*current().state(), now);
    int vectors = 0, parallel = 0;
    for (const auto &[key, info] : loops.loops) {
        if (info.kind == poly::loop_kind::vectorized) {
            ++vectors;
            EXPECT_EQ((names{"c_update_1"}), info.reductions);
        } else {
            EXPECT_THAT(info.reductions, IsEmpty());
        }
        parallel += info.kind == poly::loop_kind::parallel ? 1 : 0;
    }
    EXPECT_EQ(1, vectors);
    EXPECT_EQ(1, parallel);
}

constexpr poly::loop_kind gpu_kinds[] = {poly::loop_kind::gpu_block, poly::loop_kind::gpu_thread,
                                         poly::loop_kind::gpu_lane};

TEST_F(LoopTags, OfAGpuAreLegalWhereThreadsAre) {
    for (const poly::loop_kind kind : gpu_kinds) {
        init("sums");
        buffer sums("sums", {8}, p_int32, a_output);
        computation c("c", {i, j}, i + j);
        c.store_in(&sums, {i});
        c.state()->nest.loops[1].kind = kind;
        const auto refused = illegality_of_current();
        ASSERT_TRUE(refused);
        const std::string problem = "loop \"j\" cannot be a " + to_string(kind) + " loop";
        EXPECT_EQ(problem, refused->problem().substr(0, problem.size()));
        c.state()->nest.loops[1].kind = poly::loop_kind::serial;
        c.state()->nest.loops[0].kind = kind;
        EXPECT_FALSE(illegality_of_current());
    }
}

TEST_F(LoopTags, OfAGpuGiveEachIterationItsTemporaries) {
    buffer row("row", {4}, p_int32, a_temporary);
    computation a("a", {i, j}, i + j), c("c", {i, j}, a(i, j) * 2);
    a.store_in(&row, {j});
    c.store_in(&out);
    c.after(a, i);
    for (const poly::loop_kind kind : gpu_kinds) {
        a.state()->nest.loops[0].kind = c.state()->nest.loops[0].kind = kind;
        EXPECT_FALSE(illegality_of_current());
        const poly::ast loops = core::loops_of(*current().state(), analysis_of_current());
        for (const auto &[key, info] : loops.loops) {
            EXPECT_EQ(info.level == 0, info.kind == kind) << key;
            EXPECT_EQ(info.private_buffers, info.level == 0 ? names{"row"} : names());
        }
    }
}

TEST_F(LoopTags, OneTagIsThatOfAllPartsOfASharedLoop) {
    // The loop is cut where c starts, and both parts are parallel.
    const var late("i", 3, 8);
    computation a("a", {i, j}, i + j), c("c", {late, j}, a(late, j) * 2);
    c.store_in(&out);
    c.after(a, late);
    c.parallelize(late);
    const poly::ast loops = core::loops_of(*current().state(), analysis_of_current());
    for (const auto &[key, info] : loops.loops) {
        EXPECT_EQ(info.level == 0, info.kind == poly::loop_kind::parallel) << key;
    }
}

} // namespace
} // namespace tiramisu::testing
