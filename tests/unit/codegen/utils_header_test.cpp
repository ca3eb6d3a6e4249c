// The header for programs that call generated code.

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/subprocess.h"
#include "tiramisu/utils.h"
#include "unit/codegen/nest.h"

namespace {

std::string how_a_comparison_ends(const std::string &name, const Halide::Buffer<int> &result,
                                  const Halide::Buffer<int> &expected) {
    const auto ended = tiramisu::support::run_forked([&] {
        compare_buffers(name, result, expected);
        return 0;
    });
    return ended.text() + ": " + ended.output + ended.errors;
}

TEST(UtilsHeader, FillsCopiesAndCompares) {
    Halide::Buffer<int> a(3, 2), b(3, 2);
    init_buffer(a, 7);
    a(2, 1) = 9;
    copy_buffer(a, b);
    compare_buffers("copies", a, b);
    b(2, 1) = 8;
    compare_buffers_approximately("close", a, b, 1.0f);
    EXPECT_THAT(
        how_a_comparison_ends("differ", b, a),
        ::testing::AllOf(
            ::testing::StartsWith("exit status 1: "),
            ::testing::HasSubstr("Test differ failed. Expected: 9, got: 8. Position: (2, 1).\n")));
    EXPECT_THAT(how_a_comparison_ends("sizes", a, Halide::Buffer<int>(2, 2)),
                ::testing::HasSubstr("the buffers differ in size"));
}

TEST(UtilsHeader, PrintsRows) {
    Halide::Buffer<int> a(2, 2);
    a(0, 0) = 1;
    a(1, 0) = 2;
    a(0, 1) = 3;
    a(1, 1) = 4;
    ::testing::internal::CaptureStdout();
    print_buffer(a);
    EXPECT_EQ("1 2\n3 4\n", ::testing::internal::GetCapturedStdout());
}

TEST(UtilsHeader, TellsTimes) {
    EXPECT_EQ(2, median(std::vector<double>{3, 1, 2}));
    EXPECT_EQ(1.5, median(std::vector<double>{2, 1}));
    const tiramisu::testing::temporary_folder folder;
    ::testing::internal::CaptureStdout();
    print_time(folder / "times.txt", "blur", {"ours", "theirs"}, {1.5, 2.5});
    EXPECT_NE(std::string::npos, ::testing::internal::GetCapturedStdout().find("theirs"));
    EXPECT_EQ("blur; 1.5; 2.5; \n", tiramisu::testing::read_file(folder / "times.txt"));
}

} // namespace
