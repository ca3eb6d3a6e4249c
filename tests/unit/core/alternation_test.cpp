// Which computations have no meaning one after another.

#include "core/meaning/alternation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/functions.h"

namespace tiramisu::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::set<std::string> names_of(const core::definitions &definitions) {
    std::set<std::string> names;
    for (const core::computation_state *one : definitions) {
        names.insert(one->name);
    }
    return names;
}

class Alternation : public ::testing::Test, protected in_function {
protected:
    Alternation() : in_function("alternating") {}

    static std::set<std::string> in_circles() {
        const core::analysis now = analysis_of_current();
        return names_of(core::memory_readers(*current().state(), now.accesses).circles());
    }
    static std::set<std::string> with_buffers_used_too_early() {
        const core::analysis now = analysis_of_current();
        return names_of(core::with_buffers_used_too_early(*current().state(), now.accesses));
    }

    const var t = var("t", 0, 5), i = var("i", 0, 8), k = var("k", 0, 3);
    buffer out = buffer("out", {8}, p_int32, a_output);
    buffer one = buffer("one", {1}, p_int32, a_temporary);
};

TEST_F(Alternation, IsOfNothingThatReadsOnlyWhatCameBefore) {
    computation a("a", {i}, i + 1), b("b", {i}, a(i) + 1), c("c", {i}, a(i) + b(i));
    c.store_in(&out);
    EXPECT_THAT(in_circles(), IsEmpty());
    EXPECT_THAT(with_buffers_used_too_early(), IsEmpty());
}

TEST_F(Alternation, IsOfComputationsThatReadEachOther) {
    buffer u("u", {8}, p_int32, a_output), v("v", {8}, p_int32, a_temporary);
    const var x("x", 1, 7);
    input at("at", {i}, p_int32);
    at.store_in(&u);
    computation next("next", {t, x}, at(x - 1) + at(x + 1));
    next.store_in(&v, {x});
    computation back("back", {t, x}, next(t, x));
    back.store_in(&u, {x});
    computation apart("apart", {i}, i + 1);
    apart.store_in(&out);
    next.then(back, t);
    EXPECT_THAT(in_circles(), ElementsAre("back", "next"));
}

// What is read by name is that computation's, whoever writes the element later.
TEST_F(Alternation, IsNotOfAReaderOfValuesThatLieWhereItsOwnReadersWrite) {
    buffer shared("shared", {8}, p_int32, a_temporary);
    const var x("x", 1, 7);
    computation first("first", {i}, i * 3),
        differences("differences", {x}, first(x + 1) - first(x - 1)),
        scaled("scaled", {x}, differences(x) * 2), last("last", {x}, scaled(x) + 1);
    first.store_in(&shared);
    scaled.store_in(&shared);
    last.store_in(&out);
    scaled.after(differences, x);
    EXPECT_THAT(in_circles(), IsEmpty());
}

// Steps of an accumulation go by the name of what has started it.
TEST_F(Alternation, IsOfReadersOfWhatGoesOnWithTheValueNamed) {
    buffer sums("sums", {5, 8}, p_int32, a_temporary), u("u", {5, 8}, p_int32, a_temporary);
    input state("state", {t, i}, p_int32);
    state.store_in(&u);
    computation start("start", {t, i}, i * 3), sum("sum", {t, i, k}, p_int32),
        next("next", {t, i}, start(t, i) + 1), last("last", {i}, state(4, i));
    sum.set_expression(sum(t, i, k) + state(t, i));
    start.store_in(&sums);
    sum.store_in(&sums, {t, i});
    next.store_in(&u);
    last.store_in(&out);
    EXPECT_THAT(in_circles(), ElementsAre("next", "sum"));
}

// But an input names memory, whatever its bounds are.
TEST_F(Alternation, IsOfReadersOfAnInputInWhichTheyWrite) {
    buffer states("states", {6, 8}, p_int32, a_temporary);
    input state("state", {var("row", 0, 6), i}, p_int32);
    computation start("start", {i}, i * 3), sum("sum", {t, i}, state(t, i) + 1);
    computation next("next", {t, i}, sum(t, i) * 2), last("last", {i}, state(5, i));
    start.store_in(&states, {expr(0), i});
    next.store_in(&states, {t + 1, i});
    state.store_in(&states);
    last.store_in(&out);
    next.after(sum, t);
    EXPECT_THAT(in_circles(), ElementsAre("next", "sum"));
}

