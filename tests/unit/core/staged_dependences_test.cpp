// What staging commands make of dependences.

#include "core/staging/staged_dependences.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/isl_equal.h"
#include "tiramisu/error.h"

namespace tiramisu::testing {
namespace {

using ::testing::HasSubstr;

/// S(i) = A(i), of which a copy is read.
struct staged_read : in_function {
    staged_read() : in_function("staged_read") {
        A.store_in(&from);
        S.store_in(&to);
        S.split(i, 4, "o", "n");
        S.cache_read(A, "o");
    }
    const var i = var("i", 0, 8);
    buffer from = buffer("from", {8}, p_int32, a_input), to = buffer("to", {8}, p_int32, a_output);
    input A = input("A", {i}, p_int32);
    computation S = computation("S", {i}, A(i));

    /// W(i) before S(i), whose read a copy of these instances makes.
    std::vector<poly::dependence> redirected(const std::string &instances) {
        const core::staging &what = *current().state()->stagings.front();
        poly::dependence dep;
        dep.source = "W";
        dep.sink = "S";
        dep.buffer = "from";
        dep.pairs = isl.map("{ W[i] -> S[o, i] : 0 <= i < 8 and 4o <= i < 4o + 4 }");
        const auto to_copy =
            [&](const core::access_place &place) -> std::optional<core::replacement> {
            return place.statement == "S"
                       ? std::optional(core::replacement{{"copy", 1}, isl.map(instances)})
                       : std::nullopt;
        };
        return core::redirect({dep}, to_copy, what);
    }

    isl_reader isl;
};

TEST(StagedDependences, MoveToTheCopyThatIsRead) {
    staged_read p;
    const auto moved = p.redirected("{ S[o, i] -> copy[o, i - 4o] : 0 <= i < 8 }");
    ASSERT_EQ(1u, moved.size());
    EXPECT_EQ("copy", moved[0].sink);
    EXPECT_TRUE(
        is_map(moved[0].pairs, "{ W[i] -> copy[o, i - 4o] : 0 <= i < 8 and 4o <= i < 4o + 4 }"));
}

TEST(StagedDependences, AreNotLostWhereNothingIsCopied) {
    staged_read p;
    try {
        p.redirected("{ S[o, i] -> copy[o, i - 4o] : 0 <= i < 7 }");
        FAIL() << "S(7) reads what nobody copies";
    } catch (const internal_error &fault) {
        EXPECT_THAT(fault.what(),
                    HasSubstr("computation \"S\": cache_read: \"copy\" does not copy all that "
                              "\"A\" is used for: what \"S\" does after \"W\" in buffer \"from\" "
                              "would not be checked"));
    }
}

} // namespace
} // namespace tiramisu::testing
