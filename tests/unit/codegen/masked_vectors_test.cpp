// Vectorized loops whose last vectors run with lanes switched off. Arrays end at a page that may
// not be touched, so that a lane that reads or writes beyond the loop's end ends the program.

#include <algorithm>
#include <functional>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/guarded_memory.h"
#include "tiramisu/jit.h"
#include "unit/codegen/nest.h"

namespace tiramisu::testing {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

template <typename T>
std::vector<T> counting(int count, int first = 1) {
    std::vector<T> values;
    for (int k = 0; k < count; ++k) {
        values.push_back(static_cast<T>((first + k * 37) % 101));
    }
    return values;
}

template <typename T>
jit_argument all_of(guarded_memory<T> &memory, int count) {
    return {memory.data(), {count}};
}

template <typename T>
class MaskedVectors : public ::testing::Test {};
using types = ::testing::Types<std::int8_t, std::uint8_t, std::int16_t, std::int32_t, std::int64_t,
                               float, double>;
TYPED_TEST_SUITE(MaskedVectors, types);

/// out(i) = 3 * in(i) + out(i) for first <= i < n.
template <typename T>
compiled_function scaled_sum(int first, int width) {
    init("scaled_sum");
    const constant n("n", p_int32);
    const primitive_t type = primitive_type_of<T>();
    const var i("i", first, n);
    input in("in", {i}, type);
    buffer in_memory("in_memory", {n}, type, a_input), out("out", {n}, type, a_output);
    in.store_in(&in_memory);
    input old("old", {i}, type);
    old.store_in(&out);
    computation sum("sum", {i}, cast(type, 3) * in(i) + old(i));
    sum.store_in(&out);
    sum.vectorize(i, width, tail::masked);
    return current().compile({&in_memory, &out});
}

TYPED_TEST(MaskedVectors, TouchTheElementsOfTheLoopAndNoOthers) {
    using T = TypeParam;
    for (const auto &[first, width] : std::vector<std::pair<int, int>>{{0, 8}, {3, 16}, {0, 5}}) {
        const compiled_function code = scaled_sum<T>(first, width);
        for (const int n : {0, 1, 3, 4, 7, 8, 9, 15, 16, 17, 33, 64, 70}) {
            guarded_memory<T> in(counting<T>(n)), out(counting<T>(n, 5));
            std::vector<T> expected = out.elements();
            for (int k = first; k < n; ++k) {
                const auto at = static_cast<std::size_t>(k);
                expected[at] = static_cast<T>(3 * in.data()[k] + expected[at]);
            }
            ASSERT_EQ(0, code({all_of(in, n), all_of(out, n), n}))
                << compiled_function::error_text();
            ASSERT_EQ(expected, out.elements()) << n << " elements, vectors of " << width;
        }
    }
}

/// total = op over in(i), 0 <= i < n, in vectors of 8.
template <typename T>
compiled_function reduction(const std::function<void(computation &, const expr &)> &update) {
    init("reduction");
    const constant n("n", p_int32);
    const primitive_t type = primitive_type_of<T>();
    const var i("i", 0, n);
    input in("in", {i}, type);
    buffer in_memory("in_memory", {n}, type, a_input), out("out", {1}, type, a_output);
    in.store_in(&in_memory);
    computation total("total", std::vector<var>{}, cast(type, 2));
    total.store_in(&out);
    update(total, in(i) + in(i));
    total.vectorize(i, 8, tail::masked);
    return current().compile({&in_memory, &out});
}

template <typename T, typename Combine>
void expect_reduction(const compiled_function &code, Combine combine) {
    for (const int n : {0, 1, 7, 8, 9, 30}) {
        std::vector<T> elements = counting<T>(n, 60);
        for (T &element : elements) {
            element = static_cast<T>(element - 50);
        }
        guarded_memory<T> in(elements), out(std::vector<T>{0});
        T expected = 2;
        for (const T element : elements) {
            expected = static_cast<T>(combine(expected, static_cast<T>(element + element)));
        }
        ASSERT_EQ(0, code({all_of(in, n), all_of(out, 1), n})) << compiled_function::error_text();
        EXPECT_EQ(expected, out.data()[0]) << n << " elements";
    }
}

TYPED_TEST(MaskedVectors, CombineTheLanesThatAreOn) {
    using T = TypeParam;
    expect_reduction<T>(reduction<T>([](auto &total, auto &x) { total() += x; }),
                        [](T a, T b) { return a + b; });
    expect_reduction<T>(reduction<T>([](auto &total, auto &x) { total().min_with(x); }),
                        [](T a, T b) { return std::min(a, b); });
    expect_reduction<T>(reduction<T>([](auto &total, auto &x) { total().max_with(x); }),
                        [](T a, T b) { return std::max(a, b); });
}

TEST(MaskedReductions, MultiplyTheLanesThatAreOn) {
    expect_reduction<std::int32_t>(
        reduction<std::int32_t>([](auto &total, auto &x) { total() *= x; }),
        [](std::int32_t a, std::int32_t b) {
            return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) *
                                             static_cast<std::uint32_t>(b));
        });
}

