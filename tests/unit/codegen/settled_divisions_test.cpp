// Machines that divide lane by lane stop at a division by 0, also in a lane that is off.

#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/guarded_memory.h"

namespace tiramisu::testing {
namespace {

template <typename Number>
void expect_quotients(const std::string &target, int width) {
    SCOPED_TRACE(target + ", lanes: " + std::to_string(width));
    constexpr int count = 21;
    init("quotients");
    const primitive_t type = primitive_type_of<Number>();
    const var i("i", 0, count), m("m", 0, 3 * count);
    buffer memory("memory", {3 * count}, type, a_input), out("out", {count}, type, a_output);
    input I("I", {m}, type);
    I.store_in(&memory);
    computation q("q", {i}, I(i) / I(3 * i) + I(i + 1) % I(2 * i));
    q.store_in(&out);
    q.vectorize(i, width, tail::masked);
    options opts;
    opts.target = target;
    const compiled_function code = current().compile({&memory, &out}, opts);
    std::vector<Number> given(3 * count), made(count);
    for (std::size_t k = 0; k < given.size(); ++k) {
        given[k] = static_cast<Number>(k % 7 + 1);
    }
    ASSERT_EQ(0, code({{given.data(), {3 * count}}, {made.data(), {count}}}));
    for (std::size_t k = 0; k < count; ++k) {
        EXPECT_EQ(given[k] / given[3 * k] + given[k + 1] % given[2 * k], made[k]) << k;
    }
}

TEST(SettledDivisions, LanesThatAreOffDivideByNoZero) {
    for (const std::string target : {"x86-64", "sse41", "avx2"}) {
        for (const int width : {8, 32}) {
            expect_quotients<std::int64_t>(target, width);
            expect_quotients<std::uint64_t>(target, width);
            expect_quotients<std::int32_t>(target, width);
        }
    }
}

/// Halide takes the product for one of float32 that is widened, of which it makes no code.
TEST(SettledDivisions, NarrowIntegersBecomeDoublesInVectors) {
    constexpr int count = 20;
    init("doubles");
    const var i("i", 0, count);
    buffer memory("memory", {count}, p_uint8, a_input), out("out", {count}, p_float64, a_output);
    input I("I", {i}, p_uint8);
    I.store_in(&memory);
    computation c("c", {i}, cast(p_float64, I(i)) * 0.5);
    c.store_in(&out);
    c.vectorize(i, 8);
    const compiled_function code = current().compile({&memory, &out});
    std::vector<std::uint8_t> given(count);
    std::vector<double> made(count);
    for (std::size_t k = 0; k < count; ++k) {
        given[k] = static_cast<std::uint8_t>(255 - k);
    }
    ASSERT_EQ(0, code({{given.data(), {count}}, {made.data(), {count}}}));
    for (std::size_t k = 0; k < count; ++k) {
        EXPECT_EQ(given[k] * 0.5, made[k]) << k;
    }
}

} // namespace
} // namespace tiramisu::testing
