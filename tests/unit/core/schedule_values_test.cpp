// Schedules that are taken from functions, changed, compared, and given to functions.

#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/meaning/meaning.h"
#include "support/functions.h"
#include "support/known_state.h"
#include "support/throws.h"

namespace tiramisu::testing {
namespace {

using oracle::known_state;
using oracle::throws;

/// doubled(i, k) = 2 * in(i, k), s(i) += doubled(i, k), last(i) = s(i) + 1
struct sums : in_function {
    sums() : in_function("sums"), f(current()) {
        in.store_in(&in_mem);
        last.store_in(&out);
        s(i) += doubled(i, k);
        last.set_expression(s(i) + 1);
    }

    /// A command of every kind that adds statements.
    void schedule_all() {
        s.split(k, 4, "ko", "ki");
        s.rfactor("ko", u).split(i, 8);
        s.parallelize(i);
        last.split(i, 5, "io", "ii");
        last.cache_read(s, "io").unroll("i", 5);
        doubled.compute_inline();
    }

    std::vector<std::int32_t> run() { return run(f, {&in_mem, &out}); }
    static std::vector<std::int32_t> run(function what, const std::vector<buffer *> &arguments) {
        std::vector<std::int32_t> from(400), to(20);
        for (int at = 0; at < 400; ++at) {
            from[static_cast<std::size_t>(at)] = 3 * (at / 20) - at % 20;
        }
        const auto code = what.compile(arguments);
        EXPECT_EQ(0, code({{from.data(), p_int32, {20, 20}}, {to.data(), p_int32, {20}}}));
        return to;
    }

    const var i = var("i", 0, 20), k = var("k", 0, 20), u = var("u");
    buffer in_mem = buffer("in_mem", {20, 20}, p_int32, a_input),
           out = buffer("out", {20}, p_int32, a_output);
    input in = input("in", {i, k}, p_int32);
    computation doubled = computation("doubled", {i, k}, in(i, k) * 2);
    computation s = computation("s", {i}, expr(7));
    computation last = computation("last", {i}, p_int32);
    function f;
};

class ScheduleValues : public ::testing::Test, protected sums {};

TEST_F(ScheduleValues, AFunctionTakesItsOwnScheduleAgain) {
    schedule_all();
    const known_state before(*f.state());
    const std::string loops = f.loops_text();
    f.set_schedule(f.get_schedule());
    EXPECT_EQ(before, known_state(*f.state()));
    EXPECT_EQ(loops, f.loops_text());
}

TEST_F(ScheduleValues, TheEmptyOneTakesAllCommandsBack) {
    const known_state declared(*f.state());
    const std::vector<std::int32_t> expected = run();
    schedule_all();
    const schedule all = f.get_schedule();
    EXPECT_EQ(expected, run());
    f.set_schedule(schedule("sums"));
    EXPECT_EQ(declared, known_state(*f.state()));
    EXPECT_EQ("", f.schedule_text());
    EXPECT_EQ(expected, run());
    f.set_schedule(all);
    EXPECT_EQ(expected, run());
    EXPECT_EQ(all, f.get_schedule());
}

TEST_F(ScheduleValues, TextsAreReadAgain) {
    schedule_all();
    const schedule all = f.get_schedule();
    const schedule again = schedule::from_json(all.to_json());
    EXPECT_EQ(all, again);
    EXPECT_EQ(all.hash(), again.hash());
    EXPECT_EQ(f.schedule_text(), again.text());
}

TEST_F(ScheduleValues, AreEqualIfTheirCommandsAre) {
    const schedule none("sums");
    const schedule split = none.with({"last", "split", {loop_reference("i"), 4}});
    EXPECT_TRUE(none.empty());
    EXPECT_NE(none, split);
    EXPECT_NE(none.hash(), split.hash());
    EXPECT_NE(split, none.with({"last", "split", {loop_reference("i"), 5}}));
    EXPECT_NE(split, split.of("others"));
    EXPECT_EQ(split, none.with({"last", "split", {loop_reference(i), 4}, {"elsewhere.cpp", 3}}));
    EXPECT_EQ(none, split.first(0));
    EXPECT_EQ(split, split.first(7));
}

TEST_F(ScheduleValues, OneMoreCommandIsTriedOnTheFunction) {
    const known_state before(*f.state());
    const schedule split = f.get_schedule().apply(f, {"last", "split", {loop_reference("i"), 4}});
    EXPECT_EQ("last.split(i, 4);\n", split.text());
    EXPECT_TRUE(throws<user_error>(
        [&] {
            split.apply(f, {"last", "parallelize", {loop_reference("i")}});
        },
        {"command 2, last.parallelize(i);", "there is no loop \"i\"", "\"i_outer\""}));
    EXPECT_EQ(before, known_state(*f.state()));
}

TEST_F(ScheduleValues, RfactorIsTriedAndTakenBack) {
    const known_state before(*f.state());
    const schedule split =
        f.get_schedule().with({"s_update_1", "rfactor", {loop_reference("k"), new_loop("u")}});
    EXPECT_TRUE(f.is_legal(split));
    EXPECT_EQ(before, known_state(*f.state()));
    f.set_schedule(split);
    EXPECT_TRUE(f.is_legal(schedule("sums")));
    const known_state with_rfactor(*f.state());
    EXPECT_FALSE(before == with_rfactor);
    EXPECT_TRUE(f.is_legal(split));
    EXPECT_EQ(with_rfactor, known_state(*f.state()));
}

TEST_F(ScheduleValues, AnIllegalOneIsToldAsCodeGenerationTellsIt) {
    last.split(i, 4);
    const known_state before(*f.state());
    const schedule wrong =
        f.get_schedule().with({"s_update_1", "parallelize", {loop_reference("k")}});
    const verdict found = f.is_legal(wrong);
    EXPECT_FALSE(found);
    EXPECT_TRUE(f.is_legal(f.get_schedule()));
    EXPECT_EQ(before, known_state(*f.state()));
    f.set_schedule(wrong);
    try {
        run();
        FAIL() << "nothing was thrown";
    } catch (const schedule_error &refused) {
        ASSERT_TRUE(found.error);
        EXPECT_EQ(refused.problem(), found.error->problem());
        EXPECT_EQ(refused.dependence().suggestion, found.error->dependence().suggestion);
        EXPECT_NE("", found.error->dependence().suggestion);
        EXPECT_EQ(refused.dependence().witness, found.error->dependence().witness);
    }
}

/// y(0) = 2, then y(k) = y(0) + ... + y(k - 1) in one array: ordering commands are the meaning.
struct running_sums : in_function {
    running_sums() : in_function("running_sums") {
        y.store_in(&memory);
        first.store_in(&memory);
        s(k) += y(i);
        next.store_in(&memory, {k});
        s.init().then(s, k).then(next, k);
    }

