#include "tiramisu/auto_schedule.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "autoscheduler/measure/tuning_log.h"
#include "support/temporary_folder.h"
#include "support/tuned_programs.h"

namespace tiramisu::tune {
namespace {

using namespace oracle;
using ::testing::HasSubstr;

tuning few_trials() {
    tuning opts;
    opts.trials = 6;
    opts.threads = 1;
    return opts;
}

std::vector<std::string> lines_of(const std::string &path) {
    std::ifstream file(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) {
        lines.push_back(line);
    }
    return lines;
}

class AutoSchedule : public ::testing::Test {
protected:
    tiramisu::testing::temporary_folder folder_;
    const std::string log_ = folder_ / "log.jsonl";

    tuning logged(int trials) const {
        tuning opts = few_trials();
        opts.trials = trials;
        opts.log = log_;
        return opts;
    }

    void tune_product(int trials) const {
        tuned_program program = tuned_matmul(16, 16, 16);
        auto_schedule(program.what, program.arguments, logged(trials));
    }
};

TEST_F(AutoSchedule, GivesTheFunctionWhatItHasFound) {
    tuned_program program = tuned_matmul(32, 32, 32);
    std::ostringstream told;
    tuning opts = few_trials();
    opts.progress = &told;
    const tuning_result found = auto_schedule(program.what, program.arguments, opts);
    EXPECT_EQ(found.best, program.what.get_schedule());
    EXPECT_EQ(6, found.counts.trials());
    EXPECT_LT(0, found.plain_seconds);
    EXPECT_LE(found.counts.measured, found.counts.proposed + 1);
    EXPECT_TRUE(program.what.is_legal(found.best));
    EXPECT_THAT(told.str(), HasSubstr("/6 trials, best "));
    EXPECT_THAT(found.text(), HasSubstr("  function    matmul\n  declared    "));
}

TEST_F(AutoSchedule, TriesTheProgramWithoutItsSchedule) {
    tuned_program program = tuned_matmul(32, 32, 32);
    const schedule own =
        program.what.get_schedule().with({"c_update_1", "unroll", {loop_reference{"l"}, 2}});
    program.what.set_schedule(own);
    const tuning_result found = auto_schedule(program.what, program.arguments, few_trials());
    ASSERT_LE(2U, found.candidates.size());
    EXPECT_EQ("start", found.candidates[0].sketch);
    EXPECT_EQ("declared", found.candidates[1].sketch);
    EXPECT_EQ("measured", found.candidates[1].outcome) << found.candidates[1].reason;
}

TEST_F(AutoSchedule, RefusesSizesOfWhatIsNoArgument) {
    tuned_program program = tuned_matmul(8, 8, 8);
    tuning opts = few_trials();
    opts.sizes["m"] = 8;
    EXPECT_THAT(
        [&] { auto_schedule(program.what, program.arguments, opts); },
        ::testing::ThrowsMessage<user_error>(HasSubstr(
            "function \"matmul\": auto_schedule: there is no scalar argument \"m\" to give a "
            "size to; the function has none")));
}

TEST_F(AutoSchedule, RefusesSizesThatNoCallCanHave) {
    const auto told = [](long size) {
        tuned_program program = tuned_matmul_of_the_call();
        tuning opts = few_trials();
        opts.sizes["n"] = size;
        try {
            auto_schedule(program.what, program.arguments, opts);
        } catch (const user_error &wrong) {
            return std::string(wrong.what());
        }
        return std::string();
    };
    EXPECT_THAT(told(1000000),
                HasSubstr("the arguments up to \"a_memory\" take 4e+03 GB; a call is "
                          "measured with up to "));
    EXPECT_THAT(told(-3), HasSubstr("the size n of buffer \"a_memory\" would be -3"));
    EXPECT_THAT(told(5000000000),
                HasSubstr("\"n\" is of type int32, which has no value 5000000000"));
}

/// What the compiler has to know of sizes it does not know of those of a call.
TEST_F(AutoSchedule, ProposesNothingThatSizesOfTheCallForbid) {
    for (const long size : {24, 40}) {
        tuned_program program = tuned_matmul_of_the_call();
        tuning opts = few_trials();
        opts.sizes["n"] = size;
        opts.trials = 0;
        opts.with_library = false;
        const tuning_result found = auto_schedule(program.what, program.arguments, opts);
        EXPECT_EQ(0, found.counts.refused) << size;
        for (const tuned_candidate &one : found.candidates) {
            EXPECT_NE("refused", one.outcome) << one.reason;
        }
        EXPECT_LT(0, found.best_seconds) << size;
    }
}

TEST_F(AutoSchedule, PredictsWithoutRunningAnything) {
    for (const auto &[name, make] : small_tuned_programs()) {
        const auto predicted = [make = make] {
            tuned_program program = make();
            tuning opts;
            opts.trials = 0;
            opts.threads = 2;
            opts.with_library = false;
            return auto_schedule(program.what, program.arguments, opts);
        };
        const tuning_result found = predicted();
        EXPECT_EQ(0, found.counts.trials()) << name;
        EXPECT_LT(0, found.best_seconds) << name;
        EXPECT_FALSE(found.best.empty()) << name;
        EXPECT_EQ(found.best, predicted().best) << name << ": the same seed";
    }
}

TEST_F(AutoSchedule, GoesOnWithALog) {
    tune_product(4);
    EXPECT_EQ(4U, lines_of(log_).size());
    // As if it had been killed in the middle of a line.
    std::ofstream(log_, std::ios::app) << R"({"version":1,"algo)";
    tuned_program later = tuned_matmul(16, 16, 16);
    tuning opts = logged(7);
    opts.resume = true;
    const tuning_result found = auto_schedule(later.what, later.arguments, opts);
    EXPECT_LE(1, found.counts.resumed);
    EXPECT_EQ(3, found.counts.trials() - found.counts.resumed);
    EXPECT_EQ(7U, read_log(log_, {}).size());
    EXPECT_EQ(7U, lines_of(log_).size());
}

/// Trials that the log knows count, whether the search comes to them again or not.
TEST_F(AutoSchedule, GoesOnForMoreTrialsOnly) {
    tune_product(12);
    tuned_program later = tuned_matmul(16, 16, 16);
    tuning opts = logged(12);
    opts.resume = true;
    opts.seed = 5;
    const tuning_result found = auto_schedule(later.what, later.arguments, opts);
    EXPECT_EQ(12U, read_log(log_, {}).size());
    double best = 1;
    for (const log_record &one : read_log(log_, {})) {
        best = one.came.is_measured() ? std::min(best, one.came.seconds) : best;
    }
    EXPECT_EQ("known", found.candidates.back().sketch);
    EXPECT_EQ(best, found.candidates.back().seconds);
}

TEST_F(AutoSchedule, KnowsTheSizesThatALogIsOf) {
    const auto tune_with = [&](long size) {
        tuned_program program = tuned_matmul_of_the_call();
        tuning opts = logged(3);
        opts.sizes["n"] = size;
        opts.resume = true;
        return auto_schedule(program.what, program.arguments, opts);
    };
    std::ofstream(log_) << "";
    tune_with(8);
    EXPECT_EQ(0, tune_with(40).counts.resumed);
    EXPECT_EQ(6U, read_log(log_, {}).size());
    const std::vector<log_record> all = read_log(log_, {});
    EXPECT_NE(task_of(all.front()), task_of(all.back()));
    double best = 1;
    for (const log_record &one : all) {
        const bool is_last = one.scalars == std::map<std::string, long>{{"n", 40}};
        best = is_last && one.came.is_measured() ? std::min(best, one.came.seconds) : best;
    }
    tuned_program later = tuned_matmul_of_the_call();
    EXPECT_EQ(best, apply_tuning_log(later.what, log_)); // not what took less at size 8
}

TEST_F(AutoSchedule, AddsToLogsOnly) {
    for (const std::string text : {"a thesis\n", "a thesis without an end", "\x01\x02\x03"}) {
        std::ofstream(log_, std::ios::binary) << text;
        EXPECT_THAT([&] { tune_product(2); },
                    ::testing::ThrowsMessage<user_error>(HasSubstr("tuning log \"" + log_ + "\"")));
        std::ostringstream now;
        now << std::ifstream(log_, std::ios::binary).rdbuf();
        EXPECT_EQ(text, now.str());
    }
}

TEST_F(AutoSchedule, EndsWhereItIsStopped) {
    tuned_program program = tuned_matmul(16, 16, 16);
    tuning opts = few_trials();
    opts.trials = 1000;
    int asked = 0;
    opts.stop = [&] { return ++asked > 3; };
    const tuning_result found = auto_schedule(program.what, program.arguments, opts);
    EXPECT_GE(4, found.counts.trials());
    EXPECT_LE(1, found.counts.trials());
    EXPECT_EQ(found.best, program.what.get_schedule());
}

TEST_F(AutoSchedule, SaysBeforeTheSearchThatAModelCannotBeKept) {
    tuned_program program = tuned_matmul(16, 16, 16);
    tuning opts = few_trials();
    opts.model = "learned";
    opts.model_file = folder_ / "none/model.json";
    opts.trials = 100000;
    EXPECT_THAT([&] { auto_schedule(program.what, program.arguments, opts); },
                ::testing::ThrowsMessage<io_error>(HasSubstr("No such file or directory")));
}

/// Each of many stages reads the one before at five places.
TEST_F(AutoSchedule, PredictsForLongChainsOfStencils) {
    init("chain");
    constexpr int stages = 20, size = 100;
    const var in_y("in_y", 0, size), in_x("in_x", 0, size);
    input in("in", {in_y, in_x}, p_float32);
    buffer in_memory("in_memory", {size, size}, p_float32, a_input),
        out_memory("out_memory", {size, size}, p_float32, a_output);
    in.store_in(&in_memory);
    std::vector<computation> all;
    for (int s = 0; s < stages; ++s) {
        const var y("y", s + 1, size - s - 1), x("x", s + 1, size - s - 1);
        const auto before = [&](const expr &at_y, const expr &at_x) -> expr {
            return s == 0 ? expr(in(at_y, at_x)) : expr(all.back()(at_y, at_x));
        };
        const expr sum = before(y, x) + before(y - 1, x) + before(y + 1, x) + before(y, x - 1) +
                         before(y, x + 1);
        all.emplace_back("stage_" + std::to_string(s), std::vector<var>{y, x}, sum * 0.2f);
    }
    all.back().store_in(&out_memory);
    tuning opts = few_trials();
    opts.trials = 0;
    opts.with_library = false;
    const tuning_result found =
        auto_schedule(*global::get_implicit_function(), {&in_memory, &out_memory}, opts);
    EXPECT_FALSE(found.is_unchanged);
    int inlined = 0;
    for (const command &one : found.best.commands()) {
        inlined += one.name == "compute_inline" ? 1 : 0;
    }
    EXPECT_GT(stages / 2, inlined); // 25 sums of 5 for each of two that follow one another
}

TEST_F(AutoSchedule, AppliesALog) {
    tune_product(5);
    const log_record *best = nullptr;
    const std::vector<log_record> all = read_log(log_, {});
    for (const log_record &one : all) {
        const bool is_first = best == nullptr;
        if (one.came.is_measured() && (is_first || one.came.seconds < best->came.seconds)) {
            best = &one;
        }
    }
    {
        tuned_program later = tuned_matmul(16, 16, 16);
        apply_tuning_log(later.what, log_);
        EXPECT_EQ(best->what, later.what.get_schedule());
    }
    tuned_program other = tuned_matmul(17, 16, 16);
    EXPECT_THAT([&] { apply_tuning_log(other.what, log_); },
                ::testing::ThrowsMessage<user_error>(
                    HasSubstr("has no schedule that was measured for the algorithm of function "
                              "\"matmul\" as it is now; tune it again")));
}

TEST_F(AutoSchedule, RefusesADamagedLog) {
    tune_product(2);
    std::vector<std::string> lines = lines_of(log_);
    const auto error_of = [&](const std::string &second) {
        std::ofstream(log_) << lines[0] << '\n' << second << '\n';
        try {
            read_log(log_, {});
        } catch (const user_error &wrong) {
            return std::string(wrong.what());
        }
        return std::string();
    };
    EXPECT_THAT(error_of("{ no record"),
                HasSubstr("line 2 is no record of a trial; take the line out, or begin a new log"));
    EXPECT_THAT(error_of(R"({"version":2})"),
                HasSubstr("line 2: has version 2; this program reads version 1"));
    EXPECT_THAT(error_of(R"({"version":1,"algorithm":"a","machine":"m","schedule":{},)"
                         R"("outcome":"lucky"})"),
                HasSubstr("line 2: "));
    EXPECT_EQ("", error_of(lines[1]));
}

TEST_F(AutoSchedule, RefusesWhatMakesNoSense) {
    tuned_program program = tuned_matmul(4, 4, 4);
    const auto refuses = [&](const tuning &opts, const std::string &text) {
        EXPECT_THAT([&] { auto_schedule(program.what, program.arguments, opts); },
                    ::testing::ThrowsMessage<user_error>(HasSubstr(text)));
    };
    tuning opts = few_trials();
    opts.trials = -1;
    refuses(opts, "function \"matmul\": auto_schedule: trials is -1; it must be 0, to run "
                  "nothing, or more");
    opts = few_trials();
    opts.threads = -2;
    refuses(opts, "threads is -2; it must be 0, for as many as usual, or more");
    opts = few_trials();
    opts.run_seconds = std::nan("");
    refuses(opts, "run_seconds is nan; it must be above 0");
    opts = few_trials();
    opts.build_seconds = -1;
    refuses(opts, "build_seconds is -1.000000; it must be above 0");
    opts = few_trials();
    float value = 0;
    opts.arguments.emplace("none", jit_argument(&value, {1}));
    refuses(opts, "values are given for \"none\", which is no buffer of the function");
    opts = few_trials();
    opts.resume = true;
    refuses(opts, "resume needs the log to go on with; name it by tuning::log");
    EXPECT_TRUE(program.what.get_schedule().empty());
}

TEST_F(AutoSchedule, StopsAtItsTime) {
    tuned_program program = tuned_matmul(16, 16, 16);
    tuning opts = few_trials();
    opts.trials = 100000;
    opts.seconds = 1;
    EXPECT_GT(1000, auto_schedule(program.what, program.arguments, opts).counts.trials());
}

/// In a program that gives it to a computation with updates, c is the last of them.
TEST(ScheduleAsCpp, DeclaresWhatItNames) {
    const tuned_program product = tuned_matmul(8, 8, 8);
    const schedule what(
        "f", {{"c_update_1", "split", {loop_reference("i"), 8, new_loop("i_0"), new_loop("i_1")}},
              {"c", "parallelize", {loop_reference("i")}},
              {"a", "parallelize", {loop_reference("i")}},
              {"c_update_1", "after", {computation_reference{"c"}, loop_reference("i")}}});
    EXPECT_EQ("var i_0(\"i_0\"), i_1(\"i_1\");\n"
              "computation c_init = c.init();\n"
              "computation c_update_1 = c.update(0);\n"
              "c_update_1.split(i, 8, i_0, i_1);\n"
              "c_init.parallelize(i);\n"
              "a.parallelize(i);\n"
              "c_update_1.after(c_init, i);\n",
              as_cpp(what, product.what));
}

} // namespace
} // namespace tiramisu::tune
