// Loops count in 32 bits: what goes beyond is refused, never counted wrongly.

#include <functional>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/throws.h"

namespace tiramisu::oracle {
namespace {

using ::tiramisu::testing::current;

constexpr std::int64_t end_of_32_bits = std::int64_t(1) << 31;

/// out(i - first) = i for i from `first` to below `end`.
compiled_function counting(const expr &first, const expr &end) {
    buffer out("out", {8}, p_int64, a_output);
    const var i("i", first, end);
    computation c("c", {i}, cast(p_int64, i));
    c.store_in(&out, {i - first});
    return current().compile({&out});
}

TEST(IteratorRange, ValuesBeyond32BitsAreRefused) {
    for (const std::int64_t first : {end_of_32_bits - 4, 2 * end_of_32_bits, -2 * end_of_32_bits}) {
        init("beyond_32_bits");
        EXPECT_TRUE(throws<unsupported_error>([&] { counting(expr(first), expr(first + 8)); },
                                              {"computation \"c\"", "comes to the end of 32 bits",
                                               "for example c(", "count from 0"}));
    }
}

TEST(IteratorRange, TheLastValuesOf32BitsAreCounted) {
    init("last_of_32_bits");
    const std::int64_t first = end_of_32_bits - 9;
    const compiled_function code = counting(expr(first), expr(first + 8));
    std::vector<std::int64_t> out(8);
    EXPECT_EQ(0, code({jit_argument(out.data(), {8})}));
    EXPECT_EQ(first, out.front());
    EXPECT_EQ(first + 7, out.back());
}

TEST(IteratorRange, BoundsOf64BitsAreCheckedAtTheCall) {
    init("bounds_of_64_bits");
    const constant n("n", p_int64);
    const compiled_function code = counting(n - expr(std::int64_t(8)), n);
    std::vector<std::int64_t> out(8);
    EXPECT_EQ(0, code({jit_argument(out.data(), {8}), std::int64_t(20)}));
    EXPECT_EQ(19, out.back());
    for (const std::int64_t wrong : {end_of_32_bits, 3 * end_of_32_bits, -3 * end_of_32_bits}) {
        out.assign(8, 0);
        EXPECT_NE(0, code({jit_argument(out.data(), {8}), wrong}));
        EXPECT_NE(std::string::npos,
                  compiled_function::error_text().find("constant \"n\", a bound of loops, has to "
                                                       "be inside of 32 bits"));
        EXPECT_EQ(std::vector<std::int64_t>(8), out);
    }
}

/// out(0) = the sum of `in` at i + j - begin, in one order of the terms or the other.
std::string sum_of_far_iterators(bool begins_first) {
    init("sum_of_far_iterators");
    constexpr int begin = 2000000000;
    buffer in("in", {8}, p_int32, a_input), out("out", {4, 4}, p_int32, a_output);
    const var x("x"), i("i", begin, begin + 4), j("j", begin, begin + 4);
    input source("source", {x}, p_int32);
    source.store_in(&in);
    computation c("c", {i, j},
                  begins_first ? source(i - begin + (j - begin)) : source(i + j - begin - begin));
    c.store_in(&out, {i - begin, j - begin});
    std::vector<int> values = {0, 1, 2, 3, 4, 5, 6, 7}, sums(16);
    try {
        EXPECT_EQ(0, current().compile({&in, &out})(
                         {jit_argument(values.data(), {8}), jit_argument(sums.data(), {4, 4})}));
    } catch (const unsupported_error &refused) {
        return refused.what();
    }
    EXPECT_EQ(std::vector<int>({0, 1, 2, 3, 1, 2, 3, 4, 2, 3, 4, 5, 3, 4, 5, 6}), sums);
    return "";
}

TEST(IteratorRange, PartsOfIndicesBeyond32BitsAreRefused) {
    EXPECT_EQ("", sum_of_far_iterators(true));
    const std::string refusal = sum_of_far_iterators(false);
    for (const char *part :
         {"computation \"c\"", "an index of which the part i + j comes to the end",
          "take each iterator from where it begins"}) {
        EXPECT_NE(std::string::npos, refusal.find(part)) << refusal;
    }
}

TEST(IteratorRange, ProductsInIndicesBeyond32BitsAreRefused) {
    for (const bool is_written : {false, true}) {
        init("products_in_indices");
        const var y("y", 0, 40000), x("x", 0, 10);
        buffer in("in", {100}, p_uint8, a_input), out("out", {100}, p_uint8, a_output);
        input source("source", {x}, p_uint8);
        source.store_in(&in);
        computation c("c", {y}, is_written ? source(y % 100) : source(y * 65536));
        c.store_in(&out, {is_written ? y * 65536 : y % 100});
        EXPECT_TRUE(throws<unsupported_error>(
            [&] {
                current().compile({&in, &out});
            },
            {"computation \"c\"",
             "an index of which the part y * 65536 comes to the end of 32 bits",
             "give the buffer more dimensions"}));
    }
}

using schedule = std::function<void(computation &, const var &)>;

const std::vector<std::pair<const char *, schedule>> moving = {
    {"reverse", [](auto &c, auto &i) { c.reverse(i); }},
    {"shift up", [](auto &c, auto &i) { c.shift(i, 200); }},
    {"shift down", [](auto &c, auto &i) { c.shift(i, -200); }},
    {"split", [](auto &c, auto &i) { c.split(i, 64, "outer", "inner"); }},
    {"vectorize", [](auto &c, auto &i) { c.vectorize(i, 16); }},
    {"masked", [](auto &c, auto &i) { c.vectorize(i, 16, tail::masked); }},
    {"unroll", [](auto &c, auto &i) { c.unroll(i, 7); }},
    {"peel", [](auto &c, auto &i) { c.peel_first(i, 3).peel_last(i, 3); }},
    {"split and reverse", [](auto &c, auto &i) {
         c.split(i, 64, "outer", "inner");
         c.reverse(var("outer"));
     }}};

constexpr int elements = 100;

/// Runs out(i - first) = i + 1 for `elements` values of i, which begin at the argument `first` or,
/// without one, at a number. Returns the error; "" where the results are right.
std::string counted(const schedule &move, int first, bool is_argument) {
    init("moved");
    const constant begin("begin", p_int32);
    const expr from = is_argument ? expr(begin) : expr(first);
    buffer out("out", {elements}, p_int32, a_output);
    const var i("i", from, from + elements);
    computation c("c", {i}, i - from + 1);
    c.store_in(&out, {i - from});
    move(c, i);
    std::vector<int> values(elements, -1), expected(elements);
    std::iota(expected.begin(), expected.end(), 1);
    try {
        const compiled_function code = current().compile({&out});
        if (code({jit_argument(values.data(), {elements}), first}) != 0) {
            EXPECT_EQ(std::vector<int>(elements, -1), values) << "refused, and written to";
            return compiled_function::error_text();
        }
    } catch (const unsupported_error &refused) {
        return refused.what();
    }
    EXPECT_EQ(expected, values);
    return "";
}

TEST(IteratorRange, SchedulesAtTheEndsAreRightOrRefused) {
    constexpr int last = std::numeric_limits<int>::max(), least = std::numeric_limits<int>::min();
    for (const auto &[name, move] : moving) {
        for (const int first : {last - elements, last - elements - 1, least, least + 1}) {
            for (const bool is_argument : {false, true}) {
                SCOPED_TRACE(std::string(name) + " from " + std::to_string(first) +
                             (is_argument ? ", an argument" : ""));
                const std::string refusal = counted(move, first, is_argument);
                if (!refusal.empty()) {
                    EXPECT_NE(std::string::npos, refusal.find("come to the end of 32 bits"))
                        << refusal;
                }
            }
        }
    }
}

TEST(IteratorRange, SchedulesAwayFromTheEndsAreAccepted) {
    for (const auto &[name, move] : moving) {
        for (const int first : {-1000000000, -50, 0, 1000000000}) {
            EXPECT_EQ("", counted(move, first, false)) << name << " from " << first;
            EXPECT_EQ("", counted(move, first, true)) << name << " from an argument";
        }
    }
}

TEST(IteratorRange, TheTextNamesTheComputationAndTheSizes) {
    const auto &[name, reverse] = moving.front();
    EXPECT_NE(
        std::string::npos,
        counted(reverse, std::numeric_limits<int>::min() + 1, false)
            .find("computation \"c\": its schedule has loops that come to the end of 32 bits"));
    const std::string at_call =
        counted(moving[1].second, std::numeric_limits<int>::max() - 150, true);
    EXPECT_NE(std::string::npos, at_call.find("computation \"c\" has loops that come to the end of "
                                              "32 bits, in which they count: they do not where"))
        << at_call;
    EXPECT_NE(std::string::npos, at_call.find("begin <= ")) << at_call;
}

/// The error of a call for i from `a * n + b * m` up to 3 more, in vectors.
std::string sum_of_sizes(int a, int b, int n, int m) {
    init("sums_of_sizes");
    const constant first("n", p_int32), second("m", p_int32);
    buffer out("out", {8}, p_int32, a_output);
    const var i("i", 0, a * first + b * second);
    computation c("c", {i}, 1);
    c.store_in(&out, {i % 8});
    c.split(i, 4, "outer", "inner");
    const compiled_function code = current().compile({&out});
    std::vector<int> values(8);
    return code({jit_argument(values.data(), {8}), n, m}) == 0 ? ""
                                                               : compiled_function::error_text();
}

TEST(IteratorRange, SumsAndProductsOfSizesAreChecked) {
    EXPECT_EQ("", sum_of_sizes(2, 1, 3, 4));
    EXPECT_EQ("", sum_of_sizes(1, 1, 2000000000, -1999999990));
    for (const auto &[n, m] : std::vector<std::pair<int, int>>{
             {1100000000, 0}, {-1100000000, 0}, {1000000000, 1000000000}, {-2147483647, -2}}) {
        EXPECT_NE(std::string::npos, sum_of_sizes(2, 1, n, m).find("come to the end of 32 bits"))
            << n << ", " << m;
    }
}

/// Iterators from numbers far from 0, of which the outer one may begin at an argument.
struct far_nest {
    int first_i, count_i, first_j, count_j;
    bool is_argument;
    std::function<void(computation &)> schedule;
};

/// The error; "" where out(i - first_i, j - first_j) = 3 * i + j is right.
std::string counted(const far_nest &nest) {
    constexpr int side = 16;
    init("far_nest");
    const constant begin("begin", p_int32);
    const std::int64_t first_i = nest.first_i, first_j = nest.first_j;
    buffer out("out", {side, side}, p_int64, a_output);
    const var i("i", nest.is_argument ? expr(begin) : expr(nest.first_i),
                nest.first_i + nest.count_i),
        j("j", nest.first_j, nest.first_j + nest.count_j);
    computation c("c", {i, j}, cast(p_int64, i) * 3 + cast(p_int64, j));
    c.store_in(&out, {cast(p_int64, i) - first_i, cast(p_int64, j) - first_j});
    std::vector<std::int64_t> values(side * side, -1), expected = values;
    for (int x = 0; x < nest.count_i; ++x) {
        for (int y = 0; y < nest.count_j; ++y) {
            expected[static_cast<std::size_t>(side * x + y)] = 3 * (first_i + x) + first_j + y;
        }
    }
    try {
        nest.schedule(c);
        const compiled_function code = current().compile({&out});
        if (code({jit_argument(values.data(), {side, side}), nest.first_i}) != 0) {
            return compiled_function::error_text();
        }
    } catch (const unsupported_error &refused) {
        return refused.what();
    }
    EXPECT_EQ(expected, values);
    return "";
}

TEST(IteratorRange, LargeFactorsAndPlacesFarApartAreCountedRight) {
    const std::vector<far_nest> nests = {
        {-1073741815, 8, 1073741824, 3, true,
         [](auto &c) { c.skew("i", "j", 1, 2, "s", "t").vectorize("t", 8); }},
        {1073741819, 3, -1073741826, 3, true, [](auto &c) {
             c.tile("i", "j", 1073741825, 1073741824);
             c.vectorize("i_outer", 16).vectorize("i_inner", 8);
         }}};
    for (std::size_t k = 0; k < nests.size(); ++k) {
        EXPECT_EQ("", counted(nests[k])) << "nest " << k;
    }
}

} // namespace
} // namespace tiramisu::oracle
