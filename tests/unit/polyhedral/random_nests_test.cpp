// Random loops over random domains: the generated text runs what the timestamps say.

#include <algorithm>
#include <numeric>
#include <set>

#include <gtest/gtest.h>

#include "polyhedral/ast.h"
#include "polyhedral/loop_forms.h"
#include "polyhedral/timestamp.h"
#include "support/ast_walk.h"
#include "support/random_source.h"
#include "support/statements.h"

namespace tiramisu::testing {
namespace {

using oracle::random_source;
using poly::loop_kind;
using poly::scheduled_statement;
using stamped = std::pair<std::vector<long>, std::string>; ///< time, "S(0, 1)"

constexpr int largest_n = 9;

std::string text_of(const std::string &statement, const std::vector<long> &point) {
    std::string text;
    for (const long value : point) {
        text += (text.empty() ? "" : ", ") + std::to_string(value);
    }
    return statement + "(" + text + ")";
}

std::string random_upper(random_source &random, int dim) {
    const std::string outer(1, static_cast<char>('i' + random.between(0, std::max(0, dim - 1))));
    switch (random.between(0, dim == 0 ? 2 : 4)) {
    case 0: return std::to_string(random.between(-1, 9));
    case 1: return std::to_string(random.between(1, 17));
    case 2: return "N";
    case 3: return outer + " + " + std::to_string(random.between(0, 3));
    default: return "min(N, " + outer + " + 2)";
    }
}

/// "[N] -> { S[i, j] : 0 <= i < N and -2 <= j < i + 1 }"
std::string random_domain(random_source &random, const std::string &name, int dims) {
    std::string iterators, constraints;
    for (int dim = 0; dim < dims; ++dim) {
        const std::string it(1, static_cast<char>('i' + dim));
        iterators += (dim == 0 ? "" : ", ") + it;
        const bool from_outer = dim > 0 && random.chance(15);
        constraints += (dim == 0 ? "" : " and ") +
                       (from_outer ? "i" : std::to_string(random.between(-3, 3))) + " <= " + it +
                       " < " + random_upper(random, dim);
    }
    return "[N] -> { " + name + "[" + iterators + "] : " + constraints + " }";
}

loop_kind random_kind(random_source &random) {
    return random.weighted<loop_kind>(
        {{loop_kind::serial, 3}, {loop_kind::vectorized, 3}, {loop_kind::unrolled, 2}});
}

/// One change to a nest; its text.
std::string change(random_source &random, scheduled_statement &s) {
    const int level = random.between(0, s.depth() - 1);
    const std::string at = std::to_string(level);
    switch (random.between(0, 6)) {
    case 0: {
        if (s.depth() >= 6) {
            return "";
        }
        const int factor = random.between(1, 5);
        const loop_kind kind = random_kind(random);
        split_loop(s, level, factor, kind);
        return " split " + at + " by " + std::to_string(factor) + " kind " +
               std::to_string(static_cast<int>(kind));
    }
    case 1: {
        std::vector<int> order(s.loop_names.size());
        std::iota(order.begin(), order.end(), 0);
        std::swap(order[static_cast<std::size_t>(level)],
                  order[static_cast<std::size_t>(random.between(0, s.depth() - 1))]);
        permute_loops(s, order);
        return " permute " + text_of("", {order.begin(), order.end()});
    }
    case 2: s.loops = poly::shift(s.loops, level, random.between(-4, 4)); return " shift " + at;
    case 3: s.loops = poly::reverse(s.loops, level); return " reverse " + at;
    case 4: {
        poly::loop_cut &cut = s.cuts[static_cast<std::size_t>(level)];
        (random.chance(50) ? cut.first : cut.last) = random.between(1, 3);
        return " peel " + at + " by " + text_of("", {cut.first, cut.last});
    }
    case 5: s.cuts[static_cast<std::size_t>(level)].separated = true; return " separate " + at;
    default:
        if (level + 1 == s.depth()) {
            return "";
        }
        s.loops = poly::transform(s.loops, level, {{1, 0}, {random.between(-2, 2), 1}});
        return " skew " + at;
    }
}

class random_nest {
public:
    explicit random_nest(std::uint64_t seed) {
        random_source random(seed);
        const int count = random.between(1, 2);
        for (int n = 0; n < count; ++n) {
            const std::string name(1, static_cast<char>('S' + n));
            const std::string domain = random_domain(random, name, random.between(1, 3));
            description += domain;
            statements.push_back(statement_over(isl.set(domain)));
            for (int i = random.between(0, 4); i > 0; --i) {
                description += change(random, statements.back());
            }
            description += "; ";
        }
        place_second(random);
    }

