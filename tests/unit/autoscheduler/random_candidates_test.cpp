// Every candidate that is proved legal computes what the program computes as it is declared.

#include <iostream>
#include <random>

#include <gtest/gtest.h>

#include "autoscheduler/measure/call_data.h"
#include "autoscheduler/space/machine.h"
#include "autoscheduler/space/program_view.h"
#include "autoscheduler/space/verdict.h"
#include "support/environment_number.h"
#include "support/tuned_programs.h"
#include "tiramisu/tune/sketch.h"

namespace tiramisu::tune {
namespace {

using namespace oracle;

struct tally {
    int legal = 0, illegal = 0, refused = 0, duplicates = 0;
};

class candidates {
public:
    candidates(tuned_program program, unsigned seed)
        : program_(std::move(program)),
          view_(view_of(program_.what, program_.arguments, {}, machine::here(2), {})),
          sketches_(sketches_of(view_)), random_(seed),
          data_(program_.what, program_.arguments, {}, {}, seed, {}) {
        run(view_.base);
        data_.keep_as_expected();
    }

    void try_one(tally &counts) {
        const sketch &from = sketches_[random_() % sketches_.size()];
        choices taken;
        for (const decision &open : from.decisions) {
            taken.push_back(random_() % open.options.size());
        }
        const schedule made = schedule_of(view_, realize(view_, from, taken));
        const candidate_verdict found = verdict_of(program_.what, made, program_.arguments, {});
        if (!seen_.insert(made.hash()).second) {
            ++counts.duplicates;
        } else if (found.what == candidate_verdict::kind::refused) {
            ++counts.refused;
            if (environment_number("TIRAMISU_TELL", 0) > 0) {
                std::cout << found.reason << '\n';
            }
        } else if (!found.is_legal()) {
            ++counts.illegal;
        } else {
            ++counts.legal;
            if (environment_number("TIRAMISU_TELL", 0) > 1) {
                std::cout << made.text() << std::endl;
            }
            run(made);
            EXPECT_EQ("", data_.difference()) << text_of(view_, from) << made.text();
        }
    }

private:
    tuned_program program_;
    program_view view_;
    std::vector<sketch> sketches_;
    std::mt19937 random_;
    call_data data_;
    std::set<std::size_t> seen_;

    void run(const schedule &what) {
        program_.what.set_schedule(what);
        const compiled_function code = program_.what.compile(program_.arguments);
        data_.reset();
        ASSERT_EQ(0, code(data_.arguments())) << compiled_function::error_text();
    }
};

class RandomCandidates : public ::testing::TestWithParam<std::size_t> {};

TEST_P(RandomCandidates, ComputeWhatTheProgramComputes) {
    const auto &[name, make] = small_tuned_programs()[GetParam()];
    const int count = environment_number("TIRAMISU_CANDIDATES", 25);
    const auto seed = static_cast<unsigned>(environment_number("TIRAMISU_SEED", 1));
    candidates all(make(), seed);
    tally counts;
    for (int tries = 0; counts.legal < count && tries < 6 * count; ++tries) {
        all.try_one(counts);
    }
    std::cout << name << " (seed " << seed << "): " << counts.legal << " legal, " << counts.illegal
              << " illegal, " << counts.refused << " refused, " << counts.duplicates
              << " duplicates\n";
    EXPECT_LT(2, counts.legal); // of programs with few loops there are not many
}

INSTANTIATE_TEST_SUITE_P(Programs, RandomCandidates,
                         ::testing::Range(std::size_t{0}, small_tuned_programs().size()));

} // namespace
} // namespace tiramisu::tune
