// Which arguments must not overlap, and which may be one memory.
#include "core/meaning/argument_overlap.h"

#include <gtest/gtest.h>

#include "core/staging/staged_analysis.h"
#include "support/functions.h"

namespace tiramisu::testing {
namespace {

class ArgumentOverlap : public ::testing::Test, protected in_function {
protected:
    ArgumentOverlap() : in_function("overlap") {
        in.store_in(&in_memory);
        other.store_in(&other_memory);
    }

    /// "out!in": must not overlap; "out=in": may be the same memory.
    static std::string pairs() {
        const function what = current();
        const core::analysis now = core::analyse_schedule(*what.state(), {});
        core::program code = now.resolved;
        core::note_argument_overlaps(now, code);
        std::string text;
        for (const core::program_overlap &pair : code.overlaps) {
            text += (text.empty() ? "" : " ") + pair.written + (pair.may_coincide ? "=" : "!") +
                    pair.other;
        }
        return text;
    }

    computation &stored(computation &what) {
        what.store_in(&out);
        return what;
    }

    const var i{"i", 0, 4}, j{"j", 0, 8};
    buffer in_memory{"in", {4, 8}, p_int32, a_input};
    buffer other_memory{"other", {8}, p_int32, a_input};
    buffer out{"out", {4, 8}, p_int32, a_output};
    input in{"in", {i, j}, p_int32}, other{"other", {j}, p_int32};
};

TEST_F(ArgumentOverlap, IsOfOutputsWithWhatIsRead) {
    computation c("c", {i, j}, in(i, j) + in(i, 0) + other(j));
    stored(c);
    EXPECT_EQ("out!in out!other", pairs()) << "inputs may overlap one another";
}

TEST_F(ArgumentOverlap, IsNotOfWhatNobodyTouches) {
    computation c("c", {i, j}, other(j));
    stored(c);
    EXPECT_EQ("out!other", pairs());
}

TEST_F(ArgumentOverlap, MayBeCompleteWhereTheWriterAloneReads) {
    computation c("c", {i, j}, in(i, j) * in(i, j) + other(j));
    stored(c).tile(i, j, 2, 4);
    EXPECT_EQ("out=in out!other", pairs());
}

TEST_F(ArgumentOverlap, MayNotBeCompleteWhereAnotherInstanceReads) {
    computation c("c", {i, j}, in(i, j) + in(3 - i, j));
    stored(c);
    EXPECT_EQ("out!in", pairs());
}

TEST_F(ArgumentOverlap, MayNotBeCompleteWhereAnotherStatementReads) {
    computation first("first", {i}, in(i, 0)), c("c", {i, j}, in(i, j) + first(i));
    stored(c);
    EXPECT_EQ("out!in", pairs());
}

TEST_F(ArgumentOverlap, MayBeCompleteWhereStatementsUseOtherElements) {
    const var left("j", 0, 4), right("j", 4, 8);
    computation first("first", {i, left}, in(i, left)),
        second("second", {i, right}, in(i, right) * 2);
    stored(first);
    stored(second);
    EXPECT_EQ("out=in", pairs());
}

TEST_F(ArgumentOverlap, MayNotBeCompleteInReductions) {
    const var k("k", 0, 3);
    computation c("c", {i, j}, 0);
    c(i, j) += in(i, j) * k;
    stored(c);
    EXPECT_EQ("out!in", pairs());
}

TEST_F(ArgumentOverlap, MayNotBeCompleteAtIndicesThatAreRead) {
    computation c("c", {i, j}, in(i, other(j)));
    stored(c);
    EXPECT_EQ("out!in out!other", pairs());
}

TEST_F(ArgumentOverlap, MayNotBeCompleteInAnotherShape) {
    buffer tall_memory("tall", {5, 8}, p_int32, a_input);
    input tall("tall", {i, j}, p_int32);
    tall.store_in(&tall_memory);
    computation c("c", {i, j}, tall(i, j));
    stored(c);
    EXPECT_EQ("out!tall", pairs());
}

TEST_F(ArgumentOverlap, MayNotBeCompleteOfTwoOutputs) {
    buffer second("second", {4, 8}, p_int32, a_output);
    computation c("c", {i, j}, in(i, j)), d("d", {i, j}, in(i, j) + 1);
    stored(c);
    d.store_in(&second);
    EXPECT_EQ("out!in second!in out!second", pairs());
}

} // namespace
} // namespace tiramisu::testing
