// Skews of two loops, compared with what trying every matrix on every distance says.

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "polyhedral/skew_search.h"
#include "support/accesses.h"
#include "support/isl_equal.h"

namespace tiramisu::testing {
namespace {

using poly::skew_matrix;
using vector = std::array<int, 2>;

struct distances {
    std::vector<vector> ordered, unordered;
};

std::string set_text(const std::vector<vector> &points) {
    std::string text = "{ [i, j] : false";
    for (const vector &p : points) {
        text += " or (i = " + std::to_string(p[0]) + " and j = " + std::to_string(p[1]) + ")";
    }
    return text + " }";
}

vector image(const skew_matrix &m, const vector &d) {
    return {m[0] * d[0] + m[1] * d[1], m[2] * d[0] + m[3] * d[1]};
}

constexpr vector origin = {0, 0};

template <typename Condition>
bool holds_for_all(const std::vector<vector> &points, const skew_matrix &m, Condition condition) {
    return std::all_of(points.begin(), points.end(),
                       [&](const vector &d) { return d == origin || condition(image(m, d)); });
}

bool is_legal(const distances &all, const skew_matrix &m) {
    return holds_for_all(all.ordered, m, [](const vector &d) { return d > origin; });
}

bool is_outer_parallel(const distances &all, const skew_matrix &m) {
    const auto free = [](const vector &d) { return d[0] == 0; };
    return holds_for_all(all.ordered, m, free) && holds_for_all(all.unordered, m, free);
}

bool is_inner_parallel(const distances &all, const skew_matrix &m) {
    const auto carried_outside = [](const vector &d) { return d[0] != 0; };
    return holds_for_all(all.ordered, m, carried_outside) &&
           holds_for_all(all.unordered, m, carried_outside);
}

bool is_tilable(const distances &all, const skew_matrix &m) {
    return holds_for_all(all.ordered, m, [](const vector &d) { return d[0] >= 0 && d[1] >= 0; });
}

std::vector<skew_matrix> unimodular_matrices(int largest) {
    std::vector<skew_matrix> all;
    for (int a = -largest; a <= largest; ++a) {
        for (int b = -largest; b <= largest; ++b) {
            for (int c = -largest; c <= largest; ++c) {
                for (int d = -largest; d <= largest; ++d) {
                    if (std::abs(a * d - b * c) == 1) {
                        all.push_back({a, b, c, d});
                    }
                }
            }
        }
    }
    return all;
}

bool contains(const std::vector<skew_matrix> &all, const skew_matrix &m) {
    return std::find(all.begin(), all.end(), m) != all.end();
}

bool contains_row(const std::vector<skew_matrix> &all, int a, int b) {
    return std::any_of(all.begin(), all.end(),
                       [&](const skew_matrix &m) { return m[0] == a && m[1] == b; });
}

std::string text(const skew_matrix &m) {
    return "(" + std::to_string(m[0]) + " " + std::to_string(m[1]) + "; " + std::to_string(m[2]) +
           " " + std::to_string(m[3]) + ")";
}

void expect_same_as_brute_force(const isl_reader &isl, const distances &all, int largest) {
    const poly::skew_matrices found = poly::find_skews(
        {isl.set(set_text(all.ordered)), isl.set(set_text(all.unordered))}, largest);
    for (const skew_matrix &m : found.outer_parallel) {
        EXPECT_TRUE(is_legal(all, m) && is_outer_parallel(all, m)) << text(m);
    }
    for (const skew_matrix &m : found.inner_parallel) {
        EXPECT_TRUE(is_legal(all, m) && is_inner_parallel(all, m)) << text(m);
    }
    for (const skew_matrix &m : unimodular_matrices(largest)) {
        const bool legal = is_legal(all, m);
        EXPECT_EQ(legal && is_tilable(all, m), contains(found.tilable, m)) << text(m);
        if (legal && is_inner_parallel(all, m)) {
            EXPECT_TRUE(contains_row(found.inner_parallel, m[0], m[1])) << text(m);
        }
        if (legal && is_outer_parallel(all, m)) {
            EXPECT_TRUE(contains_row(found.outer_parallel, m[0], m[1]) ||
                        contains_row(found.outer_parallel, -m[0], -m[1]))
                << text(m);
        }
    }
}

TEST(SkewSearch, FindsWhatTryingEveryMatrixFinds) {
    const isl_reader isl;
    std::mt19937 random(20261);
    std::uniform_int_distribution<int> coordinate(-3, 3), count(0, 4);
    for (int round = 0; round < 60; ++round) {
        distances all;
        for (std::vector<vector> *points : {&all.ordered, &all.unordered}) {
            for (int n = points == &all.ordered ? count(random) : count(random) / 3; n > 0; --n) {
                points->push_back({coordinate(random), coordinate(random)});
            }
        }
        SCOPED_TRACE("ordered " + set_text(all.ordered) + ", unordered " + set_text(all.unordered));
        expect_same_as_brute_force(isl, all, 2);
    }
}

TEST(SkewSearch, WithoutDependencesTheLoopsStayAsTheyAre) {
    const isl_reader isl;
    const poly::skew_matrices found =
        poly::find_skews({isl.set(set_text({})), isl.set(set_text({}))}, 1);
    const skew_matrix identity = {1, 0, 0, 1};
    EXPECT_EQ(identity, found.outer_parallel.front());
    EXPECT_EQ(identity, found.inner_parallel.front());
    EXPECT_EQ(identity, found.tilable.front());
}

TEST(SkewSearch, AStencilOverTimeIsSkewedToBeTiled) {
    const isl_reader isl;
    const poly::skew_matrices found =
        poly::find_skews({isl.set("{ [1, j] : -1 <= j <= 1 }"), isl.set("{ [i, j] : false }")}, 2);
    EXPECT_EQ((skew_matrix{1, 0, 1, 1}), found.tilable.front());
    EXPECT_EQ((skew_matrix{1, 0, 0, 1}), found.inner_parallel.front());
    EXPECT_TRUE(found.outer_parallel.empty());
}

TEST(SkewSearch, AWavefrontMakesTheInnerLoopParallel) {
    const isl_reader isl;
    const poly::skew_matrices found =
        poly::find_skews({isl.set("{ [1, 0]; [0, 1] }"), isl.set("{ [i, j] : false }")}, 2);
    EXPECT_EQ(1, found.inner_parallel.front()[0]);
    EXPECT_EQ(1, found.inner_parallel.front()[1]);
    EXPECT_EQ((skew_matrix{1, 0, 0, 1}), found.tilable.front());
}

TEST(SkewSearch, UnboundedDistancesAreUnderstood) {
    const isl_reader isl;
    const poly::skew_matrices found = poly::find_skews(
        {isl.set("[n] -> { [i, j] : i >= 1 and -n <= j <= n }"), isl.set("{ [i, j] : false }")}, 3);
    EXPECT_EQ((skew_matrix{1, 0, 0, 1}), found.inner_parallel.front());
    EXPECT_TRUE(found.tilable.empty());
    EXPECT_TRUE(found.outer_parallel.empty());
}

TEST(SkewSearch, ADiagonalDependenceLeavesAParallelOuterLoop) {
    const isl_reader isl;
    const poly::skew_matrices found =
        poly::find_skews({isl.set("{ [1, 1] }"), isl.set("{ [i, j] : false }")}, 2);
    EXPECT_EQ((skew_matrix{1, -1, 0, 1}), found.outer_parallel.front());
}

TEST(SkewSearch, DistancesLeaveOutWhatOuterLoopsCarry) {
    const isl_reader isl;
    const std::vector<poly::memory_access> accesses = {
        write(isl, "{ S[t, i, j] -> b[i, j] : 0 <= t < 4 and 0 <= i, j < 9 }"),
        read(isl, "{ S[t, i, j] -> b[i - 1, j + 2] : 0 <= t < 4 and 1 <= i < 9 and 0 <= j < 7 }")};
    const poly::timestamps times = times_of(isl, {"{ S[t, i, j] -> [0, t, 0, i, 0, j, 0] }"});
    const auto found =
        poly::distances_in_band(poly::dependences(accesses, times), times, {"S"}, 1, false);
    EXPECT_TRUE(is_set(found.ordered, "{ [1, -2] }"));
    EXPECT_TRUE(found.unordered.is_empty());
}

} // namespace
} // namespace tiramisu::testing
