#include "runtime/argument_errors.h"

#include "recorded_errors.h"

#include <HalideRuntime.h>
#include <gmock/gmock.h>

#include <cstdint>
#include <vector>

namespace {

std::int64_t bytes_of(halide_type_t type, std::vector<halide_dimension_t> dimensions) {
    halide_buffer_t buffer = {};
    buffer.type = type;
    buffer.dimensions = static_cast<std::int32_t>(dimensions.size());
    buffer.dim = dimensions.data();
    return tiramisu_bytes_described(&buffer);
}

const halide_type_t float32(halide_type_float, 32);

TEST(BytesDescribed, ReachToTheEndOfTheLastElement) {
    EXPECT_EQ(48, bytes_of(float32, {{0, 4, 1}, {0, 3, 4}}));
    EXPECT_EQ(48, bytes_of(float32, {{0, 4, 3}, {0, 3, 1}}));
    EXPECT_EQ(80, bytes_of(float32, {{0, 4, 1}, {0, 3, 8}}));
    EXPECT_EQ(16, bytes_of(float32, {{-5, 4, 1}}));
}

TEST(BytesDescribed, BooleansTakeAByte) {
    EXPECT_EQ(7, bytes_of(halide_type_t(halide_type_uint, 1), {{0, 7, 1}}));
}

TEST(BytesDescribed, ReversedAndRepeatedDimensionsAddNothing) {
    EXPECT_EQ(4, bytes_of(float32, {{0, 4, -1}}));
    EXPECT_EQ(16, bytes_of(float32, {{0, 4, 1}, {0, 100, 0}}));
}

TEST(BytesDescribed, EmptyDimensionsLeaveNone) {
    EXPECT_EQ(0, bytes_of(float32, {{0, 4, 1}, {0, 0, 4}}));
}

TEST(BytesDescribed, MayBeMoreThan32BitsCount) {
    EXPECT_EQ(std::int64_t{1} << 43, bytes_of(halide_type_t(halide_type_float, 64),
                                              {{0, 1 << 20, 1}, {0, 1 << 20, 1 << 20}}));
}

TEST(BytesDescribed, HaveNoLimitWhereNothingIsDescribed) {
    EXPECT_EQ(INT64_MAX, bytes_of(float32, {}));
    EXPECT_EQ(INT64_MAX, bytes_of(halide_type_t{}, {{0, 4, 1}}));
}

TEST(ArgumentErrors, TellWhatWasFoundAndWhatIsNeeded) {
    const recorded_errors errors;
    EXPECT_EQ(halide_error_code_access_out_of_bounds,
              tiramisu_error_buffer_too_small("f", "out", 3996, 4000));
    EXPECT_THAT(errors.messages(),
                testing::ElementsAre("f: argument \"out\" is too small: it has memory for 3996 "
                                     "bytes, the function touches 4000"));
}

TEST(ArgumentErrors, TellWhichValuesAreLegal) {
    const recorded_errors errors;
    EXPECT_EQ(halide_error_code_constraint_violated,
              tiramisu_error_bad_element("f", "starts", 3, 9, 4, 8, "rows ascend"));
    tiramisu_error_bad_element("f", "starts", 0, 1, 0, 0, "rows begin");
    tiramisu_error_bad_scalar("f", "count", -1, 0, INT64_MAX, "it counts");
    tiramisu_error_bad_scalar("f", "count", 7, INT64_MIN, 6, "it counts");
    EXPECT_THAT(errors.messages(),
                testing::ElementsAre(
                    "f: argument \"starts\": element 3 is 9, must be from 4 to 8: rows ascend",
                    "f: argument \"starts\": element 0 is 1, must be 0: rows begin",
                    "f: argument \"count\" is -1, must be at least 0: it counts",
                    "f: argument \"count\" is 7, must be at most 6: it counts"));
}

} // namespace
