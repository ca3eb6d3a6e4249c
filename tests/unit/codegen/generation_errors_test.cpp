// What is thrown where code generation fails: never without a text, and always with the function,
// the computation and the commands on it.

#include <cstdlib>
#include <new>

#include <gtest/gtest.h>

#include "codegen/expressions/halide.h"
#include "codegen/generation_errors.h"
#include "support/guarded_thread.h"
#include "support/throws.h"
#include "unit/codegen/nest.h"

namespace tiramisu::testing {
namespace {

using oracle::throws;

core::program two_computations() {
    const expr i = it("i");
    return make_program(
        "f", {{"out", p_int32, a_output, {8}}},
        {assign("good", {"i"}, "out", {i}, i), assign("bad", {"i"}, "out", {i}, i)});
}

const lower::program_origin origin = {{"generator.cpp", 12}, [](const std::string &computation) {
                                          return computation == "bad" ? "bad.vectorize(i, 8)" : "";
                                      }};

/// Does what `break_down` does where the program has the computation "bad".
void generate(const core::program &program, const std::function<void()> &break_down) {
    if (!program.statements.at("bad").buffer.empty()) {
        break_down();
    }
}

void restated(const std::function<void()> &break_down) {
    const core::program program = two_computations();
    lower::locating_errors(
        program, origin, [&] { generate(program, break_down); },
        [&](const core::program &part) { generate(part, break_down); });
}

const std::string place = "generator.cpp:12: function \"f\": ";
const std::string scene = "it is met in computation \"bad\", scheduled by bad.vectorize(i, 8)";

TEST(GenerationErrors, BrokenInvariantsNameTheComputationAndItsCommands) {
    EXPECT_TRUE(throws<internal_error>(
        [] { restated([] { throw Halide::InternalError("Error: lanes differ\n\n"); }); },
        {place + "code generation failed: lanes differ; " + scene}));
}

TEST(GenerationErrors, NoTextIsEmpty) {
    for (const char *text : {"", "Error: ", "Error: \n", "\n"}) {
        EXPECT_TRUE(throws<internal_error>(
            [&] { restated([&] { throw Halide::InternalError(text); }); },
            {place + "code generation failed: no reason is given", "HL_DEBUG_CODEGEN", scene}));
    }
}

TEST(GenerationErrors, RefusalsNameTheComputationAndItsCommands) {
    EXPECT_TRUE(throws<unsupported_error>(
        [] { restated([] { throw Halide::CompileError("Error: too wide\n"); }); },
        {place + "the code generator refuses it: too wide; " + scene}));
}

TEST(GenerationErrors, ThreadsThatStopAreErrors) {
    EXPECT_TRUE(throws<internal_error>(
        [] { restated([] { support::run_guarded([] { std::abort(); }); }); },
        {place + "code generation failed: SIGABRT", "is lost with its memory", scene}));
}

TEST(GenerationErrors, MissingMemoryIsNoBug) {
    EXPECT_TRUE(throws<unsupported_error>([] { restated([] { throw std::bad_alloc(); }); },
                                          {place, "not enough memory"}));
}

TEST(GenerationErrors, ThoseOfTiramisuStayAsTheyAre) {
    EXPECT_TRUE(throws<io_error>([] { restated([] { throw io_error("a.o", "write", "full"); }); },
                                 {"cannot write \"a.o\": full"}));
}

TEST(GenerationErrors, ComputationsThatFailTogetherAreAllNamed) {
    const core::program program = two_computations();
    const auto fail = [] { throw Halide::InternalError("no"); };
    EXPECT_TRUE(throws<internal_error>(
        [&] { lower::locating_errors(program, origin, fail, [](const core::program &) {}); },
        {"it is met in computation \"bad\", scheduled by bad.vectorize(i, 8); computation "
         "\"good\", which has no schedule"}));
}

} // namespace
} // namespace tiramisu::testing
