#include <cstdlib>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/functions.h"
#include "tiramisu/tiramisu.h"

// Tiles over time of a stencil whose sizes are known at run time only: their rows begin and end
// inside of vectors.

namespace tiramisu::testing {
namespace {

using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

struct new_function {
    new_function() { init("heat"); }
};

/// heat(t, i) from its neighbours at t - 1, in two rows of memory that take turns.
struct heat : new_function {
    heat() {
        values.set_expression(values(t - 1, i - 1) + values(t - 1, i) * 3 - values(t - 1, i + 1));
        values.store_in(&memory, {t % 2, i});
        values.transform({t, i}, {{1, 0}, {1, 1}}, {t, skewed});
        values.tile(t, skewed, 4, 32, t0, i0, t1, i1);
        values.vectorize(i1, 8, lanes, lane);
    }

    const constant steps = constant("steps", p_int32), n = constant("n", p_int32);
    const var t = var("t", 1, steps + 1), i = var("i", 1, n - 1);
    const var skewed = var("skewed"), t0 = var("t0"), i0 = var("i0"), t1 = var("t1"),
              i1 = var("i1");
    const var lanes = var("lanes"), lane = var("lane");
    buffer memory = buffer("memory", {2, n}, p_int32, a_output);
    computation values = computation("values", {t, i}, p_int32);
};

std::vector<std::int32_t> start(int n) {
    std::vector<std::int32_t> rows(static_cast<std::size_t>(2 * n));
    for (int k = 0; k < 2 * n; ++k) {
        rows[static_cast<std::size_t>(k)] = (k % n) * 7 % 11;
    }
    return rows;
}

std::vector<std::int32_t> expected(int steps, int n) {
    std::vector<std::int32_t> rows = start(n);
    for (int t = 1; t <= steps; ++t) {
        std::int32_t *to = rows.data() + t % 2 * n;
        const std::int32_t *from = rows.data() + (t + 1) % 2 * n;
        for (int k = 1; k < n - 1; ++k) {
            to[k] = from[k - 1] + from[k] * 3 - from[k + 1];
        }
    }
    return rows;
}

TEST(SkewedTiles, GiveTheSameForEverySize) {
    heat program;
    const compiled_function f = current().compile({&program.memory});
    for (const int n : {0, 1, 2, 3, 9, 10, 31, 40, 77, 200}) {
        for (const int steps : {0, 1, 3, 4, 11}) {
            std::vector<std::int32_t> rows = start(n);
            ASSERT_EQ(0, f({{rows.data(), {2, n}}, steps, n})) << compiled_function::error_text();
            EXPECT_EQ(expected(steps, n), rows) << n << " values, " << steps << " steps";
        }
    }
}

/// Loops over vectors, each up to the next loop.
std::vector<std::string> loops_over_vectors(const std::string &text) {
    std::vector<std::string> found;
    for (std::size_t at = text.find("for (lanes"); at != std::string::npos;
         at = text.find("for (lanes", at + 1)) {
        const std::string loop = text.substr(at, text.find("for (", at + 1) - at);
        if (loop.find("memory[ramp(") != std::string::npos) {
            found.push_back(loop);
        }
    }
    return found;
}

// The loop over whole vectors asks nothing: what does not fill one runs before and after it.
TEST(SkewedTiles, HaveVectorsWithoutConditions) {
    heat program;
    EXPECT_THAT(loops_over_vectors(current().stmt_text({&program.memory})),
                Contains(Not(AnyOf(HasSubstr("if ("), HasSubstr("predicate (")))));
}

} // namespace
} // namespace tiramisu::testing
