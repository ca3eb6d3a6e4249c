#include "runtime/argument_errors.h"

#include "recorded_errors.h"

#include <HalideRuntime.h>
#include <gmock/gmock.h>

#include <cstdint>

namespace {

TEST(ArgumentErrors, TellWhatWasFoundAndWhatIsNeeded) {
    const recorded_errors errors;
    EXPECT_EQ(halide_error_code_access_out_of_bounds,
              tiramisu_error_buffer_too_small("f", "out", 3996, 4000));
    EXPECT_THAT(errors.messages(),
                testing::ElementsAre("f: argument \"out\" is too small: it has memory for 3996 "
                                     "bytes, the function touches 4000"));
}

TEST(ArgumentErrors, TellWhichOfManyOverlap) {
    const recorded_errors errors;
    // The second output has no memory; the last argument lies behind the first.
    const std::uint64_t ranges[] = {100, 200, 0, 0, 300, 400, 200, 300};
    EXPECT_EQ(0, tiramisu_check_overlaps("f", "a,b,c,d,", ranges, 3, 4));
    const std::uint64_t inside[] = {100, 200, 0, 0, 300, 400, 350, 351};
    EXPECT_EQ(halide_error_code_constraint_violated,
              tiramisu_check_overlaps("f", "a,b,c,d,", inside, 3, 4));
    EXPECT_EQ(0, tiramisu_check_overlaps("f", "a,b,c,d,", inside, 2, 4));
    EXPECT_THAT(errors.messages(),
                testing::ElementsAre("f: arguments \"c\" and \"d\" overlap in memory, and the "
                                     "first is written: pass memory of its own for each, or "
                                     "declare one buffer for both"));
}

TEST(ArgumentErrors, TellWhatToDo) {
    const recorded_errors errors;
    EXPECT_EQ(halide_error_code_constraint_violated, tiramisu_error_overlap("f", "out", "in"));
    EXPECT_EQ(halide_error_code_access_out_of_bounds,
              tiramisu_error_before_memory("f", "sizes", -1));
    tiramisu_error_bad_stride("f", "in", 1, 2, 1, 8);
    tiramisu_error_buffer_too_large("f", "in", 2147483648, 2147483647);
    tiramisu_error_buffer_too_large("f", "in", std::int64_t{1} << 60, std::int64_t{1} << 59);
    tiramisu_error_bad_size("f", "weights", 3996, 4000);
    EXPECT_THAT(
        errors.messages(),
        testing::ElementsAre(
            "f: arguments \"out\" and \"in\" overlap in memory, and the first is written: pass "
            "memory of its own for each, or declare one buffer for both",
            "f: argument \"sizes\": the function touches element -1, which lies before the first "
            "one",
            "f: argument \"in\" has stride 1 in dimension 1 (0 is the innermost of 2), must be 8: "
            "rows have to lie one after the other; pass a copy that lies so",
            "f: argument \"in\" has 2147483648 elements or more, the function was compiled for at "
            "most 2147483647; declare its sizes as int64",
            "f: argument \"in\" has 1152921504606846976 elements or more, the function was "
            "compiled "
            "for at most 576460752303423488",
            "f: argument \"weights\" has 3996 bytes, must have 4000, in whatever shape"));
}

TEST(ArgumentErrors, TellOfDeclaredSizesThatAreNegativeInThisCall) {
    const recorded_errors errors;
    EXPECT_EQ(halide_error_code_buffer_extents_negative,
              tiramisu_error_bad_extent("f", "out", 0, 2, 8, -4));
    EXPECT_EQ(halide_error_code_constraint_violated,
              tiramisu_error_bad_extent("f", "out", 0, 2, 8, 4));
    EXPECT_THAT(
        errors.messages(),
        testing::ElementsAre(
            "f: argument \"out\" would have extent -4 in dimension 0 (0 is the innermost of "
            "2) as its size is declared; pass values of which no size is negative",
            testing::HasSubstr("has extent 8 in dimension 0")));
}

TEST(ArgumentErrors, TellWhichValuesAreLegal) {
    const recorded_errors errors;
    EXPECT_EQ(halide_error_code_constraint_violated,
              tiramisu_error_bad_element("f", "starts", 3, 9, 4, 8, "rows ascend"));
    tiramisu_error_bad_element("f", "starts", 0, 1, 0, 0, "rows begin");
    tiramisu_error_bad_scalar("f", "count", -1, 0, INT64_MAX, "it counts");
    tiramisu_error_bad_scalar("f", "count", 7, INT64_MIN, 6, "it counts");
    tiramisu_error_bad_bound("f", "y_update_1", "k", "start(f + 1)", 1, 5000000000);
    tiramisu_error_bad_bound("f", "y_update_1", "k", "start(f)", 0, -5000000000);
    EXPECT_THAT(errors.messages(),
                testing::ElementsAre(
                    "f: argument \"starts\": element 3 is 9, must be from 4 to 8: rows ascend",
                    "f: argument \"starts\": element 0 is 1, must be 0: rows begin",
                    "f: argument \"count\" is -1, must be at least 0: it counts",
                    "f: argument \"count\" is 7, must be at most 6: it counts",
                    "f: \"y_update_1\": iterator \"k\" ends before start(f + 1), which is "
                    "5000000000, but loops count in 32 bits: pass values that make it at most "
                    "2147483647",
                    "f: \"y_update_1\": iterator \"k\" starts at start(f), which is -5000000000, "
                    "but loops count in 32 bits: pass values that make it at least -2147483648"));
}

} // namespace
