// Iterators and bounds near the ends of 32 bits, under the memory model: nothing that the lowered
// statement computes on its way to an index or a bound leaves the numbers that it is computed in.

#include <functional>
#include <limits>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/memory_model.h"

namespace tiramisu::oracle {
namespace {

using ::tiramisu::testing::current;

using numbers = std::vector<std::int64_t>;

array filled(primitive_t type, const numbers &extents, const numbers &elements) {
    array made(type, extents);
    for (std::size_t at = 0; at < elements.size(); ++at) {
        made.set(static_cast<std::int64_t>(at), value::of_integer(type, elements[at]));
    }
    return made;
}

/// out(i - first, j - second) = in(i - first + (j - second)) for 3 and 4 values of i and j.
std::string fault_of_sums(const std::function<void(computation &)> &schedule,
                          int second = 2147483500) {
    init("sums_of_far_iterators");
    constexpr int first = 2147483600, rows = 3, columns = 4;
    buffer in("in", {8}, p_int32, a_input), out("out", {rows, columns}, p_int32, a_output);
    const var x("x"), i("i", first, first + rows), j("j", second, second + columns);
    input A("A", {x}, p_int32);
    A.store_in(&in);
    computation c("c", {i, j}, A(i - first + (j - second)));
    c.store_in(&out, {i - first, j - second});
    schedule(c);
    const memory before = {{"in", filled(p_int32, {8}, {0, 10, 20, 30, 40, 50, 60, 70})},
                           {"out", filled(p_int32, {rows, columns}, numbers(12, -1))}};
    memory after = before;
    after["out"] =
        filled(p_int32, {rows, columns}, {0, 10, 20, 30, 10, 20, 30, 40, 20, 30, 40, 50});
    function made = current();
    return fault_of(lowered(made, {&in, &out}), {&in, &out}, {}, before, after);
}

TEST(FarBounds, SumsOfFarIteratorsAreIndices) {
    EXPECT_EQ("", fault_of_sums([](computation &) {}));
    EXPECT_EQ("", fault_of_sums([](computation &c) { c.split(var("i"), 2, "i0", "i1"); }));
    EXPECT_EQ("", fault_of_sums([](computation &c) { c.vectorize(var("j"), 4); }));
    EXPECT_EQ("", fault_of_sums([](computation &c) { c.vectorize(var("j"), 3, tail::masked); }));
    EXPECT_EQ("", fault_of_sums([](computation &c) { c.unroll(var("j"), 3); }));
    EXPECT_EQ("", fault_of_sums([](computation &c) { c.interchange(var("i"), var("j")); }));
}

TEST(FarBounds, SumsOfFarLoopsAreIterators) {
    const var i("i"), j("j");
    EXPECT_EQ("", fault_of_sums([&](computation &c) {
                  c.vectorize(j, 4, "j0", "j1").split("j0", 2, "j00", "j01");
              }));
    EXPECT_EQ("", fault_of_sums(
                      [&](computation &c) {
                          c.skew(i, j, 1, -1, "x", "y").shift("x", -3).split("x", 5, "x0", "x1");
                      },
                      1600000000));
}

/// Several iterations that are told apart by a number of 64 bits.
TEST(FarBounds, ChainsOfFarIterationsMakeCodeThatLlvmTakes) {
    init("chain_of_far_iterations");
    constexpr int first = 1073741800, rows = 12, columns = 7;
    const var i("i", first, first + rows), j("j", 0, columns);
    buffer out("out", {rows, columns}, p_int32, a_output);
    computation c("c", {i, j}, i - first - j);
    c.store_in(&out, {i - first, j});
    c.reverse(i).unroll(i, 4, "i0", "i1").split("i0", 2, "i00", "i01");
    c.skew("i1", j, 1, 3, "x", "y").peel_first("y");
    std::vector<std::int32_t> results(rows * columns, -1), expected;
    for (int at = 0; at < rows * columns; ++at) {
        expected.push_back(at / columns - at % columns);
    }
    ::testing::internal::CaptureStderr(); // where LLVM says what is wrong, and sanitizers what they
                                          // are
    const compiled_function code = current().compile({&out});
    EXPECT_THAT(::testing::internal::GetCapturedStderr(),
                ::testing::AnyOf("", ::testing::HasSubstr("ASan")));
    EXPECT_EQ(0, code({{results.data(), p_int32, {rows, columns}}}));
    EXPECT_EQ(expected, results);
}

/// sum(f) += k for k from lowest(f) to below end(f), of rows that are empty but for the second.
std::string fault_of_rows(primitive_t type, const std::function<void(computation &)> &schedule) {
    init("far_bounds");
    constexpr std::int64_t largest = std::numeric_limits<std::int32_t>::max(),
                           smallest = std::numeric_limits<std::int32_t>::min();
    buffer from("from", {3}, type, a_input), to("to", {3}, type, a_input);
    buffer out("out", {3}, p_int32, a_output);
    const var row("row"), f("f", 0, 3);
    input lowest("lowest", {row}, type), end("end", {row}, type);
    lowest.store_in(&from);
    end.store_in(&to);
    const var k("k", cast(p_int32, lowest(f)), cast(p_int32, end(f)));
    computation sum("sum", {f}, 0);
    sum.store_in(&out);
    sum(f) += k + 1;
    schedule(sum);
    memory before = {{"from", filled(type, {3}, {largest, 2, largest})},
                     {"to", filled(type, {3}, {smallest, 7, smallest})},
                     {"out", filled(p_int32, {3}, {-1, -1, -1})}};
    memory after = before;
    after["out"] = filled(p_int32, {3}, {0, 25, 0});
    function made = current();
    return fault_of(lowered(made, {&from, &to, &out}), {&from, &to, &out}, {}, before, after);
}

TEST(FarBounds, TilesOfTilesFarFromZeroAreIndices) {
    constexpr int second = 2147483641; // a few more than the last iterator are no number of 32 bits
    const var i("i"), j("j"), i0("i0"), i1("i1"), j0("j0"), j1("j1"), a("a"), b("b");
    const auto tile = [&](computation &c) {
        c.tile(i, j, 2, 3, i0, j0, i1, j1);
        c.split(j0, 2, a, b);
    };
    EXPECT_EQ("", fault_of_sums(tile, second));
    EXPECT_EQ("", fault_of_sums(
                      [&](computation &c) {
                          tile(c);
                          c.vectorize(j1, 3, tail::masked);
                      },
                      second));
}

TEST(FarBounds, SplitRowsFarFromZeroAreIndices) {
    init("split_rows_of_far_iterators");
    constexpr int first = 2147483640, rows = 5, columns = 6;
    buffer in("in", {3}, p_int32, a_input), out("out", {rows, columns}, p_int32, a_output);
    const var x("x"), i("i", first, first + rows), j("j", 0, columns);
    input A("A", {x}, p_int32);
    A.store_in(&in);
    computation c("c", {i, j}, A((i - first) % 3) + A((i - (first - 1)) % 3) + A((i - first) / 2));
    c.store_in(&out, {i - first, j});
    c.collapse(i, j, "ij");
    c.split(var("ij"), 8, "ij0", "ij1");
    const memory before = {{"in", filled(p_int32, {3}, {1, 10, 100})},
                           {"out", filled(p_int32, {rows, columns}, numbers(30, -1))}};
    numbers expected;
    for (const std::int64_t row : {12, 111, 111, 21, 210}) {
        expected.insert(expected.end(), columns, row);
    }
    memory after = before;
    after["out"] = filled(p_int32, {rows, columns}, expected);
    function made = current();
    EXPECT_EQ("", fault_of(lowered(made, {&in, &out}), {&in, &out}, {}, before, after));
}

/// out(i - first) = in(2 * (i - first) + 1, i - first) for i from `first`, or `n` if that is more.
std::string fault_of_diagonal(int first, const std::function<void(computation &)> &schedule) {
    init("diagonal_of_far_iterators");
    constexpr int rows = 4;
    const constant n("n", p_int32);
    buffer in("in", {2 * rows, n}, p_int32, a_input), out("out", {rows}, p_int32, a_output);
    const var x("x"), y("y"), i("i", max(n, first), first + rows);
    input A("A", {x, y}, p_int32);
    A.store_in(&in);
    computation c("c", {i}, A(2 * (i - first) + 1, i - first));
    c.store_in(&out, {i - first});
    schedule(c);
    numbers elements;
    for (int at = 0; at < 8 * 5; ++at) {
        elements.push_back(at);
    }
    const memory before = {{"in", filled(p_int32, {8, 5}, elements)},
                           {"out", filled(p_int32, {rows}, numbers(rows, -1))}};
    memory after = before;
    after["out"] = filled(p_int32, {rows}, {5, 16, 27, 38});
    function made = current();
    return fault_of(lowered(made, {&in, &out}), {&in, &out}, {{"n", value::of_integer(p_int32, 5)}},
                    before, after);
}

TEST(FarBounds, IteratorsFromParametersOrFarNumbersAreIndices) {
    const var i("i");
    constexpr int first = 2147483600;
    EXPECT_EQ("", fault_of_diagonal(first, [](computation &) {}));
    EXPECT_EQ("", fault_of_diagonal(first, [&](computation &c) { c.vectorize(i, 4); }));
    EXPECT_EQ("",
              fault_of_diagonal(first, [&](computation &c) { c.vectorize(i, 3, tail::masked); }));
    EXPECT_EQ("", fault_of_diagonal(first, [&](computation &c) { c.unroll(i, 3); }));
    EXPECT_EQ("", fault_of_diagonal(first, [&](computation &c) { c.split(i, 3, "i0", "i1"); }));
}

using index_of = std::function<expr(const var &i, int first)>;

/// out(i - first) = in(index) for 40 values of i.
std::string fault_of_index(int first, const index_of &index,
                           const std::vector<std::int64_t> &expected,
                           const std::function<void(computation &)> &schedule) {
    init("index_of_far_iterators");
    constexpr int elements = 40;
    buffer in("in", {elements}, p_int32, a_input), out("out", {elements}, p_int32, a_output);
    const var x("x"), i("i", first, first + elements);
    input A("A", {x}, p_int32);
    A.store_in(&in);
    computation c("c", {i}, A(index(i, first)));
    c.store_in(&out, {i - first});
    schedule(c);
    numbers all(elements);
    std::iota(all.begin(), all.end(), 0);
    const memory before = {{"in", filled(p_int32, {elements}, all)},
                           {"out", filled(p_int32, {elements}, numbers(elements, -1))}};
    memory after = before;
    after["out"] = filled(p_int32, {elements}, expected);
    function made = current();
    try {
        return fault_of(lowered(made, {&in, &out}), {&in, &out}, {}, before, after);
    } catch (const unsupported_error &) {
        return ""; // loops that come to the end of 32 bits
    }
}

TEST(FarBounds, ChosenIndicesOfFarIteratorsAreIndices) {
    const var i("i");
    const std::vector<index_of> indices = {
        [](const var &it, int first) { return clamp(first - it + 20, 0, 31); },
        [](const var &it, int first) { return select(it - first < 20, first - it + 20, 0); },
        [](const var &it, int first) { return max(0, 20 - (it - first)); },
        [](const var &it, int first) { return max(0, cast(p_int64, first - it) + 20); }};
    const std::vector<std::function<void(computation &)>> schedules = {
        [](computation &) {}, [&](computation &c) { c.vectorize(i, 8); },
        [&](computation &c) { c.vectorize(i, 16, tail::masked); },
        [&](computation &c) { c.unroll(i, 3); }, [&](computation &c) { c.split(i, 7, "a", "b"); }};
    numbers expected;
    for (std::int64_t at = 0; at < 40; ++at) {
        expected.push_back(std::max<std::int64_t>(0, 20 - at));
    }
    for (const int first : {-2147483647, -2147483600, -2000000000, 1500000000, 2147483500}) {
        for (std::size_t at = 0; at < indices.size() * schedules.size(); ++at) {
            EXPECT_EQ("", fault_of_index(first, indices[at / schedules.size()], expected,
                                         schedules[at % schedules.size()]))
                << "from " << first << ", case " << at;
        }
    }
}

/// The window begins at 2 i - 4294967286: neither number is one of 32 bits.
TEST(FarBounds, WindowsOfMultiplesOfFarIteratorsAreIndices) {
    init("windows_of_multiples");
    constexpr int first = 2147483643;
    buffer in("in", {8}, p_int32, a_input), out("out", {3}, p_int32, a_output);
    const var x("x"), i("i", first, first + 3);
    input A("A", {x}, p_int32);
    A.store_in(&in);
    computation c("c", {i}, A(2 * (i - first)) + A(2 * (i - first) + 1));
    c.store_in(&out, {i - first});
    c.cache_read(A, i);
    const memory before = {{"in", filled(p_int32, {8}, {0, 10, 20, 30, 40, 50, 60, 70})},
                           {"out", filled(p_int32, {3}, numbers(3, -1))}};
    memory after = before;
    after["out"] = filled(p_int32, {3}, {10, 50, 90});
    function made = current();
    EXPECT_EQ("", fault_of(lowered(made, {&in, &out}), {&in, &out}, {}, before, after));
}

TEST(FarBounds, LoopsFromBehindTheirEndsNeverRun) {
    for (const primitive_t type : {p_int32, p_int64}) {
        EXPECT_EQ("", fault_of_rows(type, [](computation &) {}));
        EXPECT_EQ("",
                  fault_of_rows(type, [](computation &c) { c.split(var("k"), 2, "k0", "k1"); }));
        EXPECT_EQ("", fault_of_rows(type, [](computation &c) { c.vectorize(var("k"), 4); }));
        EXPECT_EQ("", fault_of_rows(
                          type, [](computation &c) { c.vectorize(var("k"), 4, tail::masked); }));
        EXPECT_EQ("", fault_of_rows(type, [](computation &c) { c.unroll(var("k"), 3); }));
        EXPECT_EQ("", fault_of_rows(type, [](computation &c) { c.peel_first(var("k")); }));
        EXPECT_EQ("", fault_of_rows(type, [](computation &c) { c.vectorize(var("f"), 4); }));
    }
}

} // namespace
} // namespace tiramisu::oracle
