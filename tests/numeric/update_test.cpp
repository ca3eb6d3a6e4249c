#include "tiramisu/nn/update.h"

#include <cmath>

#include "support/training_run.h"

namespace tiramisu {
namespace {

using namespace oracle;

constexpr std::size_t count = 5003; // of one block and a part of another

std::vector<float> numbers(unsigned seed) {
    return random_tensors({{"numbers", {1, 1, 1, static_cast<int>(count)}}}, seed).front();
}

TEST(Sgd, AddsUpMomentumAndDecay) {
    for (const std::string words :
         {"", " momentum=0.9", " momentum=0.5 decay=0.01", " decay=0.1"}) {
        const auto problem = nn::sgd_problem::parse("sgd count=" + std::to_string(count) + words);
        const bool has_velocity = problem.momentum != 0;
        plain_values state = {numbers(1)};
        std::vector<double> values(state[0].begin(), state[0].end()), velocity(count);
        if (has_velocity) {
            state.emplace_back(count, 0.0f);
        }
        for (unsigned step = 1; step <= 3; step++) {
            const std::vector<float> gradient = numbers(10 + step), rate = {0.1f};
            for (std::size_t i = 0; i < count; i++) {
                velocity[i] =
                    velocity[i] * problem.momentum + gradient[i] + values[i] * problem.decay;
                values[i] -= static_cast<double>(rate[0]) * velocity[i];
            }
            exact_values expected = {values};
            if (has_velocity) {
                expected.push_back(velocity);
            }
            expect_results(problem, {gradient, rate}, state, expected);
            state = run_results(nn::sgd(problem), {gradient, rate}, state);
        }
    }
}

TEST(Adam, FollowsAlgorithmOneOfThePaper) {
    for (const std::string words : {"", " beta1=0.8 beta2=0.95 epsilon=0.001 decay=0.05"}) {
        const auto problem = nn::adam_problem::parse("adam count=" + std::to_string(count) + words);
        plain_values state = {numbers(1), std::vector<float>(count), std::vector<float>(count)};
        exact_values expected(3, std::vector<double>(count));
        expected[0].assign(state[0].begin(), state[0].end());
        const double beta1 = static_cast<double>(problem.beta1),
                     beta2 = static_cast<double>(problem.beta2);
        for (unsigned step = 1; step <= 3; step++) {
            const std::vector<float> gradient = numbers(10 + step), rate = {0.01f},
                                     number = {static_cast<float>(step)};
            for (std::size_t i = 0; i < count; i++) {
                const double g = gradient[i];
                double &values = expected[0][i], &mean = expected[1][i], &square = expected[2][i];
                mean = beta1 * mean + (1 - beta1) * g;
                square = beta2 * square + (1 - beta2) * g * g;
                const double unbiased = mean / (1 - std::pow(beta1, step)),
                             deviation = std::sqrt(square / (1 - std::pow(beta2, step)));
                values -= static_cast<double>(rate[0]) *
                          (unbiased / (deviation + static_cast<double>(problem.epsilon)) +
                           values * static_cast<double>(problem.decay));
            }
            expect_results(problem, {gradient, rate, number}, state, expected, 1e-5);
            state = run_results(nn::adam(problem), {gradient, rate, number}, state);
        }
    }
}

} // namespace
} // namespace tiramisu
