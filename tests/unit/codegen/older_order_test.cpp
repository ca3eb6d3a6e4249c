// What older programs say of order: loops that run downward, schedules in pieces, commands on
// memory in any order.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/throws.h"
#include "tiramisu/tiramisu.h"
#include "unit/codegen/nest.h"

namespace tiramisu::testing {
namespace {

using oracle::throws;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::int32_t> run(buffer &out, std::vector<std::int32_t> memory) {
    const auto size = static_cast<std::int64_t>(memory.size());
    EXPECT_EQ(0, current().compile({&out})({{memory.data(), {size}}}));
    return memory;
}

/// p reads what q writes, by way of an input in the same memory, one element further on.
struct recurrence {
    explicit recurrence(const std::string &name) : opened((init(name), 0)) {
        at.store_in(&memory);
        q.store_in(&memory);
    }

    int opened; ///< opens the function before the rest is made
    var i{"i", 0, 8}, r{"r"};
    buffer memory{"memory", {9}, p_int32, a_output};
    input at{"at", {i}, p_int32};
    computation p{"p", {i}, at(i + 1) * 2}, q{"q", {i}, p(i) + 1};
};

TEST(OlderOrder, LoopsThatAreReversedBeforeTheyAreSharedRunDownward) {
    recurrence both("both_downward");
    both.p.loop_reversal(both.i, both.r);
    both.q.loop_reversal(both.i, both.r);
    both.p.then(both.q, both.r);
    EXPECT_EQ((std::vector<std::int32_t>{511, 255, 127, 63, 31, 15, 7, 3, 1}),
              run(both.memory, std::vector<std::int32_t>(9, 1)));
}

TEST(OlderOrder, LoopsThatAreReversedLaterAreScheduled) {
    recurrence later("reversed_later");
    later.p.then(later.q, later.i);
    later.p.loop_reversal(later.i, later.r);
    later.q.loop_reversal(later.i, later.r);
    EXPECT_THROW(current().compile({&later.memory}), schedule_error);
    recurrence one("one_downward");
    one.q.loop_reversal(one.i, one.r);
    one.p.then(one.q, one.r);
    EXPECT_THROW(current().compile({&one.memory}), schedule_error);
}

TEST(OlderOrder, ALoopThatNothingSharesIsReversedByACommand) {
    init("lone");
    const var i("i", 1, 8), r("r");
    buffer memory("memory", {8}, p_int32, a_output);
    computation s("s", {i}, p_int32);
    s.set_expression(s(i - 1) + 1);
    s.store_in(&memory);
    s.loop_reversal(i, r);
    EXPECT_THROW(current().compile({&memory}), schedule_error);
}

TEST(OlderOrder, ASmallBufferHoldsOneTileAfterTheOther) {
    init("one_tile");
    const var x("x", 0, 8), k("k", 0, 3), o("o"), t("t");
    buffer in_memory("in_memory", {8, 3}, p_int32, a_input), out("out", {8}, p_int32, a_output);
    buffer tile("tile", {4}, p_int32, a_temporary), parts("parts", {4}, p_int32, a_temporary);
    input in("in", {x, k}, p_int32), sum("sum", {x}, p_int32);
    computation start("start", {x}, 0), load("load", {x, k}, start(x) + in(x, k));
    computation put("put", {x, k}, load(x, k)), show("show", {x}, sum(x));
    in.store_in(&in_memory);
    start.store_in(&tile, {x % 4});
    load.store_in(&parts, {x % 4});
    put.store_in(&tile, {x % 4});
    sum.store_in(&tile, {x % 4});
    show.store_in(&out);
    for (computation *one : {&start, &load, &put, &show}) {
        one->split(x, 4, o, t);
    }
    load.interchange(t, k);
    put.interchange(t, k);
    start.then(load, o).then(put, t).then(show, o);
    std::vector<std::int32_t> given(24), result(8), expected(8);
    for (std::size_t at = 0; at < given.size(); ++at) {
        given[at] = static_cast<std::int32_t>(at * at % 17);
        expected[at / 3] += given[at];
    }
    ASSERT_EQ(
        0, current().compile({&in_memory, &out})({{given.data(), {8, 3}}, {result.data(), {8}}}));
    EXPECT_EQ(expected, result);
}

TEST(OlderOrder, PiecesOfASchedulePutOthersBetweenThem) {
    init("pieces");
    function f = current();
    const constant n("N", 11);
    computation s("[N]->{s[i]: 0 <= i < N}", var("i") * 3, true, p_int32, &f);
    s.set_low_level_schedule("[N]->{s[i]->s[0, 0, i, 0]: i < 4 * floor(N / 4);"
                             "s[i]->s[0, 10, i, 0]: i >= 4 * floor(N / 4)}");
    f.allocate_and_map_buffers_automatically();
    buffer *mem = s.get_automatically_allocated_buffer();
    computation between("{between[i]: 8 <= i < 10}", expr(-1), true, p_int32, &f);
    between.set_access("{between[i]->" + mem->get_name() + "[i - 8]}");
    between.set_low_level_schedule("{between[i]->between[0, 5, i, 0]}");
    std::vector<std::int32_t> values(11);
    ASSERT_EQ(0, f.compile({mem})({{values.data(), {11}}}));
    EXPECT_EQ((std::vector<std::int32_t>{-1, -1, 6, 9, 12, 15, 18, 21, 24, 27, 30}), values);
    EXPECT_THAT(f.loops_text(), HasSubstr("between"));
}

TEST(OlderOrder, PiecesThatAlternateAreRefused) {
    init("alternating");
    function f = current();
    computation s("{s[i]: 0 <= i < 8}", var("i") * 3, true, p_int32, &f);
    EXPECT_TRUE(throws<user_error>(
        [&] {
            s.set_low_level_schedule("{s[i]->s[0, 0, i, 0]: i % 2 = 0; s[i]->s[0, 1, i, 0]: "
                                     "i % 2 = 1}");
        },
        {"its dimension 1 is not a number"}));
    EXPECT_EQ(1U, f.loops_text().find("for") != std::string::npos ? 1U : 0U);
}

TEST(OlderOrder, StoreAtAfterComputeAtChangesNothing) {
    init("stored_late");
    const var i("i", 0, 4);
    buffer out("out", {4}, p_int32, a_output);
    computation a("a", {var("i", 0, 5)}, var("i") * 10), b("b", {i}, a(i) + a(i + 1));
    b.store_in(&out);
    a.compute_at(b, i);
    a.store_at(b, i);
    EXPECT_EQ((std::vector<std::int32_t>{10, 30, 50, 70}), run(out, std::vector<std::int32_t>(4)));
    EXPECT_THAT(current().notes(),
                ElementsAre(HasSubstr("store_at(b, i): is computed inside \"b\" already, where it "
                                      "is stored; give store_at before compute_at to keep values "
                                      "for later iterations")));
}

} // namespace
} // namespace tiramisu::testing
