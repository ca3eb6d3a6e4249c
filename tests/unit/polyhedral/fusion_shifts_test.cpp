// Shifts that mend a fusion, compared with trying all of them.

#include <random>

#include <gtest/gtest.h>

#include "polyhedral/fusion_shifts.h"
#include "polyhedral/legality.h"
#include "polyhedral/timestamp.h"
#include "support/accesses.h"
#include "support/statements.h"

namespace tiramisu::testing {
namespace {

constexpr int largest_offset = 3;

/// P writes, C reads at two offsets; both loops are shared, C second.
struct fused_pair {
    fused_pair(const isl_reader &isl, const std::array<int, 4> &offsets) {
        const std::string box = " : 0 <= i, j < 9 }";
        const auto element = [&](int at) {
            return "b[i + " + std::to_string(offsets[static_cast<std::size_t>(at)]) + ", j + " +
                   std::to_string(offsets[static_cast<std::size_t>(at) + 1]) + "]";
        };
        accesses = {write(isl, "{ P[i, j] -> b[i, j]" + box),
                    read(isl, "{ C[i, j] -> " + element(0) + box),
                    read(isl, "{ C[i, j] -> " + element(2) + box)};
        dependences = poly::dependences(
            accesses, times_of(isl, {"{ P[i, j] -> [0, i, j] }", "{ C[i, j] -> [1, i, j] }"}));
        schedule = {statement_over(isl.set("{ P[i, j]" + box)),
                    statement_over(isl.set("{ C[i, j]" + box))};
        schedule[1].position = {0, 0, 1};
    }

    bool is_legal(long shift_i, long shift_j) const {
        poly::timestamps times;
        for (const poly::scheduled_statement &one : schedule) {
            isl::map loops = one.loops.divided();
            if (one.name == "C") {
                loops = poly::shift(poly::shift(loops, 0, static_cast<int>(shift_i)), 1,
                                    static_cast<int>(shift_j));
            }
            times[one.name] = poly::timestamp(loops, one.position, poly::timestamp_length(2));
        }
        return !poly::find_broken(dependences, accesses, times, false);
    }

    std::optional<std::vector<long>> shifts(const std::vector<bool> &may_shift) const {
        return poly::correcting_shifts(dependences, schedule, "C", may_shift, false);
    }

    std::vector<poly::memory_access> accesses;
    std::vector<poly::dependence> dependences;
    std::vector<poly::scheduled_statement> schedule;
};

std::optional<std::vector<long>> first_legal(const fused_pair &pair,
                                             const std::vector<bool> &may_shift) {
    const long bound_i = may_shift[0] ? largest_offset + 1 : 0;
    const long bound_j = may_shift[1] ? largest_offset + 1 : 0;
    for (long i = 0; i <= bound_i; ++i) {
        for (long j = 0; j <= bound_j; ++j) {
            if (pair.is_legal(i, j)) {
                return std::vector<long>{i, j};
            }
        }
    }
    return std::nullopt;
}

TEST(FusionShifts, AreTheSmallestLegalOnes) {
    const isl_reader isl;
    std::mt19937 random(20262);
    std::uniform_int_distribution<int> offset(-largest_offset, largest_offset);
    for (int round = 0; round < 40; ++round) {
        const std::array<int, 4> offsets = {offset(random), offset(random), offset(random),
                                            offset(random)};
        const fused_pair pair(isl, offsets);
        for (const std::vector<bool> &may_shift :
             {std::vector<bool>{true, true}, {true, false}, {false, true}, {false, false}}) {
            EXPECT_EQ(first_legal(pair, may_shift), pair.shifts(may_shift))
                << offsets[0] << ' ' << offsets[1] << ' ' << offsets[2] << ' ' << offsets[3];
        }
    }
}

TEST(FusionShifts, ThereAreNoneForAReaderOfTheWholeArray) {
    const isl_reader isl;
    fused_pair pair(isl, {0, 0, 0, 0});
    pair.accesses = {write(isl, "[n] -> { P[i, j] -> b[i, j] : 0 <= i, j < n }"),
                     read(isl, "[n] -> { C[i, j] -> b[n - 1, n - 1] : 0 <= i, j < n }")};
    pair.dependences = poly::dependences(
        pair.accesses, times_of(isl, {"{ P[i, j] -> [0, i, j] }", "{ C[i, j] -> [1, i, j] }"}));
    pair.schedule = {statement_over(isl.set("[n] -> { P[i, j] : 0 <= i, j < n }")),
                     statement_over(isl.set("[n] -> { C[i, j] : 0 <= i, j < n }"))};
    pair.schedule[1].position = {0, 0, 1};
    EXPECT_EQ(std::nullopt, pair.shifts({true, true}));
}

TEST(FusionShifts, AValueThatIsOverwrittenLimitsThem) {
    // P(i) writes b[i], C(i) reads b[i + 1], and P overwrites c[i - 1], which C reads at i: a shift
    // of 1 serves the first, and the second forbids any.
    const isl_reader isl;
    fused_pair pair(isl, {0, 0, 0, 0});
    pair.accesses = {write(isl, "{ P[i, j] -> b[i, j] : 0 <= i, j < 9 }"),
                     read(isl, "{ C[i, j] -> b[i + 1, j] : 0 <= i, j < 9 }"),
                     read(isl, "{ C[i, j] -> c[i, j] : 0 <= i, j < 9 }"),
                     write(isl, "{ P[i, j] -> c[i - 1, j] : 0 <= i, j < 9 }")};
    std::vector<poly::dependence> all;
    for (const poly::dependence &dep : poly::dependences(
             pair.accesses,
             times_of(isl, {"{ P[i, j] -> [i, 1, j] }", "{ C[i, j] -> [i, 0, j] }"}))) {
        if (dep.buffer == "c") {
            all.push_back(dep);
        }
    }
    for (const poly::dependence &dep : poly::dependences(
             pair.accesses,
             times_of(isl, {"{ P[i, j] -> [0, i, j] }", "{ C[i, j] -> [1, i, j] }"}))) {
        if (dep.buffer == "b") {
            all.push_back(dep);
        }
    }
    pair.dependences = all;
    EXPECT_EQ(std::nullopt, pair.shifts({true, true}));
    EXPECT_EQ(std::nullopt, first_legal(pair, {true, true}));
}

} // namespace
} // namespace tiramisu::testing
