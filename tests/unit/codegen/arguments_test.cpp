#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include <HalideRuntime.h>

#include "support/throws.h"
#include "tiramisu/runtime.h"
#include "unit/codegen/nest.h"

namespace tiramisu::testing {
namespace {

using ::testing::HasSubstr;

core::program copy_program() {
    const expr i = it("i"), j = it("j");
    core::program p = make_program(
        "copy", {{"in", p_float32, a_input, {3, 4}}, {"out", p_float32, a_output, {3, 4}}},
        {assign("S", {"i", "j"}, "out", {i, j}, at("in", {i, j}, p_float32))});
    for (core::program_buffer &argument : p.arguments) {
        argument.reached = {{{2, 3}, {}}};
    }
    return p;
}

const nest &copy_loops() {
    static const nest loops("{ S[i,j] -> [i,j] : 0 <= i < 3 and 0 <= j < 4 }");
    return loops;
}

options with_checks(argument_checks checks) {
    options opts;
    opts.checks = checks;
    return opts;
}

compiled_function copy_with(argument_checks checks) {
    return lower::jit(copy_program(), copy_loops().ast(), with_checks(checks));
}

/// A structure for rows of 4 floats, whose distances are strides of its own.
struct strided_floats {
    strided_floats(float *memory, int columns_stride, int rows_stride)
        : dimensions{{0, 4, columns_stride}, {0, 3, rows_stride}} {
        structure.type = halide_type_t(halide_type_float, 32);
        structure.dimensions = 2;
        structure.dim = dimensions;
        structure.host = reinterpret_cast<std::uint8_t *>(memory);
    }
    halide_dimension_t dimensions[2];
    halide_buffer_t structure = {};
};

/// Calls the code of a function of two buffers, and keeps what it reports.
struct raw_call {
    raw_call(const compiled_function &code, halide_buffer_t *first, halide_buffer_t *second) {
        const tiramisu_error_handler before =
            tiramisu_set_error_handler([](void *, const char *message) { text = message; });
        using function = int (*)(halide_buffer_t *, halide_buffer_t *);
        text.clear();
        status = reinterpret_cast<function>(code.address())(first, second);
        tiramisu_set_error_handler(before);
    }
    int status;
    static inline std::string text;
};

class Arguments : public ::testing::Test {
protected:
    explicit Arguments(argument_checks checks = argument_checks::memory)
        : copy(copy_with(checks)) {}

    float in[12] = {}, out[12] = {};
    compiled_function copy;

