#include "polyhedral/context_copy.h"

#include <gtest/gtest.h>

#include "polyhedral/isl_bridge.h"

namespace tiramisu::testing {
namespace {

class ContextCopy : public ::testing::Test {
protected:
    poly::context_owner first_ = poly::make_context(), second_ = poly::make_context();
    isl::ctx from_ = isl::ctx(first_.get()), to_ = isl::ctx(second_.get());
};

TEST_F(ContextCopy, HasTheSameElementsAndText) {
    for (const char *text : {"[N] -> { S[i, j] : 0 <= i < N and j = 2i }", "{ S[i] : 1 = 0 }",
                             "[N] -> { [i, j] : exists (k : i = 3k) and j >= N }"}) {
        const isl::set set(from_, text);
        const isl::set copy = poly::copied(set, to_);
        EXPECT_EQ(to_.get(), copy.ctx().get());
        EXPECT_EQ(poly::to_text(set), poly::to_text(copy));
        EXPECT_TRUE(isl::set(to_, text).is_equal(copy));
    }
}

TEST_F(ContextCopy, DimensionsWithoutNamesGetNone) {
    const isl::map named(from_, "{ S[i, j] -> [j, floor(i/4)] }");
    const isl::map unnamed =
        poly::keep_range(named, 0, 2).apply_range(isl::map(from_, "{ [a, b] -> T[b, a + 1] }"));
    for (const isl::map &map : {named, unnamed}) {
        const isl::map copy = poly::copied(map, to_);
        EXPECT_EQ(poly::to_text(map), poly::to_text(copy));
        for (const isl_dim_type type : {isl_dim_in, isl_dim_out}) {
            for (unsigned dim = 0; dim < 2; ++dim) {
                EXPECT_EQ(isl_map_has_dim_name(map.get(), type, dim),
                          isl_map_has_dim_name(copy.get(), type, dim));
            }
        }
    }
}

} // namespace
} // namespace tiramisu::testing
