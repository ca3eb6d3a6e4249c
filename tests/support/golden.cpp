#include "support/golden.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

namespace tiramisu::testing {

namespace {

std::filesystem::path golden_folder() {
    return std::filesystem::path(__FILE__).parent_path().parent_path() / "golden";
}

bool is_updating() {
    const char *asked = std::getenv("TIRAMISU_UPDATE_GOLDEN");
    return asked && std::string(asked) == "1";
}

} // namespace

void expect_golden(const std::string &name, const std::string &text) {
    const std::filesystem::path path = golden_folder() / name;
    if (is_updating()) {
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << text;
        return;
    }
    std::ifstream file(path, std::ios::binary);
    ASSERT_TRUE(file) << path << " is missing; TIRAMISU_UPDATE_GOLDEN=1 writes it";
    std::ostringstream expected;
    expected << file.rdbuf();
    EXPECT_EQ(expected.str(), text)
        << "differs from " << path << "; TIRAMISU_UPDATE_GOLDEN=1 rewrites it";
}

} // namespace tiramisu::testing
