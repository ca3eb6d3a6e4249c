// Schedules that a function does not take. It stays as it was.

#include <gtest/gtest.h>

#include "support/small_programs.h"
#include "support/throws.h"

namespace tiramisu::oracle {
namespace {

class ScheduleValueErrors : public ::testing::Test {
protected:
    ScheduleValueErrors() {
        program_.C.split(program_.i, 4);
        before_ = told();
    }

    std::string told() { return f_.schedule_text() + f_.algorithm_text() + f_.loops_text(); }

    /// By each call that takes a schedule.
    void expect_refused(const schedule &what, const std::vector<std::string> &parts) {
        EXPECT_TRUE(throws<user_error>([&] { f_.set_schedule(what); }, parts));
        EXPECT_TRUE(throws<user_error>([&] { f_.is_legal(what); }, parts));
        EXPECT_TRUE(throws<user_error>(
            [&] { what.first(what.commands().size() - 1).apply(f_, what.commands().back()); },
            parts));
        EXPECT_EQ(before_, told());
    }

    static schedule of_commands(std::vector<command> commands) {
        return schedule("small", std::move(commands));
    }

    small_program program_;
    function f_ = program_.function;
    std::string before_;
};

TEST_F(ScheduleValueErrors, OfAnotherFunction) {
    expect_refused(f_.get_schedule().of("large"),
                   {"schedule of \"large\"",
                    "is a schedule of function \"large\", not of \"small\"",
                    "schedule::of(\"small\")"});
}

TEST_F(ScheduleValueErrors, ALoopThatIsNotThere) {
    expect_refused(of_commands({{"C", "split", {loop_reference("i"), 8}},
                                {"C", "parallelize", {loop_reference("q")}}}),
                   {"schedule of \"small\"", "command 2, C.parallelize(q);",
                    "computation \"C\": there is no loop \"q\"; its loops are \"i_outer\", "
                    "\"i_inner\", \"j\""});
}

TEST_F(ScheduleValueErrors, AComputationThatIsNotThere) {
    expect_refused(of_commands({{"nobody", "parallelize", {loop_reference("i")}}}),
                   {"command 1, nobody.parallelize(i);",
                    "there is no computation \"nobody\"; there are \"A\", \"C\""});
}

TEST_F(ScheduleValueErrors, ACommandThatIsNotKnown) {
    expect_refused(of_commands({{"C", "dance", {}}}),
                   {"command 1, C.dance();", "is not a schedule command; there are after, ",
                    ", tile, ", ", vectorize"});
}

TEST_F(ScheduleValueErrors, ArgumentsOfTheWrongKind) {
    expect_refused(
        of_commands({{"C", "split", {8, loop_reference("i")}}}),
        {"command 1, C.split(8, i);", "is given (number, loop), but takes (loop, number)"});
}

TEST_F(ScheduleValueErrors, NumbersThatAreNoChoice) {
    const auto cloud = static_cast<memory>(99);
    const auto cut = static_cast<tail>(-1);
    const schedule write = of_commands({{"C", "cache_write", {loop_reference("i_outer"), cloud}}});
    expect_refused(write, {"command 1, C.cache_write(i_outer, memory(99));",
                           "memory(99) is not known; there are memory::temporary, "
                           "memory::registers, memory::shared"});
    const schedule rest = of_commands({{"C", "vectorize", {loop_reference("j"), 8, cut}}});
    expect_refused(rest, {"command 1, C.vectorize(j, 8, tail(-1));",
                          "tail(-1) is not known; there are tail::separated, tail::masked"});
    EXPECT_TRUE(throws<user_error>(
        [&] { write.to_json(); },
        {"schedule of \"small\"", "to_json", "memory(99) is a cast of a number that has no name"}));
    EXPECT_TRUE(throws<user_error>([&] { rest.to_json(); }, {"tail(-1)"}));
}

TEST_F(ScheduleValueErrors, NewLoopsWhoseNamesAreNone) {
    const std::string rule = "is no name of a loop: letters, digits and _";
    expect_refused(
        of_commands({{"C", "split", {loop_reference("i"), 8, new_loop("a b"), new_loop("c")}}}),
        {"command 1, C.split(i, 8, a b, c);", "computation \"C\": \"a b\" " + rule});
    expect_refused(of_commands({{"C",
                                 "transform",
                                 {std::vector<loop_reference>{"i", "j"},
                                  std::vector<std::vector<int>>{{1, 1}, {0, 1}},
                                  std::vector<new_loop>{new_loop("d"), new_loop("")}}}}),
                   {"computation \"C\": \"\" " + rule});
}

TEST_F(ScheduleValueErrors, TextsThatAreNotUtf8HaveNoJson) {
    const schedule foreign("f\xff"), unreadable = of_commands({{"C\xfe", "split", {}}});
    for (const schedule &one : {foreign, unreadable}) {
        EXPECT_TRUE(throws<user_error>([&] { one.to_json(); },
                                       {"to_json", "not UTF-8", "letters, digits and _"}));
        EXPECT_EQ(one.hash(), schedule(one).hash());
    }
    EXPECT_NE(foreign.hash(), unreadable.hash());
}

TEST_F(ScheduleValueErrors, TheEmptyOneIsNone) {
    EXPECT_TRUE(f_.is_legal(of_commands({})));
    f_.set_schedule(of_commands({}));
    EXPECT_EQ("", f_.schedule_text());
}

TEST_F(ScheduleValueErrors, TextsThatAreCutOff) {
    const std::string json = f_.get_schedule().to_json();
    for (std::size_t length = 0; length + 1 < json.size(); length++) { // ends in a new line
        EXPECT_TRUE(throws<user_error>([&] { schedule::from_json(json.substr(0, length)); },
                                       {"schedule", "line ", "column ", "is not JSON"}))
            << length;
    }
    EXPECT_EQ(f_.get_schedule(), schedule::from_json(json));
}

TEST_F(ScheduleValueErrors, TextsThatAreNoSchedule) {
    const auto refused = [](const std::string &text, std::vector<std::string> parts) {
        parts.emplace_back("schedule_values_test.cpp:");
        return throws<user_error>([&] { schedule::from_json(text); }, parts);
    };
    const std::string start =
        R"({"format": "tiramisu schedule", "version": 1, "function": "small")";
    EXPECT_TRUE(refused("null", {"schedule: null is not an object"}));
    EXPECT_TRUE(refused(start + "}", {"field \"commands\" is missing"}));
    EXPECT_TRUE(refused(start + R"(, "commands": [{"computation": "C"}]})",
                        {"schedule: command 1: field \"command\" is missing"}));
    EXPECT_TRUE(refused("{\"function\": \"\xff\"}", {"line 1, column 15", "is not JSON"}));
    const std::string deep(100000, '['), closed(100000, ']');
    for (const std::string &text :
         {deep + closed, start + R"(, "commands": )" + deep + closed + "}",
          start + R"(, "commands": [{"matrix": )" + deep + closed + "}]}"}) {
        EXPECT_TRUE(refused(text, {"text is nested in more than 16 levels"}));
    }
    const auto long_text = oracle::run_and_catch<user_error>(
        [&] { schedule::from_json("[\"" + std::string(1000000, 'x') + "\"]"); });
    EXPECT_TRUE(long_text.of_type);
    EXPECT_LT(long_text.text.size(), 500U);
}

TEST_F(ScheduleValueErrors, NamesThatNoComputationHas) {
    expect_refused(schedule("small", {{"C\xff", "split", {loop_reference("i"), 8}}}),
                   {"command 1", "there is no computation"});
}

TEST_F(ScheduleValueErrors, LoopsThatCannotBe) {
    const auto split = [](loop_reference loop, new_loop outer, new_loop inner) {
        return of_commands(
            {{"C", "split", {std::move(loop), 8, std::move(outer), std::move(inner)}}});
    };
    for (const int level : {-7, 2, 1000000}) {
        expect_refused(split(level, new_loop("a"), new_loop("b")),
                       {"command 1, C.split(" + std::to_string(level)});
    }
    for (const char *name : {"", "a b", "7", "a\"]"}) {
        expect_refused(split("i", new_loop("a"), new_loop(name)), {"command 1, C.split(i, 8, a, "});
        expect_refused(split(name, new_loop("a"), new_loop("b")), {"command 1, C.split("});
    }
    expect_refused(split("i", new_loop("a"), new_loop("a")), {"command 1", "\"a\""});
    expect_refused(split("i", new_loop("j"), new_loop("a")), {"command 1", "\"j\""});
}

TEST_F(ScheduleValueErrors, TheRestIsNotGivenAfterOneThatIsRefused) {
    expect_refused(
        of_commands({{"C", "parallelize", {loop_reference("i")}},
                     {"C", "cache_read", {computation_reference{"nobody"}, loop_reference("i")}},
                     {"C", "vectorize", {loop_reference("j"), 4}}}),
        {"command 2, C.cache_read(nobody, i);", "no computation \"nobody\""});
}

TEST_F(ScheduleValueErrors, TextsOfALaterVersion) {
    std::string json = f_.get_schedule().to_json();
    json.replace(json.find("\"version\": 1"), 12, "\"version\": 2");
    EXPECT_TRUE(throws<user_error>(
        [&] { schedule::from_json(json); },
        {"schedule", "\"version\" is 2; this Tiramisu reads 1", "save them again"}));
}

TEST_F(ScheduleValueErrors, ThePlaceIsThatOfTheCall) {
    try {
        f_.set_schedule(of_commands({{"C", "dance", {}}}));
        FAIL() << "nothing was thrown";
    } catch (const user_error &refused) {
        EXPECT_NE(0, refused.where().line);
        EXPECT_NE(std::string::npos,
                  std::string(refused.where().file).find("schedule_values_test"));
    }
}

TEST_F(ScheduleValueErrors, WhatDefinesAnUpdateComesBeforeRfactor) {
    init("sums");
    const var i("i", 0, 8), k("k", 0, 40);
    const input in("in", {i, k}, p_int32);
    computation s("s", {i}, expr(0));
    s(i) += in(i, k);
    s.rfactor(k, "u");
    EXPECT_TRUE(throws<user_error>(
        [&] { s.add_predicate(in(i, 0) > 0); },
        {"computation \"s\" (update 1)", "add_predicate", "comes after rfactor"}));
}

TEST_F(ScheduleValueErrors, NamesOfClones) {
    EXPECT_TRUE(throws<user_error>([&] { f_.clone("a b"); }, {"function \"a b\""}));
    EXPECT_EQ(before_, told());
}

} // namespace
} // namespace tiramisu::oracle
