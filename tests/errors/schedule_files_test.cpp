// Files that are no schedule of the function. The schedule stays as it was.

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include "support/small_programs.h"
#include "support/throws.h"

namespace tiramisu::oracle {
namespace {

class ScheduleFileErrors : public ::testing::Test {
protected:
    ScheduleFileErrors()
        : path_(::testing::TempDir() + "schedule_" + std::to_string(::getpid()) + ".json") {
        program_.C.split(program_.i, 4);
        before_ = program_.function.schedule_text() + program_.function.loops_text();
    }
    ~ScheduleFileErrors() override { std::filesystem::remove(path_); }

    void expect_refused(const std::string &text, std::vector<std::string> parts) {
        std::ofstream(path_) << text;
        parts.push_back("file \"" + path_ + "\"");
        EXPECT_TRUE(throws<user_error>([&] { program_.function.load_schedule(path_); }, parts))
            << text;
        EXPECT_EQ(before_, program_.function.schedule_text() + program_.function.loops_text());
    }

    static std::string with_commands(const std::string &commands) {
        return R"({"format": "tiramisu schedule", "version": 1, "function": "small", "commands": [)" +
               commands + "]}";
    }

    static std::string on_c(const std::string &verb, const std::string &arguments) {
        return R"({"computation": "C", "command": ")" + verb + R"(", "arguments": [)" + arguments +
               "]}";
    }

