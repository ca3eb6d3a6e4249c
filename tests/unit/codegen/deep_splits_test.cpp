// Loops that are split again and again.

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "polyhedral/work_limit.h"
#include "support/functions.h"
#include "tiramisu/jit.h"

namespace tiramisu::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// out(i) = 3 * i for n iterations, a number or an argument.
struct one_loop : in_function {
    explicit one_loop(int iterations = 0)
        : in_function("one_loop"), is_fixed(iterations > 0), size(iterations) {
        C.store_in(&out);
        current().set_complete_schedule(true); // loops run as they are split
    }
    const bool is_fixed;
    const int size;
    const constant argument = constant("n", p_int32);
    const expr n = is_fixed ? expr(size) : expr(argument);
    buffer out = buffer("out", {n}, p_int32, a_output);
    computation C = computation("C", {var("i", 0, n)}, var("i") * 3);

    /// Each split is of the outer loop of the one before, or of the inner one.
    void split(int times, int factor, bool is_outer = true) {
        std::string loop = "i";
        for (int k = 0; k < times; ++k) {
            const std::string outer = "o" + std::to_string(k), inner = "i" + std::to_string(k);
            C.split(loop, factor, outer, inner);
            loop = is_outer ? outer : inner;
        }
    }

    void expect_right() {
        const compiled_function code = current().compile({&out});
        EXPECT_THAT(current().notes(), IsEmpty());
        for (const int asked : {0, 1, 15, 16, 17, 1000, 4096}) {
            const int used = is_fixed ? size : asked;
            std::vector<std::int32_t> data(static_cast<std::size_t>(used) + 1, -1), expected = data;
            for (int k = 0; k < used; ++k) {
                expected[static_cast<std::size_t>(k)] = 3 * k;
            }
            ASSERT_EQ(0, code({{data.data(), {used}}, used})) << compiled_function::error_text();
            ASSERT_EQ(expected, data) << used;
        }
    }
};

TEST(DeepSplits, WhichDivideTheirLoopsAreLoopsWithoutConditions) {
    one_loop p(1 << 12);
    p.split(8, 2);
    EXPECT_THAT(current().loops_text(), Not(HasSubstr("if (")));
    p.expect_right();
}

TEST(DeepSplits, AreMadeInLittleWork) {
    for (const int size : {1 << 15, 33333, 0}) {
        one_loop p(size);
        const poly::work_limit limit(current().state()->ctx, 300000);
        p.split(15, 2);
        p.expect_right();
    }
}

TEST(DeepSplits, OfInnerLoopsRunAllIterations) {
    for (const int size : {4096, 1000, 0}) {
        one_loop p(size);
        p.C.split("i", 512, "o", "r");
        std::string loop = "r";
        for (int factor = 256; factor > 4; factor /= 4) {
            const std::string next = loop + "r";
            p.C.split(loop, factor, next + "_o", next);
            loop = next;
        }
        p.expect_right();
    }
}

TEST(DeepSplits, KeepVectorsUnrolledLoopsAndTheirOrder) {
    for (const int size : {4096, 1000, 0}) {
        one_loop p(size);
        p.split(3, 4);
        p.C.interchange("i1", "i2").vectorize("i0", 4).unroll("i2", 4).parallelize("o2");
        p.expect_right();
    }
}

TEST(DeepSplits, OfCollapsedLoopsRunAllIterations) {
    init("collapsed");
    const constant n("n", p_int32);
    buffer out("out", {n, 12}, p_int32, a_output);
    const var i("i", 0, n), j("j", 0, 12);
    computation C("C", {i, j}, i * 100 + j);
    C.store_in(&out);
    C.collapse(i, j, "c");
    C.split("c", 3, "o0", "i0").split("o0", 5, "o1", "i1").split("o1", 2, "o2", "i2");
    C.split("o2", 7, "o3", "i3");
    const compiled_function code = current().compile({&out});
    for (const int rows : {0, 1, 7, 60}) {
        std::vector<std::int32_t> data(static_cast<std::size_t>(rows) * 12 + 1, -1);
        ASSERT_EQ(0, code({{data.data(), {rows, 12}}, rows})) << compiled_function::error_text();
        for (int at = 0; at < rows * 12; ++at) {
            ASSERT_EQ(at / 12 * 100 + at % 12, data[static_cast<std::size_t>(at)]) << rows;
        }
        ASSERT_EQ(-1, data.back());
    }
}

} // namespace
} // namespace tiramisu::testing
