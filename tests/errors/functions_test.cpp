// Functions that cannot be generated.

#include <filesystem>
#include <fstream>

#include <sys/stat.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/environment_setting.h"
#include "support/small_programs.h"
#include "support/throws.h"

namespace tiramisu::oracle {
namespace {

namespace fs = std::filesystem;

class FunctionErrors : public ::testing::Test {
protected:
    small_program p;
    fs::path folder =
        fs::path(::testing::TempDir()) /
        ("function_errors_" +
         std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));

    void SetUp() override {
        fs::remove_all(folder);
        fs::create_directories(folder);
    }
    void TearDown() override { fs::remove_all(folder); }

    std::size_t files() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
    }

    std::string text_of(const std::string &name) const {
        std::ifstream file(folder / name);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    /// Generates as it should.
    void works() {
        const std::string object = (folder / "small.o").string();
        EXPECT_NO_THROW(p.function.codegen(p.arguments(), object));
        EXPECT_TRUE(fs::exists(object));
        EXPECT_TRUE(fs::exists(object + ".h"));
        EXPECT_TRUE(fs::exists(folder / "small.h"));
    }
};

TEST_F(FunctionErrors, AnOutputThatNobodyWritesIsNamed) {
    buffer idle("idle", {4}, p_int32, a_output);
    EXPECT_TRUE(throws<user_error>(
        [&] {
            p.function.compile({&p.a_mem, &p.c_mem, &idle});
        },
        {"function \"small\"", "nobody writes output \"idle\"", "store_in(&idle)"}));
    works();
}

TEST_F(FunctionErrors, AnOutputOfAComputationWithoutExpressionSaysSo) {
    buffer idle("idle", {16}, p_int32, a_output);
    computation later("later", {p.i}, p_int32);
    later.store_in(&idle);
    EXPECT_TRUE(throws<user_error>(
        [&] {
            p.function.compile({&p.a_mem, &p.c_mem, &idle});
        },
        {"functions_test.cpp:",
         "nobody writes output \"idle\": \"later\" is stored in it, but has no "
         "expression; give it one by set_expression()"}));
}

TEST_F(FunctionErrors, AnInputThatIsNoArgumentIsNamedWithWhatLiesInIt) {
    EXPECT_TRUE(throws<user_error>([&] { p.function.compile({&p.c_mem}); },
                                   {"functions_test.cpp:", "buffer \"a_mem\", in which \"",
                                    "\" lies, is an input but not among the arguments; add it to "
                                    "them (",
                                    ".get_buffer()), or make it a_temporary"}));
    works();
}

TEST_F(FunctionErrors, AComputationThatIsNeverDefinedIsNamed) {
    computation D("D", {p.i}, p_int32);
    buffer e_mem("e_mem", {16}, p_int32, a_output);
    computation E("E", {p.i}, D(p.i) + 1);
    E.store_in(&e_mem);
    EXPECT_TRUE(throws<user_error>(
        [&] {
            p.function.compile({&p.a_mem, &p.c_mem, &e_mem});
        },
        {"computation \"D\"", "never", "set_expression"}));
    D.set_expression(cast(p_int32, p.i));
    EXPECT_NO_THROW(p.function.compile({&p.a_mem, &p.c_mem, &e_mem}));
}

TEST_F(FunctionErrors, AnInputThatIsNoArgumentIsNamed) {
    EXPECT_TRUE(throws<user_error>([&] { p.function.compile({&p.c_mem}); },
                                   {"function \"small\"", "\"a_mem\"", "argument"}));
}

TEST_F(FunctionErrors, AnOutputThatIsNoArgumentIsNamed) {
    EXPECT_TRUE(throws<user_error>([&] { p.function.compile({&p.a_mem}); },
                                   {"function \"small\"", "\"c_mem\"", "argument"}));
}

TEST_F(FunctionErrors, AnArgumentIsGivenOnce) {
    EXPECT_TRUE(throws<user_error>(
        [&] {
            p.function.compile({&p.a_mem, &p.c_mem, &p.c_mem});
        },
        {"function \"small\"", "\"c_mem\"", "twice"}));
}

TEST_F(FunctionErrors, AnArgumentIsNotNull) {
    EXPECT_TRUE(throws<user_error>(
        [&] {
            p.function.compile({&p.a_mem, &p.c_mem, nullptr});
        },
        {"function \"small\"", "null"}));
}

TEST_F(FunctionErrors, ABufferOfAnotherFunctionIsNoArgument) {
    small_program other("another");
    EXPECT_TRUE(throws<user_error>(
        [&] {
            p.function.compile({&p.a_mem, &p.c_mem, &other.c_mem});
        },
        {"function \"small\"", "\"c_mem\"", "\"another\""}));
}

TEST_F(FunctionErrors, TwoFunctionsOfOneNameAreToldApart) {
    EXPECT_TRUE(throws<user_error>([&] { init("small"); }, {"function \"small\"", "already"}));
}

TEST_F(FunctionErrors, AFunctionHasANameThatIsOne) {
    EXPECT_TRUE(
        throws<user_error>([&] { init("not a name"); }, {"function \"not a name\"", "letters"}));
    EXPECT_TRUE(throws<user_error>([&] { function("2nd"); }, {"function \"2nd\""}));
}

TEST_F(FunctionErrors, AFunctionIsNoWordOfCOrCpp) {
    for (const std::string word : {"class", "new", "restrict", "bitor", "int8_t", "linux"}) {
        EXPECT_TRUE(throws<user_error>(
            [&] { const function made(word); },
            {"function \"" + word + "\"", "a word of C or C++", "take another name"}));
    }
}

TEST_F(FunctionErrors, AFunctionThatGeneratedCodeCallsIsNotReplaced) {
    for (const std::string name : {"memcpy", "main", "sqrtf", "exp", "tiramisu_set_num_threads"}) {
        EXPECT_TRUE(throws<user_error>(
            [&] { const function made(name); },
            {"function \"" + name + "\"", "there is one of it already", "take another name"}));
    }
    const function made("tiramisu_generated"), of_size("sizef");
}

TEST_F(FunctionErrors, AFunctionOfTheRuntimeIsNotReplaced) {
    EXPECT_TRUE(throws<user_error>([&] { init("halide_error"); },
                                   {"function \"halide_error\"", "begin with halide_"}));
}

TEST_F(FunctionErrors, AFolderThatIsNotThereIsNamedAndNothingIsLeft) {
    const std::string object = (folder / "missing" / "small.o").string();
    EXPECT_TRUE(throws<io_error>([&] { p.function.codegen(p.arguments(), object); },
                                 {"cannot write", object, "does not exist"}));
    EXPECT_EQ(files(), 0u);
    works();
}

TEST_F(FunctionErrors, AFolderInPlaceOfTheObjectIsNamedAndNothingIsLeft) {
    const fs::path object = folder / "small.o";
    fs::create_directory(object);
    EXPECT_TRUE(throws<io_error>([&] { p.function.codegen(p.arguments(), object.string()); },
                                 {"cannot write", object.string(), "it is a folder"}));
    EXPECT_EQ(files(), 1u);
    fs::remove(object);
    works();
}

TEST_F(FunctionErrors, APipeInPlaceOfTheObjectStays) {
    const std::string object = (folder / "small.o").string();
    ASSERT_EQ(mkfifo(object.c_str(), 0600), 0);
    EXPECT_TRUE(throws<io_error>([&] { p.function.codegen(p.arguments(), object); },
                                 {"cannot write", object, "no ordinary file"}));
    EXPECT_TRUE(fs::is_fifo(object));
    EXPECT_EQ(files(), 1u);
}

TEST_F(FunctionErrors, ANameThatIsTooLongForFilesIsNamed) {
    const std::string object = (folder / (std::string(5000, 'n') + ".o")).string();
    EXPECT_TRUE(throws<io_error>([&] { p.function.codegen(p.arguments(), object); },
                                 {"cannot write", "too long"}));
    EXPECT_EQ(files(), 0u);
    works();
}

TEST_F(FunctionErrors, AFolderInPlaceOfTheHeaderLeavesNoObject) {
    const fs::path object = folder / "small.o";
    fs::create_directory(object.string() + ".h");
    EXPECT_TRUE(throws<io_error>([&] { p.function.codegen(p.arguments(), object.string()); },
                                 {"cannot write", "small.o.h", "it is a folder"}));
    EXPECT_EQ(files(), 1u);
}

TEST_F(FunctionErrors, AHeaderOfTheUsersStaysWhereOlderProgramsHaveAnother) {
    std::ofstream(folder / "small.h") << "// sizes\n";
    const auto generate = [&] { p.function.codegen(p.arguments(), (folder / "small.o").string()); };
    generate();
    EXPECT_EQ(text_of("small.h"), "// sizes\n");
    EXPECT_TRUE(fs::exists(folder / "small.o.h"));
    ASSERT_EQ(p.function.notes().size(), 1u);
    EXPECT_THAT(
        p.function.notes().front(),
        ::testing::MatchesRegex(
            ".*functions_test.cpp:[0-9]+: function \"small\": codegen: \"[^\"]*/small\\.h\" "
            "is a header of your own and stays; the generated one is "
            "\"[^\"]*/small\\.o\\.h\""));
    generate();
    EXPECT_EQ(p.function.notes().size(), 1u);
}

TEST_F(FunctionErrors, AHeaderOfTheUsersIsNotReplacedByTheOnlyOne) {
    std::ofstream(folder / "other.h") << "// sizes\n";
    const testing::environment_setting name("TIRAMISU_FUNCTION_NAME", "other");
    const testing::environment_setting directory("TIRAMISU_OUTPUT_DIR", folder.string());
    EXPECT_TRUE(throws<io_error>(
        [&] { p.function.codegen(p.arguments(), "small.o"); },
        {"cannot write", "other.h", "a header of this name that was not generated",
         "\"/* Generated by Tiramisu.\"", "move it, or give the object another name or folder"}));
    EXPECT_EQ(text_of("other.h"), "// sizes\n");
    EXPECT_EQ(files(), 1u);
}

TEST_F(FunctionErrors, AnUnknownTargetIsRefusedWithThoseThatAreKnown) {
    options opts;
    opts.target = "pdp-11";
    EXPECT_TRUE(throws<unsupported_error>(
        [&] { p.function.codegen(p.arguments(), (folder / "small.o").string(), opts); },
        {"target \"pdp-11\"", "known are \"host\"", "\"avx2\"", "\"avx512\""}));
    EXPECT_EQ(files(), 0u);
    works();
}

TEST_F(FunctionErrors, AnUnknownFeatureOfATargetIsNamed) {
    options opts;
    opts.target = "x86-64-linux-avx3";
    EXPECT_TRUE(
        throws<unsupported_error>([&] { p.function.compile(p.arguments(), opts); },
                                  {"target \"x86-64-linux-avx3\"", "\"avx3\" is not a feature"}));
}

TEST_F(FunctionErrors, AFailedCompilationChangesNothing) {
    p.C.split(p.i, 4, "i0", "i1");
    const std::string before = p.function.schedule_text();
    EXPECT_THROW(p.function.compile({&p.a_mem}), user_error);
    EXPECT_EQ(p.function.schedule_text(), before);
    works();
}

} // namespace
} // namespace tiramisu::oracle
