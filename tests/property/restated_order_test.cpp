// Ordering commands that restate the order of declaration: what was refused without them stays
// refused, what was accepted stays accepted. Many of the programs keep values in rolling storage,
// which decides what they may read.

#include <algorithm>

#include <gtest/gtest.h>

#include "core/program/state.h"
#include "support/program_builder.h"
#include "support/schedule_case.h"

namespace tiramisu::oracle {
namespace {

constexpr int shards = 4;

/// Whether nothing else is stored in the buffer.
bool has_own_buffer(const random_program &program, const program_definition &made) {
    return std::count_if(program.definitions.begin(), program.definitions.end(),
                         [&](const auto &other) { return other.buffer == made.buffer; }) == 1;
}

/// Lets the storage of some temporaries go round.
void roll_some(random_source &random, random_program &program) {
    for (program_definition &made : program.definitions) {
        program_memory &memory = program.buffer(made.buffer);
        const bool may_roll = !made.is_input && made.storage.empty() && !made.iterators.empty() &&
                              memory.role == a_temporary && has_own_buffer(program, made);
        if (!may_roll || random.chance(30)) {
            continue;
        }
        made.storage.assign(made.iterators.begin(), made.iterators.end());
        const auto dim =
            static_cast<std::size_t>(random.between(0, static_cast<int>(made.storage.size()) - 1));
        const int kept = random.between(1, 4);
        made.storage[dim] = made.storage[dim] % kept;
        memory.sizes[dim] = expr(kept);
    }
}

stage stage_of(const random_program &program, const std::string &id) {
    for (const program_definition &made : program.definitions) {
        for (std::size_t n = 0; n < made.updates.size(); ++n) {
            if (id == made.name + "_update_" + std::to_string(n + 1)) {
                return {made.name, static_cast<int>(n), false};
            }
        }
    }
    return {id, -1, false};
}

/// Each computation, or all of a row of them, after the one that is declared before it.
std::vector<schedule_command> restated(random_source &random, const random_program &program) {
    const built_program built = build(program);
    std::vector<schedule_command> commands;
    const int kept = random.between(20, 100);
    const core::computation_state *before = nullptr;
    for (const core::computation_state *definition : built.function->state()->executed()) {
        if (before != nullptr && random.chance(kept)) {
            schedule_command order;
            order.kind = command_kind::after;
            order.target = stage_of(program, definition->id);
            order.other = stage_of(program, before->id);
            order.loops = {""};
            commands.push_back(order);
        }
        before = definition;
    }
    return commands;
}

class RestatedOrder : public ::testing::TestWithParam<int> {};

TEST_P(RestatedOrder, ChangesNothing) {
    const random_run run = random_run::from_environment(90000, 800);
    for (int i = GetParam(); i < run.cases; i += shards) {
        const std::uint64_t seed = run.seed + static_cast<std::uint64_t>(i);
        random_source random(seed);
        schedule_case plain = make_random_case(random, feature_set({feature::folds}), 0).made;
        if (!plain.program.order.empty()) {
            continue;
        }
        roll_some(random, plain.program);
        schedule_case ordered = plain;
        for (const schedule_command &order : restated(random, plain.program)) {
            ordered.commands.push_back(order);
        }
        const case_result found = run_case(plain), again = run_case(ordered);
        SCOPED_TRACE("TIRAMISU_SEED=" + std::to_string(seed) + " TIRAMISU_CASES=1\n" +
                     ordered.to_cpp());
        EXPECT_NE(outcome::failed, found.what) << found.text;
        EXPECT_EQ(to_string(found.what), std::string(to_string(again.what)))
            << found.text << "\nand " << again.text;
        EXPECT_EQ(found.is_meaning_confirmed, again.is_meaning_confirmed);
    }
}

INSTANTIATE_TEST_SUITE_P(Shard, RestatedOrder, ::testing::Range(0, shards));

} // namespace
} // namespace tiramisu::oracle