TEST(MaskedReductions, RunOnVectors) {
    init("sum");
    const var i("i", 0, 1003);
    input in("in", {i}, p_float32);
    buffer in_memory("in_memory", {1003}, p_float32, a_input), out("out", {1}, p_float32, a_output);
    in.store_in(&in_memory);
    computation total("total", std::vector<var>{}, 0.0f);
    total.store_in(&out);
    total() += in(i);
    total.vectorize(i, 8, tail::masked);
    const std::string text = current().stmt_text({&in_memory, &out});
    EXPECT_THAT(text, HasSubstr("vector_reduce_add"));
    EXPECT_THAT(text, Not(HasSubstr("for (i_vec")));
}

TEST(MaskedGathers, ReadNoIndexInLanesThatAreOff) {
    init("gather");
    const constant n("n", p_int32);
    const var i("i", 0, n), k("k", 0, 100);
    input index("index", {i}, p_int32), table("table", {k}, p_int32);
    buffer index_memory("index_memory", {n}, p_int32, a_input),
        table_memory("table_memory", {100}, p_int32, a_input), out("out", {n}, p_int32, a_output);
    index.store_in(&index_memory);
    table.store_in(&table_memory);
    computation found("found", {i}, table(index(i)));
    found.store_in(&out);
    found.vectorize(i, 8, tail::masked);
    const compiled_function code = current().compile({&index_memory, &table_memory, &out});
    for (int count = 0; count < 20; ++count) {
        std::vector<std::int32_t> places(static_cast<std::size_t>(count));
        std::generate(places.begin(), places.end(), [at = 99]() mutable { return at--; });
        guarded_memory<std::int32_t> from(places), values(counting<std::int32_t>(100)),
            to(counting<std::int32_t>(count));
        ASSERT_EQ(0, code({all_of(from, count), all_of(values, 100), all_of(to, count), count}));
        for (int at = 0; at < count; ++at) {
            EXPECT_EQ(values.data()[99 - at], to.data()[at]);
        }
    }
}

TEST(MaskedGathers, RunBackwardToTheFirstElement) {
    init("backward");
    const var i("i", 0, 3);
    input in("in", {i}, p_int16);
    buffer in_memory("in_memory", {3}, p_int16, a_input), out("out", {3}, p_int16, a_output);
    in.store_in(&in_memory);
    computation reversed("reversed", {i}, in(2 - i));
    reversed.store_in(&out);
    reversed.vectorize(i, 8, tail::masked);
    guarded_memory<std::int16_t> from({7, 8, 9}), to({0, 0, 0});
    ASSERT_EQ(0, current().compile({&in_memory, &out})({all_of(from, 3), all_of(to, 3)}));
    EXPECT_EQ((std::vector<std::int16_t>{9, 8, 7}), to.elements());
}

