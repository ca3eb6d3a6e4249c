#include <deque>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/functions.h"
#include "tiramisu/jit.h"

// Functions with so many outputs that one check looks at the memory of all.

namespace tiramisu::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr int size = 5;

/// Output k has the input's elements in reverse, times k + 1.
struct multiples : in_function {
    explicit multiples(int outputs) : in_function("multiples") {
        const var i("i", 0, size);
        memory.emplace_back("from", std::vector<expr>{size}, p_int32, a_input);
        input from("from", {i}, p_int32);
        from.store_in(&memory.back());
        for (int k = 0; k < outputs; ++k) {
            const std::string name = "out" + std::to_string(k);
            memory.emplace_back(name, std::vector<expr>{size}, p_int32, a_output);
            computation made(name + "_values", {i}, from(size - 1 - i) * (k + 1));
            made.store_in(&memory.back());
        }
        for (buffer &one : memory) {
            arguments.push_back(&one);
        }
    }

    std::deque<buffer> memory;
    std::vector<buffer *> arguments;
};

TEST(ManyOutputs, AreCheckedByOneCall) {
    const auto text = [](int outputs) {
        const multiples made(outputs);
        return current().stmt_text(made.arguments);
    };
    EXPECT_THAT(text(9), HasSubstr("tiramisu_check_overlaps"));
    EXPECT_THAT(text(2), Not(HasSubstr("tiramisu_check_overlaps")));
}

TEST(ManyOutputs, LieApartFromOneAnotherAndFromInputs) {
    multiples made(9);
    const compiled_function run = current().compile(made.arguments);
    std::vector<int> values(10 * size);
    const auto call = [&](std::size_t moved, std::size_t to) {
        std::vector<jit_argument> given;
        for (std::size_t k = 0; k < 10; ++k) {
            given.emplace_back(values.data() + (k == moved ? to : k * size),
                               std::vector<std::int64_t>{size});
        }
        return run(given);
    };
    for (int j = 0; j < size; ++j) {
        values[static_cast<std::size_t>(j)] = j;
    }
    ASSERT_EQ(0, call(0, 0));
    EXPECT_EQ(values[size], 4);
    EXPECT_EQ(values[10 * size - 2], 9);
    EXPECT_NE(0, call(3, 6 * size + 4));
    EXPECT_THAT(compiled_function::error_text(),
                HasSubstr("arguments \"out2\" and \"out5\" overlap in memory"));
    EXPECT_NE(0, call(0, 9 * size - 1));
    EXPECT_THAT(compiled_function::error_text(),
                HasSubstr("arguments \"out7\" and \"from\" overlap in memory"));
}

/// What counts is which memory is written, whatever an argument is called.
TEST(ManyOutputs, AreWhatIsWritten) {
    init("roles");
    const var i("i", 0, size);
    std::deque<buffer> memory;
    std::vector<buffer *> arguments;
    const auto add = [&](const std::string &name, argument_t role) -> buffer & {
        memory.emplace_back(name, std::vector<expr>{size}, p_int32, role);
        arguments.push_back(&memory.back());
        return memory.back();
    };
    input from("from", {i}, p_int32), more("more", {i}, p_int32);
    from.store_in(&add("from", a_output)); // only read
    more.store_in(&add("more", a_input));
    for (int k = 0; k < 8; ++k) { // the first of them an input
        const std::string name = "to" + std::to_string(k);
        computation made(name + "_values", {i}, from(size - 1 - i) + more(size - 1 - i) * k);
        made.store_in(&add(name, k == 0 ? a_input : a_output));
    }
    EXPECT_THAT(current().stmt_text(arguments), HasSubstr("tiramisu_check_overlaps"));
    const compiled_function run = current().compile(arguments);
    std::vector<int> values(10 * size);
    std::vector<jit_argument> given;
    for (std::size_t k = 0; k < 10; ++k) {
        const std::size_t to = k == 2 ? size + 1 : k * size; // written where "more" lies
        given.emplace_back(values.data() + to, std::vector<std::int64_t>{size});
    }
    EXPECT_NE(0, run(given));
    EXPECT_THAT(compiled_function::error_text(),
                HasSubstr("arguments \"to0\" and \"more\" overlap in memory"));
    given[2] = {values.data() + 2 * size, std::vector<std::int64_t>{size}};
    given[1] = {values.data() + 1, std::vector<std::int64_t>{size}}; // two that are only read
    EXPECT_EQ(0, run(given)) << compiled_function::error_text();
}

} // namespace
} // namespace tiramisu::testing
