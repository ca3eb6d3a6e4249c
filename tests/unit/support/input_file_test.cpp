#include "support/input_file.h"

#include <gtest/gtest.h>

#include "support/throws.h"

namespace tiramisu::support {
namespace {

TEST(InputFile, ThatDoesNotEndIsRefused) {
    EXPECT_TRUE(oracle::throws<io_error>([] { text_of_file("/dev/zero"); },
                                         {"/dev/zero", "it goes on after 256 MiB"}));
}

TEST(InputFile, MayBeEmpty) {
    EXPECT_EQ("", text_of_file("/dev/null"));
}

} // namespace
} // namespace tiramisu::support
