#include <functional>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/functions.h"
#include "tiramisu/tiramisu.h"

// Loops of which a condition names the one iteration that runs.

namespace tiramisu::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr int updates = 9, rows = 5, columns = 11;
constexpr const char *named = ".named = targets_memory[";

/// Adds each update, a row of columns, to the row of the result that its target names.
struct scatter : in_function {
    explicit scatter(primitive_t places = p_int32)
        : in_function("scatter"), targets("targets", {any}, places),
          from("from", {any, j}, p_int32), zero("zero", {row, j}, expr(0)),
          sums("sums", {u, row, j}, zero(row, j) + from(u, j)),
          targets_memory("targets_memory", {updates}, places, a_input),
          from_memory("from_memory", {updates, columns}, p_int32, a_input),
          memory("memory", {rows, columns}, p_int32, a_output) {
        targets.store_in(&targets_memory);
        from.store_in(&from_memory);
        zero.store_in(&memory);
        sums.store_in(&memory, {row, j});
        sums.after(zero, computation::root);
    }

    std::vector<buffer *> arguments() { return {&targets_memory, &from_memory, &memory}; }
    std::string text() { return current().stmt_text(arguments()); }

    const var any = var("any", 0, updates), u = var("u", 0, updates), row = var("row", 0, rows),
              j = var("j", 0, columns);
    input targets, from;
    computation zero, sums;
    buffer targets_memory, from_memory, memory;
};

const std::vector<int> some_targets = {3, 0, -1, 4, 3, 5, 1 << 30, 0, 2};

/// Each update where `counts` holds for it and the row.
template <typename Place>
void expect_sums(
    scatter &made, const std::function<bool(int, int)> &counts = [](int, int) { return true; }) {
    const std::vector<Place> targets(some_targets.begin(), some_targets.end());
    std::vector<int> from(updates * columns), expected(rows * columns), got(rows * columns);
    for (int u = 0; u < updates; ++u) {
        for (int j = 0; j < columns; ++j) {
            from[static_cast<std::size_t>(u * columns + j)] = u * 100 + j;
        }
        const int row = some_targets[static_cast<std::size_t>(u)];
        for (int j = 0; row >= 0 && row < rows && counts(u, row) && j < columns; ++j) {
            expected[static_cast<std::size_t>(row * columns + j)] += u * 100 + j;
        }
    }
    std::vector<Place> places = targets;
    ASSERT_EQ(0, current().compile(made.arguments())({{places.data(), {updates}},
                                                      {from.data(), {updates, columns}},
                                                      {got.data(), {rows, columns}}}));
    EXPECT_EQ(expected, got);
}

TEST(NamedIterations, OnlyTheNamedOneIsLeft) {
    scatter made;
    made.sums.add_predicate(made.targets(made.u) == made.row);
    EXPECT_THAT(made.text(), HasSubstr(named));
    expect_sums<int>(made);
}

TEST(NamedIterations, OfNumbersOf64Bits) {
    scatter made(p_int64);
    made.sums.add_predicate(cast(p_int64, made.row) == made.targets(made.u));
    EXPECT_THAT(made.text(), HasSubstr(named));
    expect_sums<std::int64_t>(made);
}

TEST(NamedIterations, AroundVectors) {
    scatter made;
    made.sums.add_predicate(made.targets(made.u) == made.row);
    made.sums.vectorize(made.j, 8);
    EXPECT_THAT(made.text(), HasSubstr(named));
    expect_sums<int>(made);
}

TEST(NamedIterations, OtherConditionsStay) {
    scatter made;
    made.sums.add_predicate(made.u >= 1 && made.targets(made.u) == made.row && made.row < 4);
    EXPECT_THAT(made.text(), HasSubstr(named));
    expect_sums<int>(made, [](int u, int row) { return u >= 1 && row < 4; });
}

TEST(NamedIterations, ALoopThatNamesNothingStays) {
    scatter made;
    made.sums.add_predicate(made.targets(made.u) <= made.row);
    EXPECT_THAT(made.text(), Not(HasSubstr(named)));
}

TEST(NamedIterations, APlaceThatDependsOnTheLoopNamesNothing) {
    scatter made;
    made.sums.add_predicate(made.targets(made.row) == made.row);
    EXPECT_THAT(made.text(), Not(HasSubstr(named)));
}

TEST(NamedIterations, APlaceThatTheLoopWritesNamesNothing) {
    in_function scope("chain");
    const var any("any", 0, rows), row("row", 0, rows);
    buffer memory("memory", {rows}, p_int32, a_output);
    input known("known", {any}, p_int32);
    computation next("next", {row}, known(row) + 1);
    next.add_predicate(known(2) == row);
    known.store_in(&memory);
    next.store_in(&memory);
    EXPECT_THAT(current().stmt_text({&memory}), Not(HasSubstr(named)));
    std::vector<int> got = {0, 0, 2, 3, 0}; // the third one makes 3 of itself, which is the next
    ASSERT_EQ(0, current().compile({&memory})({{got.data(), {rows}}}));
    EXPECT_EQ((std::vector<int>{0, 0, 3, 4, 0}), got);
}

/// Counts how often each row is named by a target that lies far away where it must not be read.
struct counts : in_function {
    counts() : in_function("counts") {
        place.store_in(&place_memory);
        targets.store_in(&targets_memory);
        zero.store_in(&memory);
        more.store_in(&memory, {row});
        more.after(zero, computation::root);
    }

    std::vector<int> run(std::vector<int> places, int last_row) {
        std::vector<int> targets_given = {1, 2, 0, 2}, got(rows);
        EXPECT_EQ(0, current().compile({&place_memory, &targets_memory, &memory})(
                         {{places.data(), {4}},
                          {targets_given.data(), {4}},
                          {got.data(), {rows}},
                          last_row}));
        return got;
    }

    constant end = constant("end", p_int32);
    const var u = var("u", 0, 4), row = var("row", 0, end), all = var("all", 0, rows);
    buffer place_memory = buffer("place_memory", {4}, p_int32, a_input),
           targets_memory = buffer("targets_memory", {4}, p_int32, a_input),
           memory = buffer("memory", {rows}, p_int32, a_output);
    input place = input("place", {u}, p_int32), targets = input("targets", {u}, p_int32);
    computation zero = computation("zero", {all}, expr(0)),
                more = computation("more", {u, row}, zero(row) + 1);
};

constexpr int far_away = 1 << 28;

TEST(NamedIterations, WhatOtherConditionsGuardIsNotReadBefore) {
    counts made;
    const expr at = made.place(made.u);
    made.more.add_predicate(at < 4 && made.targets(at) == made.row);
    EXPECT_THAT(current().stmt_text({&made.place_memory, &made.targets_memory, &made.memory}),
                HasSubstr(named));
    EXPECT_EQ(made.run({0, far_away, 1, 3}, rows), (std::vector<int>{0, 1, 2, 0, 0}));
}

TEST(NamedIterations, LoopsWithoutIterationsReadNothing) {
    counts made;
    made.more.add_predicate(made.targets(made.place(made.u)) == made.row);
    EXPECT_EQ(made.run({far_away, far_away, far_away, far_away}, 0), std::vector<int>(rows));
    EXPECT_EQ(made.run({0, 1, 2, 3}, 2), (std::vector<int>{1, 1, 0, 0, 0}));
}

} // namespace
} // namespace tiramisu::testing
