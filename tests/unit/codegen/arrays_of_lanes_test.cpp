// Staged values in a loop on lanes: each lane has an array of its own.

#include <gtest/gtest.h>

#include <numeric>

#include "support/functions.h"
#include "tiramisu/jit.h"

namespace tiramisu::testing {
namespace {

/// t(0) *= r + min(s(r), t(2)) over r, whose lanes run one by one: no vector has products of lanes.
TEST(ArraysOfLanes, AreFoundWhereTheLoopBeginsElsewhereThanAt0) {
    in_function f("arrays_of_lanes");
    const constant n("n", p_int32);
    buffer s("s", {16}, p_int32, a_input), t("t", {4}, p_int32, a_output);
    const var r("r", n, n + 3), row("row", 0, 16), i("i", 0, 1);
    input S("S", {row}, p_int32);
    S.store_in(&s);
    computation T("T", {i}, 1);
    T.store_in(&t);
    T(i) *= r + min(S(r), T(i + 2));
    T.update(0).cache_read(S, "r");
    T.update(0).tag_vector_level(r, 4);
    const compiled_function code = current().compile({&s, &t});

    std::vector<std::int32_t> in(16), out = {0, 0, 30000, 0};
    std::iota(in.begin(), in.end(), 100);
    ASSERT_EQ(0, code({{in.data(), {16}}, {out.data(), {4}}, 5}));
    EXPECT_EQ((5 + 105) * (6 + 106) * (7 + 107), out[0]);
}

} // namespace
} // namespace tiramisu::testing
