#include <gtest/gtest.h>

#include "core/meaning/accumulators.h"
#include "support/functions.h"

namespace tiramisu::testing {
namespace {

using names = std::vector<std::string>;

/// Computations over i, j, and the sum of a triangle's products, in one array.
class Accumulators : public ::testing::Test, protected in_function {
protected:
    Accumulators() : in_function("accumulators") { a.store_in(&memory); }

    /// Statements that the innermost loop keeps an element for.
    static names innermost() {
        const core::analysis now = analysis_of_current();
        const std::vector<poly::shared_loop> loops = poly::shared_loops(now.statements);
        return core::accumulators(now, loops.back());
    }

    const var n = var("n", 0, 20), i = var("i", 0, 20), j = var("j", 0, expr(i)),
              k = var("k", 0, expr(j));
    buffer memory = buffer("memory", {21, 21}, p_float64, a_output);
    input a = input("a", {n, n}, p_float64);
};

TEST_F(Accumulators, AnElementOfWhichTheSumReadsOthersIsKept) {
    computation sum("sum", {i, j, k}, a(i, j) - a(i, k) * a(j, k));
    sum.store_in(&memory, {i, j});
    EXPECT_EQ((names{"sum"}), innermost());
}

TEST_F(Accumulators, AnElementThatTheLoopReadsOtherwiseIsNotKept) {
    const var all("all", 0, 20);
    computation sum("sum", {i, j, all}, a(i, j) - a(i, all) * a(j, all));
    sum.store_in(&memory, {i, j});
    EXPECT_EQ(names(), innermost());
}

TEST_F(Accumulators, ElementsOfEachIterationAreNotKept) {
    computation sum("sum", {i, j, k}, a(i, k) - a(j, k));
    sum.store_in(&memory, {i, k});
    EXPECT_EQ(names(), innermost());
}

TEST_F(Accumulators, AnElementWrittenInTwoWaysIsNotKept) {
    // (2 * i + 1) / 2 is i, which the code that keeps the element cannot tell.
    computation sum("sum", {i, j, k}, a(i, j) + a((2 * expr(i) + 1) / 2, j));
    sum.store_in(&memory, {i, j});
    EXPECT_EQ(names(), innermost());
}

TEST_F(Accumulators, AnElementThatAnotherStatementOfTheLoopReadsIsNotKept) {
    buffer others("others", {20}, p_float64, a_output);
    computation sum("sum", {i, j, k}, a(i, j) - a(i, k) * a(j, k));
    computation seen("seen", {i, j, k}, a(i, j));
    sum.store_in(&memory, {i, j});
    seen.store_in(&others, {k});
    seen.after(sum, k);
    EXPECT_EQ(names(), innermost());
}

TEST_F(Accumulators, AnElementThatIsUpdatedUnderAConditionIsNotKept) {
    computation sum("sum", {i, j, k}, a(i, j) + a(i, k));
    sum.add_predicate(a(i, k) > 0.0);
    sum.store_in(&memory, {i, j});
    EXPECT_EQ(names(), innermost());
}

} // namespace
} // namespace tiramisu::testing
