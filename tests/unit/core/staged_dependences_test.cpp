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

    /// W(i) before S(i), whose read a copy of these instances makes; those of `in_memory` read an
    /// element that there is.
    std::vector<poly::dependence> redirected(const std::string &instances,
                                             const std::string &in_memory = "{ S[o, i] }") {
        const core::staging &what = *current().state()->stagings.front();
        poly::dependence dep;
        dep.source = "W";
        dep.sink = "S";
        dep.buffer = "from";
        dep.pairs = isl.map("{ W[i] -> S[o, i] : 0 <= i < 8 and 4o <= i < 4o + 4 }");
        const auto to_copy =
            [&](const core::access_place &place) -> std::optional<core::replacement> {
            return place.statement == "S"
                       ? std::optional(core::replacement{
                             {"copy", 1}, isl.map(instances), [&] { return isl.set(in_memory); }})
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

TEST(StagedDependences, AreNoneOfElementsThatTheBufferLacks) {
    staged_read p;
    const std::string seven = "{ S[o, i] -> copy[o, i - 4o] : 0 <= i < 7 }";
    EXPECT_EQ(1u, p.redirected(seven, "{ S[o, i] : i < 7 }").size());
    EXPECT_THROW(p.redirected(seven, "{ S[o, i] : i < 8 }"), internal_error);
}

TEST(StagedDependences, OfReadsUnderAConditionOnValuesEndWithTheBuffer) {
    in_function f("reads_of_its_own_next");
    const constant n("n", p_int32);
    buffer r("r", {n}, p_int32, a_input), s("s", {n + 11}, p_int32, a_output);
    const var i("i", 0, 6), row("row", 0, n);
    input R("R", {row}, p_int32);
    R.store_in(&r);
    computation S("S", {i}, R(i));
    S.store_in(&s);
    S(i).min_with(select(R(i) > 4, 3, select(i < 5, S(i + 1), 5)));
    EXPECT_NO_THROW(S.update(0).cache_write(i, memory::temporary));
}

} // namespace
} // namespace tiramisu::testing
