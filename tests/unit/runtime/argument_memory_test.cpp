// What the halide_buffer_t of an argument may describe, and what is said of what it may not.

#include "runtime/argument_errors.h"

#include "recorded_errors.h"

#include <HalideRuntime.h>
#include <gmock/gmock.h>

#include <cstdint>
#include <string>
#include <vector>

namespace {

const halide_type_t float32(halide_type_float, 32);
constexpr std::int32_t large = INT32_MAX;

/// A structure with memory that nobody touches.
struct described {
    described(halide_type_t type, std::vector<halide_dimension_t> all)
        : dimensions(std::move(all)) {
        buffer.type = type;
        buffer.dimensions = static_cast<std::int32_t>(dimensions.size());
        buffer.dim = dimensions.data();
        buffer.host = reinterpret_cast<std::uint8_t *>(this);
    }
    described(const described &) = delete;

    std::int64_t bytes(halide_type_t declared = float32) const {
        return tiramisu_argument_bytes("f", "x", &buffer, declared.as_u32());
    }

    std::vector<halide_dimension_t> dimensions;
    halide_buffer_t buffer = {};
};

std::int64_t bytes_of(halide_type_t type, const std::vector<halide_dimension_t> &dimensions) {
    return described(type, dimensions).bytes(type);
}

void refuses(const halide_buffer_t *buffer, halide_error_code_t code, const std::string &text) {
    const recorded_errors errors;
    EXPECT_EQ(code, tiramisu_argument_bytes("f", "x", buffer, float32.as_u32())) << text;
    EXPECT_THAT(errors.messages(), testing::ElementsAre("f: argument \"x\" " + text));
}

void refuses(const std::vector<halide_dimension_t> &dimensions, halide_error_code_t code,
             const std::string &text) {
    const described given(float32, dimensions);
    refuses(&given.buffer, code, text);
}

void refuses_stride(const std::vector<halide_dimension_t> &dimensions, const std::string &text) {
    refuses(dimensions, halide_error_code_constraint_violated,
            text + ": the memory has to be dense; pass a dense copy, as "
                   "Halide::Runtime::Buffer::copy() makes it");
}

TEST(ArgumentBytes, ReachToTheEndOfTheLastElement) {
    EXPECT_EQ(48, bytes_of(float32, {{0, 4, 1}, {0, 3, 4}}));
    EXPECT_EQ(120, bytes_of(float32, {{0, 5, 1}, {0, 2, 5}, {0, 3, 10}}));
    EXPECT_EQ(std::int64_t{1} << 43, bytes_of(halide_type_t(halide_type_float, 64),
                                              {{0, 1 << 20, 1}, {0, 1 << 20, 1 << 20}}));
}

TEST(ArgumentBytes, BooleansTakeAByte) {
    EXPECT_EQ(7, bytes_of(halide_type_t(halide_type_uint, 1), {{0, 7, 1}}));
    EXPECT_EQ(7, described(halide_type_t(halide_type_uint, 1), {{0, 7, 1}})
                     .bytes(halide_type_t(halide_type_uint, 8)));
}

TEST(ArgumentBytes, DoNotDependOnCoordinates) {
    EXPECT_EQ(16, bytes_of(float32, {{-5, 4, 1}}));
    EXPECT_EQ(16, bytes_of(float32, {{large, 4, 1}}));
}

TEST(ArgumentBytes, LieInAnyOrderOfTheDimensions) {
    EXPECT_EQ(48, bytes_of(float32, {{0, 4, 3}, {0, 3, 1}}));
    EXPECT_EQ(120, bytes_of(float32, {{0, 3, 10}, {0, 5, 1}, {0, 2, 5}}));
}

TEST(ArgumentBytes, StridesOfSingleElementsDoNotMatter) {
    EXPECT_EQ(16, bytes_of(float32, {{0, 4, 1}, {0, 1, 100}, {0, 1, -7}}));
    EXPECT_EQ(4, bytes_of(float32, {{0, 1, 0}}));
}

TEST(ArgumentBytes, EmptyDimensionsLeaveNone) {
    EXPECT_EQ(0, bytes_of(float32, {{0, 4, 1}, {0, 0, 4}}));
    EXPECT_EQ(0, bytes_of(float32, {{0, 4, 100}, {0, 0, -1}}));
    described empty(float32, {{0, 0, 1}});
    empty.buffer.host = nullptr;
    EXPECT_EQ(0, empty.bytes());
}

TEST(ArgumentBytes, HaveNoLimitWhereNothingIsDescribed) {
    EXPECT_EQ(INT64_MAX, bytes_of(float32, {}));
    EXPECT_EQ(INT64_MAX, bytes_of(halide_type_t{}, {{0, 4, 1}}));
    EXPECT_EQ(INT64_MAX, described(halide_type_t{}, {{0, 4, 7}}).bytes());
}

TEST(ArgumentBytes, MemoryHasToBeThere) {
    refuses(nullptr, halide_error_code_buffer_argument_is_null,
            "is a null pointer, must point to a halide_buffer_t");
    described given(float32, {{0, 4, 1}});
    given.buffer.host = nullptr;
    refuses(&given.buffer, halide_error_code_host_is_null, "has no memory: its field host is null");
    described nothing(float32, {});
    nothing.buffer.host = nullptr;
    refuses(&nothing.buffer, halide_error_code_host_is_null,
            "has no memory: its field host is null");
}

TEST(ArgumentBytes, DimensionsHaveToBeThere) {
    described given(float32, {{0, 4, 1}, {0, 3, 4}});
    given.buffer.dim = nullptr;
    refuses(&given.buffer, halide_error_code_bad_dimensions,
            "has 2 dimensions, but its field dim is null");
    given.buffer.dimensions = -1;
    refuses(&given.buffer, halide_error_code_bad_dimensions,
            "has -1 dimensions, must have at least 0");
}

TEST(ArgumentBytes, ExtentsAreNotNegative) {
    refuses({{0, 8, 1}, {0, -8, 8}}, halide_error_code_buffer_extents_negative,
            "has extent -8 in dimension 1 (0 is the innermost of 2), must be at least 0");
    refuses({{0, -large, large}, {0, -large, large}}, halide_error_code_buffer_extents_negative,
            "has extent -2147483647 in dimension 0 (0 is the innermost of 2), must be at least 0");
    refuses({{0, 0, 1}, {0, -8, 8}}, halide_error_code_buffer_extents_negative,
            "has extent -8 in dimension 1 (0 is the innermost of 2), must be at least 0");
}

TEST(ArgumentBytes, RowsLieSideBySide) {
    refuses_stride({{0, 20, 1}, {0, 10, 100}},
                   "has stride 100 in dimension 1 (0 is the innermost of 2), must be 20");
    refuses_stride({{0, 10, 100}, {0, 20, 1}},
                   "has stride 100 in dimension 0 (0 is the innermost of 2), must be 20");
    refuses_stride({{0, 4, 1}, {0, 3, 4}, {0, 2, 20}},
                   "has stride 20 in dimension 2 (0 is the innermost of 3), must be 12");
    refuses_stride({{0, 5, 2}}, "has stride 2 in dimension 0 (0 is the innermost of 1), must be 1");
}

TEST(ArgumentBytes, ElementsAreNotRepeatedAndNotReversed) {
    refuses_stride({{0, 8, 0}, {0, 8, 0}},
                   "has stride 0 in dimension 0 (0 is the innermost of 2), must be 1");
    refuses_stride({{0, 8, 1}, {0, 8, 1}},
                   "has stride 1 in dimension 1 (0 is the innermost of 2), must be 8");
    refuses_stride({{0, 8, 1}, {0, 8, 4}},
                   "has stride 4 in dimension 1 (0 is the innermost of 2), must be 8");
    refuses_stride({{0, 8, -1}, {0, 8, -8}},
                   "has stride -1 in dimension 0 (0 is the innermost of 2), must be 1");
}

TEST(ArgumentBytes, ProductsDoNotOverflow) {
    refuses_stride({{0, large, large}, {0, large, large}, {0, large, large}},
                   "has stride 2147483647 in dimension 0 (0 is the innermost of 3), must be 1");
    refuses({{0, large, 1}, {0, large, large}}, halide_error_code_buffer_extents_too_large,
            "describes memory of 2^63 bytes or more");
    refuses_stride({{0, large, 1}, {0, large, large}, {0, 2, large}},
                   "has stride 2147483647 in dimension 2 (0 is the innermost of 3), must be "
                   "4611686014132420609");
}

TEST(ArgumentBytes, ElementsHaveTheirSize) {
    const described bytes(halide_type_t(halide_type_uint, 8), {{0, 4, 1}});
    refuses(&bytes.buffer, halide_error_code_bad_type,
            "has elements of type uint8, must be float32 (or, with argument_checks::memory, of its "
            "size)");
    const described vectors(halide_type_t(halide_type_float, 32, 4), {{0, 4, 1}});
    refuses(&vectors.buffer, halide_error_code_bad_type,
            "has elements of type float32x4, must be float32 (or, with argument_checks::memory, of "
            "its size)");
    EXPECT_EQ(16, described(halide_type_t(halide_type_int, 32), {{0, 4, 1}}).bytes());
}

} // namespace
