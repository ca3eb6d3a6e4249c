#pragma once

#include <string>

namespace tiramisu::testing {

/// Fails the test unless `text` is what the file tests/golden/`name` holds. With
/// TIRAMISU_UPDATE_GOLDEN=1 in the environment the file is written instead. A file that does not
/// exist fails.
void expect_golden(const std::string &name, const std::string &text);

} // namespace tiramisu::testing