    void expect(int code, const std::string &text, const jit_argument &input) {
        EXPECT_EQ(code, copy({input, {out, {3, 4}}}));
        EXPECT_THAT(compiled_function::error_text(), HasSubstr(text));
    }
};

struct ExactArguments : Arguments {
    ExactArguments() : Arguments(argument_checks::exact) {}
};

TEST_F(Arguments, FitIsAccepted) {
    in[11] = 5;
    EXPECT_EQ(0, copy({{in, {3, 4}}, {out, {3, 4}}}));
    EXPECT_EQ(5, out[11]);
}

TEST_F(Arguments, MemoryMustBeThere) {
    expect(halide_error_code_host_is_null, "copy: argument \"in\" has no memory",
           {static_cast<float *>(nullptr), {3, 4}});
}

TEST_F(Arguments, PointersMustBeThere) {
    const raw_call call(copy, nullptr, nullptr);
    EXPECT_EQ(halide_error_code_buffer_argument_is_null, call.status);
    EXPECT_THAT(call.text, HasSubstr("copy: argument \"in\" is a null pointer"));
}

TEST_F(Arguments, OnlyTheirMemoryCounts) {
    for (int k = 0; k < 12; ++k) {
        in[k] = static_cast<float>(k);
    }
    std::int32_t bits[12] = {};
    EXPECT_EQ(0, copy({{in, {12}}, {out, {4, 3}}}));
    EXPECT_EQ(11, out[11]);
    EXPECT_EQ(0, copy({{in, {3, 4}}, {bits, {2, 2, 3}}}));
    EXPECT_EQ(0, memcmp(in, bits, sizeof in));
}

TEST_F(Arguments, TransposedViewsAreMemoryAsItLies) {
    strided_floats view(in, 3, 1), dense(out, 1, 4);
    in[11] = 5;
    EXPECT_EQ(0, raw_call(copy, &view.structure, &dense.structure).status);
    EXPECT_EQ(5, out[11]);
}

TEST_F(Arguments, MemoryMustHoldWhatIsTouched) {
    expect(
        halide_error_code_access_out_of_bounds,
        "copy: argument \"in\" is too small: it has memory for 44 bytes, the function touches 48",
        {in, {11}});
    expect(halide_error_code_access_out_of_bounds, "has memory for 0 bytes", {in, {12, 0}});
}

TEST_F(Arguments, ElementsMustHaveTheirSize) {
    expect(halide_error_code_bad_type,
           "argument \"in\" has elements of type uint8, must be float32 (or, with "
           "argument_checks::memory, of its size)",
           {reinterpret_cast<std::uint8_t *>(in), {3, 16}});
}

TEST_F(Arguments, ThatAreNotTouchedMayHaveNoMemory) {
    core::program p = copy_program();
    p.arguments.push_back({"rest", p_float32, a_input, {3, 4}});
    for (const argument_checks checks : {argument_checks::memory, argument_checks::none}) {
        const compiled_function f = lower::jit(p, copy_loops().ast(), with_checks(checks));
        EXPECT_EQ(0, f({{in, {3, 4}}, {out, {3, 4}}, {static_cast<float *>(nullptr), {0, 4}}}))
            << compiled_function::error_text();
    }
}

TEST_F(Arguments, StructuresThatDescribeNothingAreBelieved) {
    halide_buffer_t a = {}, b = {};
    a.host = reinterpret_cast<std::uint8_t *>(in);
    b.host = reinterpret_cast<std::uint8_t *>(out);
    in[11] = 5;
    EXPECT_EQ(0, raw_call(copy, &a, &b).status);
    EXPECT_EQ(5, out[11]);
}

TEST_F(ExactArguments, FitIsAccepted) {
    in[11] = 5;
    EXPECT_EQ(0, copy({{in, {3, 4}}, {out, {3, 4}}}));
    EXPECT_EQ(5, out[11]);
}

TEST_F(ExactArguments, TypesMustAgree) {
    expect(halide_error_code_bad_type,
           "copy: argument \"in\" has elements of type int32, must be float32",
           {reinterpret_cast<std::int32_t *>(in), {3, 4}});
}

TEST_F(ExactArguments, RanksMustAgree) {
    expect(halide_error_code_bad_dimensions, "argument \"in\" has 1 dimensions, must have 2",
           {in, {12}});
}

TEST_F(ExactArguments, ExtentsMustAgree) {
    expect(halide_error_code_constraint_violated,
           "argument \"in\" has extent 5 in dimension 0 (0 is the innermost of 2), must be 4",
           {in, {3, 5}});
    expect(halide_error_code_constraint_violated,
           "argument \"in\" has extent 2 in dimension 1 (0 is the innermost of 2), must be 3",
           {in, {2, 4}});
}

TEST_F(ExactArguments, MemoryMustBeDense) {
    strided_floats wide(in, 1, 8), dense(out, 1, 4);
    const raw_call call(copy, &wide.structure, &dense.structure);
    EXPECT_EQ(halide_error_code_constraint_violated, call.status);
    EXPECT_THAT(call.text, HasSubstr("has stride 8 in dimension 1"));
}

TEST_F(ExactArguments, DeclaredSizesMustHoldWhatIsTouched) {
    core::program p = copy_program();
    p.arguments[1].sizes = {2, 4};
    p.arguments[1].called = "buffer \"out\"";
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] { lower::jit(p, copy_loops().ast(), with_checks(argument_checks::exact)); },
        {"buffer \"out\"", "has 8 elements, the function touches 12"}));
}

TEST_F(ExactArguments, OfAnyShapeHaveTheirNumberOfElements) {
    core::program p = copy_program();
    p.arguments[0].any_shape = true;
    const compiled_function f =
        lower::jit(p, copy_loops().ast(), with_checks(argument_checks::exact));
    in[11] = 5;
    EXPECT_EQ(0, f({{in, {12}}, {out, {3, 4}}})) << compiled_function::error_text();
    EXPECT_EQ(5, out[11]);
    EXPECT_EQ(0, f({{in, {2, 2, 3}}, {out, {3, 4}}}));
    EXPECT_EQ(halide_error_code_constraint_violated, f({{in, {11}}, {out, {3, 4}}}));
    EXPECT_THAT(compiled_function::error_text(),
                HasSubstr("argument \"in\" has 44 bytes, must have 48, in whatever shape"));
    EXPECT_EQ(halide_error_code_bad_type,
              f({{reinterpret_cast<std::int32_t *>(in), {12}}, {out, {3, 4}}}));
}

TEST_F(Arguments, OfTheCallAreCounted) {
    EXPECT_THROW(copy({{in, {3, 4}}}), user_error);
    EXPECT_THROW(copy({{in, {3, 4}}, 7}), user_error);
}

TEST_F(Arguments, AreNotCheckedIfNotAsked) {
    const compiled_function unchecked = copy_with(argument_checks::none);
    EXPECT_EQ(0, unchecked({{reinterpret_cast<std::uint8_t *>(in), {1}}, {out, {12}}}));
}

core::program sized_program() {
    const expr i = it("i"), n = expr::variable("N", p_int32);
    core::program p = make_program("sized", {{"out", p_int32, a_output, {n * expr(2)}}},
                                   {assign("S", {"i"}, "out", {i}, i)});
    p.arguments[0].reached = {{{n * expr(2) - expr(1)}, n > expr(0)}};
    p.scalar_arguments.push_back({"N", p_int32, {}});
    return p;
}