/// out(2 - i) = e of in(2 - i), for each of the operations that are computed in steps of their own.
template <typename T>
void run_backward_under_operations() {
    const primitive_t type = primitive_type_of<T>();
    using operation = std::function<expr(const expr &)>;
    const auto number = [&](int value) { return cast(type, value); };
    const std::vector<std::pair<operation, std::vector<T>>> operations = {
        {[&](const expr &x) { return x % number(5); }, {2, 3, 4}},
        {[&](const expr &x) { return x / number(3); }, {2, 2, 3}},
        {[&](const expr &x) { return number(50) % x; }, {1, 2, 5}},
        {[&](const expr &x) { return expr(o_right_shift, x, number(1)); }, {3, 4, 4}},
        {[&](const expr &x) { return expr(o_abs, x); }, {7, 8, 9}},
        {[&](const expr &x) { return expr(o_select, x > number(7), x, number(1)); }, {1, 8, 9}},
        {[&](const expr &x) { return cast(type, cast(p_float64, x)); }, {7, 8, 9}}};
    for (const auto &[value, expected] : operations) {
        init("backward_under_operations");
        const var i("i", 0, 3);
        input in("in", {i}, type);
        buffer in_memory("in_memory", {3}, type, a_input), out("out", {3}, type, a_output);
        in.store_in(&in_memory);
        computation reversed("reversed", {i}, value(in(2 - i)));
        reversed.store_in(&out, {2 - i});
        reversed.vectorize(i, 14, tail::masked);
        guarded_memory<T> from({7, 8, 9}), to({0, 0, 0});
        ASSERT_EQ(0, current().compile({&in_memory, &out})({all_of(from, 3), all_of(to, 3)}));
        EXPECT_EQ(expected, to.elements());
    }
}

TEST(MaskedGathers, RunBackwardUnderEveryOperation) {
    run_backward_under_operations<std::int8_t>();
    run_backward_under_operations<std::uint8_t>();
    run_backward_under_operations<std::int16_t>();
    run_backward_under_operations<std::int32_t>();
    run_backward_under_operations<std::uint32_t>();
    run_backward_under_operations<std::int64_t>();
}

TEST(MaskedStatements, ShareALoop) {
    init("fused");
    const constant n("n", p_int32);
    const var i("i", 0, n);
    buffer a_memory("a_memory", {n}, p_int32, a_output),
        b_memory("b_memory", {n}, p_int32, a_output);
    computation a("a", {i}, i * i), b("b", {i}, a(i) + 1);
    a.store_in(&a_memory);
    b.store_in(&b_memory);
    a.vectorize(i, 8, tail::masked);
    b.vectorize(i, 8, tail::masked).after(a, "i_vec");
    const compiled_function code = current().compile({&a_memory, &b_memory});
    for (int count = 0; count < 20; ++count) {
        guarded_memory<std::int32_t> first(counting<std::int32_t>(count)),
            second(counting<std::int32_t>(count));
        ASSERT_EQ(0, code({all_of(first, count), all_of(second, count), count}));
        for (int at = 0; at < count; ++at) {
            EXPECT_EQ(at * at, first.data()[at]);
            EXPECT_EQ(at * at + 1, second.data()[at]);
        }
    }
}

TEST(MaskedStatements, RunUnderConditions) {
    init("conditional");
    const constant n("n", p_int32);
    const var i("i", 0, n);
    input in("in", {i}, p_int32);
    buffer in_memory("in_memory", {n}, p_int32, a_input), out("out", {n}, p_int32, a_output);
    in.store_in(&in_memory);
    computation c("c", {i}, in(i)*2);
    c.add_predicate(in(i) > 50);
    c.store_in(&out);
    c.vectorize(i, 8, tail::masked);
    const compiled_function code = current().compile({&in_memory, &out});
    for (int count = 0; count < 20; ++count) {
        guarded_memory<std::int32_t> from(counting<std::int32_t>(count)),
            to(counting<std::int32_t>(count, 7));
        std::vector<std::int32_t> expected = to.elements();
        for (int at = 0; at < count; ++at) {
            const std::int32_t x = from.data()[at];
            expected[static_cast<std::size_t>(at)] =
                x > 50 ? 2 * x : expected[static_cast<std::size_t>(at)];
        }
        ASSERT_EQ(0, code({all_of(from, count), all_of(to, count), count}));
        EXPECT_EQ(expected, to.elements());
    }
}

