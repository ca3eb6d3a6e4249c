// Exponentials, logarithms and powers of all numbers.

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/functions.h"
#include "tiramisu/jit.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::testing {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float no_number = std::numeric_limits<float>::quiet_NaN();

/// What one function gives for these arguments, on lanes and one by one, with fast or strict
/// floats.
class ElementaryFunctions : public ::testing::TestWithParam<std::tuple<int, bool>> {
protected:
    using function_of_two = expr (*)(const expr &x, const expr &y);

    static bool is_strict() { return std::get<1>(GetParam()); }

    static std::vector<float> run(function_of_two function, std::vector<float> xs,
                                  std::vector<float> ys) {
        const int count = static_cast<int>(xs.size());
        init("elementary");
        const var i("i", 0, count);
        buffer x_memory("x_memory", {count}, p_float32, a_input),
            y_memory("y_memory", {count}, p_float32, a_input),
            memory("memory", {count}, p_float32, a_output);
        input x("x", {i}, p_float32), y("y", {i}, p_float32);
        computation result("result", {i}, function(x(i), y(i)));
        x.store_in(&x_memory);
        y.store_in(&y_memory);
        result.store_in(&memory);
        if (std::get<0>(GetParam()) > 1) {
            result.vectorize(i, std::get<0>(GetParam()));
        }
        options opts;
        opts.strict_float = is_strict();
        std::vector<float> results(xs.size());
        EXPECT_EQ(0, current().compile({&x_memory, &y_memory, &memory}, opts)(
                         {{xs.data(), {count}}, {ys.data(), {count}}, {results.data(), {count}}}));
        return results;
    }

    /// Results that are denormal may be 0.
    static void expect_near(float expected, float got, float tolerance, const std::string &what) {
        if (std::isnan(expected)) {
            EXPECT_TRUE(std::isnan(got)) << what << " is " << got;
        } else if (std::isinf(expected)) {
            EXPECT_EQ(expected, got) << what;
        } else {
            EXPECT_NEAR(expected, got,
                        std::abs(expected) * tolerance + std::numeric_limits<float>::min())
                << what;
        }
    }

    /// From the least number on, of both signs where these are asked for.
    static std::vector<float> numbers(bool with_negative) {
        std::vector<float> all;
        for (float x = std::numeric_limits<float>::denorm_min(); x < 3e38f; x *= 2.7f) {
            all.push_back(x);
        }
        all.insert(all.end(), {0, 1, 0.5f, std::numeric_limits<float>::max()});
        if (is_strict()) { // fast floats are finite
            all.insert(all.end(), {infinity, no_number});
        }
        const std::size_t positive = all.size();
        for (std::size_t at = 0; with_negative && at < positive; ++at) {
            all.push_back(-all[at]);
        }
        return all;
    }
};

TEST_P(ElementaryFunctions, ExponentialsAreRight) {
    const std::vector<float> xs = numbers(true);
    const auto got = run([](const expr &x, const expr &) { return exp(x); }, xs, xs);
    for (std::size_t at = 0; at < xs.size(); ++at) {
        expect_near(std::exp(xs[at]), got[at], 1e-6f, "exp(" + std::to_string(xs[at]) + ")");
    }
}

TEST_P(ElementaryFunctions, SigmoidsAreRight) {
    const std::vector<float> xs = numbers(true);
    const auto got = run([](const expr &x, const expr &) { return sigmoid(x); }, xs, xs);
    for (std::size_t at = 0; at < xs.size(); ++at) {
        const double exact = 1 / (1 + std::exp(-static_cast<double>(xs[at])));
        expect_near(static_cast<float>(exact), got[at], 1e-6f,
                    "sigmoid(" + std::to_string(xs[at]) + ")");
    }
}

TEST_P(ElementaryFunctions, HyperbolicTangentsAreRight) {
    std::vector<float> xs = numbers(true);
    for (float x = -12; x < 12; x += 0.01f) {
        xs.push_back(x);
    }
    const auto got = run([](const expr &x, const expr &) { return tanh(x); }, xs, xs);
    for (std::size_t at = 0; at < xs.size(); ++at) {
        expect_near(std::tanh(xs[at]), got[at], 4e-7f, "tanh(" + std::to_string(xs[at]) + ")");
    }
}

TEST_P(ElementaryFunctions, LogarithmsAreRight) {
    const std::vector<float> xs = numbers(is_strict());
    const auto got = run([](const expr &x, const expr &) { return log(x); }, xs, xs);
    for (std::size_t at = 0; at < xs.size(); ++at) {
        expect_near(std::log(xs[at]), got[at], 1e-6f, "log(" + std::to_string(xs[at]) + ")");
    }
}

TEST_P(ElementaryFunctions, PowersAreRight) {
    std::vector<float> xs, ys;
    for (const float x : numbers(true)) {
        for (const float y : {0.0f, 1.0f, -1.0f, 2.0f, 3.0f, 0.5f, -2.5f, 17.0f, 1e7f, 1.2e7f, 1e9f,
                              -1e9f, 1e20f, 16777215.0f}) {
            const bool has_result = is_strict() || x > 0 || std::floor(y) == y;
            const bool is_rounded_up = std::abs(x) == std::numeric_limits<float>::max() && y == 1;
            if (has_result && !is_rounded_up) {
                xs.push_back(x);
                ys.push_back(y);
            }
        }
    }
    const auto got = run([](const expr &x, const expr &y) { return pow(x, y); }, xs, ys);
    for (std::size_t at = 0; at < xs.size(); ++at) {
        const float exact = std::pow(xs[at], ys[at]);
        const bool is_of_zero = xs[at] == 0 && std::signbit(xs[at]); // its sign is not kept
        expect_near(is_of_zero ? std::abs(exact) : exact, got[at], 2e-5f,
                    "pow(" + std::to_string(xs[at]) + ", " + std::to_string(ys[at]) + ")");
    }
}

TEST_P(ElementaryFunctions, PowersOfConstantExponentsAreRight) {
    const std::vector<float> xs = {-3, -0.5f, 0.25f, 1, 7, 1e-42f, 1e10f, -1e13f};
    const auto check = [&](function_of_two function, float y) {
        const auto got = run(function, xs, xs);
        for (std::size_t at = 0; at < xs.size(); ++at) {
            expect_near(std::pow(xs[at], y), got[at], 1e-6f,
                        "pow(" + std::to_string(xs[at]) + ", " + std::to_string(y) + ")");
        }
    };
    check([](const expr &x, const expr &) { return pow(x, 2.0f); }, 2);
    check([](const expr &x, const expr &) { return pow(x, 3.0f); }, 3);
    check([](const expr &x, const expr &) { return pow(x, 1.0f); }, 1);
    check([](const expr &x, const expr &) { return pow(x, 0.0f); }, 0);
}

INSTANTIATE_TEST_SUITE_P(Lanes, ElementaryFunctions,
                         ::testing::Combine(::testing::Values(1, 8), ::testing::Bool()));

} // namespace
} // namespace tiramisu::testing