    /// All instances with their times, for a value of N, in the order of the times.
    std::vector<stamped> expected(long n) const {
        std::vector<stamped> all;
        for (const scheduled_statement &s : statements) {
            const isl::map time =
                poly::timestamp(s.loops.divided().intersect_domain(s.domain), s.position, 15);
            isl_map *fixed = time.copy();
            const int parameter = isl_map_find_dim_by_name(fixed, isl_dim_param, "N");
            if (parameter >= 0) {
                fixed = isl_map_fix_si(fixed, isl_dim_param, static_cast<unsigned>(parameter),
                                       static_cast<int>(n));
            }
            const isl::set pairs = isl::manage(isl_set_flatten(isl_map_wrap(fixed)));
            const auto dims = static_cast<std::size_t>(poly::domain_dims(time));
            pairs.foreach_point([&](const isl::point &point) {
                std::vector<long> both;
                for (int i = 0; i < poly::set_dims(pairs); ++i) {
                    isl_val *value = isl_point_get_coordinate_val(point.get(), isl_dim_set, i);
                    both.push_back(isl_val_get_num_si(value));
                    isl_val_free(value);
                }
                const auto middle = both.begin() + static_cast<long>(dims);
                all.push_back({{middle, both.end()}, text_of(s.name, {both.begin(), middle})});
            });
        }
        std::sort(all.begin(), all.end());
        return all;
    }

    isl_reader isl;
    std::vector<scheduled_statement> statements;
    std::string description;

private:
    // The second statement shares some of the first one's loops, or none.
    void place_second(random_source &random) {
        if (statements.size() < 2) {
            return;
        }
        const int most = std::min(statements[0].depth(), statements[1].depth());
        const int shared = random.between(0, most);
        statements[1].position[static_cast<std::size_t>(shared)] = random.chance(50) ? 1 : -1;
        description += "shared " + std::to_string(shared);
    }
};

/// What the loops run differs from what the timestamps say; empty if it does not.
std::string difference(const std::vector<stamped> &expected,
                       const std::vector<visited_instance> &found) {
    for (std::size_t i = 0; i < std::max(expected.size(), found.size()); ++i) {
        const std::string should = i < expected.size() ? expected[i].second : "nothing";
        const std::string is =
            i < found.size() ? text_of(found[i].statement, found[i].point) : "nothing";
        if (should != is) {
            return "at step " + std::to_string(i) + " runs " + is + " instead of " + should;
        }
    }
    return "";
}

void expect_loops_are_described(const random_nest &nest, const poly::ast &loops,
                                const std::vector<visited_instance> &run) {
    for (const visited_instance &one : run) {
        const auto s = std::find_if(nest.statements.begin(), nest.statements.end(),
                                    [&](const auto &other) { return other.name == one.statement; });
        int above = -1;
        for (const std::string &key : one.loops) {
            const poly::loop_info &info = loops.loops.at(key);
            ASSERT_LT(above, info.level);
            above = info.level;
            ASSERT_EQ(info.level < s->depth(), !info.name.empty());
            ASSERT_NE(std::find(info.statements.begin(), info.statements.end(), one.statement),
                      info.statements.end());
        }
    }
}

TEST(RandomNests, RunEveryInstanceOnceInTheOrderOfTheTimestamps) {
    const oracle::random_run run = oracle::random_run::from_environment(2024, 250);
    std::size_t instances = 0;
    for (int number = 0; number < run.cases; ++number) {
        const std::uint64_t seed = run.seed + static_cast<std::uint64_t>(number);
        const random_nest nest(seed);
        SCOPED_TRACE("TIRAMISU_SEED=" + std::to_string(seed) +
                     " TIRAMISU_CASES=1: " + nest.description);
        const isl::set context = nest.isl.set("{ : }");
        const auto guarded = poly::guarded_loops(nest.statements, context);
        ASSERT_TRUE(guarded);
        for (const poly::ast &loops : {poly::generate_ast(nest.statements, context),
                                       poly::checked_loops(nest.statements, context), *guarded}) {
            for (const long n : {0L, 1L, 4L, static_cast<long>(largest_n)}) {
                const std::vector<visited_instance> found = walk(loops, {{"N", n}});
                ASSERT_EQ("", difference(nest.expected(n), found)) << "with N = " << n << "\n"
                                                                   << poly::to_text(loops);
                expect_loops_are_described(nest, loops, found);
                instances += found.size();
            }
        }
    }
    std::printf("seed %llu: %d nests, %zu instances\n", static_cast<unsigned long long>(run.seed),
                run.cases, instances);
}

} // namespace
} // namespace tiramisu::testing
