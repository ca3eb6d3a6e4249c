#pragma once

#include <string>

#include <gtest/gtest.h>

#include "runtime/argument_errors.h"
#include "runtime/device.h"
#include "runtime/device_calls.h"
#include "support/device_choice.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::testing {

inline rt::device_kind device_kind() {
    return device_name() == "cuda" ? rt::device_kind::cuda : rt::device_kind::opencl;
}

/// What is missing to run loops on such a device here; empty if nothing is.
inline std::string missing_device(rt::device_kind kind = device_kind()) {
    std::string text;
    tiramisu_set_thread_error_receiver(
        [](void *context, const char *told) { *static_cast<std::string *>(context) = told; },
        &text);
    tiramisu_device_open("tests", static_cast<std::int32_t>(kind));
    tiramisu_set_thread_error_receiver(nullptr, nullptr);
    return text;
}

/// How code for the device of this machine is compiled.
inline options on_device() {
    options opts;
    opts.target = "host-" + device_name();
    return opts;
}

/// Skips tests where there is no such device, and says what it lacks.
class DeviceTest : public ::testing::Test {
protected:
    void SetUp() override {
        if (const std::string missing = missing_device(); !missing.empty()) {
            GTEST_SKIP() << missing;
        }
    }
};

} // namespace tiramisu::testing
