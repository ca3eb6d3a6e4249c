#include <gtest/gtest.h>

#include "core/search/schedule_trial.h"
#include "support/functions.h"

namespace tiramisu::testing {
namespace {

/// q(i, j) from p(i, j), which keeps one element, in the same loops: a shared order that stands and
/// falls with both nests.
struct two_nests : in_function {
    explicit two_nests(const std::string &name)
        : in_function(name), i("i", 0, 40), j("j", 0, 60), one("one", {1}, p_int32, a_temporary),
          mem("mem", {40, 60}, p_int32, a_output), p("p", {i, j}, cast(p_int32, i + j)),
          q("q", {i, j}, p(i, j) + 1) {
        p.store_in(&one, {0});
        q.store_in(&mem);
        q.after(p, j);
    }
    var i, j;
    buffer one, mem;
    computation p, q;

    /// How often the schedule that there is can be tried before the work is done.
    static int trials() {
        const function f = current();
        core::function_state &state = *f.state();
        const core::analysis now = analysis_of(f);
        const std::vector<core::command> commands(state.commands);
        core::schedule_trial trial(state, now, core::guess_arguments(state));
        int count = 0;
        for (; count < 1000 && trial.may_try(); ++count) {
            trial.keeps_meaning(commands);
        }
        EXPECT_FALSE(trial.keeps_meaning(commands));
        return count;
    }
};

TEST(ScheduleTrial, CheapTrialsAreMany) {
    const two_nests made("cheap_trials");
    const int count = two_nests::trials();
    EXPECT_GT(count, 100);
    EXPECT_LT(count, 1000);
}

TEST(ScheduleTrial, CostlyTrialsAreFew) {
    two_nests made("costly_trials");
    const var i0("i0"), j0("j0"), i1("i1"), j1("j1"), i2("i2"), j2("j2");
    made.q.tile(made.i, made.j, 2, 4, i0, j0, i1, j1);
    made.q.skew(i0, j0, 1, 3, 1, 2, i2, j2);
    made.q.tile(i2, j2, i1, 2, 4, 1, var("a"), var("b"), var("c"), var("d"), var("e"), var("f"));
    const int count = two_nests::trials();
    EXPECT_LT(count, 80);
    EXPECT_EQ(count, two_nests::trials());
}

} // namespace
} // namespace tiramisu::testing
