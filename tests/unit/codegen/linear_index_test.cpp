// Indices as sums of names, with quotients and remainders among them.

#include "codegen/loops/linear_index.h"

#include <gmock/gmock.h>

namespace tiramisu::lower {
namespace {

using Halide::Expr;
using ::testing::ElementsAre;
using ::testing::Pair;

Expr name(const char *text) {
    return hir::Variable::make(Halide::Int(32), text);
}

/// block: anything, thread: 0 to 15, own: 0 to 7.
class LinearIndex : public ::testing::Test {
protected:
    Expr block = name("block"), thread = name("thread"), own = name("own");
    name_values values;

    LinearIndex() {
        values.push("thread", {0, 15});
        values.push("own", {0, 7});
    }

    std::optional<linear_index> of(const Expr &value) { return linear_index::of(value, values); }
};

TEST_F(LinearIndex, IsASumOfNamesWithFactors) {
    const auto index = of((block * 16 + thread) * 8 - own + 5);
    ASSERT_TRUE(index);
    EXPECT_THAT(index->terms, ElementsAre(Pair("block", 128), Pair("own", -1), Pair("thread", 8)));
    EXPECT_EQ(5, index->constant);
}

TEST_F(LinearIndex, HasInARemainderWhatTheDivisorDoesNotDivide) {
    const auto index = of(((block * 16 + thread) * 8 + own) % 128);
    ASSERT_TRUE(index);
    EXPECT_THAT(index->terms, ElementsAre(Pair("own", 1), Pair("thread", 8)));
    EXPECT_EQ(0, index->constant);
}

TEST_F(LinearIndex, HasInAQuotientWhatTheDivisorDivides) {
    const auto index = of((thread * 8 + own) / 8);
    ASSERT_TRUE(index);
    EXPECT_THAT(index->terms, ElementsAre(Pair("thread", 1)));
    EXPECT_EQ(0, index->constant);
}

TEST_F(LinearIndex, RoundsQuotientsOfNegativeNumbersDown) {
    const auto quotient = of((thread * 8 + own - 8) / 8),
               remainder = of((thread * 8 + own - 8) % 8);
    ASSERT_TRUE(quotient && remainder);
    EXPECT_EQ(-1, quotient->constant);
    EXPECT_THAT(remainder->terms, ElementsAre(Pair("own", 1)));
    EXPECT_EQ(0, remainder->constant);
}

TEST_F(LinearIndex, IsNoneWhereARemainderStartsAgain) {
    EXPECT_FALSE(of((thread * 8 + own + 1) % 8)) << "own + 1 can be 8";
    EXPECT_FALSE(of((thread * 8 + own) % 64)) << "the threads' part can be 120";
    EXPECT_FALSE(of((block + own) % 8)) << "nothing is known of block";
    EXPECT_FALSE(of((own - 1) / 8)) << "own - 1 can be -1";
}

TEST_F(LinearIndex, IsNoneOfProductsOfNamesAndOfDivisorsThatAreNoNumbers) {
    EXPECT_FALSE(of(thread * own));
    EXPECT_FALSE(of(thread / own));
    EXPECT_FALSE(of(thread % own));
}

TEST_F(LinearIndex, HasARangeIfAllNamesHave) {
    const auto bounded = of(thread * 8 - own + 1)->range(values);
    ASSERT_TRUE(bounded);
    EXPECT_EQ(-6, bounded->first);
    EXPECT_EQ(121, bounded->second);
    EXPECT_FALSE(of(block + own)->range(values));
}

} // namespace
} // namespace tiramisu::lower
