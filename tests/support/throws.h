#pragma once

#include <string>
#include <typeinfo>
#include <vector>

#include <gtest/gtest.h>

#include "tiramisu/error.h"

namespace tiramisu::oracle {

/// What a call threw, by its type and text.
struct thrown {
    bool something = false;
    bool of_type = false;
    std::string text;
};

template <typename Error, typename Call>
thrown run_and_catch(Call &&call) {
    try {
        call();
    } catch (const Error &error) {
        return {true, typeid(error) == typeid(Error), error.what()};
    } catch (const std::exception &error) {
        return {true, false, std::string(typeid(error).name()) + ": " + error.what()};
    }
    return {};
}

/// Succeeds if `call` throws exactly an Error whose text holds every one of `parts`.
template <typename Error, typename Call>
::testing::AssertionResult throws(Call &&call, const std::vector<std::string> &parts) {
    const thrown found = run_and_catch<Error>(call);
    if (!found.something) {
        return ::testing::AssertionFailure() << "nothing was thrown";
    }
    if (!found.of_type) {
        return ::testing::AssertionFailure() << "another type was thrown: " << found.text;
    }
    for (const std::string &part : parts) {
        if (found.text.find(part) == std::string::npos) {
            return ::testing::AssertionFailure()
                   << "the text lacks '" << part << "'; it says:\n  " << found.text;
        }
    }
    return ::testing::AssertionSuccess();
}

} // namespace tiramisu::oracle
