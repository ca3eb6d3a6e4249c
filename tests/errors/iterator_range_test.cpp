// Loops count in 32 bits: what goes beyond is refused, never counted wrongly.

#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/throws.h"

namespace tiramisu::oracle {
namespace {

using ::tiramisu::testing::current;

constexpr std::int64_t end_of_32_bits = std::int64_t(1) << 31;

/// out(i - first) = i for i from `first` to below `end`.
compiled_function counting(const expr &first, const expr &end) {
    buffer out("out", {8}, p_int64, a_output);
    const var i("i", first, end);
    computation c("c", {i}, cast(p_int64, i));
    c.store_in(&out, {i - first});
    return current().compile({&out});
}

TEST(IteratorRange, ValuesBeyond32BitsAreRefused) {
    for (const std::int64_t first : {end_of_32_bits - 4, 2 * end_of_32_bits, -2 * end_of_32_bits}) {
        init("beyond_32_bits");
        EXPECT_TRUE(throws<unsupported_error>([&] { counting(expr(first), expr(first + 8)); },
                                              {"computation \"c\"", "comes to the end of 32 bits",
                                               "for example c(", "count from 0"}));
    }
}

TEST(IteratorRange, TheLastValuesOf32BitsAreCounted) {
    init("last_of_32_bits");
    const std::int64_t first = end_of_32_bits - 9;
    const compiled_function code = counting(expr(first), expr(first + 8));
    std::vector<std::int64_t> out(8);
    EXPECT_EQ(0, code({jit_argument(out.data(), {8})}));
    EXPECT_EQ(first, out.front());
    EXPECT_EQ(first + 7, out.back());
}

TEST(IteratorRange, BoundsOf64BitsAreCheckedAtTheCall) {
    init("bounds_of_64_bits");
    const constant n("n", p_int64);
    const compiled_function code = counting(n - expr(std::int64_t(8)), n);
    std::vector<std::int64_t> out(8);
    EXPECT_EQ(0, code({jit_argument(out.data(), {8}), std::int64_t(20)}));
    EXPECT_EQ(19, out.back());
    for (const std::int64_t wrong : {end_of_32_bits, 3 * end_of_32_bits, -3 * end_of_32_bits}) {
        out.assign(8, 0);
        EXPECT_NE(0, code({jit_argument(out.data(), {8}), wrong}));
        EXPECT_NE(std::string::npos,
                  compiled_function::error_text().find("constant \"n\", a bound of loops, has to "
                                                       "be inside of 32 bits"));
        EXPECT_EQ(std::vector<std::int64_t>(8), out);
    }
}

} // namespace
} // namespace tiramisu::oracle
