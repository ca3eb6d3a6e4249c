#include "tiramisu/isl_bounds.h"

#include <gtest/gtest.h>

#include "support/isl_equal.h"
#include "support/throws.h"

namespace tiramisu::testing {
namespace {

using oracle::throws;

class IslBounds : public ::testing::Test {
protected:
    std::string bound(const std::string &text, int dimension, bool upper) const {
        return utility::get_bound(reader_.set(text).get(), dimension, upper ? 1 : 0).to_str();
    }
    void refused(const std::string &text, int dimension, const std::string &problem) const {
        EXPECT_TRUE(throws<user_error>([&] { bound(text, dimension, true); },
                                       {"_test.cpp:", "utility: get_bound: ", problem}));
    }

    isl_reader reader_;
};

TEST_F(IslBounds, OfABoxAreItsEnds) {
    EXPECT_EQ("2", bound("{S[i,j]: 2<=i<=9 and 0<=j<5}", 0, false));
    EXPECT_EQ("9", bound("{S[i,j]: 2<=i<=9 and 0<=j<5}", 0, true));
    EXPECT_EQ("4", bound("{S[i,j]: 2<=i<=9 and 0<=j<5}", 1, true));
}

TEST_F(IslBounds, AreExpressionsOverParameters) {
    EXPECT_EQ("N - 1", bound("[N]->{S[i]: 0<=i<N}", 0, true));
    EXPECT_EQ("0", bound("[N]->{S[i]: 0<=i<N}", 0, false));
}

TEST_F(IslBounds, HoldForGivenOuterDimensions) {
    EXPECT_EQ("i", bound("[N]->{S[i,j]: 0<=i<N and 0<=j<=i}", 1, true));
    EXPECT_EQ("2 * i", bound("{S[i,j]: 0<=i<9 and 0<=j<=2i}", 1, true));
}

TEST_F(IslBounds, OfInnerDimensionsDoNotMatter) {
    EXPECT_EQ("N - 1", bound("[N]->{S[i,j]: 0<=i<N and 0<=j}", 0, true));
}

TEST_F(IslBounds, ThatThereAreNotAreErrors) {
    refused("{S[i]: 0<=i}", 0, "dimension 0 of \"{ S[i] : i >= 0 }\" has no upper bound");
    refused("{S[i]: 0<=i<4}", 1,
            "\"{ S[i] : 0 <= i <= 3 }\" has no dimension 1; it has 1, counted from 0");
    refused("{S[i]: 4<=i<4}", 0, "is empty, so it has no bounds");
    EXPECT_TRUE(throws<user_error>([] { utility::get_bound(nullptr, 0, 1); },
                                   {"utility: get_bound: the set is a null pointer"}));
}

TEST_F(IslBounds, ParametersAreListed) {
    const auto list = [&](const std::string &text) {
        return utility::get_parameters_list(reader_.set(text).get());
    };
    EXPECT_EQ("N, M", list("[N,M]->{S[i,j]: 0<=i<N and 0<=j<M}"));
    EXPECT_EQ("", list("{S[i]: 0<=i<4}"));
}

} // namespace
} // namespace tiramisu::testing
