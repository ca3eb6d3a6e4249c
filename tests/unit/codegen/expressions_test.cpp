#include <cmath>
#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include "support/functions.h"
#include "unit/codegen/nest.h"

namespace tiramisu::testing {
namespace {

constexpr int count = 32;

/// Runs out(i) = value(a(i), b(i)) serially and in vectors of 8, and wants the same of both.
template <typename Result, typename A, typename B>
std::vector<Result> apply(const std::vector<A> &a, const std::vector<B> &b, primitive_t result,
                          const std::function<expr(const expr &, const expr &)> &value,
                          bool strict = false) {
    const expr i = it("i");
    const primitive_t left = primitive_type_of<A>(), right = primitive_type_of<B>();
    const core::program p = make_program(
        "apply",
        {{"a", left, a_input, {count}},
         {"b", right, a_input, {count}},
         {"out", result, a_output, {count}}},
        {assign("S", {"i"}, "out", {i}, value(at("a", {i}, left), at("b", {i}, right)))});
    std::vector<Result> results[2];
    for (const bool in_vectors : {false, true}) {
        nest loops("{ S[i] -> [floor(i/8),i] : 0 <= i < " + std::to_string(count) + " }");
        loops.kind(1, in_vectors ? poly::loop_kind::vectorized : poly::loop_kind::serial);
        options opts;
        opts.strict_float = strict;
        std::vector<Result> &out = results[in_vectors];
        out.resize(count);
        const compiled_function f = lower::jit(p, loops.ast(), opts);
        EXPECT_EQ(0, f({{const_cast<A *>(a.data()), left, {count}},
                        {const_cast<B *>(b.data()), right, {count}},
                        {out.data(), result, {count}}}))
            << compiled_function::error_text();
    }
    EXPECT_EQ(0, std::memcmp(results[0].data(), results[1].data(), count * sizeof(Result)));
    return results[1];
}

/// Interesting numbers of a type in all pairs, as far as they go into one run.
template <typename T>
std::vector<T> values(int step) {
    using limits = std::numeric_limits<T>;
    const std::vector<T> some = {T(0),
                                 T(1),
                                 T(7),
                                 limits::min(),
                                 limits::max(),
                                 static_cast<T>(limits::max() - 5),
                                 static_cast<T>(-3),
                                 static_cast<T>(-8)};
    std::vector<T> result;
    for (int k = 0; k < count; ++k) {
        result.push_back(some[static_cast<std::size_t>(step == 1 ? k % 8 : (k / 8 + k * 3) % 8)]);
    }
    return result;
}

template <typename T>
T wrap(__int128 value) {
    return static_cast<T>(value);
}

template <typename T>
T floor_divide(T a, T b) {
    if (b == 0) {
        return 0;
    }
    const __int128 x = a, y = b;
    const __int128 quotient = x / y;
    return wrap<T>(x % y != 0 && (x < 0) != (y < 0) ? quotient - 1 : quotient);
}

template <typename T>
T floor_modulo(T a, T b) {
    if (b == 0) {
        return 0;
    }
    const __int128 x = a, y = b, remainder = x % y;
    return wrap<T>(remainder != 0 && (remainder < 0) != (y < 0) ? remainder + y : remainder);
}

template <typename T>
void expect_integer_op(const char *what,
                       const std::function<expr(const expr &, const expr &)> &value,
                       const std::function<T(T, T)> &expected) {
    const std::vector<T> a = values<T>(1), b = values<T>(2);
    const std::vector<T> out = apply<T>(a, b, primitive_type_of<T>(), value);
    for (std::size_t k = 0; k < out.size(); ++k) {
        ASSERT_EQ(expected(a[k], b[k]), out[k])
            << to_string(primitive_type_of<T>()) << " " << +a[k] << " " << what << " " << +b[k];
    }
}

template <typename T>
class IntegerOps : public ::testing::Test {};
using integer_types = ::testing::Types<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t,
                                       std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>;
TYPED_TEST_SUITE(IntegerOps, integer_types);

TYPED_TEST(IntegerOps, ArithmeticWraps) {
    using T = TypeParam;
    using wide = __int128;
    expect_integer_op<T>(
        "+", [](auto &a, auto &b) { return a + b; },
        [](T a, T b) { return wrap<T>(wide(a) + wide(b)); });
    expect_integer_op<T>(
        "-", [](auto &a, auto &b) { return a - b; },
        [](T a, T b) { return wrap<T>(wide(a) - wide(b)); });
    expect_integer_op<T>(
        "*", [](auto &a, auto &b) { return a * b; },
        [](T a, T b) {
            return static_cast<T>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
        });
    expect_integer_op<T>(
        "minus", [](auto &a, auto &) { return -a; }, [](T a, T) { return wrap<T>(-wide(a)); });
    expect_integer_op<T>(
        "abs", [](auto &a, auto &) { return abs(a); },
        [](T a, T) { return wrap<T>(wide(a) < 0 ? -wide(a) : wide(a)); });
    const T eighth = static_cast<T>(sizeof(T) * 8 - 3);
    expect_integer_op<T>(
        "abs and >>",
        [=](auto &a, auto &) { return abs(a) >> expr::literal(a.get_data_type(), eighth); },
        [=](T a, T) {
            return static_cast<T>(wrap<T>(wide(a) < 0 ? -wide(a) : wide(a)) >> eighth);
        });
}

// As fixed-point numbers are rounded.
TYPED_TEST(IntegerOps, SumsWrapBeforeTheyAreHalved) {
    using T = TypeParam;
    using wide = __int128;
    for (const int bits : {1, 7}) {
        const T half = static_cast<T>(wide(1) << (bits - 1)),
                whole = static_cast<T>(wide(1) << bits);
        const auto literal = [](const expr &like, T value) {
            return expr::literal(like.get_data_type(), value);
        };
        expect_integer_op<T>(
            "rounded shift",
            [=](auto &a, auto &) {
                return (a + literal(a, half)) >> literal(a, static_cast<T>(bits));
            },
            [=](T a, T) { return static_cast<T>(wrap<T>(wide(a) + half) >> bits); });
        expect_integer_op<T>(
            "shifted sum",
            [=](auto &a, auto &b) { return (a + b + literal(a, half)) >> literal(a, T(bits)); },
            [=](T a, T b) { return static_cast<T>(wrap<T>(wide(a) + b + half) >> bits); });
        if (whole > 0) {
            expect_integer_op<T>(
                "rounded quotient",
                [=](auto &a, auto &) { return (a + literal(a, half)) / literal(a, whole); },
                [=](T a, T) { return floor_divide<T>(wrap<T>(wide(a) + half), whole); });
        }
    }
    expect_integer_op<T>(
        "mean", [](auto &a, auto &b) { return (a + b) / expr::literal(a.get_data_type(), 2); },
        [](T a, T b) { return floor_divide<T>(wrap<T>(wide(a) + b), T(2)); });
}

TYPED_TEST(IntegerOps, DivisionRoundsDown) {
    using T = TypeParam;
    expect_integer_op<T>(
        "/", [](auto &a, auto &b) { return a / b; }, floor_divide<T>);
    expect_integer_op<T>(
        "%", [](auto &a, auto &b) { return a % b; }, floor_modulo<T>);
    for (const int divisor : {1, 2, 3, 8, 100}) {
        expect_integer_op<T>(
            "/", [=](auto &a, auto &) { return a / expr::literal(a.get_data_type(), divisor); },
            [=](T a, T) { return floor_divide<T>(a, static_cast<T>(divisor)); });
        expect_integer_op<T>(
            "%", [=](auto &a, auto &) { return a % expr::literal(a.get_data_type(), divisor); },
            [=](T a, T) { return floor_modulo<T>(a, static_cast<T>(divisor)); });
    }
    if constexpr (std::is_signed_v<T>) {
        for (const int divisor : {-1, -2, -7}) {
            expect_integer_op<T>(
                "/", [=](auto &a, auto &) { return a / expr::literal(a.get_data_type(), divisor); },
                [=](T a, T) { return floor_divide<T>(a, static_cast<T>(divisor)); });
            expect_integer_op<T>(
                "%", [=](auto &a, auto &) { return a % expr::literal(a.get_data_type(), divisor); },
                [=](T a, T) { return floor_modulo<T>(a, static_cast<T>(divisor)); });
        }
    }
}

TYPED_TEST(IntegerOps, ShiftsGoByTheAmountModuloTheWidth) {
    using T = TypeParam;
    constexpr T mask = sizeof(T) * 8 - 1;
    expect_integer_op<T>(
        "<<", [](auto &a, auto &b) { return a << b; },
        [](T a, T b) { return static_cast<T>(static_cast<std::uint64_t>(a) << (b & mask)); });
    expect_integer_op<T>(
        ">>", [](auto &a, auto &b) { return a >> b; },
        [](T a, T b) { return static_cast<T>(a >> (b & mask)); });
    expect_integer_op<T>(
        "<< 3", [](auto &a, auto &) { return a << expr::literal(a.get_data_type(), 3); },
        [](T a, T) { return static_cast<T>(static_cast<std::uint64_t>(a) << 3); });
}

TYPED_TEST(IntegerOps, MinMaxAndSelect) {
    using T = TypeParam;
    expect_integer_op<T>(
        "min", [](auto &a, auto &b) { return min(a, b); }, [](T a, T b) { return std::min(a, b); });
    expect_integer_op<T>(
        "max", [](auto &a, auto &b) { return max(a, b); }, [](T a, T b) { return std::max(a, b); });
    expect_integer_op<T>(
        "select", [](auto &a, auto &b) { return select(a < b, a + b, a); },
        [](T a, T b) { return a < b ? wrap<T>(__int128(a) + b) : a; });
}

TYPED_TEST(IntegerOps, ComparisonsGiveBooleansOfOneByte) {
    using T = TypeParam;
    const std::vector<T> a = values<T>(1), b = values<T>(2);
    const auto expect = [&](const std::function<expr(const expr &, const expr &)> &value,
                            const std::function<bool(T, T)> &expected) {
        const auto out = apply<std::uint8_t>(a, b, p_boolean, value);
        for (std::size_t k = 0; k < out.size(); ++k) {
            ASSERT_EQ(expected(a[k], b[k]), out[k]) << +a[k] << " " << +b[k];
        }
    };
    expect([](auto &x, auto &y) { return x == y; }, [](T x, T y) { return x == y; });
    expect([](auto &x, auto &y) { return x != y; }, [](T x, T y) { return x != y; });
    expect([](auto &x, auto &y) { return x < y; }, [](T x, T y) { return x < y; });
    expect([](auto &x, auto &y) { return x <= y; }, [](T x, T y) { return x <= y; });
    expect([](auto &x, auto &y) { return x > y; }, [](T x, T y) { return x > y; });
    expect([](auto &x, auto &y) { return x >= y; }, [](T x, T y) { return x >= y; });
    expect([](auto &x, auto &y) { return x < y && x != y; }, [](T x, T y) { return x < y; });
    expect([](auto &x, auto &y) { return x < y || !(x != y); }, [](T x, T y) { return x <= y; });
    expect([](auto &x, auto &) { return cast(p_boolean, x); }, [](T x, T) { return x != 0; });
}

/// Elements i of 200 with `i < a` or, swapped, `a <= i`, in a loop that ends with half a vector.
template <typename T>
std::vector<std::uint8_t> compared_with_iterators(T a, bool swaps) {
    init("compared");
    constexpr int size = 200;
    const var i("i", 0, size);
    buffer in("in", {size}, primitive_type_of<T>(), a_input),
        out("out", {size}, p_boolean, a_output);
    input source("source", {i}, primitive_type_of<T>());
    source.store_in(&in);
    const expr index = cast(primitive_type_of<T>(), i);
    computation c("c", {i}, swaps ? source(i) <= index : index < source(i));
    c.store_in(&out);
    c.vectorize(i, 16);
    std::vector<T> values(size, a);
    std::vector<std::uint8_t> found(size, 9);
    EXPECT_EQ(0, ::tiramisu::testing::current().compile({&in, &out})(
                     {jit_argument(values.data(), {size}), jit_argument(found.data(), {size})}));
    return found;
}

TYPED_TEST(IntegerOps, IteratorsAreComparedWithAnyNumber) {
    using T = TypeParam;
    using limits = std::numeric_limits<T>;
    for (const T a : {limits::min(), static_cast<T>(limits::min() + 3), T(100), limits::max()}) {
        for (const bool swaps : {false, true}) {
            const std::vector<std::uint8_t> found = compared_with_iterators(a, swaps);
            for (int i = 0; i < 200; ++i) {
                const T index = static_cast<T>(i);
                EXPECT_EQ(swaps ? a <= index : index < a, found[static_cast<std::size_t>(i)] != 0)
                    << i << " and " << +a;
            }
        }
    }
}

template <typename To, typename From>
void expect_cast() {
    const std::vector<From> a = values<From>(1);
    const auto out = apply<To>(a, a, primitive_type_of<To>(),
                               [](auto &x, auto &) { return cast(primitive_type_of<To>(), x); });
    for (std::size_t k = 0; k < out.size(); ++k) {
        ASSERT_EQ(static_cast<To>(a[k]), out[k]) << +a[k];
    }
}

TYPED_TEST(IntegerOps, CastsWrapAndExtend) {
    expect_cast<std::int8_t, TypeParam>();
    expect_cast<std::uint8_t, TypeParam>();
    expect_cast<std::int32_t, TypeParam>();
    expect_cast<std::uint32_t, TypeParam>();
    expect_cast<std::int64_t, TypeParam>();
    expect_cast<std::uint64_t, TypeParam>();
    expect_cast<float, TypeParam>();
    expect_cast<double, TypeParam>();
}

TEST(Expressions, BooleansAreStoredAsBytes) {
    std::vector<std::uint8_t> a(count), b(count);
    for (int k = 0; k < count; ++k) {
        a[k] = k % 2 == 1;
        b[k] = k % 4 < 2;
    }
    const expr i = it("i");
    const core::program p =
        make_program("logic",
                     {{"a", p_boolean, a_input, {count}},
                      {"b", p_boolean, a_input, {count}},
                      {"out", p_int32, a_output, {count}}},
                     {assign("S", {"i"}, "out", {i},
                             select(at("a", {i}, p_boolean) && !at("b", {i}, p_boolean), expr(5),
                                    cast(p_int32, at("b", {i}, p_boolean))))});
    std::vector<std::int32_t> out(count);
    nest loops("{ S[i] -> [i] : 0 <= i < 32 }");
    loops.kind(0, poly::loop_kind::vectorized);
    ASSERT_EQ(0, lower::jit(p, loops.ast(), {})({{a.data(), p_boolean, {count}},
                                                 {b.data(), p_boolean, {count}},
                                                 {out.data(), {count}}}));
    for (int k = 0; k < count; ++k) {
        EXPECT_EQ(a[k] && !b[k] ? 5 : b[k], out[k]);
    }
}

template <typename T>
void expect_float_op(const char *what, const std::function<expr(const expr &)> &value,
                     const std::function<double(double)> &expected, double from, double to) {
    std::vector<T> a;
    for (int k = 0; k < count; ++k) {
        a.push_back(static_cast<T>(from + (to - from) * k / (count - 1)));
    }
    const expr i = it("i");
    const primitive_t type = primitive_type_of<T>();
    const core::program p =
        make_program("math", {{"a", type, a_input, {count}}, {"out", type, a_output, {count}}},
                     {assign("S", {"i"}, "out", {i}, value(at("a", {i}, type)))});
    for (const poly::loop_kind kind : {poly::loop_kind::serial, poly::loop_kind::vectorized}) {
        nest loops("{ S[i] -> [i] : 0 <= i < 32 }");
        loops.kind(0, kind);
        std::vector<T> out(count);
        ASSERT_EQ(0, lower::jit(p, loops.ast(), {})({{a.data(), {count}}, {out.data(), {count}}}));
        const double slack = sizeof(T) == 4 ? 4e-6 : 1e-13;
        for (int k = 0; k < count; ++k) {
            const double right = expected(static_cast<double>(a[k]));
            ASSERT_NEAR(right, out[k], slack * std::max(1.0, std::abs(right)))
                << what << "(" << a[k] << ") " << to_string(type);
        }
    }
}

TEST(Expressions, MathFunctionsAreThoseOfC) {
    using function = double (*)(double);
    struct entry {
        const char *name;
        std::function<expr(const expr &)> ours;
        function theirs;
        double from, to;
    };
    const auto op = [](op_t o) { return [o](const expr &x) { return expr(o, x); }; };
    const std::vector<entry> table = {
        {"sqrt", op(o_sqrt), std::sqrt, 0, 50},
        {"exp", op(o_expo), std::exp, -10, 10},
        {"log", op(o_log), std::log, 0.1, 100},
        {"sin", op(o_sin), std::sin, -6, 6},
        {"cos", op(o_cos), std::cos, -6, 6},
        {"tan", op(o_tan), std::tan, -1.4, 1.4},
        {"asin", op(o_asin), std::asin, -0.9, 0.9},
        {"acos", op(o_acos), std::acos, -0.9, 0.9},
        {"atan", op(o_atan), std::atan, -5, 5},
        {"sinh", op(o_sinh), std::sinh, -3, 3},
        {"cosh", op(o_cosh), std::cosh, -3, 3},
        {"tanh", op(o_tanh), std::tanh, -3, 3},
        {"asinh", op(o_asinh), std::asinh, -3, 3},
        {"acosh", op(o_acosh), std::acosh, 1.1, 9},
        {"atanh", op(o_atanh), std::atanh, -.9, .9},
        {"floor", op(o_floor), std::floor, -4.5, 4.5},
        {"ceil", op(o_ceil), std::ceil, -4.5, 4.5},
        {"trunc", op(o_trunc), std::trunc, -4.5, 4.5},
        {"round", op(o_round), std::nearbyint, -15.5, 15.5},
        {"abs", op(o_abs), std::fabs, -3, 3},
        {"sigmoid", op(o_sigmoid), [](double x) { return 1 / (1 + std::exp(-x)); }, -9, 9},
        {"pow", [](const expr &x) { return pow(x, x); }, [](double x) { return std::pow(x, x); },
         0.2, 3},
    };
    for (const entry &e : table) {
        expect_float_op<float>(e.name, e.ours, e.theirs, e.from, e.to);
        expect_float_op<double>(e.name, e.ours, e.theirs, e.from, e.to);
    }
}

TEST(Expressions, FloorOfAnIntegerIsAFloat) {
    const std::vector<std::int32_t> a = [] {
        std::vector<std::int32_t> v(count);
        for (int k = 0; k < count; ++k) {
            v[k] = k - 16;
        }
        return v;
    }();
    const auto out = apply<float>(a, a, p_float32, [](auto &x, auto &) { return floor(x); });
    for (int k = 0; k < count; ++k) {
        EXPECT_EQ(static_cast<float>(a[k]), out[k]);
    }
}

TEST(Expressions, FloatsToIntegersRoundTowardZero) {
    std::vector<float> a(count);
    for (int k = 0; k < count; ++k) {
        a[k] = 1.7f * static_cast<float>(k - 16);
    }
    const auto out =
        apply<std::int32_t>(a, a, p_int32, [](auto &x, auto &) { return cast(p_int32, x); });
    for (int k = 0; k < count; ++k) {
        EXPECT_EQ(static_cast<std::int32_t>(a[k]), out[k]);
    }
}

TEST(Expressions, StrictFloatsAreExactlyAsWritten) {
    std::vector<float> a(count), b(count);
    for (int k = 0; k < count; ++k) {
        a[k] = 1e8f + static_cast<float>(k) * 64;
        b[k] = 0.37f * static_cast<float>(k + 1);
    }
    const auto out = apply<float>(
        a, b, p_float32, [](auto &x, auto &y) { return (x + y * y) - x; }, true);
    for (int k = 0; k < count; ++k) {
        const volatile float product = b[k] * b[k];
        const volatile float sum = a[k] + product;
        EXPECT_EQ(sum - a[k], out[k]) << k;
    }
}

TEST(Expressions, StrictComparisonsWithNoNumberAreFalse) {
    const float none = std::numeric_limits<float>::quiet_NaN();
    std::vector<float> a(count, none), b(count, 1.0f);
    for (std::size_t k = 0; k < count; k += 3) {
        std::swap(a[k], b[k]);
    }
    a[5] = b[5] = 2.0f;
    using comparison = std::function<expr(const expr &, const expr &)>;
    const std::vector<comparison> all = {
        [](const expr &x, const expr &y) { return x <= y; },
        [](const expr &x, const expr &y) { return x >= y; },
    };
    for (const comparison &compared : all) {
        const auto out = apply<std::int32_t>(
            a, b, p_int32,
            [&](const expr &x, const expr &y) { return select(compared(x, y), expr(1), expr(0)); },
            true);
        for (std::size_t k = 0; k < count; ++k) {
            EXPECT_EQ(k == 5 ? 1 : 0, out[k]) << a[k] << " " << b[k];
        }
    }
}

template <typename T>
void expect_signs_of_zero() {
    const std::vector<T> a(count, T(0)), b(count, T(-0.0));
    const auto signs = [&](const std::function<expr(const expr &, const expr &)> &value) {
        return std::signbit(apply<T>(a, b, primitive_type_of<T>(), value, true)[3]);
    };
    EXPECT_TRUE(signs([](const expr &x, const expr &) { return -x; }));
    EXPECT_FALSE(signs([](const expr &, const expr &y) { return -y; }));
    EXPECT_FALSE(signs([](const expr &, const expr &y) { return abs(y); }));
}

TEST(Expressions, StrictFloatsKeepTheSignOfZero) {
    expect_signs_of_zero<float>();
    expect_signs_of_zero<double>();
}

/// Halide subtracts literals that it compares, and refuses code where that overflows.
TEST(Expressions, IntegersFarApartAreCompared) {
    const in_function opened("far");
    const var i("i", 0, 8);
    constexpr std::int32_t least = std::numeric_limits<std::int32_t>::min();
    const constant lowest("lowest", expr(least)), key("key", expr(7));
    buffer out("out", {8}, p_int32, a_output), written("written", {8}, p_int32, a_output),
        wide("wide", {8}, p_int32, a_output);
    computation never("never", {i}, select(expr(lowest) == expr(key), 1, i));
    computation always("always", {i}, select(i * 300000000 != -2000000000, i, -1));
    computation of_64(
        "of_64", {i},
        select(expr(std::numeric_limits<std::int64_t>::max()) == expr(std::int64_t{-2}), 1, i + 3));
    never.store_in(&out);
    always.store_in(&written);
    of_64.store_in(&wide);
    always.unroll(i);
    std::vector<std::int32_t> found(8), more(8), most(8);
    const compiled_function code = current().compile({&out, &written, &wide});
    ASSERT_EQ(0, code({{found.data(), {8}}, {more.data(), {8}}, {most.data(), {8}}}))
        << compiled_function::error_text();
    for (std::int32_t k = 0; k < 8; ++k) {
        const auto at = static_cast<std::size_t>(k);
        EXPECT_EQ(k, found[at]);
        EXPECT_EQ(k, more[at]);
        EXPECT_EQ(k + 3, most[at]);
    }
}

/// Taken out of the minimum, x would lose what 2^31 has no room for.
TEST(Expressions, MinimaKeepTheDigitsOfTheirTerms) {
    std::vector<float> a(count), b(count);
    for (std::size_t k = 0; k < count; ++k) {
        a[k] = 3.25f + static_cast<float>(k);
        b[k] = static_cast<float>(k % 3);
    }
    const expr large = cast(p_float32, expr(2147483646));
    EXPECT_EQ(a, apply<float>(a, b, p_float32, [&](const expr &x, const expr &y) {
                  return min(x, large + (y + x));
              }));
    EXPECT_EQ(a, apply<float>(a, b, p_float32, [&](const expr &x, const expr &y) {
                  return max((x - y) - large, x);
              }));
}

TEST(Expressions, FloatsMayBeDividedByALiteralZero) {
    std::vector<float> a(count, 3.0f), b(count, 0.0f);
    a[1] = -3.0f;
    a[2] = 0.0f;
    const auto out = apply<float>(
        a, b, p_float32, [](const expr &x, const expr &) { return x / expr(0.0f); }, true);
    EXPECT_EQ(std::numeric_limits<float>::infinity(), out[0]);
    EXPECT_EQ(-std::numeric_limits<float>::infinity(), out[1]);
    EXPECT_TRUE(std::isnan(out[2]));
}

/// Integers that are converted have the bits of the float, and a sum of integers may wrap.
TEST(Expressions, ConvertedSumsAreDivided) {
    std::vector<std::int32_t> a(count);
    for (int k = 0; k < count; ++k) {
        a[k] = 1000 * k - 7;
    }
    const auto out = apply<float>(a, a, p_float32, [](const expr &x, const expr &y) {
        return cast(p_float32, x + y) / 4.0f;
    });
    for (int k = 0; k < count; ++k) {
        EXPECT_EQ(static_cast<float>(2 * a[k]) / 4.0f, out[k]);
    }
}

TYPED_TEST(IntegerOps, TheSmallestIntegerHasNoOpposite) {
    using T = TypeParam;
    if constexpr (std::is_signed_v<T>) {
        const expr minus_one = expr::literal(primitive_type_of<T>(), std::int64_t{-1});
        expect_integer_op<T>(
            "/ -(x / -1)", [&](const expr &x, const expr &y) { return y / (x / minus_one); },
            [](T x, T y) { return floor_divide<T>(y, wrap<T>(-__int128(x))); });
        expect_integer_op<T>(
            "% -(x / -1)", [&](const expr &x, const expr &y) { return y % (x / minus_one); },
            [](T x, T y) { return floor_modulo<T>(y, wrap<T>(-__int128(x))); });
        expect_integer_op<T>(
            "x + least / -1",
            [&](const expr &x, const expr &) {
                const auto least = static_cast<std::int64_t>(std::numeric_limits<T>::min());
                return x + expr::literal(primitive_type_of<T>(), least) / minus_one;
            },
            [](T x, T) { return wrap<T>(__int128(x) + std::numeric_limits<T>::min()); });
    }
}

TEST(Expressions, CallsReachCFunctions) {
    std::vector<double> a(count, 0.5);
    const auto out = apply<double>(a, a, p_float64,
                                   [](auto &x, auto &) { return call("cbrt", {x}, p_float64); });
    EXPECT_DOUBLE_EQ(std::cbrt(0.5), out[0]);
}

TEST(Expressions, IndirectAccessesLoadTheirIndex) {
    std::vector<std::int32_t> table(count), index(count);
    for (int k = 0; k < count; ++k) {
        table[k] = 100 + k;
        index[k] = (k * 7) % count;
    }
    const auto out = apply<std::int32_t>(index, table, p_int32,
                                         [](auto &x, auto &) { return at("b", {x}, p_int32); });
    for (int k = 0; k < count; ++k) {
        EXPECT_EQ(100 + index[k], out[k]);
    }
}

TEST(Expressions, SixtyFourBitIndices) {
    const expr i = expr::variable("i", p_int64), n = expr::variable("N", p_int64);
    core::program p =
        make_program("wide", {{"out", p_int64, a_output, {n}}},
                     {assign("S", {"i"}, "out", {i}, i * n * expr::literal(p_int64, 1 << 30))});
    p.scalar_arguments.push_back({"N", p_int64, {}});
    nest loops("[N] -> { S[i] -> [floor(i/4),i] : 0 <= i < N }");
    loops.kind(1, poly::loop_kind::vectorized);
    std::vector<std::int64_t> out(18);
    ASSERT_EQ(0, lower::jit(p, loops.ast(), {})({{out.data(), {18}}, std::int64_t(18)}));
    for (std::int64_t k = 0; k < 18; ++k) {
        EXPECT_EQ(k * 18 * (1 << 30), out[k]);
    }
}

} // namespace
} // namespace tiramisu::testing
