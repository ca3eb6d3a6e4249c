#pragma once

#include <gtest/gtest.h>

#include "support/subprocess.h"

namespace tiramisu::oracle {

/// Succeeds if `work`, in a copy of this process, returns true within the time.
template <typename Work>
::testing::AssertionResult holds_in_copy(const Work &work,
                                         std::chrono::seconds most = std::chrono::seconds(60)) {
    const support::process_end ended =
        support::run_forked([&] { return work() ? 0 : 1; }, {most, std::nullopt});
    return ended.is_success() ? ::testing::AssertionSuccess()
                              : ::testing::AssertionFailure() << ended.text() << '\n'
                                                              << ended.errors;
}

} // namespace tiramisu::oracle
