#include <csignal>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "autoscheduler/measure/worker.h"
#include "support/tuned_programs.h"

namespace tiramisu::tune {
namespace {

using namespace oracle;
using ::testing::HasSubstr;
using outcome = trial::outcome;

command rows_of_eight() {
    return {"c_update_1", "split", {loop_reference("i"), 8}};
}

/// A product, a worker for it, and a candidate that is told from the plain program.
class measured_product {
public:
    explicit measured_product(worker_settings opts = {})
        : program_(tuned_matmul(16, 16, 16)),
          data_(program_.what, program_.arguments, {}, {}, 1, {}),
          plain_(program_.what.get_schedule()), candidate_(plain_.with(rows_of_eight())),
          by_(program_.what, program_.arguments, data_, plain_, quick(std::move(opts))) {}

    worker &by() { return by_; }
    const schedule &candidate() const { return candidate_; }
    const schedule &plain() const { return plain_; }

private:
    tuned_program program_;
    call_data data_;
    const schedule plain_, candidate_;
    worker by_;

    static worker_settings quick(worker_settings opts) {
        opts.least_seconds = 0.001;
        return opts;
    }
};

/// Settings under which building the candidate does this.
worker_settings with_candidate(const std::function<void()> &failure) {
    worker_settings opts;
    opts.before_build = [failure](const schedule &what) {
        if (!what.empty()) {
            failure();
        }
    };
    return opts;
}

/// What becomes of the candidate; the program itself is measured before and after it.
trial outcome_of_failure(const std::function<void()> &failure, worker_settings opts = {}) {
    opts.before_build = with_candidate(failure).before_build;
    measured_product product(opts);
    EXPECT_EQ("", product.by().measure(product.plain()).problem);
    trial came = product.by().measure(product.candidate());
    EXPECT_EQ("", product.by().measure(product.plain()).problem);
    EXPECT_EQ(2, product.by().copies());
    return came;
}

TEST(Worker, MeasuresInOneCopyOfTheProcess) {
    measured_product product;
    const trial plain = product.by().measure_plain(),
                other = product.by().measure(product.candidate());
    EXPECT_EQ("", plain.problem);
    EXPECT_EQ("", other.problem);
    EXPECT_LT(0, plain.seconds);
    EXPECT_LT(0, other.build_seconds);
    EXPECT_EQ(1, product.by().copies());
}

TEST(Worker, OutlivesACrash) {
    const trial came = outcome_of_failure([] { std::raise(SIGSEGV); });
    EXPECT_EQ(outcome::crashed, came.what);
    EXPECT_THAT(came.problem, HasSubstr("ended by signal 11"));
}

TEST(Worker, OutlivesAnExit) {
    EXPECT_EQ(outcome::crashed, outcome_of_failure([] { _exit(3); }).what);
}

TEST(Worker, EndsWhatDoesNotEnd) {
    worker_settings opts;
    opts.build_time = std::chrono::milliseconds(3000);
    const trial came = outcome_of_failure(
        [] {
            for (;;) {
                std::this_thread::sleep_for(std::chrono::seconds(1));
            }
        },
        opts);
    EXPECT_EQ(outcome::slow_build, came.what);
    EXPECT_EQ("stopped after 3000 ms, its limit", came.problem);
}

TEST(Worker, EndsWhatTakesTooMuchMemory) {
    worker_settings opts;
    opts.memory = std::size_t{1} << 30U;
    const trial came = outcome_of_failure(
        [] {
            std::vector<std::vector<char>> all;
            for (;;) {
                all.emplace_back(1 << 24, 'x');
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
        },
        opts);
    EXPECT_EQ(outcome::out_of_memory, came.what);
}

TEST(Worker, TellsWhyNothingWasBuilt) {
    worker_settings opts =
        with_candidate([] { throw std::runtime_error("no code for this today"); });
    measured_product product(opts);
    const trial came = product.by().measure(product.candidate());
    EXPECT_EQ(outcome::not_built, came.what);
    EXPECT_EQ("no code for this today", came.problem);
    EXPECT_EQ(1, product.by().copies());
}

TEST(Worker, ComparesBeforeATimeCounts) {
    // What is declared, and what is measured, begin from other values.
    tuned_program program = tuned_matmul(8, 8, 8);
    call_data data(program.what, program.arguments, {}, {}, 1, {});
    const schedule plain = program.what.get_schedule();
    data.keep_as_expected(); // random numbers, no product
    worker by(program.what, program.arguments, data, plain, {});
    const trial came = by.measure(plain);
    EXPECT_EQ(outcome::wrong, came.what);
    EXPECT_THAT(came.problem, HasSubstr("c_memory[0, 0] is "));
    EXPECT_THAT(came.problem, HasSubstr(", the program as it is declared makes "));
}

TEST(Worker, LeavesNoProcessBehind) {
    pid_t copy = 0;
    {
        support::conversation one([](support::line_channel &channel) {
            while (channel.receive()) {
                std::this_thread::sleep_for(std::chrono::seconds(100));
            }
        });
        copy = one.process();
        one.ask("sleep", {std::chrono::milliseconds(20), std::nullopt});
    }
    EXPECT_EQ(-1, kill(copy, 0));
}

TEST(CallData, AsksForSizes) {
    init("sized");
    const constant n("n", p_int32);
    const var i("i", 0, n);
    computation c("c", {i}, cast(p_float32, i));
    buffer c_memory("c_memory", {expr(n)}, p_float32, a_output);
    c.store_in(&c_memory);
    const function what = *global::get_implicit_function();
    const auto make = [&](const std::map<std::string, long> &sizes) {
        return call_data(what, {&c_memory}, {}, sizes, 1, {}).bytes();
    };
    EXPECT_THAT([&] { make({}); },
                ::testing::ThrowsMessage<user_error>(
                    HasSubstr("the argument \"n\" has no value to measure with; give it one by "
                              "tuning::sizes[\"n\"], or by --set n=64 of the tool")));
    EXPECT_EQ(40, make({{"n", 10}}));
}

TEST(CallData, RefusesValuesOfOtherSizes) {
    const tuned_program program = tuned_matmul(4, 4, 4);
    std::vector<float> values(4);
    EXPECT_THAT(
        [&] {
            call_data(program.what, program.arguments, {{"a_memory", {values.data(), {2, 2}}}}, {},
                      1, {});
        },
        ::testing::ThrowsMessage<user_error>(HasSubstr("the values given for \"a_memory\" are of "
                                                       "another type or other sizes")));
}

TEST(Worker, MeasuresInTurnsWhatItBuildsOnce) {
    int built = 0;
    worker_settings opts;
    opts.before_build = [&](const schedule &) { ++built; };
    measured_product product(opts);
    ASSERT_TRUE(product.by().measure(product.candidate()).is_measured());
    const std::vector<double> times =
        product.by().measure_in_turns({product.candidate(), product.plain()}, 3);
    ASSERT_EQ(2U, times.size());
    EXPECT_LT(0, times[0]);
    EXPECT_LT(0, times[1]);
    EXPECT_EQ(0, built); // in the copy alone
}

TEST(Worker, KnowsNothingOfTurnsThatFail) {
    const std::vector<double> times = [] {
        measured_product product(with_candidate([] { std::raise(SIGKILL); }));
        return product.by().measure_in_turns({product.plain(), product.candidate()}, 2);
    }();
    EXPECT_EQ((std::vector<double>{0, 0}), times);
}

/// Values that it takes for places are random.
TEST(Worker, RefusesAProgramThatWritesBesideItsArguments) {
    init("bins");
    const var i("i", 0, 100), in_i("in_i", 0, 100), bin("bin", 0, 4);
    input in("in", {in_i}, p_int32);
    buffer in_memory("in_memory", {100}, p_int32, a_input),
        out_memory("out_memory", {4}, p_int32, a_output);
    in.store_in(&in_memory);
    computation counts("counts", {bin}, 0);
    counts.store_in(&out_memory);
    counts(in(i)) += 1;
    function what = *global::get_implicit_function();
    std::vector<buffer *> arguments = {&in_memory, &out_memory};
    call_data data(what, arguments, {}, {}, 1, {});
    worker by(what, arguments, data, what.get_schedule(), {});
    const trial came = by.measure_plain();
    EXPECT_EQ(outcome::failed, came.what);
    EXPECT_THAT(came.problem, HasSubstr("memory beside out_memory was written"));
    EXPECT_THAT(came.problem, HasSubstr("give them by tuning::arguments"));
}

} // namespace
} // namespace tiramisu::tune
