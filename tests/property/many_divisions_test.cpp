// Random guards, predicates and indices of two iterators with many / and %, under a command: what
// isl cannot find out quickly is not asked of it. A case that does not end has failed.

#include <functional>
#include <iostream>

#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/random_source.h"
#include "tiramisu/jit.h"

namespace tiramisu::oracle {
namespace {

using ::tiramisu::testing::current;
using ::tiramisu::testing::in_function;

constexpr int rows = 37, columns = 53;
using matrix = std::vector<std::int32_t>;

int quotient(int a, int b) {
    return a / b - (a % b < 0 ? 1 : 0);
}

int remainder(int a, int b) {
    return a - b * quotient(a, b);
}

/// An expression of the language and what it gives.
template <typename T>
struct formula {
    expr value;
    std::function<T(int, int)> at;
};
using number = formula<int>;
using condition = formula<bool>;

class formula_maker {
public:
    formula_maker(random_source &random, const var &i, const var &j)
        : random_(random), i_(i), j_(j) {}

    number of_depth(int depth) {
        if (depth == 0) {
            return sum();
        }
        const number inner = of_depth(depth - 1);
        const int by = random_.between(2, 13);
        switch (random_.between(0, 4)) {
        case 0:
            return {inner.value % by, [=](int i, int j) { return remainder(inner.at(i, j), by); }};
        case 1:
            return {inner.value / by, [=](int i, int j) { return quotient(inner.at(i, j), by); }};
        case 2: {
            const number other = of_depth(depth - 1);
            return {inner.value + other.value % by,
                    [=](int i, int j) { return inner.at(i, j) + remainder(other.at(i, j), by); }};
        }
        case 3: {
            const number other = sum();
            return {min(inner.value, other.value),
                    [=](int i, int j) { return std::min(inner.at(i, j), other.at(i, j)); }};
        }
        default: {
            const number other = sum();
            return {max(inner.value, other.value % by), [=](int i, int j) {
                        return std::max(inner.at(i, j), remainder(other.at(i, j), by));
                    }};
        }
        }
    }

    number index(int depth, int size) {
        const number inner = of_depth(depth);
        return {inner.value % size, [=](int i, int j) { return remainder(inner.at(i, j), size); }};
    }

    condition holds(int depth) {
        if (depth == 0) {
            return comparison();
        }
        const condition one = holds(depth - 1), other = holds(depth - 1);
        return random_.chance(50)
                   ? condition{one.value && other.value,
                               [=](int i, int j) { return one.at(i, j) && other.at(i, j); }}
                   : condition{one.value || other.value,
                               [=](int i, int j) { return one.at(i, j) || other.at(i, j); }};
    }

private:
    random_source &random_;
    const var &i_, &j_;

    number sum() {
        const int a = random_.between(-3, 3), b = random_.between(-5, 5), c = random_.between(0, 9);
        return {expr(i_) * a + expr(j_) * b + c, [=](int i, int j) { return a * i + b * j + c; }};
    }

    condition comparison() {
        const number left = of_depth(random_.between(1, 2));
        const int right = random_.between(0, 6);
        switch (random_.between(0, 3)) {
        case 0: return {left.value < right, [=](int i, int j) { return left.at(i, j) < right; }};
        case 1: return {left.value == right, [=](int i, int j) { return left.at(i, j) == right; }};
        case 2: return {left.value != right, [=](int i, int j) { return left.at(i, j) != right; }};
        default: return {left.value >= right, [=](int i, int j) { return left.at(i, j) >= right; }};
        }
    }
};

/// c(i, j) = a(j, k) under a condition, else a(i, j), and a predicate on all of it.
void expect_right(std::uint64_t seed) {
    const in_function opened("divisions");
    random_source random(seed);
    const var i("i", 0, rows), j("j", 0, columns);
    formula_maker maker(random, i, j);
    const number row = maker.index(random.between(0, 2), rows),
                 column = maker.index(random.between(0, 2), columns);
    const condition guard = maker.holds(random.between(0, 2)),
                    executed = maker.holds(random.between(0, 2));
    const bool has_predicate = random.chance(40);
    buffer in("in", {rows, columns}, p_int32, a_input),
        out("out", {rows, columns}, p_int32, a_output);
    input a("a", {i, j}, p_int32);
    a.store_in(&in);
    const expr value = select(guard.value, a(row.value, column.value), a(i, j));
    computation c = has_predicate ? computation("c", {i, j}, executed.value, value)
                                  : computation("c", {i, j}, value);
    c.store_in(&out);
    switch (random.between(0, 5)) {
    case 0: c.vectorize(j, 8); break;
    case 1: c.tile(i, j, 8, 8); break;
    case 2: c.parallelize(i); break;
    case 3: c.skew(i, j, 1, 1, var("si"), var("sj")); break;
    case 4: c.interchange(i, j).vectorize(i, 4); break;
    default: break;
    }
    const compiled_function code = current().compile({&in, &out});
    matrix from(rows * columns), to(from.size(), -1), expected = to;
    for (std::size_t at = 0; at < from.size(); ++at) {
        from[at] = static_cast<std::int32_t>(3 * at + 1);
    }
    const auto place = [](int y, int x) { return static_cast<std::size_t>(y * columns + x); };
    for (int y = 0; y < rows; ++y) {
        for (int x = 0; x < columns; ++x) {
            if (!has_predicate || executed.at(y, x)) {
                expected[place(y, x)] =
                    from[guard.at(y, x) ? place(row.at(y, x), column.at(y, x)) : place(y, x)];
            }
        }
    }
    ASSERT_EQ(0, code({{from.data(), {rows, columns}}, {to.data(), {rows, columns}}}))
        << compiled_function::error_text();
    ASSERT_EQ(expected, to);
}

TEST(RandomDivisions, GiveWhatTheirFormulasGive) {
    const random_run run = random_run::from_environment(120000, 60);
    for (int n = 0; n < run.cases; ++n) {
        const std::uint64_t seed = run.seed + static_cast<std::uint64_t>(n);
        SCOPED_TRACE("TIRAMISU_SEED=" + std::to_string(seed) + " TIRAMISU_CASES=1");
        expect_right(seed);
    }
}

} // namespace
} // namespace tiramisu::oracle