// Outside of its domain nobody is named.
TEST_F(Alternation, IsOfReadersOutsideOfWhatIsNamed) {
    buffer u("u", {9}, p_int32, a_output);
    const var x("x", 0, 7);
    computation apart("apart", {i}, i + 1);
    apart.store_in(&out);
    computation start("start", {x}, x * 3);
    start.store_in(&u);
    computation next("next", {i}, start(i) + 1), back("back", {i}, next(i));
    back.store_in(&u, {i + 1});
    EXPECT_THAT(in_circles(), ElementsAre("back", "next"));
}

TEST_F(Alternation, IsOfWhatOnlyThoseDeclaredBeforeReadAndOfThese) {
    buffer shared("shared", {8}, p_int32, a_temporary);
    input memory("memory", {i}, p_int32);
    memory.store_in(&shared);
    computation first("first", {i}, i * 3), reader("reader", {i}, memory(i) + 1),
        late("late", {i}, first(i) * 10);
    first.store_in(&shared);
    reader.store_in(&out);
    late.store_in(&shared);
    const core::analysis now = analysis_of_current();
    const core::memory_readers readers(*current().state(), now.accesses);
    EXPECT_THAT(names_of(readers.circles()), IsEmpty());
    EXPECT_THAT(names_of(readers.read_only_before()), ElementsAre("late", "reader"));
    EXPECT_FALSE(readers.all_are_read(now.schedule));
}

TEST_F(Alternation, IsNotOfAFirstReaderOfItsOwnValues) {
    buffer shared("shared", {8}, p_int32, a_temporary);
    computation sum("sum", {i}, p_int32), twice("twice", {i}, sum(i) * 2);
    sum.set_expression(select(i >= 1, sum(i - 1), 0) + i);
    computation last("last", {i}, twice(i));
    sum.store_in(&shared);
    twice.store_in(&shared);
    last.store_in(&out);
    EXPECT_THAT(with_buffers_used_too_early(), IsEmpty());
    sum.set_expression(select(i < 7, sum(i + 1), 0) + i);
    EXPECT_THAT(with_buffers_used_too_early(), ElementsAre("last", "sum", "twice"));
}

TEST_F(Alternation, IsNotOfAReductionThatReadsItself) {
    computation sum("sum", {i}, expr(0));
    sum(i) += k;
    sum.store_in(&out);
    EXPECT_THAT(in_circles(), IsEmpty());
}

TEST_F(Alternation, IsOfWhatUsesABufferInWhichValuesAreOverwrittenUnread) {
    computation a("a", {i}, i + 1), c("c", {i}, a(i) + 1);
    a.store_in(&one, {expr(0)});
    c.store_in(&out);
    a.then(c, i);
    EXPECT_THAT(with_buffers_used_too_early(), ElementsAre("a", "c"));
}

TEST_F(Alternation, JoinsWhatIsConnectedThroughWrittenMemory) {
    buffer shared("shared", {8}, p_int32, a_input), v("v", {8}, p_int32, a_temporary),
        w("w", {8}, p_int32, a_output);
    input in("in", {i}, p_int32);
    in.store_in(&shared);
    computation a("a", {i}, in(i) + 1), b("b", {i}, a(i) + in(i)), other("other", {i}, in(i)*2);
    a.store_in(&v);
    b.store_in(&out);
    other.store_in(&w);
    const core::analysis now = analysis_of_current();
    const core::function_state &function = *current().state();
    const core::definitions core = {a.part()};
    EXPECT_THAT(names_of(core::joined_through_memory(core, {}, function, now.accesses)),
                ElementsAre("a", "b"));
    EXPECT_THAT(names_of(core::joined_through_memory(core, {b.part()}, function, now.accesses)),
                ElementsAre("a"));
}

TEST_F(Alternation, SharedLevelsAreThoseBeforePositionsDiffer) {
    poly::scheduled_statement first, second;
    first.position = {0, 0, 1};
    second.position = {0, 0, 2};
    EXPECT_EQ(2, poly::shared_levels(first, second));
    second.position = {1, 0, 1};
    EXPECT_EQ(0, poly::shared_levels(first, second));
    second.position = {0};
    EXPECT_EQ(1, poly::shared_levels(first, second));
}

} // namespace
} // namespace tiramisu::testing