TEST(MaskedStatements, HaveLoopsInside) {
    init("inside");
    const constant n("n", p_int32);
    const var i("i", 0, n), j("j", 0, i + 1);
    input in("in", {i}, p_int32);
    buffer in_memory("in_memory", {n}, p_int32, a_input), out("out", {n}, p_int32, a_output);
    in.store_in(&in_memory);
    computation sum("sum", {i}, cast(p_int32, 0));
    sum.store_in(&out);
    sum(i) += in(j);
    sum.vectorize(i, 4, tail::masked);
    const compiled_function code = current().compile({&in_memory, &out});
    for (int count = 0; count < 11; ++count) {
        guarded_memory<std::int32_t> from(counting<std::int32_t>(count)),
            to(counting<std::int32_t>(count, 7));
        ASSERT_EQ(0, code({all_of(from, count), all_of(to, count), count}));
        std::int32_t total = 0;
        for (int at = 0; at < count; ++at) {
            total += from.data()[at];
            EXPECT_EQ(total, to.data()[at]);
        }
    }
}

TEST(MaskedStatements, CallFunctionsInLanesThatAreOn) {
    init("calls");
    const constant n("n", p_int32);
    const var i("i", 0, n);
    input in("in", {i}, p_float64);
    buffer in_memory("in_memory", {n}, p_float64, a_input), out("out", {n}, p_float64, a_output);
    in.store_in(&in_memory);
    computation roots("roots", {i}, expr(o_call, "cbrt", {in(i)}, p_float64));
    roots.store_in(&out);
    roots.vectorize(i, 4, tail::masked);
    const compiled_function code = current().compile({&in_memory, &out});
    guarded_memory<double> from(std::vector<double>{1, 8, 27, 64, 125, 216}),
        to(std::vector<double>(6));
    ASSERT_EQ(0, code({all_of(from, 6), all_of(to, 6), 6}));
    for (int at = 0; at < 6; ++at) {
        EXPECT_NEAR(at + 1, to.data()[at], 1e-12);
    }
    const std::string text = current().stmt_text({&in_memory, &out});
    EXPECT_THAT(text, HasSubstr("if (")) << "cbrt is called in lanes that are off";
}

TEST(MaskedSteps, RunOverEveryOtherValue) {
    const expr i = it("i");
    const core::program p = make_program("steps", {{"out", p_int32, a_output, {23}}},
                                         {assign("S", {"i"}, "out", {i}, i)});
    nest loops("{ S[i] -> [floor(i/8), i] : 2 <= i < 23 and i mod 3 = 2 }");
    loops.kind(1, poly::loop_kind::vectorized).masked(1, 8);
    guarded_memory<std::int32_t> out(std::vector<std::int32_t>(23, -1));
    ASSERT_EQ(0, lower::jit(p, loops.ast(), {})({all_of(out, 23)}));
    for (int at = 0; at < 23; ++at) {
        EXPECT_EQ(at % 3 == 2 ? at : -1, out.data()[at]);
    }
}

