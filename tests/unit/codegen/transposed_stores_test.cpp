// Vectors that are stored a plane apart, columns beside one another.

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "codegen/vectors/transposed_stores.h"
#include "support/functions.h"
#include "support/short_floats.h"
#include "tiramisu/jit.h"

namespace tiramisu::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr int lanes = 8;

/// out(l, j) = in(j, l) + in(j, l) for some columns j, unrolled, in vectors over l. Rows of `out`
/// lie `apart` elements from one another.
struct planes : in_function {
    planes(primitive_t type, int columns_of_both, int elements_apart)
        : in_function("planes"), columns(columns_of_both), apart(elements_apart),
          j("j", 0, columns), in_mem("in_mem", {columns, lanes}, type, a_input),
          out_mem("out_mem", {lanes, apart}, type, a_output), in("in", {j, l}, type),
          out("out", {j, l}, cast(type, in(j, l) + in(j, l))) {
        in.store_in(&in_mem);
        out.store_in(&out_mem, {l, j});
        out.vectorize(l, lanes);
        out.tag_unroll_level(j);
    }

    std::string text() { return current().stmt_text({&in_mem, &out_mem}); }

    template <typename T>
    std::vector<T> run(std::vector<T> read) {
        std::vector<T> result(static_cast<std::size_t>(lanes * apart));
        const compiled_function code = current().compile({&in_mem, &out_mem});
        const primitive_t type = out_mem.get_elements_type();
        EXPECT_EQ(0, code({{read.data(), type, {columns, lanes}},
                           {result.data(), type, {lanes, apart}}}));
        return result;
    }

    int columns, apart;
    var j, l = var("l", 0, lanes);
    buffer in_mem, out_mem;
    input in;
    computation out;
};

/// What `planes` computes of 0, 1, 2, ..; what it does not store to is 0.
template <typename T>
std::vector<T> doubled(const planes &p) {
    std::vector<T> result(static_cast<std::size_t>(lanes * p.apart));
    for (int j = 0; j < p.columns; ++j) {
        for (int l = 0; l < lanes; ++l) {
            result[static_cast<std::size_t>(l * p.apart + j)] = static_cast<T>(2 * (j * lanes + l));
        }
    }
    return result;
}

template <typename T>
std::vector<T> counted(const planes &p) {
    std::vector<T> numbers(static_cast<std::size_t>(p.columns * lanes));
    std::iota(numbers.begin(), numbers.end(), T(0));
    return numbers;
}

TEST(TransposedStores, ColumnsAreStoredTogether) {
    planes p(p_float32, 4, 50);
    EXPECT_THAT(p.text(), HasSubstr("out_mem[ramp(0, 1, 4)]"));
    EXPECT_THAT(p.text(), HasSubstr("out_mem[ramp(350, 1, 4)]"));
    EXPECT_EQ(doubled<float>(p), p.run(counted<float>(p)));
}

TEST(TransposedStores, ARestIsStoredInSmallerPieces) {
    planes p(p_float32, 7, 50);
    for (const std::string piece : {"ramp(0, 1, 4)", "ramp(4, 1, 2)", "ramp(6, 50, 8)"}) {
        EXPECT_THAT(p.text(), HasSubstr("out_mem[" + piece));
    }
    EXPECT_EQ(doubled<float>(p), p.run(counted<float>(p)));
}

TEST(TransposedStores, TakeWhatFillsARegisterOf16Bytes) {
    {
        planes p(p_float64, 4, 50);
        EXPECT_THAT(p.text(), HasSubstr("out_mem[ramp(2, 1, 2)]"));
        EXPECT_EQ(doubled<double>(p), p.run(counted<double>(p)));
    }
    planes p(p_uint8, 16, 50);
    EXPECT_THAT(p.text(), HasSubstr("out_mem[ramp(0, 1, 16)]"));
    EXPECT_EQ(doubled<std::uint8_t>(p), p.run(counted<std::uint8_t>(p)));
}

TEST(TransposedStores, KnowShortFloats) {
    for (const primitive_t type : {p_float16, p_bfloat16}) {
        planes p(type, 8, 50);
        EXPECT_THAT(p.text(), HasSubstr("out_mem[ramp(0, 1, 8)]"));
        const auto bits = [&](const std::vector<float> &numbers) {
            std::vector<std::uint16_t> all;
            for (const float number : numbers) {
                all.push_back(short_float_bits(type, number));
            }
            return all;
        };
        EXPECT_EQ(bits(doubled<float>(p)), p.run(bits(counted<float>(p))));
    }
}

/// Stores of so many columns, `apart` elements between lanes.
std::string transposed_columns(int columns, int apart) {
    namespace hir = lower::hir;
    std::vector<hir::Stmt> stores;
    for (int k = 0; k < columns; ++k) {
        const Halide::Expr value = hir::Broadcast::make(100 * k, lanes);
        stores.push_back(hir::Store::make("out", value, hir::Ramp::make(k, apart, lanes), {},
                                          hir::const_true(lanes), {}));
    }
    std::ostringstream text;
    text << lower::transpose_neighbouring_stores(hir::Block::make(stores));
    return text.str();
}

/// Where rows overlap, the last columns are elements of the next row, which was stored to before.
TEST(TransposedStores, NeverStoreToAnElementOutOfOrder) {
    EXPECT_THAT(transposed_columns(4, 4), HasSubstr(", 1, 4)"));
    for (const int apart : {3, 2, -3}) {
        const std::string text = transposed_columns(4, apart);
        EXPECT_THAT(text, Not(HasSubstr(", 1, 4)")));
        EXPECT_THAT(text, HasSubstr(", 1, 2)"));
    }
    EXPECT_THAT(transposed_columns(4, 1), Not(HasSubstr(", 1, 4)")));
}

TEST(TransposedStores, StayBehindTheStoresTheirValuesNeed) {
    init("sums_of_columns");
    constexpr int columns = 4, apart = 50;
    const var first("first", 0, 1), j("j", 1, columns), l("l", 0, lanes);
    buffer out_mem("out_mem", {lanes, apart}, p_int32, a_output);
    computation start("start", {first, l}, l);
    computation out("out", {j, l}, p_int32);
    start.store_in(&out_mem, {l, first});
    out.set_expression(2 * out(j - 1, l) + 1);
    out.store_in(&out_mem, {l, j});
    for (computation part : {start, out}) {
        part.vectorize(l, lanes);
    }
    out.tag_unroll_level(j);

    std::vector<std::int32_t> result(lanes * apart);
    EXPECT_EQ(0, current().compile({&out_mem})({{result.data(), {lanes, apart}}}));
    for (int lane = 0; lane < lanes; ++lane) {
        int value = lane;
        for (int k = 0; k < columns; ++k, value = 2 * value + 1) {
            EXPECT_EQ(value, result[static_cast<std::size_t>(lane * apart + k)]);
        }
    }
}

} // namespace
} // namespace tiramisu::testing
