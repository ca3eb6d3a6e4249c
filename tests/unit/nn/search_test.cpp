// What find() tries, in which order and for how long, on a clock that only solvers move.
#include "nn/framework/find/search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#include "support/side_by_side.h"
#include "tiramisu/error.h"

namespace tiramisu::nn {
namespace {

/// What a solver does in a trial: seconds.
struct behaviour {
    double compile = 1, run = 1.0 / 1024;
    float result = 1;
};

class written_trial : public trial {
public:
    explicit written_trial(std::map<std::string, behaviour> solvers)
        : solvers_(std::move(solvers)) {}

    std::function<void()> prepared(const layer_options &opts) override {
        const std::string name =
            opts.solver + (opts.configuration.empty() ? "" : " ") + opts.configuration;
        tried.push_back(name);
        const auto known = solvers_.find(name);
        const behaviour how = known == solvers_.end() ? behaviour() : known->second;
        now_ += how.compile;
        if (how.result < 0) {
            throw user_error("a solver", "run", "has no result");
        }
        return [this, how] {
            now_ += how.run;
            result_ = how.result;
        };
    }
    /// One, so that the clock and the order are those of these lines.
    std::size_t prepared_at_once() const override { return 1; }
    void reset() override { result_ = 0; }
    std::vector<float> result() const override { return {result_}; }
    double seconds() const override { return now_; }

    std::vector<std::string> tried;

private:
    std::map<std::string, behaviour> solvers_;
    double now_ = 1024;
    float result_ = 0;
};

/// Each solver but the naive one waits, while it is prepared, for a second one to be prepared.
class meeting_trial : public trial {
public:
    std::function<void()> prepared(const layer_options &opts) override {
        if (opts.solver != "naive") {
            meet();
        }
        if (opts.solver == "failing") {
            throw user_error("a solver", "run", "has no result");
        }
        return [this] { runs_elsewhere |= std::this_thread::get_id() != owner_; };
    }
    std::size_t prepared_at_once() const override { return 2; }
    void reset() override {}
    std::vector<float> result() const override { return {1}; }

    bool have_met = false, runs_elsewhere = false;

private:
    const std::thread::id owner_ = std::this_thread::get_id();
    std::mutex mutex_;
    std::condition_variable came_;
    int waiting_ = 0;

