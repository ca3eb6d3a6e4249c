#pragma once

#include <string>

#include <gtest/gtest.h>

#include "polyhedral/isl_bridge.h"

namespace tiramisu::testing {

/// Reads sets and maps in a context of its own. Has to outlive what it reads.
class isl_reader {
public:
    isl_reader() : owner_(poly::make_context()), ctx_(owner_.get()) {}

    isl::set set(const std::string &text) const { return isl::set(ctx_, text); }
    isl::map map(const std::string &text) const { return isl::map(ctx_, text); }
    isl::ctx ctx() const { return ctx_; }

private:
    poly::context_owner owner_;
    isl::ctx ctx_;
};

/// Succeeds if the two are the same set, names of tuples included.
::testing::AssertionResult is_set(const isl::set &found, const std::string &expected);
/// Succeeds if the two are the same map, names of tuples included.
::testing::AssertionResult is_map(const isl::map &found, const std::string &expected);

} // namespace tiramisu::testing