    std::optional<schedule_error> refusal_by_code_generation(const schedule &what) {
        const schedule own = current().get_schedule();
        std::optional<schedule_error> refused;
        current().set_schedule(what);
        try {
            current().compile({&memory});
        } catch (const schedule_error &error) {
            refused = error;
        }
        current().set_schedule(own);
        return refused;
    }

    const var zero = var("zero", 0, 1), k = var("k", 1, 40), i = var("i", 0, k);
    buffer memory = buffer("memory", {40}, p_float32, a_output);
    input y = input("y", {i}, p_float32);
    computation first = computation("first", {zero}, 2.0f);
    computation s = computation("s", {k}, 0.0f);
    computation next = computation("next", {k}, s(k));
};

TEST(ScheduleValuesOfMeaning, AreJudgedAsCodeGenerationJudgesThem) {
    running_sums made;
    const command after = {"first", "after", {computation_reference{"s"}, loop_reference(0)}};
    const command vectorize = {"s", "vectorize", {loop_reference(0), 4}};
    const schedule own = current().get_schedule();
    for (const schedule &what :
         {own, own.with(after), own.with(vectorize), own.with(after).with(vectorize),
          own.with(vectorize).with(after)}) {
        const auto refused = made.refusal_by_code_generation(what);
        const verdict found = current().is_legal(what);
        ASSERT_EQ(!refused, static_cast<bool>(found)) << what.text();
        if (refused) {
            EXPECT_EQ(refused->problem(), found.error->problem());
        }
    }
    EXPECT_FALSE(current().is_legal(own.with(vectorize).with(after)));
}

TEST_F(ScheduleValues, HandlesOfWindowsMeanThoseThatAreMadeAgain) {
    last.split(i, 5, "io", "ii");
    computation window = last.cache_read(s, "io");
    const schedule staged = f.get_schedule();
    f.set_schedule(schedule("sums"));
    const auto is_refused = [&] {
        return throws<user_error>([&] { window.unroll("i", 5); },
                                  {"computation \"s_in_last_load\"", "unroll(i, 5)",
                                   "is no part of function \"sums\" now: set_schedule() has taken "
                                   "back the command that made it"});
    };
    EXPECT_TRUE(is_refused());
    f.set_schedule(staged);
    window.unroll("i", 5);
    EXPECT_EQ(staged.text() + "s_in_last_load.unroll(i, 5);\n", f.schedule_text());
    EXPECT_EQ((std::vector<std::string>{"io", "i", "i_unroll"}), window.get_loop_names());
}

TEST_F(ScheduleValues, HandlesOfWindowsMeanNothingElseOfTheirName) {
    last.split(i, 5, "io", "ii");
    computation window = last.cache_read(s, "io");
    f.set_schedule(schedule("sums"));
    const computation other("s_in_last_load", {i}, expr(3));
    EXPECT_TRUE(throws<user_error>([&] { window.unroll("i", 5); }, {"is no part of function"}));
    EXPECT_EQ("", f.schedule_text());
}

TEST_F(ScheduleValues, WhatNobodyHoldsIsNotKept) {
    const schedule staged = schedule("sums").with(
        {"last", "cache_read", {computation_reference{"s"}, loop_reference("root")}});
    for (int round = 0; round < 3; ++round) {
        f.set_schedule(staged);
        f.set_schedule(schedule("sums"));
    }
    EXPECT_TRUE(f.state()->former.computations.empty());
}

TEST_F(ScheduleValues, WindowsLieWhereTheProgramHasStoredThem) {
    last.split(i, 5, "io", "ii");
    buffer kept("kept", {8}, p_int32, a_temporary);
    last.cache_read(s, "io").init().store_in(&kept, {var("i")});
    const std::string loops = f.loops_text(), stored = f.algorithm_text();
    const schedule staged = f.get_schedule();
    f.set_schedule(schedule("sums"));
    f.set_schedule(staged);
    EXPECT_EQ(stored, f.algorithm_text());
    EXPECT_EQ(loops, f.loops_text());
}

TEST_F(ScheduleValues, WhatIsAcknowledgedEndsWithTheSchedule) {
    const schedule own = f.get_schedule();
    const schedule races = own.with({"s_update_1", "parallelize", {loop_reference("k")}});
    f.set_schedule(races);
    EXPECT_FALSE(f.check_legality_of_function());
    EXPECT_NO_THROW(run()) << "as the program was told";
    f.set_schedule(own);
    f.set_schedule(races);
    EXPECT_THROW(run(), schedule_error);
}

TEST_F(ScheduleValues, BuffersInLoopsThatCommandsMadeFollowThese) {
    last.split(i, 5, "io", "ii");
    s.get_buffer()->allocate_at(last.cache_read(s, "io"), var("i"));
    const schedule staged = f.get_schedule();
    f.set_schedule(staged);
    const auto is_told = [&] {
        return throws<user_error>([&] { f.loops_text(); }, {"allocate_at(s_in_last_load, i)",
                                                            "uses the buffer outside of loop"});
    };
    EXPECT_TRUE(is_told());
    const verdict answer = f.is_legal(staged);
    ASSERT_FALSE(answer);
    EXPECT_EQ("allocate_at(s_in_last_load, i)", answer.error->call());
    f.set_schedule(schedule("sums")); // there is no such loop any more
    EXPECT_EQ(run(), std::vector<std::int32_t>(20, 8));
    function copy = f.clone("copied"); // which knows the place, too
    f.set_schedule(staged);            // and now there is
    EXPECT_TRUE(is_told());
    copy.set_schedule(staged.of("copied"));
    EXPECT_TRUE(throws<user_error>([&] { copy.loops_text(); }, {"allocate_at(s_in_last_load, i)"}));
}

TEST_F(ScheduleValues, AQuestionLeavesBuffersInLoopsThatItPutsAside) {
    last.split(i, 5, "io", "ii");
    s.get_buffer()->allocate_at(last.cache_read(s, "io"), var("i"));
    const known_state before(*f.state());
    EXPECT_TRUE(f.is_legal(schedule("sums")));
    f.clone("copied");
    EXPECT_EQ(before, known_state(*f.state()));
    EXPECT_TRUE(throws<user_error>([&] { f.loops_text(); }, {"allocate_at(s_in_last_load, i)"}));
}

TEST_F(ScheduleValues, PartialResultsLieWhereTheProgramHasStoredThem) {
    buffer kept("kept", {20, 20}, p_int32, a_temporary);
    s.rfactor(k, u).store_in(&kept);
    const known_state before(*f.state());
    f.set_schedule(f.get_schedule());
    EXPECT_EQ(before, known_state(*f.state()));
}

TEST_F(ScheduleValues, CommandsBeforeTheOrderWasFixedArePartOfTheMeaning) {
    s.rfactor(k, u);
    f.perform_full_dependency_analysis();
    EXPECT_TRUE(throws<unsupported_error>([&] { f.set_schedule(schedule("sums")); },
                                          {"perform_full_dependency_analysis()", "rfactor"}));
}

TEST_F(ScheduleValues, ACloneIsAFunctionOfItsOwn) {
    schedule_all();
    const known_state before(*f.state());
    function copy = f.clone("copied");
    EXPECT_EQ(before, known_state(*f.state()));
    EXPECT_EQ(f.schedule_text(), copy.schedule_text());
    EXPECT_EQ(f.loops_text(), copy.loops_text());
    EXPECT_EQ(f.dependences_text(), copy.dependences_text());
    EXPECT_NE(f.state()->ctx.get(), copy.state()->ctx.get());
    copy.set_schedule(schedule("copied"));
    EXPECT_EQ(before, known_state(*f.state()));
    EXPECT_EQ(run(),
              run(copy, {copy.get_buffer_by_name("in_mem"), copy.get_buffer_by_name("out")}));
    EXPECT_EQ(nullptr, copy.get_buffer_by_name("nowhere"));
}

TEST_F(ScheduleValues, ClonesKnowWhatTheOriginalMeans) {
    EXPECT_TRUE(f.state()->known.empty());
    const function first = f.clone("first"), second = f.clone("second");
    ASSERT_EQ(1u, f.state()->known.size()); // found once, for all
    for (const function &copy : {first, second}) {
        ASSERT_EQ(1u, copy.state()->known.size());
        EXPECT_EQ(f.state()->known[0]->found->dependences.size(),
                  copy.state()->known[0]->found->dependences.size());
        copy.is_legal(schedule(copy.get_name()));
        EXPECT_EQ(1u, copy.state()->known.size());
    }
}

TEST_F(ScheduleValues, AProgramWithoutMeaningHasClones) {
    const input nowhere("nowhere", {i}, p_int32);
    const computation reader("reader", {i}, nowhere(i));
    EXPECT_TRUE(throws<user_error>([&] { f.is_legal(schedule("sums")); }, {"has no buffer"}));
    const function copy = f.clone("copied");
    EXPECT_TRUE(throws<user_error>([&] { copy.is_legal(schedule("copied")); }, {"has no buffer"}));
}

TEST_F(ScheduleValues, ClonesOutliveTheirOriginal) {
    std::optional<function> copy;
    {
        const function first = f.clone("first");
        copy = first.clone("second");
    }
    EXPECT_EQ(run(),
              run(*copy, {copy->get_buffer_by_name("in_mem"), copy->get_buffer_by_name("out")}));
}

/// m[k + 1] = 2 * m[k], then m[k + 1] += 1, step after step: `then` is what makes it so.
struct steps : in_function {
    steps() : in_function("steps"), f(current()) {
        m.store_in(&memory);
        doubled.store_in(&memory, {k + 1});
        raised.store_in(&memory, {k + 1});
        doubled.then(raised, k);
    }

