#include <HalideRuntime.h>
#include <gtest/gtest.h>

#include <string>

// What generated code calls to build a string; no header declares them.
extern "C" {
char *halide_string_to_string(char *dst, char *end, const char *text);
char *halide_int64_to_string(char *dst, char *end, int64_t value, int digits);
char *halide_uint64_to_string(char *dst, char *end, uint64_t value, int digits);
char *halide_double_to_string(char *dst, char *end, double value, int scientific);
char *halide_pointer_to_string(char *dst, char *end, const void *pointer);
char *halide_type_to_string(char *dst, char *end, const halide_type_t *type);
char *halide_buffer_to_string(char *dst, char *end, const halide_buffer_t *buffer);
}

namespace {

class Text : public testing::Test {
protected:
    char room[64] = {};
    char *end = room + sizeof room;
};

TEST_F(Text, PartsAreJoined) {
    char *dst = halide_string_to_string(room, end, "n = ");
    dst = halide_int64_to_string(dst, end, -7, 1);
    dst = halide_string_to_string(dst, end, ", x = ");
    dst = halide_double_to_string(dst, end, 0.5, 0);
    EXPECT_STREQ(room, "n = -7, x = 0.500000");
    EXPECT_EQ(dst, room + std::string(room).size());
}

TEST_F(Text, NumbersHaveAtLeastTheDigitsAskedFor) {
    halide_int64_to_string(room, end, 42, 5);
    EXPECT_STREQ(room, "00042");
    halide_uint64_to_string(room, end, UINT64_MAX, 1);
    EXPECT_STREQ(room, "18446744073709551615");
    halide_double_to_string(room, end, 12345.0, 1);
    EXPECT_STREQ(room, "1.234500e+04");
}

TEST_F(Text, NullIsNamed) {
    halide_string_to_string(room, end, nullptr);
    EXPECT_STREQ(room, "<nullptr>");
    halide_buffer_to_string(room, end, nullptr);
    EXPECT_STREQ(room, "buffer(nullptr)");
}

TEST_F(Text, TypesAndBuffersAreNamed) {
    const halide_type_t type(halide_type_uint, 8, 16);
    halide_type_to_string(room, end, &type);
    EXPECT_STREQ(room, "uint8x16");

    halide_dimension_t dimension(0, 10, 1);
    halide_buffer_t buffer{};
    buffer.type = halide_type_t(halide_type_float, 32);
    buffer.dimensions = 1;
    buffer.dim = &dimension;
    halide_buffer_to_string(room, end, &buffer);
    EXPECT_STREQ(room, "buffer((nil), float32, {0, 10, 1})");
}

TEST_F(Text, NeverPassesTheEnd) {
    char small[8] = "#######";
    char *const small_end = small + 4;
    char *dst = halide_string_to_string(small, small_end, "abcdef");
    EXPECT_STREQ(small, "abc");
    EXPECT_EQ(dst, small + 3);
    dst = halide_int64_to_string(dst, small_end, 99, 1);
    EXPECT_STREQ(small, "abc");
    EXPECT_EQ(small[4], '#');
    EXPECT_EQ(halide_string_to_string(small_end, small_end, "x"), small_end);
    EXPECT_EQ(small[4], '#');
}

TEST(Print, GoesToStandardError) {
    testing::internal::CaptureStderr();
    halide_print(nullptr, "seen\n");
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "seen\n");
}

} // namespace
