// Vectors that are stored with a stride, beside one another.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/functions.h"
#include "tiramisu/jit.h"

namespace tiramisu::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr int lanes = 8;

/// out(l, j) = 2 * in(j, l) for two j, unrolled, in vectors over l: two stores with stride 2. The
/// product is made where it is stored, or in a step of its own before each store.
struct transpose : in_function {
    transpose(const std::string &name, bool in_steps) : in_function(name) {
        in.store_in(&in_mem);
        out.store_in(&out_mem, {l, j});
        out.vectorize(l, lanes);
        out.tag_unroll_level(j);
        if (in_steps) {
            twice.vectorize(l, lanes);
            twice.then(out, j);
        } else {
            twice.compute_inline();
        }
    }
    std::string text() { return current().stmt_text({&in_mem, &out_mem}); }
    std::vector<std::int32_t> run() {
        std::vector<std::int32_t> counted(2 * lanes), result(2 * lanes);
        for (int k = 0; k < 2 * lanes; ++k) {
            counted[static_cast<std::size_t>(k)] = k;
        }
        const compiled_function code = current().compile({&in_mem, &out_mem});
        EXPECT_EQ(0, code({{counted.data(), {2, lanes}}, {result.data(), {lanes, 2}}}));
        return result;
    }

    const var j = var("j", 0, 2), l = var("l", 0, lanes);
    buffer in_mem = buffer("in_mem", {2, lanes}, p_int32, a_input);
    buffer out_mem = buffer("out_mem", {lanes, 2}, p_int32, a_output);
    input in = input("in", {j, l}, p_int32);
    computation twice = computation("twice", {j, l}, 2 * in(j, l));
    computation out = computation("out", {j, l}, twice(j, l));
};

const std::vector<std::int32_t> expected = {0, 16, 2,  18, 4,  20, 6,  22,
                                            8, 24, 10, 26, 12, 28, 14, 30};

TEST(InterleavedStores, NeighboursBecomeOneDenseStore) {
    transpose t("neighbours", false);
    EXPECT_THAT(t.text(), HasSubstr("out_mem[ramp(0, 1, 16)]"));
    EXPECT_EQ(expected, t.run());
}

TEST(InterleavedStores, StayBehindTheStoresTheirValuesNeed) {
    transpose t("reused_memory", true);
    t.twice.store_in({t.l}, {lanes}); // both j in the same elements
    EXPECT_THAT(t.text(), Not(HasSubstr("out_mem[ramp(0, 1, 16)]")));
    EXPECT_EQ(expected, t.run());
}

} // namespace
} // namespace tiramisu::testing
