// What an iteration of a loop has for itself is there for all that the iteration runs, what only
// the first or the last one runs included.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/functions.h"
#include "tiramisu/jit.h"

namespace tiramisu::testing {
namespace {

using values = std::vector<std::int32_t>;

struct squares : in_function {
    squares() : in_function("squares") {
        S.store_in(&first);
        T.store_in(&second);
    }

    values second_output() {
        values s(6, -1), t(6, -1);
        EXPECT_EQ(0, current().compile({&first, &second})(
                         {{s.data(), p_int32, {3, 2}}, {t.data(), p_int32, {3, 2}}}));
        return t;
    }

    const var i = var("i", 0, 3), last = var("i", 2, 3), j = var("j", 0, 2);
    buffer first = buffer("first", {3, 2}, p_int32, a_output),
           second = buffer("second", {3, 2}, p_int32, a_output);
    computation P = computation("P", {i, j}, i * 10 + j), S = computation("S", {i, j}, P(i, j)),
                T = computation("T", {last, j}, P(last, j) + last * 5 + j);
};

const values only_last = {-1, -1, -1, -1, 30, 32};

TEST(SplitIterations, TheLastIterationCopiesBackWhatItHasWritten) {
    squares f;
    for (computation *one : {&f.S, &f.T}) {
        one->tile(f.i, f.j, 2, 2, "i0", "j0", "i1", "j1");
    }
    f.T.after(f.S, "j1");
    f.T.cache_write("i0", memory::temporary);
    EXPECT_EQ(only_last, f.second_output());
}

TEST(SplitIterations, TheLastIterationReadsItsOwnTemporary) {
    for (const bool is_placed : {false, true}) {
        squares f;
        buffer row("row", {2}, p_int32, a_temporary);
        f.P.store_in(&row, {f.j});
        f.P.then(f.S, f.i).then(f.T, f.i);
        if (is_placed) {
            row.allocate_at(f.P, f.i);
        } else {
            for (computation *one : {&f.P, &f.S, &f.T}) {
                one->parallelize(f.i);
            }
        }
        EXPECT_EQ(only_last, f.second_output());
    }
}

TEST(SplitIterations, WhatTheFirstIterationCopiesIsNotShared) {
    in_function scope("sums");
    const var i("i", 0, 3), j("j", 0, 2);
    buffer out("out", {3, 2}, p_int32, a_output);
    computation S("S", {i, j}, p_int32);
    S.set_expression(select(i == 0, S(i, j), 0) + i * 10 + j);
    S.store_in(&out);
    S.cache_write(i, memory::temporary);
    S.parallelize(i);
    EXPECT_THAT(current().loops_text(), ::testing::StartsWith("// parallel loop i\n"));
    values sums(6, 7);
    EXPECT_EQ(0, current().compile({&out})({{sums.data(), p_int32, {3, 2}}}));
    EXPECT_EQ((values{7, 8, 10, 11, 20, 21}), sums);
}

} // namespace
} // namespace tiramisu::testing