TEST_F(Arguments, MemoryIsCheckedAgainstScalars) {
    const nest loops("[N] -> { S[i] -> [i] : 0 <= i < 2N }");
    const compiled_function f =
        lower::jit(sized_program(), loops.ast(), with_checks(argument_checks::memory));
    std::int32_t data[9];
    EXPECT_EQ(0, f({{data, {8}}, 4}));
    EXPECT_EQ(0, f({{data, {9}}, 4}));
    EXPECT_EQ(0, f({{data, {0}}, 0}));
    EXPECT_EQ(halide_error_code_access_out_of_bounds, f({{data, {7}}, 4}));
    EXPECT_THAT(compiled_function::error_text(),
                HasSubstr("memory for 28 bytes, the function touches 32"));
}

TEST_F(ExactArguments, DeclaredSizesAreCheckedAgainstWhatIsTouched) {
    core::program p = sized_program();
    p.arguments[0].sizes = {expr::variable("N", p_int32)};
    const nest loops("[N] -> { S[i] -> [i] : 0 <= i < 2N }");
    const compiled_function f = lower::jit(p, loops.ast(), with_checks(argument_checks::exact));
    std::int32_t data[8];
    EXPECT_EQ(halide_error_code_access_out_of_bounds, f({{data, {4}}, 4}));
    EXPECT_THAT(compiled_function::error_text(), HasSubstr("memory for 16 bytes"));
}

TEST_F(ExactArguments, SizesAreCheckedAgainstScalars) {
    const nest loops("[N] -> { S[i] -> [i] : 0 <= i < 2N }");
    const compiled_function f =
        lower::jit(sized_program(), loops.ast(), with_checks(argument_checks::exact));
    std::int32_t data[9];
    EXPECT_EQ(0, f({{data, {8}}, 4}));
    EXPECT_EQ(halide_error_code_constraint_violated, f({{data, {9}}, 4}));
    EXPECT_THAT(compiled_function::error_text(), HasSubstr("has extent 9 in dimension 0"));
    EXPECT_THROW(f({{data, {8}}, std::int64_t(4)}), user_error);
}

TEST_F(Arguments, TooLargeFor32BitIndicesIsRefused) {
    const expr i = it("i"), n = expr::variable("N", p_int32);
    core::program p = make_program("large", {{"out", p_uint8, a_output, {n, n}}},
                                   {assign("S", {"i"}, "out", {i, i}, expr(std::uint8_t(1)))});
    p.scalar_arguments.push_back({"N", p_int32, {}});
    const nest loops("[N] -> { S[i] -> [i] : 0 <= i < N }");
    const compiled_function f = lower::jit(p, loops.ast(), with_checks(argument_checks::memory));
    // 46341 * 46341 > 2^31 - 1: the call is refused before anything is touched. The stride in
    // halide_buffer_t still fits.
    std::uint8_t nothing = 0;
    EXPECT_EQ(halide_error_code_buffer_extents_too_large, f({{&nothing, {46341, 46341}}, 46341}));
    EXPECT_THAT(compiled_function::error_text(), HasSubstr("declare its sizes as int64"));
}

TEST(ScalarArguments, MayHaveEveryType) {
    const expr i = it("i");
    core::program p = make_program("scalars", {{"out", p_float64, a_output, {11}}}, {});
    std::vector<primitive_t> types = {p_boolean, p_uint8, p_uint16, p_uint32,  p_uint64, p_int8,
                                      p_int16,   p_int32, p_int64,  p_float32, p_float64};
    std::string schedule = "{ ";
    for (std::size_t k = 0; k < types.size(); ++k) {
        const std::string name = "s" + std::to_string(k);
        p.scalar_arguments.push_back({name, types[k], {}});
        p.statements["S" + std::to_string(k)] =
            assign("S" + std::to_string(k), {}, "out", {expr(static_cast<int>(k))},
                   cast(p_float64, expr::variable(name, types[k])));
        schedule += (k ? "; S" : "S") + std::to_string(k) + "[] -> [" + std::to_string(k) + "]";
    }
    const nest loops(schedule + " }");
    double out[11] = {};
    ASSERT_EQ(0, lower::jit(p, loops.ast(), {})({{out, {11}},
                                                 true,
                                                 std::uint8_t(200),
                                                 std::uint16_t(60000),
                                                 std::uint32_t(4000000000),
                                                 std::uint64_t(1) << 40,
                                                 std::int8_t(-5),
                                                 std::int16_t(-500),
                                                 -70000,
                                                 -(std::int64_t(1) << 40),
                                                 1.5f,
                                                 2.25}));
    const double expected[11] = {
        1, 200, 60000, 4e9, 1099511627776.0, -5, -500, -70000, -1099511627776.0, 1.5, 2.25};
    for (int k = 0; k < 11; ++k) {
        EXPECT_EQ(expected[k], out[k]) << k;
    }
}

} // namespace
} // namespace tiramisu::testing
