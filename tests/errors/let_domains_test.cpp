// Domains in isl's notation that name constants of loops other than as bounds.

#include <gtest/gtest.h>

#include "support/throws.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::oracle {
namespace {

class LetDomainErrors : public ::testing::Test {
protected:
    void refused(const std::string &domain, const std::string &problem) const {
        EXPECT_TRUE(throws<unsupported_error>(
            [&] {
                computation("[first]->" + domain, expr(1), true, p_int32,
                            global::get_implicit_function());
            },
            {"_test.cpp:",
             "computation \"c\": the domain names \"first\", a constant of a loop, and " + problem +
                 "; such constants may be bounds of iterators, as in \"first <= k < "
                 "last\""}));
    }

private:
    int implicit_ = (init("rows"), 0);
    const var i{"i", 0, 8};
    input starts{"starts", {i}, p_int32};
    computation row{"row", {i}, expr(0)};
    constant first{"first", starts(i), p_int32, false, &row, 0};
};

TEST_F(LetDomainErrors, AUnion) {
    refused("{c[i,k]: 0<=i<8 and (first<=k<4 or 6<=k<first)}", "is a union of sets");
}

TEST_F(LetDomainErrors, AConditionOnNoIterator) {
    refused("{c[i,k]: 0<=i<8 and 0<=k<4 and first>2}", "compares it with no iterator");
}

TEST_F(LetDomainErrors, AMultipleOfAnIterator) {
    refused("{c[i,k]: 0<=i<8 and first<=2k<9}", "compares it with a multiple of an iterator");
}

} // namespace
} // namespace tiramisu::oracle
