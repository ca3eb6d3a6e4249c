#include <vector>

#include <gtest/gtest.h>

#include "support/functions.h"
#include "tiramisu/tiramisu.h"

// Sums over lanes of a term that is the same for all of them, into elements that lanes of another
// loop have for themselves.

namespace tiramisu::testing {
namespace {

constexpr std::int32_t start = 3;

struct nested_lanes {
    int rows, columns;     ///< extents of the loop over equal terms, and of the other one
    int outer, inner;      ///< lanes
    bool are_terms_inside; ///< the loop over equal terms is the inner one
};

/// out(j) = op over i of in(j), both loops on lanes.
template <typename Combine>
std::vector<std::int32_t> combined(const nested_lanes &shape, const std::vector<std::int32_t> &in,
                                   const Combine &combine) {
    init("repeated_terms");
    const var i("i", 0, shape.rows), j("j", 0, shape.columns);
    input terms("terms", {j}, p_int32);
    const std::vector<var> loops =
        shape.are_terms_inside ? std::vector<var>{j, i} : std::vector<var>{i, j};
    computation first("first", {j}, expr(start));
    computation sum("sum", loops, p_int32);
    sum.set_expression(combine(sum(loops[0], loops[1]), terms(j)));
    buffer memory("memory", {shape.columns}, p_int32, a_input),
        out("out", {shape.columns}, p_int32, a_output);
    terms.store_in(&memory);
    first.store_in(&out, {j});
    sum.store_in(&out, {j});
    sum.after(first, computation::root);
    sum.vectorize(loops[0], shape.outer).vectorize(loops[1], shape.inner);
    std::vector<std::int32_t> result(in.size());
    const compiled_function f = current().compile({&memory, &out});
    EXPECT_EQ(0, f({{in.data(), {shape.columns}}, {result.data(), {shape.columns}}}))
        << compiled_function::error_text();
    return result;
}

std::vector<nested_lanes> shapes() {
    std::vector<nested_lanes> all;
    for (const bool are_terms_inside : {false, true}) {
        for (const int rows : {4, 7, 8}) {
            for (const int columns : {8, 13}) {
                all.push_back({rows, columns, 4, 8, are_terms_inside});
                all.push_back({rows, columns, 8, 4, are_terms_inside});
            }
        }
    }
    return all;
}

template <typename Combine, typename Expected>
void expect_combined(const Combine &combine, const Expected &expected) {
    for (const nested_lanes &shape : shapes()) {
        std::vector<std::int32_t> in;
        for (int k = 0; k < shape.columns; ++k) {
            in.push_back(k * 37 % 11 - 4);
        }
        const std::vector<std::int32_t> result = combined(shape, in, combine);
        for (std::size_t k = 0; k < in.size(); ++k) {
            EXPECT_EQ(expected(shape.rows, in[k]), result[k])
                << "element " << k << " of " << shape.rows << " x " << shape.columns << ", lanes "
                << shape.outer << " and " << shape.inner
                << (shape.are_terms_inside ? ", terms inside" : "");
        }
    }
}

TEST(RepeatedTerms, AreAddedByEachLane) {
    expect_combined([](const expr &old, const expr &term) { return old + term; },
                    [](int rows, int term) { return start + rows * term; });
}

TEST(RepeatedTerms, HaveOneMinimum) {
    expect_combined([](const expr &old, const expr &term) { return min(old, term); },
                    [](int, int term) { return std::min(start, term); });
}

} // namespace
} // namespace tiramisu::testing