    const var k = var("k", 0, 9), x = var("x", 0, 10);
    buffer memory = buffer("memory", {10}, p_int32, a_output);
    input m = input("m", {x}, p_int32);
    computation doubled = computation("doubled", {k}, m(k) * 2);
    computation raised = computation("raised", {k}, m(k + 1) + 1);
    function f;
};

class MeaningByCommands : public ::testing::Test, protected steps {};

TEST_F(MeaningByCommands, IsKeptByOtherSchedules) {
    const schedule own = f.get_schedule();
    EXPECT_TRUE(f.is_legal(own));
    const schedule shifted = own.with({"doubled", "shift", {loop_reference(k), 3}, {}})
                                 .with({"raised", "shift", {loop_reference(k), 3}, {}});
    const verdict whole = f.is_legal(shifted);
    EXPECT_TRUE(whole) << whole.error->what();
    const known_state before(*f.state());
    const verdict without = f.is_legal(schedule("steps"));
    EXPECT_FALSE(without);
    EXPECT_THAT(without.error->problem(), ::testing::HasSubstr("dependence"));
    EXPECT_EQ(before, known_state(*f.state()));
}

TEST_F(MeaningByCommands, IsThatOfTheCommandsWhichAFunctionTakes) {
    f.set_schedule(schedule("steps"));
    EXPECT_TRUE(f.is_legal(schedule("steps")));
}

} // namespace
} // namespace tiramisu::testing
