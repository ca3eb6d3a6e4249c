// Random programs under random schedules, compiled for 64-bit Arm, give the values that the
// programs mean, bit for bit, for every choice of parameters.

#include <deque>
#include <iostream>

#include <gtest/gtest.h>

#include "support/compiled_run.h"
#include "support/direct_run.h"
#include "support/emulated_calls.h"
#include "support/parameter_choices.h"
#include "support/program_builder.h"
#include "support/schedule_case.h"

namespace tiramisu::oracle {
namespace {

using ::tiramisu::testing::emulated_calls;
using ::tiramisu::testing::emulated_result;

constexpr int in_a_batch = 50;

/// One call, and what has to come of it.
struct expected_call {
    std::string label;
    std::shared_ptr<built_program> built;
    memory expected;
    std::deque<std::vector<std::uint8_t>> bytes; ///< of the arguments
    std::vector<const buffer *> buffers;

    /// What is wrong with what the call has left; empty if nothing is.
    std::string difference() {
        memory found = expected;
        for (std::size_t i = 0; i < buffers.size(); ++i) {
            found.at(buffers[i]->get_name()).set_bytes(bytes[i]);
        }
        return first_difference(expected, found, built->arguments);
    }
};

class arm_batch {
public:
    int accepted = 0, refused = 0;

    void add(std::uint64_t seed) {
        random_source random(seed);
        const schedule_case made =
            make_random_case(random, feature_set::from_bits(0), random.between(1, 6)).made;
        const auto built = std::make_shared<built_program>(build(made.program));
        const std::string name = "case_" + std::to_string(seed);
        options opts;
        opts.target = "aarch64-linux";
        opts.function_name = name;
        try {
            for (const schedule_command &command : made.commands) {
                apply(command, *built);
            }
            built->function->codegen(built->arguments, calls_.folder() + "/" + name + ".o", opts);
        } catch (const user_error &) {
            ++refused;
            return;
        }
        ++accepted;
        for (const parameter_values &parameters : all_values(made.program)) {
            add_call(name, made, built, parameters);
        }
    }

    void run() {
        const std::vector<emulated_result> results = calls_.run();
        for (std::size_t i = 0; i < results.size(); ++i) {
            EXPECT_EQ(0, results[i].status) << expected_[i].label << ": " << results[i].error;
            if (results[i].status == 0) {
                EXPECT_EQ("", expected_[i].difference()) << expected_[i].label;
            }
        }
    }

private:
    emulated_calls calls_;
    std::deque<expected_call> expected_;

    void add_call(const std::string &name, const schedule_case &made,
                  const std::shared_ptr<built_program> &built, const parameter_values &parameters) {
        const memory before = make_arguments(made.program, parameters, made.data_seed);
        const direct_result direct = run_as_declared(made.program, parameters, before);
        if (!direct.is_in_declaration_order || !made.program.order.empty()) {
            return;
        }
        expected_call one;
        one.label = name + "\n" + made.to_cpp();
        one.built = built;
        one.expected = direct.data;
        std::vector<jit_argument> arguments;
        for (const buffer *argument : built->arguments) {
            const array &from = before.at(argument->get_name());
            one.bytes.push_back(from.bytes());
            one.buffers.push_back(argument);
            arguments.emplace_back(static_cast<void *>(one.bytes.back().data()), from.type(),
                                   from.extents());
        }
        for (const std::string &scalar : argument_names(made.program)) {
            arguments.emplace_back(static_cast<std::int32_t>(parameters.at(scalar).integer));
        }
        expected_.push_back(std::move(one)); // elements of moved deques stay where they are
        calls_.add(name, arguments);
    }
};

TEST(ArmSchedules, KeepTheMeaningOrAreRefused) {
    if (const std::string missing = emulated_calls::missing(); !missing.empty()) {
        GTEST_SKIP() << missing;
    }
    const random_run asked = random_run::from_environment(230000, 200);
    int accepted = 0, refused = 0;
    for (int i = 0; i < asked.cases; i += in_a_batch) {
        arm_batch batch;
        for (int k = i; k < std::min(asked.cases, i + in_a_batch); ++k) {
            batch.add(asked.seed + static_cast<std::uint64_t>(k));
        }
        batch.run();
        accepted += batch.accepted;
        refused += batch.refused;
    }
    std::cout << "ran on Arm " << accepted << ", refused " << refused << "\n";
    EXPECT_GT(accepted, asked.cases / 4);
}

} // namespace
} // namespace tiramisu::oracle
