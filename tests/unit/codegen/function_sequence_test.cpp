#include "tiramisu/function_sequence.h"

#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <HalideRuntime.h>

#include "support/functions.h"
#include "support/temporary_folder.h"
#include "support/throws.h"
#include "unit/codegen/nest.h"

namespace tiramisu::testing {
namespace {

using oracle::throws;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

/// A function of its own, which is called by others.
struct made {
    function what;
    std::vector<buffer> arguments;
};

/// out(i) = factor * in(i) + 1 of 4 numbers.
made scaling(const std::string &name, int factor) {
    init(name);
    const var i("i", 0, 4);
    input in("in", {i}, p_int32);
    computation out("out", {i}, factor * in(i) + 1);
    buffer in_memory("in", {4}, p_int32, a_input), out_memory("out", {4}, p_int32, a_output);
    in.store_in(&in_memory);
    out.store_in(&out_memory);
    out.parallelize(i);
    return {current(), {in_memory, out_memory}};
}

/// out(i) = 2 * in(i) of n numbers.
made doubling(const std::string &name) {
    init(name);
    const constant n("n", p_int32);
    const var i("i", 0, n);
    input in("in", {i}, p_int32);
    computation out("out", {i}, 2 * in(i));
    buffer in_memory("in", {n}, p_int32, a_input), out_memory("out", {n}, p_int32, a_output);
    in.store_in(&in_memory);
    out.store_in(&out_memory);
    return {current(), {in_memory, out_memory}};
}

sequence_call call_of(const made &what, std::vector<sequence_place> where,
                      std::vector<std::string> scalars = {}) {
    return {what.what, what.arguments, std::move(where), std::move(scalars)};
}

/// Rows of 4 numbers go through two functions, one row a round: 3 * (2 * x + 1) + 1.
function_sequence rows_in_rounds(int rows) {
    return {"rows",
            {{"src", {rows, 4}, p_int32, a_input},
             {"between", {4}, p_int32, a_temporary},
             {"dst", {rows, 4}, p_int32, a_output}},
            {},
            {call_of(scaling("twice", 2), {{"src", 0, 4}, {"between"}}),
             call_of(scaling("thrice", 3), {{"between"}, {"dst", 0, 4}})},
            rows};
}

/// dst = 2 * (2 * src) of a number of elements that is known at run time.
function_sequence run_time_sizes() {
    const expr n = expr::variable("count", p_int32);
    return {"sized",
            {{"src", {n}, p_int32, a_input},
             {"between", {n}, p_int32, a_output},
             {"dst", {n}, p_int32, a_output}},
            {"count"},
            {call_of(doubling("first"), {{"src"}, {"between"}}, {"count"}),
             call_of(doubling("second"), {{"between"}, {"dst"}}, {"count"})}};
}

std::vector<std::int32_t> numbers(std::size_t count) {
    std::vector<std::int32_t> made(count);
    std::iota(made.begin(), made.end(), 0);
    return made;
}

using change_of_sequence = std::function<void(function_sequence &)>;

::testing::AssertionResult refused(function_sequence one, const change_of_sequence &change,
                                   const std::vector<std::string> &texts) {
    change(one);
    return throws<user_error>([&] { one.compile(); }, texts);
}

TEST(FunctionSequence, CallsItsFunctionsInRounds) {
    for (const argument_checks checks :
         {argument_checks::none, argument_checks::memory, argument_checks::exact}) {
        options opts;
        opts.checks = checks;
        const compiled_function code = rows_in_rounds(3).compile(opts);
        const std::vector<std::int32_t> src = numbers(12);
        std::vector<std::int32_t> dst(12);
        ASSERT_EQ(0, code({{src.data(), {3, 4}}, {dst.data(), {3, 4}}}))
            << compiled_function::error_text();
        for (std::size_t i = 0; i < dst.size(); i++) {
            EXPECT_EQ(3 * (2 * src[i] + 1) + 1, dst[i]) << i;
        }
    }
}

/// Bytes of one type may be read as elements of another, from any of those on.
TEST(FunctionSequence, ReadsAnInputAsElementsOfAnotherType) {
    function_sequence one = rows_in_rounds(3);
    one.memory[0].type = p_float32;
    one.memory[0].sizes = {expr(4), expr(4)};
    one.calls[0].where[0].read_as = p_int32;
    one.calls[0].where[0].first = 3;
    const std::vector<std::int32_t> src = numbers(16);
    std::vector<float> bytes(src.size());
    std::memcpy(bytes.data(), src.data(), src.size() * sizeof(float));
    std::vector<std::int32_t> dst(12);
    ASSERT_EQ(0, one.compile()({{bytes.data(), {4, 4}}, {dst.data(), {3, 4}}}))
        << compiled_function::error_text();
    for (std::size_t i = 0; i < dst.size(); i++) {
        EXPECT_EQ(3 * (2 * src[i + 3] + 1) + 1, dst[i]) << i;
    }
}

/// out = the sum of 10,000 numbers, in loops of which no command says anything.
made total(const std::string &name) {
    init(name);
    const var one("one", 0, 1), i("i", 0, 10000);
    input in("in", {i}, p_float32);
    computation out("out", {one}, 0.0f);
    buffer in_memory("in", {10000}, p_float32, a_input),
        out_memory("out", {1}, p_float32, a_output);
    in.store_in(&in_memory);
    out(one) += in(i);
    out.store_in(&out_memory);
    return {current(), {in_memory, out_memory}};
}

/// A sum that is added up in vectors is another number than one that is added up in order.
TEST(FunctionSequence, PlainLoopsRunAsTheyDoAlone) {
    std::vector<float> src(10000);
    for (std::size_t at = 0; at < src.size(); ++at) {
        src[at] = 1.0f / static_cast<float>(at + 1);
    }
    float in_order = 0;
    for (const float one : src) {
        in_order += one;
    }
    const auto sum_by = [&](const compiled_function &code) {
        float sum = 0;
        EXPECT_EQ(0, code({{src.data(), {10000}}, {&sum, {1}}})) << compiled_function::error_text();
        return sum;
    };
    made alone = total("alone");
    const float expected = sum_by(alone.what.compile({&alone.arguments[0], &alone.arguments[1]}));
    EXPECT_NE(in_order, expected);
    const function_sequence sequence = {
        "totals",
        {{"src", {10000}, p_float32, a_input}, {"dst", {1}, p_float32, a_output}},
        {},
        {call_of(total("called"), {{"src"}, {"dst"}})}};
    EXPECT_EQ(expected, sum_by(function_sequence::of_image(sequence.image())));
    EXPECT_EQ(expected, sum_by(sequence.compile()));
}

/// x(i) = 3 * i of 5 numbers that lie inside of the code, by functions of any size.
function_sequence known_sizes() {
    const auto numbers = std::make_shared<const std::vector<std::int32_t>>(
        std::vector<std::int32_t>{9, 1, 2, 3, 4, 5});
    function_sequence made = {"known",
                              {{"src", {6}, p_int32, a_input},
                               {"between", {5}, p_int32, a_temporary},
                               {"dst", {7}, p_int32, a_output}},
                              {},
                              {call_of(doubling("first"), {{"src", 1}, {"between"}}, {"five"}),
                               call_of(doubling("second"), {{"between"}, {"dst", 2}}, {"five"})}};
    made.memory[0].numbers = numbers;
    made.constants["five"] = 5;
    return made;
}

TEST(FunctionSequence, ScalarsAndElementsMayBeKnown) {
    const function_sequence sequence = known_sizes();
    for (const compiled_function &code :
         {sequence.compile(), function_sequence::of_image(sequence.image())}) {
        ASSERT_TRUE(code);
        std::vector<std::int32_t> dst(7, -1);
        ASSERT_EQ(0, code({{dst.data(), {7}}})) << compiled_function::error_text();
        EXPECT_THAT(dst, ElementsAre(-1, -1, 4, 8, 12, 16, 20));
    }
}

TEST(FunctionSequence, IsAnImageThatCanBeLoaded) {
    const std::string image = rows_in_rounds(3).image();
    EXPECT_EQ(image, rows_in_rounds(3).image()); // whatever threads did
    const compiled_function code = function_sequence::of_image(image);
    ASSERT_TRUE(code);
    EXPECT_EQ("rows", code.name());
    EXPECT_GT(code.bytes(), 0U);
    const std::vector<std::int32_t> src = numbers(12);
    std::vector<std::int32_t> dst(12);
    for (int call = 0; call < 2; call++) {
        ASSERT_EQ(0, code({{src.data(), {3, 4}}, {dst.data(), {3, 4}}}))
            << compiled_function::error_text();
        EXPECT_EQ(3 * (2 * src[11] + 1) + 1, dst[11]);
    }
    // The runtime is this process's: its texts are found.
    EXPECT_NE(0, code({{src.data(), {4, 3}}, {dst.data(), {3, 4}}}));
    EXPECT_THAT(compiled_function::error_text(), HasSubstr("\"src\""));
    EXPECT_THROW(function_sequence::of_image(image.substr(0, image.size() - 1)), internal_error);
    EXPECT_THROW(function_sequence::of_image(""), internal_error);
    EXPECT_THROW(function_sequence::of_image(image + image), internal_error);
    for (std::size_t at = 0; at < image.size(); at += image.size() / 97) {
        std::string changed = image;
        changed[at] = static_cast<char>(changed[at] ^ 4);
        EXPECT_THROW(function_sequence::of_image(changed), internal_error) << at;
    }
}

TEST(FunctionSequence, SizesMayBeKnownAtRunTime) {
    options opts;
    opts.checks = argument_checks::memory;
    const compiled_function code = run_time_sizes().compile(opts);
    const std::vector<std::int32_t> src = numbers(5);
    std::vector<std::int32_t> between(5), dst(5);
    const auto run = [&](std::int32_t count) {
        return code({{src.data(), {5}}, {between.data(), {5}}, {dst.data(), {5}}, count});
    };
    ASSERT_EQ(0, run(0)) << compiled_function::error_text();
    EXPECT_THAT(dst, Each(0));
    ASSERT_EQ(0, run(5)) << compiled_function::error_text();
    EXPECT_THAT(dst, ElementsAre(0, 4, 8, 12, 16));
    EXPECT_EQ(halide_error_code_access_out_of_bounds, run(6));
    EXPECT_THAT(compiled_function::error_text(),
                HasSubstr("\"src\" is too small: it has memory for 20 bytes"));
}

TEST(FunctionSequence, LargeTemporariesAreFound) {
    function_sequence large = rows_in_rounds(1);
    large.memory[1].sizes = {1 << 20};
    large.calls[0].where[1].first = large.calls[1].where[0].first = (1 << 20) - 4;
    const compiled_function code = large.compile();
    const std::vector<std::int32_t> src = numbers(4);
    std::vector<std::int32_t> dst(4);
    ASSERT_EQ(0, code({{src.data(), {1, 4}}, {dst.data(), {1, 4}}}))
        << compiled_function::error_text();
    EXPECT_THAT(dst, ElementsAre(4, 10, 16, 22));
}

TEST(FunctionSequence, IsOneObjectWithItsHeader) {
    const temporary_folder folder;
    rows_in_rounds(2).codegen(folder / "rows.o");
    EXPECT_THAT(folder.files(), ElementsAre("rows.h", "rows.o", "rows.o.h"));
    const std::string symbols = run_command("nm " + (folder / "rows.o")).output;
    EXPECT_THAT(symbols, HasSubstr(" T rows\n"));
    EXPECT_THAT(symbols, Not(HasSubstr("twice")));
    EXPECT_THAT(symbols, Not(HasSubstr("U rows")));
}

TEST(FunctionSequence, HasCalls) {
    function_sequence one = rows_in_rounds(3);
    one.calls.clear();
    EXPECT_TRUE(throws<user_error>([&] { one.compile(); },
                                   {"sequence \"rows\"", "has no calls", "one at least"}));
}

TEST(FunctionSequence, FunctionsHaveToFitTheirMemory) {
    const auto refused = [](const change_of_sequence &change, const std::string &reason) {
        return testing::refused(rows_in_rounds(3), change,
                                {"sequence \"rows\"", "function \"t", reason});
    };
    EXPECT_TRUE(
        refused([](auto &one) { one.calls[0].where.pop_back(); }, "is given 1 arguments, takes 2"));
    EXPECT_TRUE(
        refused([](auto &one) { one.calls[0].scalars = {"n"}; }, "is given 1 scalars, takes 0"));
    EXPECT_TRUE(refused([](auto &one) { one.calls[0].where[0].memory = "source"; },
                        "is given \"in\" in \"source\", which the sequence does not have"));
    EXPECT_TRUE(
        refused([](auto &one) { one.memory[1].type = p_float32; },
                "is given \"out\" in \"between\", whose elements are float32, must be int32"));
    EXPECT_TRUE(refused([](auto &one) { one.calls[0].where[1].read_as = p_float32; },
                        "is given \"out\" in \"between\" as elements of float32; only inputs "
                        "that are only read may be taken for another type"));
    EXPECT_TRUE(refused([](auto &one) { one.calls[0].where[0].read_as = p_float32; },
                        "is given \"in\" in \"src\", whose elements are float32, must be int32"));
    EXPECT_TRUE(refused(
        [](auto &one) {
            one.memory[0].type = p_int16;
            one.calls[0].where[0].read_as = p_int32;
        },
        "takes 4 elements of 6"));
    EXPECT_TRUE(refused([](auto &one) { one.calls[1].where[1].memory = "src"; },
                        "writes \"out\" in \"src\", which is an input"));
    EXPECT_TRUE(refused([](auto &one) { one.rounds = 4; },
                        "is given \"in\" in \"src\" from element 0 on, in each round 4 further, "
                        "takes 4 elements of 12"));
    constexpr std::int64_t far = std::numeric_limits<std::int64_t>::max();
    EXPECT_TRUE(refused([](auto &one) { one.calls[0].where[0].first = far - 1; },
                        "from element 9223372036854775806 on, in each round 4 further, takes 4"));
    for (const std::int64_t further : {far, std::int64_t{1} << 62, std::int64_t{1} << 63}) {
        EXPECT_TRUE(
            refused([&](auto &one) { one.calls[0].where[0].every_round = further; },
                    "from element 0 on, in each round " + std::to_string(further) + " further,"))
            << further;
    }
}

TEST(FunctionSequence, TemporariesAreWrittenBeforeTheyAreRead) {
    function_sequence one = rows_in_rounds(3);
    std::swap(one.calls[0], one.calls[1]);
    EXPECT_TRUE(throws<user_error>([&] { one.compile(); },
                                   {"sequence \"rows\"", "function \"",
                                    "reads \"in\" in \"between\", a temporary that no call before "
                                    "has written; write it first, or make it an argument"}));
}

TEST(FunctionSequence, NamesAndSizesMeanOneThing) {
    const auto refused = [](const change_of_sequence &change, const std::string &what,
                            const std::string &reason) {
        return testing::refused(rows_in_rounds(3), change, {"sequence \"rows\"", what, reason});
    };
    const std::string twice = "has the name of other memory or another scalar of the sequence";
    EXPECT_TRUE(refused([](auto &one) { one.memory[1].name = "src"; }, "memory \"src\"", twice));
    EXPECT_TRUE(refused([](auto &one) { one.scalars = {"n", "n"}; }, "scalar \"n\"", twice));
    EXPECT_TRUE(refused([](auto &one) { one.scalars = {"src"}; }, "scalar \"src\"", twice));
    EXPECT_TRUE(refused(
        [](auto &one) {
            one.scalars = {"n"};
            one.constants = {{"n", 4}};
        },
        "constant \"n\"", twice));
    EXPECT_TRUE(refused([](auto &one) { one.rounds = 0; }, "has 0 rounds", "is 1 at least"));
    EXPECT_TRUE(refused([](auto &one) { one.memory[0].sizes = {expr(4.0f)}; }, "memory \"src\"",
                        ", which is no integer"));
    EXPECT_TRUE(refused([](auto &one) { one.memory[0].sizes = {expr()}; }, "memory \"src\"",
                        "has a size that is not defined"));
    EXPECT_TRUE(refused([](auto &one) { one.memory[0].sizes = {expr(-3)}; }, "memory \"src\"",
                        "has the size -3; a size is at least 0"));
}

TEST(FunctionSequence, MemoryIsDescribedByWhatThereIs) {
    const auto refused = [](const change_of_sequence &change, const std::string &reason) {
        return testing::refused(rows_in_rounds(3), change,
                                {"sequence \"rows\": memory \"between\"", reason});
    };
    EXPECT_TRUE(refused([](auto &one) { one.memory[1].role = static_cast<argument_t>(3); },
                        "number 3 is none of a_input, a_output and a_temporary"));
    EXPECT_TRUE(refused([](auto &one) { one.memory[1].type = static_cast<primitive_t>(15); },
                        "number 15 is no type"));
    EXPECT_TRUE(refused([](auto &one) { one.memory[1].type = p_none; },
                        "has no type (p_none); give it that of its elements"));
    const expr many(std::int64_t{1} << 30);
    EXPECT_TRUE(refused(
        [&](auto &one) {
            one.memory[1].sizes = {many, many, many};
        },
        "has more elements than 2305843009213693951, whose bytes can be counted"));
    EXPECT_TRUE(refused(
        [](auto &one) {
            one.memory[1].values = std::make_shared<std::vector<float>>(4);
            one.memory[1].numbers = std::make_shared<std::vector<std::int32_t>>(4);
        },
        "has values and numbers; it is of one type, so give it one of them"));
}

TEST(FunctionSequence, ItsNameIsThatOfACFunction) {
    for (const auto &[name, reason] : std::map<std::string, std::string>{
             {"two rows", "made of letters"}, {"class", "a word of C or C++"}}) {
        function_sequence one = rows_in_rounds(3);
        one.name = name;
        EXPECT_TRUE(
            throws<user_error>([&] { one.compile(); }, {"sequence \"" + name + "\"", reason}));
    }
}

TEST(FunctionSequence, WhatIsKnownAtRunTimeHasToFitAsWell) {
    const auto refused = [](const change_of_sequence &change, const std::string &reason) {
        return testing::refused(run_time_sizes(), change,
                                {"sequence \"sized\"", "function \"", reason});
    };
    EXPECT_TRUE(refused([](auto &one) { one.calls[0].scalars = {"n"}; },
                        "is given the scalar \"n\", which the sequence does not have"));
    const std::string not_all = "which is not as large: where sizes are known at run time only";
    EXPECT_TRUE(refused([](auto &one) { one.calls[1].where[0].first = 1; },
                        "is given \"in\" in \"between\", " + not_all));
    EXPECT_TRUE(refused([](auto &one) { one.memory[2].sizes = {7}; },
                        "is given \"out\" in \"dst\", " + not_all));
    EXPECT_TRUE(refused(
        [](auto &one) {
            one.scalars.push_back("others");
            one.memory[0].sizes = {expr::variable("others", p_int32)};
        },
        "is given \"in\" in \"src\", " + not_all));
}

/// out(i) = table(index(i)) of n numbers, of 4 in the table.
made lookup(const std::string &name) {
    init(name);
    const constant n("n", p_int32);
    const var i("i", 0, n), e("e", 0, 4);
    input index("index", {i}, p_int32), table("table", {e}, p_int32);
    computation out("out", {i}, table(index(i)));
    buffer index_memory("index", {n}, p_int32, a_input),
        table_memory("table", {4}, p_int32, a_input), out_memory("out", {n}, p_int32, a_output);
    index.store_in(&index_memory);
    table.store_in(&table_memory);
    out.store_in(&out_memory);
    current().require({i}, index(i), 0, min(expr(n), expr(4)) - 1, "the table has 4 elements");
    return {current(), {index_memory, table_memory, out_memory}};
}

/// dst = table(2 * places) is made first, and then `other` of given places. The count is called as
/// the iterator of the function.
struct looking_up {
    const expr count = expr::variable("i", p_int32);
    function_sequence sequence = {"looking_up",
                                  {{"places", {count}, p_int32, a_input},
                                   {"table", {4}, p_int32, a_input},
                                   {"doubled", {count}, p_int32, a_temporary},
                                   {"dst", {count}, p_int32, a_output},
                                   {"other", {count}, p_int32, a_output}},
                                  {"i"},
                                  {}};
    std::vector<std::int32_t> dst = {-1, -1, -1, -1}, other = dst;

