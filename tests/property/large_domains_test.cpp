// Random programs over loops long enough for what the library decides by itself: rows innermost,
// blocks for threads, tiles that a cache makes needless, complete vectors apart. There are too many
// instances to look at all pairs, so only what the code gives is judged.

#include <iostream>

#include <gtest/gtest.h>

#include "support/compiled_run.h"
#include "support/direct_run.h"
#include "support/parameter_choices.h"
#include "support/schedule_case.h"

namespace tiramisu::oracle {
namespace {

constexpr int shards = 4;

/// What is wrong with what compiled code gives; empty if nothing is.
std::string wrong_result(const random_program &program, const built_program &built,
                         const compiled_function &code, std::uint64_t data_seed) {
    for (const parameter_values &parameters : all_values(program)) {
        const memory before = make_arguments(program, parameters, data_seed);
        const direct_result expected = run_as_declared(program, parameters, before);
        if (!expected.is_in_declaration_order) {
            continue; // another order is its meaning
        }
        std::string wrong = wrong_when_run(code, built.arguments, argument_names(program),
                                           parameters, before, expected.data);
        if (!wrong.empty()) {
            return wrong;
        }
    }
    return {};
}

/// Whether the schedule is accepted; a failure where its code gives something else.
bool judge(const schedule_case &one, std::uint64_t seed) {
    built_program built = build(one.program);
    for (const schedule_command &command : one.commands) {
        apply(command, built);
    }
    try {
        const compiled_function code = built.function->compile(built.arguments);
        const std::string wrong = wrong_result(one.program, built, code, one.data_seed);
        EXPECT_EQ("", wrong) << "TIRAMISU_SEED=" << seed << " TIRAMISU_CASES=1\n" << one.to_cpp();
        return true;
    } catch (const user_error &) {
        return false; // the tests of small programs judge refusals
    }
}

class LargeDomains : public ::testing::TestWithParam<int> {};

TEST_P(LargeDomains, GiveWhatTheProgramSays) {
    const random_run run = random_run::from_environment(130000, 200);
    int accepted = 0, judged = 0;
    for (int i = GetParam(); i < run.cases; i += shards) {
        const std::uint64_t seed = run.seed + static_cast<std::uint64_t>(i);
        random_source random(seed);
        feature_set features;
        features.size = domain_size::large;
        const command_set commands =
            random.chance(70) ? command_set::leaving_loops_unordered : command_set::all;
        const int count = random.between(0, 4);
        const schedule_case one = make_random_case(random, features, count, 0, commands).made;
        if (one.program.order.empty()) {
            accepted += judge(one, seed) ? 1 : 0;
            ++judged;
        }
    }
    std::cout << "accepted: " << accepted << " of " << judged << "\n";
}

INSTANTIATE_TEST_SUITE_P(Shard, LargeDomains, ::testing::Range(0, shards));

} // namespace
} // namespace tiramisu::oracle