    small_program program_;
    std::string path_, before_;
};

TEST_F(ScheduleFileErrors, WhatIsNotJson) {
    expect_refused("", {"line 1, column 1", "is not JSON"});
    expect_refused("{\"format\":\n  \"tiramisu schedule\",\n  oops}",
                   {"line 3, column 3", "is not JSON"});
    expect_refused("\x80\xff", {"line 1, column 1", "is not JSON"});
}

TEST_F(ScheduleFileErrors, NumbersBeyondAllTypes) {
    expect_refused(with_commands(on_c("split", R"({"loop": "i"}, 9E9999)")),
                   {"number '9E9999' is not an integer of 32 bits"});
}

TEST_F(ScheduleFileErrors, WhatIsNoSchedule) {
    expect_refused("[]", {"[] is not an object"});
    expect_refused("{}", {"\"format\" is missing"});
    expect_refused(R"({"format": "x", "version": 1, "function": "small", "commands": []})",
                   {"\"format\" is \"x\"", "must be \"tiramisu schedule\""});
    expect_refused(
        R"({"format": "tiramisu schedule", "version": 7, "function": "small", "commands": []})",
        {"\"version\" is 7", "1"});
    expect_refused(
        R"({"format": "tiramisu schedule", "version": 1, "function": 3, "commands": []})",
        {"\"function\" is 3", "text"});
    expect_refused(
        R"({"format": "tiramisu schedule", "version": 1, "function": "small", "commands": 0})",
        {"\"commands\" is 0", "list"});
    expect_refused(
        R"({"format": "tiramisu schedule", "version": 1, "function": "small", "commands": [], "more": 1})",
        {"\"more\" is not known"});
}

TEST_F(ScheduleFileErrors, AScheduleOfAnotherFunction) {
    expect_refused(
        R"({"format": "tiramisu schedule", "version": 1, "function": "large", "commands": []})",
        {"function \"large\"", "not of \"small\""});
}

TEST_F(ScheduleFileErrors, CommandsOfTheWrongForm) {
    expect_refused(with_commands("7"), {"command 1", "7 is not an object"});
    expect_refused(with_commands(R"({"computation": "C", "command": "split"})"),
                   {"command 1", "\"arguments\" is missing"});
    expect_refused(with_commands(on_c("split", R"({"loop": "j"}, 2.5)")),
                   {"command 1", "2.5 is not an integer"});
    expect_refused(with_commands(on_c("split", R"({"loop": "j"}, 99999999999)")),
                   {"command 1", "99999999999 is not an integer"});
    expect_refused(with_commands(on_c("split", R"({"loop": 4}, 2)")),
                   {"command 1", "4 is no name of a loop"});
    expect_refused(with_commands(on_c("split", R"({"loop": ""}, 2)")),
                   {"command 1", "\"\" is no name of a loop"});
    expect_refused(with_commands(on_c("split", R"({"loop": "j"}, 2, {"new_loop": "a b"})")),
                   {"command 1", "\"a b\" is no name of a loop"});
    expect_refused(with_commands(on_c("split", R"({"room": "j"}, 2)")),
                   {"command 1", "room", "is none; arguments are numbers and objects"});
    expect_refused(with_commands(on_c("transform", R"({"matrix": [[1, 0], 7]})")),
                   {"command 1", "\"row\" is 7", "list"});
    expect_refused(with_commands(on_c("reorder", R"({"loops": ["i"]})")),
                   {"command 1", "\"i\" is not an object"});
    expect_refused(with_commands(on_c("reorder", R"({"loops": []})")),
                   {"command 1", "C.reorder({});", "at least one"});
    expect_refused(with_commands(on_c("transform", R"({"matrix": []})")), {"command 1"});
    expect_refused(with_commands(on_c("split", R"("j", 2)")), {"command 1", "argument \"j\""});
}

TEST_F(ScheduleFileErrors, CommandsThatAreRefused) {
    const std::string good = on_c("split", R"({"loop": "j"}, 2)") + ", ";
    expect_refused(with_commands(good + on_c("dance", "")),
                   {"command 2, C.dance();", "not a schedule command"});
    expect_refused(
        with_commands(
            good +
            R"({"computation": "nobody", "command": "split", "arguments": [{"level": 0}, 2]})"),
        {"command 2, nobody.split(0, 2);", "no computation \"nobody\""});
    expect_refused(with_commands(good + on_c("split", R"({"loop": "j_inner"}, 0)")),
                   {"command 2, C.split(j_inner, 0);", "computation \"C\"", "must be at least 1"});
    expect_refused(
        with_commands(good + on_c("after", R"({"computation": "nobody"}, {"level": 0})")),
        {"command 2", "no computation \"nobody\""});
}

TEST_F(ScheduleFileErrors, TailsThatAreNotKnownOrNotTaken) {
    expect_refused(with_commands(on_c("vectorize", R"({"loop": "i"}, 8, {"tail": "cut"})")),
                   {"command 1", "tail \"cut\" is not known; there are separated and masked"});
    expect_refused(with_commands(on_c("unroll", R"({"loop": "i"}, 8, {"tail": "masked"})")),
                   {"unroll(i, 8, tail::masked)", "is given (loop, number, tail)"});
}

TEST_F(ScheduleFileErrors, AFieldThatIsGivenTwice) {
    expect_refused(
        with_commands(R"({"computation": "C", "computation": "A", "command": "parallelize", )"
                      R"("arguments": [{"loop": "i"}]})"),
        {"field \"computation\" is given twice in one object"});
    expect_refused(with_commands(on_c("parallelize", R"({"loop": "i", "loop": "j"})")),
                   {"field \"loop\" is given twice in one object"});
}

TEST_F(ScheduleFileErrors, AnArgumentOfNoKnownKind) {
    for (const std::string argument : {R"({"lop":"i"})", R"("i")", R"({"loop":"i","level":0})"}) {
        expect_refused(with_commands(on_c("parallelize", argument)),
                       {"command 1", "argument " + argument +
                                         " is none; arguments are numbers and "
                                         "objects with one field: loop, level, "
                                         "new_loop, computation, memory"});
    }
}

TEST_F(ScheduleFileErrors, WhatWasStagedBeforeTheRefusedCommandIsTakenBack) {
    const std::string staged =
        on_c("cache_read", R"({"computation": "A"}, {"loop": "i_outer"})") + ", " +
        on_c("cache_write", R"({"loop": "i_outer"}, {"memory": "temporary"})");
    expect_refused(with_commands(staged + ", " + on_c("dance", "")), {"command 3"});
    expect_refused(
        with_commands(on_c("cache_write", R"({"loop": "i_outer"}, {"memory": "cloud"})")),
        {"command 1", "memory \"cloud\" is not known; there are temporary and registers"});
    expect_refused(
        with_commands(on_c("cache_read", R"({"computation": "A"}, {"loop": "i_outer"}, 3)")),
        {"command 1", "is given (computation, loop, number), but takes (computation, "
                      "loop, new loop, ...)"});
}

TEST_F(ScheduleFileErrors, ArgumentsOfTheWrongKind) {
    const std::string good = on_c("split", R"({"loop": "j"}, 2)") + ", ";
    expect_refused(with_commands(good + on_c("split", R"({"loop": "j_inner"})")),
                   {"command 2", "is given (loop), but takes (loop, number) or (loop, number, new "
                                 "loop, new loop)"});
    expect_refused(with_commands(good + on_c("split", R"(2, {"loop": "j_inner"})")),
                   {"command 2", "is given (number, loop)"});
    expect_refused(with_commands(good + on_c("interchange", R"({"level": 0}, {"level": 1}, 5)")),
                   {"command 2", "is given (loop, loop, number), but takes (loop, loop)"});
    expect_refused(with_commands(good + on_c("after", R"({"loop": "C"}, {"loop": "i"})")),
                   {"command 2", "is given (loop, loop), but takes (computation, loop)"});
    for (const char *verb : {"after", "between", "split", "tile", "interchange", "shift", "skew",
                             "loop_reversal", "parallelize", "vectorize", "unroll",
                             "tag_parallel_level", "tag_vector_level", "tag_unroll_level"}) {
        expect_refused(with_commands(good + on_c(verb, "")),
                       {"command 2", "is given (), but takes"});
    }
}

TEST_F(ScheduleFileErrors, FilesThatCannotBeReadOrWritten) {
    EXPECT_TRUE(throws<io_error>([&] { program_.function.load_schedule("/nowhere/schedule.json"); },
                                 {"cannot read", "\"/nowhere/schedule.json\"", "No such file"}));
    EXPECT_TRUE(throws<io_error>([&] { program_.function.load_schedule("/"); },
                                 {"cannot read", "\"/\"", "it is a folder"}));
    EXPECT_TRUE(throws<io_error>([&] { program_.function.save_schedule("/nowhere/schedule.json"); },
                                 {"cannot write", "\"/nowhere/schedule.json\"", "folder"}));
}

} // namespace
} // namespace tiramisu::oracle