    void meet() {
        std::unique_lock lock(mutex_);
        waiting_++;
        came_.notify_all();
        have_met = came_.wait_for(lock, std::chrono::seconds(20), [&] { return waiting_ == 2; });
    }
};

/// With so many configurations, x=0, x=1 and so on; one without parameters has one.
contestant solver(const std::string &name, int configurations = 1) {
    contestant made{name, 1, "", {}};
    for (int x = 0; x < configurations; x++) {
        made.configurations.push_back(configurations == 1 ? configuration{}
                                                          : configuration{{"x", x}});
    }
    return made;
}

const std::vector<contestant> three = {solver("a", 2), solver("b", 2), solver("c", 2),
                                       solver("naive")};

search_options within(double seconds) {
    search_options opts;
    opts.seconds = seconds;
    return opts;
}

using names = std::vector<std::string>;

/// Whatever counts or does not for this reason, in the order of the results.
names those(const std::vector<find_result> &all, const std::string &why_not) {
    names found;
    for (const find_result &one : all) {
        if (one.why_not == why_not) {
            found.push_back(one.record.solver + (one.record.configuration.empty() ? "" : " ") +
                            one.record.configuration);
        }
    }
    return found;
}

long left(const std::vector<find_result> &all) {
    return std::count_if(all.begin(), all.end(),
                         [](const find_result &one) { return one.is_left; });
}

TEST(Search, EndsWhenItsSecondsAreSpentAndTellsWhatItDidNotTry) {
    written_trial on({});
    const std::vector<find_result> found = ranked(three, on, within(2.5));
    EXPECT_EQ(on.tried, (names{"naive", "a x=0", "b x=0"}));
    EXPECT_EQ(those(found, ""), (names{"a x=0", "b x=0"}));
    EXPECT_EQ(those(found, "not tried: the 2.5 s of search_options::seconds were spent"),
              (names{"c x=0", "a x=1", "b x=1", "c x=1"}));
    EXPECT_EQ(found.back().record.solver, "naive");
}

TEST(Search, TriesTheFirstHoweverLittleTimeThereIs) {
    written_trial on({});
    EXPECT_EQ(those(ranked(three, on, within(1e-3)), ""), names{"a x=0"});
    EXPECT_EQ(on.tried, (names{"naive", "a x=0"}));
}

TEST(Search, TriesTheNaiveSolverWhereNothingElseCounts) {
    written_trial on({{"a x=0", {1, 0.001f, -1}}});
    const std::vector<find_result> found = ranked(three, on, within(1e-3));
    EXPECT_EQ(those(found, ""), names{"naive"});
    EXPECT_EQ(found[1].record.solver, "a");
    EXPECT_NE(found[1].why_not.find("has no result"), std::string::npos) << found[1].why_not;
}

TEST(Search, TakesAsLongAsItNeedsWithoutABound) {
    written_trial on({});
    EXPECT_EQ(those(ranked(three, on, within(0)), "").size(), 6u);
}

TEST(Search, KeepsTimeForTheRoundsThatAreDue) {
    written_trial on({{"a x=0", {0, 1}}, {"b x=0", {0, 1}}});
    // naive 1 s; a runs for 4 s, and has five rounds of 1 s before it
    EXPECT_EQ(those(ranked(three, on, within(10)), ""), names{"a x=0"});
    written_trial longer({{"a x=0", {0, 1}}, {"b x=0", {0, 1}}});
    EXPECT_EQ(those(ranked(three, longer, within(10.5)), "").size(), 2u);
}

TEST(Search, BeginsNoConfigurationForWhichItsSolverTakesTooLong) {
    written_trial on({{"a x=0", {3, 1.0 / 1024}}});
    const std::vector<find_result> found = ranked(three, on, within(7.5));
    EXPECT_EQ(on.tried, (names{"naive", "a x=0", "b x=0", "c x=0", "b x=1"}));
    EXPECT_EQ(those(found, "not tried: the 7.5 s of search_options::seconds were spent"),
              (names{"a x=1", "c x=1"}));
}

TEST(Search, TriesAllSolversOnceBeforeOneAgainAndThenTheFastestFirst) {
    written_trial on({{"a x=0", {1, 0.03}}, {"b x=0", {1, 0.02}}, {"c x=0", {1, 0.01}}});
    ranked(three, on, within(0));
    EXPECT_EQ(on.tried, (names{"naive", "a x=0", "b x=0", "c x=0", "c x=1", "b x=1", "a x=1"}));
}

TEST(Search, LosesPatienceWithASolverThatBecomesNoFaster) {
    written_trial on({{"a x=0", {0, 0.010}},
                      {"a x=1", {0, 0.009}},
                      {"a x=2", {0, 0.020}},
                      {"a x=3", {0, 0.020}},
                      {"b x=0", {0, 0.010}},
                      {"b x=1", {0, 0.020}},
                      {"b x=2", {0, 0.020}}});
    search_options opts = within(0);
    opts.patience = 2;
    const std::vector<find_result> found =
        ranked({solver("a", 5), solver("b", 4), solver("naive")}, on, opts);
    EXPECT_EQ(those(found, "not tried: 2 configurations before it bettered nothing "
                           "(search_options::patience)"),
              (names{"b x=3", "a x=4"}));
    EXPECT_EQ(left(found), 0);
    EXPECT_EQ(those(found, "").size(), 4u + 3u);
}

TEST(Search, EndsWhenItIsAskedTo) {
    written_trial on({});
    int asked = 0;
    search_options opts = within(0);
    opts.stop = [&] { return ++asked == 2; };
    const std::vector<find_result> found = ranked(three, on, opts);
    EXPECT_EQ(asked, 2);
    EXPECT_EQ(those(found, ""), (names{"a x=0", "b x=0"}));
    EXPECT_EQ(those(found, "not tried: search_options::stop ended the search").size(), 4u);
    EXPECT_EQ(left(found), 4);
}

TEST(Search, CountsNoResultThatIsWrong) {
    written_trial on({{"b x=0", {1, 0.0001, 1.5f}}});
    const std::vector<find_result> found = ranked(three, on, within(0));
    EXPECT_EQ(those(found, "its result is wrong: it differs from that of the naive solver by "
                           "0.500000 of the largest value"),
              names{"b x=0"});
}

TEST(Search, PreparesSolversSideBySideAndRunsThemOneByOne) {
    if (support::processors() < 2) {
        GTEST_SKIP() << "there is one processor";
    }
    meeting_trial on;
    const std::vector<find_result> found =
        ranked({solver("failing"), solver("other"), solver("naive")}, on, within(0));
    EXPECT_TRUE(on.have_met);
    EXPECT_FALSE(on.runs_elsewhere);
    EXPECT_EQ(those(found, ""), names{"other"});
    EXPECT_NE(found[1].why_not.find("has no result"), std::string::npos) << found[1].why_not;
}

TEST(Search, TellsWhyNothingCan) {
    written_trial on({});
    contestant cannot{"a", 1, "stride 2, must be 1", {}};
    EXPECT_EQ(those(ranked({cannot}, on, {}), "stride 2, must be 1"), names{"a"});
    EXPECT_TRUE(on.tried.empty());
}

TEST(Contestants, ComeAsTheRuleTakesThemAndThenByTheirWork) {
    std::vector<contestant> all = {solver("first"), solver("lean"), solver("rule's"),
                                   solver("rule's later"), solver("naive")};
    all[0].why_not = "stride 2, must be 1";
    all[0].is_for_rule = all[2].is_for_rule = all[3].is_for_rule = true;
    all[1].relative_work = 0.4;
    names order;
    for (const contestant &one : most_promising_first(all)) {
        order.push_back(one.solver);
    }
    EXPECT_EQ(order, (names{"rule's", "lean", "first", "rule's later", "naive"}));
}

} // namespace
} // namespace tiramisu::nn