    looking_up() {
        sequence.calls = {call_of(doubling("twice"), {{"places"}, {"doubled"}}, {"i"}),
                          call_of(lookup("in_doubled"), {{"doubled"}, {"table"}, {"dst"}}, {"i"}),
                          call_of(lookup("in_places"), {{"places"}, {"table"}, {"other"}}, {"i"})};
    }

    /// What it says of places; empty if nothing.
    std::string run(const std::vector<std::int32_t> &places) {
        options opts;
        opts.validate = true;
        const std::vector<std::int32_t> table = {0, 10, 20, 30};
        const int status = sequence.compile(opts)({{places.data(), {4}},
                                                   {table.data(), {4}},
                                                   {dst.data(), {4}},
                                                   {other.data(), {4}},
                                                   std::int32_t{4}});
        return status == 0 ? "" : compiled_function::error_text();
    }
};

TEST(FunctionSequence, ChecksWhatItsFunctionsRequireOfInputs) {
    looking_up p;
    EXPECT_EQ(p.run({1, 0, 4, 0}),
              "looking_up: argument \"places\": element 2 is 4, must be from 0 "
              "to 3: the table has 4 elements");
    EXPECT_THAT(p.dst, Each(-1));
    EXPECT_EQ(p.run({1, 0, 1, 0}), "");
    EXPECT_THAT(p.dst, ElementsAre(20, 0, 20, 0));
    EXPECT_THAT(p.other, ElementsAre(10, 0, 10, 0));
}

TEST(FunctionSequence, ItsFunctionsCheckWhatOthersMade) {
    looking_up p;
    EXPECT_EQ(p.run({1, 0, 1, 3}), "in_doubled: argument \"index\": element 3 is 6, must "
                                   "be from 0 to 3: the table has 4 elements");
    EXPECT_THAT(p.dst, Each(-1));
}

TEST(FunctionSequence, ItsFunctionsCheckWhatTheyAreGivenInRounds) {
    init("in_row");
    const var i("i", 0, 2);
    input in("in", {i}, p_int32);
    computation out("out", {i}, in(i));
    buffer in_memory("in", {2}, p_int32, a_input), out_memory("out", {2}, p_int32, a_output);
    in.store_in(&in_memory);
    out.store_in(&out_memory);
    current().require({i}, in(i), 0, 9, "digits are copied");
    const made copying = {current(), {in_memory, out_memory}};
    const function_sequence rows = {
        "rows",
        {{"src", {3, 2}, p_int32, a_input}, {"dst", {3, 2}, p_int32, a_output}},
        {},
        {call_of(copying, {{"src", 0, 2}, {"dst", 0, 2}})},
        3};
    options opts;
    opts.validate = true;
    std::vector<std::int32_t> src = {1, 2, 3, 4, 5, 10}, dst(6);
    EXPECT_NE(0, rows.compile(opts)({{src.data(), {3, 2}}, {dst.data(), {3, 2}}}));
    EXPECT_EQ(compiled_function::error_text(), "in_row: argument \"in\": element 1 is 10, must "
                                               "be from 0 to 9: digits are copied");
    EXPECT_THAT(dst, ElementsAre(1, 2, 3, 4, 0, 0));
}

std::string text_of(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(FunctionSequence, AFunctionThatIsCalledTwiceIsThereOnce) {
    const made twice = scaling("twice", 2), thrice = scaling("thrice", 3);
    const function_sequence all = {"all",
                                   {{"src", {4}, p_int32, a_input},
                                    {"a", {4}, p_int32, a_temporary},
                                    {"b", {4}, p_int32, a_temporary},
                                    {"dst", {4}, p_int32, a_output}},
                                   {},
                                   {call_of(twice, {{"src"}, {"a"}}),
                                    call_of(thrice, {{"a"}, {"b"}}),
                                    call_of(twice, {{"b"}, {"dst"}})}};
    const temporary_folder folder;
    options opts;
    opts.function_name = "all";
    all.codegen(folder / "all.o", opts);
    const std::string object = text_of(folder / "all.o");
    EXPECT_THAT(object, HasSubstr("all_call_2"));
    EXPECT_THAT(object, Not(HasSubstr("all_call_3")));
    std::vector<std::int32_t> src = {0, 1, 2, 3}, dst(4);
    EXPECT_EQ(0, all.compile()({{src.data(), {4}}, {dst.data(), {4}}}));
    EXPECT_THAT(dst, ElementsAre(9, 21, 33, 45)); // 2 * (3 * (2 x + 1) + 1) + 1
}

TEST(FunctionSequence, ManyCallsAreSeveralFunctions) {
    const made twice = scaling("twice", 2);
    function_sequence many = {
        "many", {{"a", {4}, p_int32, a_output}, {"b", {4}, p_int32, a_output}}, {}, {}};
    for (int i = 0; i < 300; i++) {
        const bool is_even = i % 2 == 0;
        many.calls.push_back(call_of(twice, {{is_even ? "a" : "b"}, {is_even ? "b" : "a"}}));
    }
    const temporary_folder folder;
    many.codegen(folder / "many.o");
    EXPECT_THAT(text_of(folder / "many.o"), HasSubstr("many_parallel_loop_1"));
    std::vector<std::int32_t> a(4, -1), b(4); // 2 x + 1 leaves -1 as it is
    EXPECT_EQ(0, many.compile()({{a.data(), {4}}, {b.data(), {4}}}));
    EXPECT_THAT(a, Each(-1));
    EXPECT_THAT(b, Each(-1));
}

/// dst = 2 * in of 4 floats.
function_sequence with_values(const std::vector<float> &values, primitive_t type = p_float32,
                              argument_t role = a_input) {
    init("doubling_floats");
    const var i("i", 0, 4);
    input in("in", {i}, p_float32);
    computation out("out", {i}, 2 * in(i));
    buffer in_memory("in", {4}, p_float32, a_input), out_memory("out", {4}, p_float32, a_output);
    in.store_in(&in_memory);
    out.store_in(&out_memory);
    sequence_memory kept = {"kept", {8}, type, role};
    kept.values = std::make_shared<const std::vector<float>>(values);
    return {"known",
            {kept, {"dst", {4}, p_float32, a_output}},
            {},
            {call_of({current(), {in_memory, out_memory}}, {{"kept", 3}, {"dst"}})}};
}

TEST(FunctionSequence, ValuesAreAPartOfTheCode) {
    const function_sequence known = with_values({0, 1, 2, 3, 4, 5, 6, 7});
    for (const compiled_function &code :
         {known.compile(), function_sequence::of_image(known.image())}) {
        ASSERT_TRUE(code);
        std::vector<float> dst(4);
        EXPECT_EQ(0, code({{dst.data(), {4}}}));
        EXPECT_THAT(dst, ElementsAre(6, 8, 10, 12));
    }
    const temporary_folder folder;
    known.codegen(folder / "known.o");
    const float last[] = {5, 6, 7};
    EXPECT_THAT(text_of(folder / "known.o"),
                HasSubstr(std::string(reinterpret_cast<const char *>(last), sizeof last)));
}

TEST(FunctionSequence, ValuesThatCannotBeAPartOfTheCodeAreRefused) {
    const std::vector<float> eight(8);
    EXPECT_TRUE(throws<user_error>(
        [&] {
            with_values({1, 2}).compile();
        },
        {"sequence \"known\"", "memory \"kept\"",
         "has 2 values, must have as many as its sizes say"}));
    EXPECT_TRUE(throws<user_error>([&] { with_values(eight, p_int32).compile(); },
                                   {"has values, must be an input of type float32"}));
    EXPECT_TRUE(throws<user_error>([&] { with_values(eight, p_float32, a_temporary).compile(); },
                                   {"has values, must be an input of type float32"}));
}

} // namespace
} // namespace tiramisu::testing
