// Programs whose scalars, buffers and loops are called what Halide calls what it defines itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "codegen/expressions/halide.h"
#include "tiramisu/jit.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu {
namespace {

using elements = std::vector<std::int32_t>;

constexpr std::int32_t size = 37;

elements inputs() {
    elements made;
    for (std::int32_t i = 0; i < size; i++) {
        made.push_back((i * 29) % 61 - 25);
    }
    return made;
}

std::int32_t expected(std::int32_t x, std::int32_t s) {
    const auto between = [](std::int32_t v, std::int32_t low, std::int32_t high) {
        return std::min(std::max(v, low), high);
    };
    const std::int32_t scaled = std::max(x, s) * 3 + std::max(x, s);
    return std::max(scaled, s) - between(scaled, s - 4, s + 9) + std::min(scaled * s, x);
}

elements right() {
    elements made;
    for (const std::int32_t x : inputs()) {
        made.push_back(expected(x, 7));
    }
    return made;
}

/// What a loop beside a temporary computes, with these names for a scalar, a loop, the buffers of
/// the input, of the result and of the temporary.
elements computed(const std::vector<std::string> &names, bool is_parallel, bool is_vector) {
    tiramisu::init("renamed");
    function &fn = *global::get_implicit_function();
    constant s(names[0], expr(p_int32));
    var i(names[1], 0, size);
    buffer in(names[2], {size}, p_int32, a_input), out(names[3], {size}, p_int32, a_output);
    buffer between(names[4], {size}, p_int32, a_temporary);
    input x("values", {i}, p_int32);
    x.store_in(&in);
    computation scaled("scaled", {i}, max(x(i), expr(s)) * 3 + max(x(i), expr(s)));
    computation result("result", {i},
                       max(scaled(i), expr(s)) - clamp(scaled(i), expr(s) - 4, expr(s) + 9) +
                           min(scaled(i) * expr(s), x(i)));
    scaled.store_in(&between);
    result.store_in(&out);
    result.after(scaled, computation::root_dimension);
    if (is_parallel) {
        scaled.parallelize(i);
        result.parallelize(i);
    }
    if (is_vector) {
        var outer("outer"), inner("inner");
        result.split(i, 8, outer, inner);
        result.vectorize(inner, 8);
    }
    const compiled_function code = fn.compile({&in, &out});
    elements given = inputs(), found(size, -1000);
    EXPECT_EQ(code({{given.data(), {size}}, {found.data(), {size}}, 7}), 0);
    return found;
}

std::vector<std::string> counted(const std::string &letters, int count) {
    std::vector<std::string> names;
    for (const char letter : letters) {
        for (int k = 0; k < count; k++) {
            names.push_back(letter + std::to_string(k));
        }
    }
    return names;
}

class NamesOfHalide : public ::testing::TestWithParam<std::string> {};

TEST_P(NamesOfHalide, AreThoseOfTheProgram) {
    const std::vector<std::string> plain = {"scalar", "loop", "given", "found", "temporary"};
    for (std::size_t what = 0; what < plain.size(); what++) {
        for (const bool is_parallel : {false, true}) {
            std::vector<std::string> names = plain;
            names[what] = GetParam();
            EXPECT_EQ(computed(names, is_parallel, what % 2 == 1), right())
                << GetParam() << " for the " << plain[what];
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Counted, NamesOfHalide, ::testing::ValuesIn(counted("abtx", 1)),
                         [](const auto &one) { return one.param; });
INSTANTIATE_TEST_SUITE_P(Fixed, NamesOfHalide,
                         ::testing::Values("closure_arg", "closure_result", "V1", "kernels"),
                         [](const auto &one) { return one.param; });

/// The name that Halide gives so many definitions from now.
std::string name_ahead(char letter, int count) {
    const std::string now = Halide::Internal::unique_name(letter);
    return letter + std::to_string(std::stoi(now.substr(1)) + count);
}

TEST(NamesThatHalideCounts, AreThoseOfTheProgram) {
    const std::vector<std::string> plain = {"scalar", "loop", "given", "found", "temporary"};
    for (const char letter : {'a', 'b', 't'}) {
        for (int count = 1; count <= 8; count++) {
            for (std::size_t what = 0; what < plain.size(); what += letter == 't' ? 2 : 4) {
                std::vector<std::string> names = plain;
                names[what] = name_ahead(letter, count);
                EXPECT_EQ(computed(names, true, false), right())
                    << letter << " + " << count << " for the " << plain[what];
            }
        }
    }
}

TEST(NamesThatHalideCounts, AreNotInMessages) {
    tiramisu::init("renamed");
    function &fn = *global::get_implicit_function();
    constant n("a1", expr(p_int32));
    var i("t0", 0, n);
    buffer out("a0", {n}, p_int32, a_output);
    computation c("c", {i}, i);
    c.store_in(&out);
    const compiled_function code = fn.compile({&out});
    elements found(size, 0);
    EXPECT_NE(code({{found.data(), {size}}, size + 1}), 0);
    EXPECT_NE(compiled_function::error_text().find("argument \"a0\""), std::string::npos)
        << compiled_function::error_text();
    EXPECT_EQ(compiled_function::error_text().find("a0.0"), std::string::npos)
        << compiled_function::error_text();
}

} // namespace
} // namespace tiramisu
