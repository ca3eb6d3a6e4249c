#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <HalideRuntime.h>

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
    return p;
}

const nest &copy_loops() {
    static const nest loops("{ S[i,j] -> [i,j] : 0 <= i < 3 and 0 <= j < 4 }");
    return loops;
}

class Arguments : public ::testing::Test {
protected:
    float in[12] = {}, out[12] = {};
    compiled_function copy = lower::jit(copy_program(), copy_loops().ast(), {});

    void expect(int code, const std::string &text, const jit_argument &input) {
        EXPECT_EQ(code, copy({input, {out, {3, 4}}}));
        EXPECT_THAT(compiled_function::error_text(), HasSubstr(text));
    }
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
    using function = int (*)(halide_buffer_t *, halide_buffer_t *);
    const auto raw = reinterpret_cast<function>(copy.address());
    static std::string text;
    const auto keep = [](void *, const char *message) { text = message; };
    tiramisu_error_handler before = tiramisu_set_error_handler(keep);
    EXPECT_EQ(halide_error_code_buffer_argument_is_null, raw(nullptr, nullptr));
    tiramisu_set_error_handler(before);
    EXPECT_THAT(text, HasSubstr("copy: argument \"in\" is a null pointer"));
}

TEST_F(Arguments, TypesMustAgree) {
    expect(halide_error_code_bad_type,
           "copy: argument \"in\" has elements of type int32, must be float32",
           {reinterpret_cast<std::int32_t *>(in), {3, 4}});
}

TEST_F(Arguments, RanksMustAgree) {
    expect(halide_error_code_bad_dimensions, "argument \"in\" has 1 dimensions, must have 2",
           {in, {12}});
}

TEST_F(Arguments, ExtentsMustAgree) {
    expect(halide_error_code_constraint_violated,
           "argument \"in\" has extent 5 in dimension 0 (0 is the innermost of 2), must be 4",
           {in, {3, 5}});
    expect(halide_error_code_constraint_violated,
           "argument \"in\" has extent 2 in dimension 1 (0 is the innermost of 2), must be 3",
           {in, {2, 4}});
}

TEST_F(Arguments, MemoryMustBeDense) {
    halide_dimension_t wide[2] = {{0, 4, 1}, {0, 3, 8}}, dense[2] = {{0, 4, 1}, {0, 3, 4}};
    halide_buffer_t a = {}, b = {};
    a.type = b.type = halide_type_t(halide_type_float, 32);
    a.dimensions = b.dimensions = 2;
    a.dim = wide;
    b.dim = dense;
    a.host = reinterpret_cast<std::uint8_t *>(in);
    b.host = reinterpret_cast<std::uint8_t *>(out);
    static std::string text;
    const auto keep = [](void *, const char *message) { text = message; };
    tiramisu_error_handler before = tiramisu_set_error_handler(keep);
    using function = int (*)(halide_buffer_t *, halide_buffer_t *);
    EXPECT_EQ(halide_error_code_constraint_violated,
              reinterpret_cast<function>(copy.address())(&a, &b));
    tiramisu_set_error_handler(before);
    EXPECT_THAT(text, HasSubstr("has stride 8 in dimension 1"));
}

TEST_F(Arguments, OfTheCallAreCounted) {
    EXPECT_THROW(copy({{in, {3, 4}}}), user_error);
    EXPECT_THROW(copy({{in, {3, 4}}, 7}), user_error);
}

TEST_F(Arguments, AreNotCheckedIfNotAsked) {
    options how;
    how.argument_checks = false;
    const compiled_function unchecked = lower::jit(copy_program(), copy_loops().ast(), how);
    EXPECT_EQ(0, unchecked({{in, {12}}, {out, {12}}}));
}

TEST_F(Arguments, RunTimeSizesAreCheckedAgainstScalars) {
    const expr i = it("i"), n = expr::variable("N", p_int32);
    core::program p = make_program("sized", {{"out", p_int32, a_output, {n * expr(2)}}},
                                   {assign("S", {"i"}, "out", {i}, i)});
    p.scalar_arguments.push_back({"N", p_int32, {}});
    const nest loops("[N] -> { S[i] -> [i] : 0 <= i < 2N }");
    const compiled_function f = lower::jit(p, loops.ast(), {});
    std::int32_t data[8];
    EXPECT_EQ(0, f({{data, {8}}, 4}));
    EXPECT_EQ(halide_error_code_constraint_violated, f({{data, {7}}, 4}));
    EXPECT_THAT(compiled_function::error_text(), HasSubstr("has extent 7 in dimension 0"));
    EXPECT_THROW(f({{data, {8}}, std::int64_t(4)}), user_error);
}

TEST_F(Arguments, TooLargeFor32BitIndicesIsRefused) {
    const expr i = it("i"), n = expr::variable("N", p_int32);
    core::program p = make_program("large", {{"out", p_uint8, a_output, {n, n}}},
                                   {assign("S", {"i"}, "out", {i, i}, expr(std::uint8_t(1)))});
    p.scalar_arguments.push_back({"N", p_int32, {}});
    const nest loops("[N] -> { S[i] -> [i] : 0 <= i < N }");
    const compiled_function f = lower::jit(p, loops.ast(), {});
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
