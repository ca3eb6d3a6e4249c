#include <cmath>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/functions.h"
#include "tiramisu/tiramisu.h"

// Loops of which every iteration updates one element: it is loaded and stored once.

namespace tiramisu::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// A = L * L^T in place, of a matrix of n rows in memory for 40.
struct cholesky : in_function {
    cholesky() : in_function("cholesky") {
        a.store_in(&memory);
        sub.store_in(&memory, {i, j});
        div.store_in(&memory, {i, j});
        diagonal.store_in(&memory, {i, i});
        root.store_in(&memory, {i, i});
        sub.then(div, j).then(diagonal, i).then(root, i);
    }

    const constant n = constant("n", p_int32);
    const var i = var("i", 0, n), j = var("j", 0, expr(i)), k = var("k", 0, expr(j)),
              l = var("l", 0, expr(i)), any = var("any", 0, 40);
    buffer memory = buffer("memory", {40, 40}, p_float64, a_output);
    input a = input("a", {any, any}, p_float64);
    computation sub = computation("sub", {i, j, k}, a(i, j) - a(i, k) * a(j, k));
    computation div = computation("div", {i, j}, a(i, j) / a(j, j));
    computation diagonal = computation("diagonal", {i, l}, a(i, i) - a(i, l) * a(i, l));
    computation root = computation("root", {i}, expr(o_sqrt, a(i, i)));
};

using matrix = std::vector<double>;

matrix start() {
    matrix values(40 * 40);
    for (std::size_t at = 0; at < values.size(); ++at) {
        values[at] = at / 40 == at % 40 ? 90 : std::sin(static_cast<double>(at));
    }
    return values;
}

void plain_cholesky(matrix &a, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            for (std::size_t k = 0; k < j; ++k) {
                const volatile double product = a[i * 40 + k] * a[j * 40 + k]; // not fused
                a[i * 40 + j] -= product;
            }
            a[i * 40 + j] /= a[j * 40 + j];
        }
        for (std::size_t k = 0; k < i; ++k) {
            const volatile double product = a[i * 40 + k] * a[i * 40 + k];
            a[i * 40 + i] -= product;
        }
        a[i * 40 + i] = std::sqrt(a[i * 40 + i]);
    }
}

TEST(KeptElements, ASumAmongOtherElementsOfItsArrayIsWhatPlainLoopsGiveBitByBit) {
    options opts;
    opts.strict_float = true;
    cholesky made;
    const compiled_function compiled = current().compile({&made.memory}, opts);
    for (const int n : {0, 1, 2, 3, 17, 40}) {
        matrix ours = start(), plain = start();
        ASSERT_EQ(0, compiled({{ours.data(), {40, 40}}, n}));
        plain_cholesky(plain, static_cast<std::size_t>(n));
        EXPECT_EQ(plain, ours) << n;
    }
}

TEST(KeptElements, ASumAmongOtherElementsOfItsArrayIsCloseToPlainLoopsOtherwise) {
    cholesky made;
    const compiled_function compiled = current().compile({&made.memory});
    matrix ours = start(), plain = start();
    ASSERT_EQ(0, compiled({{ours.data(), {40, 40}}, 40}));
    plain_cholesky(plain, 40);
    for (std::size_t at = 0; at < plain.size(); ++at) {
        EXPECT_NEAR(plain[at], ours[at], 1e-12);
    }
}

TEST(KeptElements, TheElementIsLoadedAndStoredOutsideOfTheLoop) {
    cholesky made;
    EXPECT_THAT(current().stmt_text({&made.memory}),
                HasSubstr("allocate memory.kept[float64 * 1]"));
}

TEST(KeptElements, LoopsOfASchedulesThatSaysWhatRegistersHoldStay) {
    cholesky made;
    made.sub.unroll(made.k, 2);
    EXPECT_THAT(current().stmt_text({&made.memory}), HasSubstr("kept"));
    current().set_complete_schedule(true);
    EXPECT_THAT(current().stmt_text({&made.memory}), Not(HasSubstr("kept")));
}

TEST(KeptElements, AnElementThatIsNotThereIsNotTouched) {
    // Row r of `at` says which element of `sums` row r of `a` is added to; without columns none is.
    init("rows");
    const constant columns("columns", p_int32);
    const var r("r", 0, 4), c("c", 0, columns), any("any", 0, 8);
    buffer sums("sums", {8}, p_float32, a_output), rows("rows", {4, 8}, p_float32, a_input);
    input sum("sum", {any}, p_float32), a("a", {r, any}, p_float32);
    sum.store_in(&sums);
    a.store_in(&rows);
    // Rows 2 and 3 would be elements 10 and 15.
    computation added("added", {r, c}, r * 5 < 8, sum(r * 5) + a(r, c));
    added.store_in(&sums, {r * 5});
    const compiled_function compiled = current().compile({&sums, &rows});
    std::vector<float> values(32, 1.0f), got(8, 0.5f);
    ASSERT_EQ(0, compiled({{got.data(), {8}}, {values.data(), {4, 8}}, 0}));
    EXPECT_EQ(std::vector<float>(8, 0.5f), got);
    ASSERT_EQ(0, compiled({{got.data(), {8}}, {values.data(), {4, 8}}, 3}));
    EXPECT_EQ((std::vector<float>{3.5f, 0.5f, 0.5f, 0.5f, 0.5f, 3.5f, 0.5f, 0.5f}), got);
}

/// sums(i) as the sum of rows i of `a`, whose lanes along j all add to one element.
void expect_sum_over_lanes(bool is_update) {
    init("sum_over_lanes");
    const var i("i", 0, 3), j("j", 0, 40), k("k", 0, 5);
    buffer sums("sums", {3}, p_int8, a_output), rows("rows", {3, 40, 5}, p_int8, a_input);
    input sum("sum", {i}, p_int8), a("a", {i, j, k}, p_int8);
    sum.store_in(&sums);
    a.store_in(&rows);
    computation added("added", {i, j, k}, sum(i) + a(i, j, k));
    computation zero("zero", {i}, expr(std::int8_t{0}));
    (is_update ? zero : added).store_in(&sums, {i});
    computation of_lanes = is_update ? zero(i) += a(i, j, k) : added;
    of_lanes.vectorize(j, 16);
    std::vector<std::int8_t> values(600), got(3, 0), expected(3, 0);
    for (std::size_t at = 0; at < values.size(); ++at) {
        values[at] = static_cast<std::int8_t>(at * 7 % 11);
        expected[at / 200] = static_cast<std::int8_t>(expected[at / 200] + values[at]);
    }
    const compiled_function compiled = current().compile({&sums, &rows});
    ASSERT_EQ(0, compiled({{got.data(), {3}}, {values.data(), {3, 40, 5}}}));
    EXPECT_EQ(expected, got);
}

TEST(KeptElements, OneThatAllLanesUpdateIsNotKeptByEachOfThem) {
    expect_sum_over_lanes(false);
}

TEST(KeptElements, OneThatAllLanesOfAReductionUpdateIsNotKeptByEachOfThem) {
    expect_sum_over_lanes(true);
}

} // namespace
} // namespace tiramisu::testing