/// y(i) = 2 * x(i) + y(i) over 1003 elements, for AVX-512.
TEST(MaskedCode, HasNoScalarLoop) {
    const temporary_folder folder;
    const environment_setting extra("TIRAMISU_EMIT", "assembly");
    init("saxpy");
    const var i("i", 0, 1003);
    input x("x", {i}, p_float32), y("y", {i}, p_float32);
    buffer x_memory("x_memory", {1003}, p_float32, a_input),
        y_memory("y_memory", {1003}, p_float32, a_output);
    x.store_in(&x_memory);
    y.store_in(&y_memory);
    computation sum("sum", {i}, 2.0f * x(i) + y(i));
    sum.store_in(&y_memory);
    sum.vectorize(i, 16, tail::masked);
    options opts;
    opts.target = "avx512";
    current().codegen({&x_memory, &y_memory}, folder / "saxpy.o", opts);
    const std::string code = read_file(folder / "saxpy.s");
    EXPECT_THAT(code, ContainsRegex("vmovups[^\n]*zmm[0-9]+ \\{%k[1-7]\\} \\{z\\}"));
    EXPECT_THAT(code, ContainsRegex("vmovups[^\n]*zmm[0-9]+, [^\n]*\\{%k[1-7]\\}"));
    EXPECT_THAT(code, Not(HasSubstr("movss")));
}

/// total(i) = the sum of k + in(element(k)), 0 <= k < n, in vectors of 8 inside of `schedule`.
void expect_sums_with(const std::function<expr(const var &k)> &element,
                      const std::function<void(computation &)> &schedule) {
    init("shared_element");
    const constant n("n", p_int32);
    const var i("i", 0, 6), k("k", 0, n);
    input in("in", {var("x", 0, 4)}, p_int32);
    buffer in_memory("in_memory", {4}, p_int32, a_input), out("out", {6}, p_int32, a_output);
    in.store_in(&in_memory);
    computation total("total", {i}, 0);
    total.store_in(&out);
    total(i) += k + in(element(k));
    schedule(total);
    total.vectorize(k, 8, tail::masked);
    const compiled_function code = current().compile({&in_memory, &out});
    for (const int count : {0, 1, 7, 8, 9, 20}) {
        guarded_memory<int> memory({5, 1, 1, 1}), sums(std::vector<int>(6, -1));
        ASSERT_EQ(0, code({all_of(memory, 4), all_of(sums, 6), count}));
        EXPECT_EQ(std::vector<int>(6, count * 5 + count * (count - 1) / 2), sums.elements());
    }
}

// The index names the lane, and is the same element in all lanes: once "Mismatched vector lanes".
TEST(MaskedReductions, ReadAnElementThatAllLanesShare) {
    const auto none = [](computation &) {};
    const auto outer = [](computation &c) { c.vectorize(var("i"), 4); };
    const auto masked = [](computation &c) { c.vectorize(var("i"), 4, tail::masked); };
    const auto jammed = [](computation &c) {
        c.unroll_and_jam(var("i"), 3);
        c.vectorize(var("i_unroll"), 2);
    };
    for (const auto &schedule :
         std::vector<std::function<void(computation &)>>{none, outer, masked, jammed}) {
        expect_sums_with([](const var &k) { return k - k; }, schedule);
        expect_sums_with([](const var &k) { return min(k, 0); }, schedule);
        expect_sums_with([](const var &k) { return (k % 8) / 8; }, schedule);
    }
}

/// LLVM takes minutes for vectors of thousands of lanes.
TEST(VectorsInVectors, HaveAtMostAsManyLanesAsCompilersTake) {
    const auto text_of = [](int outer, int inner) {
        function_scope scope("matrix");
        const var i("i", 0, 40), j("j", 0, 60), x("x", 0, 40), y("y", 0, 60);
        buffer from("from", {40, 60}, p_int32, a_input), to("to", {40, 60}, p_int32, a_output);
        input in("in", {x, y}, p_int32);
        in.store_in(&from);
        computation out("out", {i, j}, in(i, j) * 3);
        out.store_in(&to);
        out.vectorize(j, inner, var("j0"), var("j1")).vectorize(i, outer, var("i0"), var("i1"));
        return current().stmt_text({&from, &to});
    };
    EXPECT_THAT(text_of(36, 54), Not(HasSubstr("1944")));
    EXPECT_THAT(text_of(36, 54), HasSubstr("36)"));
    EXPECT_THAT(text_of(4, 8), HasSubstr("x32"));
}

} // namespace
} // namespace tiramisu::testing
