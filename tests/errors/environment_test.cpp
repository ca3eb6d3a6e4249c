// What the environment says over a program's head.

#include <fstream>
#include <functional>
#include <iterator>
#include <sstream>

#include <gtest/gtest.h>

#include "support/environment_setting.h"
#include "support/temporary_folder.h"
#include "support/throws.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::oracle {
namespace {

using setting = testing::environment_setting;

/// s(i) from s(i - 1), in a loop that is to run in parallel.
struct illegal_schedule {
    illegal_schedule() : implicit((init("illegal"), 0)) {
        s.set_expression(s(i - 1) + 1.0f);
        s.store_in(&mem);
        s.parallelize(i);
    }
    int implicit;
    const var i = var("i", 1, 9);
    buffer mem = buffer("mem", {9}, p_float32, a_output);
    computation s = computation("s", {i}, p_float32);

    static compiled_function compile(buffer &argument) {
        return global::get_implicit_function()->compile({&argument});
    }
};

TEST(Environment, LegalityIsWhatItSays) {
    illegal_schedule p;
    EXPECT_THROW(illegal_schedule::compile(p.mem), schedule_error);
    {
        const setting warn("TIRAMISU_LEGALITY", "warn");
        EXPECT_NO_THROW(illegal_schedule::compile(p.mem));
        EXPECT_EQ(1u, global::get_implicit_function()->legality_warnings().size());
    }
    {
        const setting off("TIRAMISU_LEGALITY", "off");
        EXPECT_NO_THROW(illegal_schedule::compile(p.mem));
        EXPECT_TRUE(global::get_implicit_function()->legality_warnings().empty());
    }
    global::get_implicit_function()->set_legality(legality::off);
    const setting refuse("TIRAMISU_LEGALITY", "refuse");
    EXPECT_THROW(illegal_schedule::compile(p.mem), schedule_error);
}

TEST(Environment, WarningsAreWrittenForProgramsThatDoNotLook) {
    illegal_schedule p;
    const testing::temporary_folder folder;
    std::ostringstream written;
    options opts;
    opts.debug_stream = &written;
    {
        const setting off("TIRAMISU_LEGALITY", "off");
        codegen({&p.mem}, folder / "illegal.o", opts);
        EXPECT_EQ("", written.str());
    }
    const setting warn("TIRAMISU_LEGALITY", "warn");
    codegen({&p.mem}, folder / "illegal.o", opts);
    EXPECT_EQ(global::get_implicit_function()->legality_warnings().at(0) + "\n", written.str());
}

TEST(Environment, WordsThatItDoesNotKnowAreNamed) {
    illegal_schedule p;
    {
        const setting wrong("TIRAMISU_LEGALITY", "of");
        EXPECT_TRUE(throws<user_error>([&] { illegal_schedule::compile(p.mem); },
                                       {"environment variable TIRAMISU_LEGALITY: is \"of\"; it may "
                                        "be one of \"refuse\", \"warn\", \"off\""}));
    }
    const setting off("TIRAMISU_LEGALITY", "off"), wrong("TIRAMISU_FLOAT", "exact");
    EXPECT_TRUE(throws<user_error>([&] { illegal_schedule::compile(p.mem); },
                                   {"environment variable TIRAMISU_FLOAT: is \"exact\"; it may be "
                                    "one of \"strict\", \"contract\""}));
}

/// Whether functions of a program ask for exact extents, and whether they look at arguments at all.
struct asked_for {
    bool extents, arguments;

    explicit asked_for(const std::function<void(const std::string &)> &compile) {
        const testing::temporary_folder folder;
        const setting emit("TIRAMISU_EMIT", "stmt");
        compile(folder / "f.o");
        std::ifstream file(folder / "f.stmt");
        const std::string text((std::istreambuf_iterator<char>(file)), {});
        extents = text.find("tiramisu_error_bad_extent") != std::string::npos;
        arguments = text.find("tiramisu_argument_bytes") != std::string::npos;
    }
    bool operator==(const asked_for &other) const {
        return extents == other.extents && arguments == other.arguments;
    }
    asked_for(bool exact, bool any) : extents(exact), arguments(any) {}
};

TEST(Environment, ChecksAreThoseOfOlderProgramsWhereNothingIsSaid) {
    init("checked");
    const var i("i", 0, 4);
    buffer mem("mem", {4}, p_int32, a_output);
    computation c("c", {i}, i);
    c.store_in(&mem);
    function f = *global::get_implicit_function();
    const auto plain = [&](const std::string &path) { codegen({&mem}, path); };
    const auto by_steps = [&](const std::string &path) {
        f.set_arguments({&mem});
        f.gen_halide_obj(path);
    };
    const auto with_options = [&](const std::string &path) { codegen({&mem}, path, options()); };
    EXPECT_EQ(asked_for(plain), asked_for(false, true));
    EXPECT_EQ(asked_for(by_steps), asked_for(false, true));
    EXPECT_EQ(asked_for(with_options), asked_for(true, true));
    {
        const setting exact("TIRAMISU_CHECKS", "exact");
        EXPECT_EQ(asked_for(plain), asked_for(true, true));
        EXPECT_EQ(asked_for(by_steps), asked_for(true, true));
    }
    const setting none("TIRAMISU_CHECKS", "none");
    EXPECT_EQ(asked_for(plain), asked_for(false, false));
    EXPECT_EQ(asked_for(with_options), asked_for(true, true)) << "the program has said it";
    const setting wrong("TIRAMISU_CHECKS", "all");
    EXPECT_TRUE(throws<user_error>([&] { plain("f.o"); },
                                   {"environment variable TIRAMISU_CHECKS: is \"all\"; it may be "
                                    "one of \"exact\", \"memory\", \"none\""}));
}

TEST(Environment, StrictFloatsAreNotFused) {
    init("fused");
    const var i("i", 0, 1);
    const float a = 1.0f + 1.0f / 4096, c = -1.0f - 1.0f / 2048;
    buffer in_mem("in_mem", {2}, p_float32, a_input), out("out", {1}, p_float32, a_output);
    input in("in", {var("k", 0, 2)}, p_float32);
    computation s("s", {i}, in(0) * in(0) + in(1));
    in.store_in(&in_mem);
    s.store_in(&out);
    std::vector<float> numbers = {a, c}, result(1);
    const setting strict("TIRAMISU_FLOAT", "strict");
    const compiled_function code = global::get_implicit_function()->compile({&in_mem, &out});
    ASSERT_EQ(0, code({{numbers.data(), {2}}, {result.data(), {1}}}));
    const volatile float product = a * a;
    EXPECT_EQ(product + c, result[0]);
}

} // namespace
} // namespace tiramisu::oracle
