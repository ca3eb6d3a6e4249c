// Wrong arguments of a generated function: an error code and a text, and no memory touched.

#include <gtest/gtest.h>

#include "support/small_programs.h"
#include "support/throws.h"

namespace tiramisu::oracle {
namespace {

class CallErrors : public ::testing::Test {
protected:
    explicit CallErrors(argument_checks checks = argument_checks::exact) {
        options opts;
        opts.checks = checks;
        code = p.function.compile(p.arguments(), opts);
    }

    small_program p{"called"};
    compiled_function code;
    std::vector<std::int32_t> a = std::vector<std::int32_t>(16 * 8, 1);
    std::vector<std::int32_t> c = std::vector<std::int32_t>(16 * 8, 7);

    void fails(const std::vector<jit_argument> &arguments, const std::vector<std::string> &parts) {
        EXPECT_NE(code(arguments), 0);
        for (const std::string &part : parts) {
            EXPECT_NE(compiled_function::error_text().find(part), std::string::npos)
                << "the text lacks '" << part << "': " << compiled_function::error_text();
        }
        EXPECT_EQ(c, std::vector<std::int32_t>(16 * 8, 7));
        EXPECT_EQ(code({{a.data(), {16, 8}}, {c.data(), {16, 8}}}), 0);
        EXPECT_EQ(c[0], 2);
    }
};

TEST_F(CallErrors, MemoryIsNotNull) {
    fails({{a.data(), {16, 8}}, {static_cast<std::int32_t *>(nullptr), {16, 8}}},
          {"called", "c_mem", "null"});
}

TEST_F(CallErrors, ElementsHaveTheirType) {
    std::vector<float> wrong(16 * 8);
    fails({{wrong.data(), {16, 8}}, {c.data(), {16, 8}}}, {"called", "a_mem", "float32", "int32"});
}

TEST_F(CallErrors, ABufferHasItsRank) {
    fails({{a.data(), {128}}, {c.data(), {16, 8}}}, {"called", "a_mem", "1", "2"});
}

TEST_F(CallErrors, ABufferIsLargeEnough) {
    fails({{a.data(), {16, 8}}, {c.data(), {15, 8}}}, {"called", "c_mem", "15", "16"});
}

TEST_F(CallErrors, ExtentsAreNotSwapped) {
    fails({{a.data(), {8, 16}}, {c.data(), {16, 8}}}, {"called", "a_mem", "extent 8", "16"});
}

TEST_F(CallErrors, OutputsAreNotWhatIsRead) {
    const std::vector<std::int32_t> before = a;
    EXPECT_NE(code({{a.data() + 1, {16, 8}}, {a.data(), {16, 8}}}), 0);
    EXPECT_NE(compiled_function::error_text().find("\"c_mem\" and \"a_mem\" overlap in memory"),
              std::string::npos)
        << compiled_function::error_text();
    EXPECT_EQ(a, before);
}

TEST(DefaultErrors, CompiledFunctionsAreExact) {
    small_program p{"called"};
    const compiled_function code = p.function.compile(p.arguments());
    std::vector<std::int32_t> a(16 * 8), c(16 * 8);
    EXPECT_NE(code({{a.data(), {8, 16}}, {c.data(), {16, 8}}}), 0);
    EXPECT_NE(compiled_function::error_text().find("a_mem"), std::string::npos);
}

struct MemoryErrors : CallErrors {
    MemoryErrors() : CallErrors(argument_checks::memory) {}
};

TEST_F(MemoryErrors, MemoryIsNotNull) {
    fails({{static_cast<std::int32_t *>(nullptr), {16, 8}}, {c.data(), {16, 8}}},
          {"called", "a_mem", "null"});
}

TEST_F(MemoryErrors, MemoryHoldsWhatIsTouched) {
    fails({{a.data(), {16, 8}}, {c.data(), {127}}},
          {"called", "c_mem", "is too small", "508 bytes", "512"});
}

TEST_F(CallErrors, ACallHasItsNumberOfArguments) {
    EXPECT_TRUE(throws<user_error>(
        [&] {
            code({{a.data(), {16, 8}}});
        },
        {"calls_test.cpp:", "compiled function \"called\"", "1 arguments", "2 buffers"}));
}

TEST_F(CallErrors, AScalarIsNoBuffer) {
    EXPECT_TRUE(throws<user_error>(
        [&] {
            code({{a.data(), {16, 8}}, 5});
        },
        {"calls_test.cpp:", "argument 1 must be a buffer"}));
}

TEST_F(CallErrors, AnEmptyHandleIsNotCalled) {
    const compiled_function empty;
    EXPECT_FALSE(empty);
    EXPECT_TRUE(throws<user_error>([&] { empty({}); },
                                   {"calls_test.cpp:", "called before anything was compiled"}));
}

TEST(UnnamedBufferErrors, CallThemAsTheComputationsThatLieInThem) {
    init("unnamed");
    const constant n("n", p_int32);
    const var i("i", 0, n);
    Input in("in", {expr(n)}, p_int32);
    buffer out("out", {n}, p_int32, a_output);
    computation kept("kept", {i}, in(i)*2), C("C", {i}, kept(i) + 1);
    C.store_in(&out);
    const compiled_function code =
        (*global::get_implicit_function()).compile({in.get_buffer(), &out});
    std::vector<std::int32_t> given(8), found(8);
    EXPECT_NE(0, code({{given.data(), {4}}, {found.data(), {8}}, 8}));
    EXPECT_NE(std::string::npos, compiled_function::error_text().find("argument \"in\""))
        << compiled_function::error_text();
    EXPECT_EQ(std::string::npos, compiled_function::error_text().find("_buffer"));
}

TEST(UnnamedBufferErrors, NameWhatIsReadOutside) {
    init("unnamed_outside");
    const var i("i", 0, 4);
    buffer out("out", {4}, p_int32, a_output);
    computation kept("kept", {i}, i * 2), C("C", {i}, kept(i + 1));
    C.store_in(&out);
    EXPECT_TRUE(throws<user_error>([&] { (*global::get_implicit_function()).compile({&out}); },
                                   {"reads \"kept\" outside the buffer of \"kept\", of size {4}"}));
}

TEST(ScalarErrors, AScalarHasItsType) {
    init("scaled");
    const constant n("n", p_int32);
    const var i("i", 0, n);
    buffer out("out", {n}, p_int32, a_output);
    computation C("C", {i}, cast(p_int32, i) + n);
    C.store_in(&out);
    const compiled_function code = global::get_implicit_function()->compile({&out});
    std::vector<std::int32_t> data(4);
    EXPECT_TRUE(throws<user_error>(
        [&] {
            code({{data.data(), {4}}, 4.0});
        },
        {"compiled function \"scaled\"", "scalar of type float64", "must be int32"}));
    EXPECT_TRUE(throws<user_error>(
        [&] {
            code({{data.data(), {std::int64_t{1} << 32}}, 4});
        },
        {"compiled function: argument 0 has an extent or stride of 4294967296, must be at least 0 "
         "and less than 2^31"}));
    for (const auto &[type, number] : {std::pair(p_none, "0"), std::pair(primitive_t(15), "15")}) {
        EXPECT_TRUE(throws<user_error>(
            [&, no_type = type] {
                code({{data.data(), no_type, {4}}, 4});
            },
            {"compiled function: argument 0 has a type that no elements have (number " +
             std::string(number) + ")"}));
    }
    EXPECT_EQ(code({{data.data(), {4}}, 4}), 0);
    EXPECT_EQ(data[3], 7);
}

TEST(ScalarErrors, ABufferThatIsTooSmallForItsScalarIsFoundAtTheCall) {
    init("sized");
    const constant n("n", p_int32), m("m", p_int32);
    const var i("i", 0, n);
    buffer out("out", {m}, p_int32, a_output);
    computation C("C", {i}, cast(p_int32, i));
    C.store_in(&out);
    const compiled_function code = global::get_implicit_function()->compile({&out});
    std::vector<std::int32_t> data(16, -1); // more than is told, so that a failure harms nobody
    EXPECT_EQ(code({{data.data(), {8}}, 8, 8}), 0);
    EXPECT_EQ(data[7], 7);
    std::vector<std::int32_t> untouched(16, -1);
    EXPECT_NE(code({{untouched.data(), {8}}, 9, 8}), 0);
    EXPECT_NE(compiled_function::error_text().find("out"), std::string::npos)
        << compiled_function::error_text();
    EXPECT_EQ(untouched, std::vector<std::int32_t>(16, -1));
}

TEST(NegativeSizes, AreToldAtTheCall) {
    init("rows");
    const constant n("n", p_int32);
    buffer out("out", {4, n}, p_int32, a_output);
    computation C("C", {var("i", 0, 4), var("j", 0, n)}, 1);
    C.store_in(&out);
    const compiled_function code = global::get_implicit_function()->compile({&out});
    std::vector<std::int32_t> memory(4, 7);
    EXPECT_NE(0, code({{memory.data(), {4, 0}}, -3}));
    EXPECT_EQ(
        "rows: argument \"out\" would have extent -3 in dimension 0 (0 is the innermost of 2) as "
        "its size is declared; pass values of which no size is negative",
        compiled_function::error_text());
    EXPECT_EQ(std::vector<std::int32_t>(4, 7), memory);
}

/// LLVM would print the name of the one that is missing, and refuse the module without it.
TEST(CalledFunctions, HaveToBeInTheProcessThatCompiles) {
    init("caller");
    const var i("i", 0, 10);
    buffer out("out", {10}, p_int32, a_output);
    computation C("C", {i}, call("no_such_function", {i}, p_int32));
    C.store_in(&out);
    ::testing::internal::CaptureStderr();
    EXPECT_TRUE(throws<user_error>(
        [&] { global::get_implicit_function()->compile({&out}); },
        {"calls_test.cpp",
         "function \"caller\": compile: computation \"C\" calls "
         "\"no_such_function\", a C function that this process does not have; define it as extern "
         "\"C\" in a shared library that is loaded, or in the program itself, linked with "
         "-rdynamic; or write an object file by codegen(), for which the linker finds it"}));
    EXPECT_EQ("", ::testing::internal::GetCapturedStderr());
}

TEST(CalledFunctions, OfTheCLibraryAreFound) {
    init("caller");
    const var i("i", 0, 4);
    buffer out("out", {4}, p_int32, a_output);
    computation C("C", {i}, call("abs", {i - 3}, p_int32));
    C.store_in(&out);
    std::vector<std::int32_t> data(4);
    EXPECT_EQ(0, global::get_implicit_function()->compile({&out})({{data.data(), {4}}}));
    EXPECT_EQ((std::vector<std::int32_t>{3, 2, 1, 0}), data);
}

} // namespace
} // namespace tiramisu::oracle
