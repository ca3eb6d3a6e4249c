#include <cmath>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "autoscheduler/cost/models.h"
#include "autoscheduler/search/strategy.h"
#include "autoscheduler/space/machine.h"
#include "autoscheduler/space/program_view.h"
#include "support/throws.h"
#include "support/tuned_programs.h"

namespace tiramisu::tune {
namespace {

using namespace oracle;

program_view view_of_product() {
    const tuned_program program = tuned_matmul(64, 64, 64);
    machine target;
    target.threads = 2;
    return view_of(program.what, program.arguments, {}, target, {});
}

/// Likes schedules with one tile size for each of the innermost loops.
class planted : public cost_model {
public:
    std::string name() const override { return "planted"; }

    prediction predict(const program_view &view, const plan &what) const override {
        std::vector<double> costs(view.statements.size(), 0);
        double cost = 1;
        for (const planned_loop &loop : what.nests.back().loops) {
            const bool is_inner = loop.use == loop_use::unrolled;
            cost += is_inner ? std::abs(std::log2(static_cast<double>(loop.extent) / 4)) : 0.5;
        }
        costs.back() = cost;
        return prediction::sum_of(costs);
    }
};

double best_of(strategy &search, std::size_t count) {
    double best = 1e300;
    for (const candidate &one : search.next(count)) {
        best = std::min(best, one.predicted);
    }
    return best;
}

TEST(Search, ByEvolutionFindsAPlantedOptimum) {
    const program_view view = view_of_product();
    const planted model;
    const candidate_maker maker(view, model);
    // Each seed by itself, long before half of the space was seen.
    double least = 1e300;
    std::vector<double> found;
    for (unsigned seed = 1; seed <= 10; ++seed) {
        const auto search = evolution_strategy(maker, seed);
        double best = 1e300;
        for (int round = 0; round < 6; ++round) {
            for (const candidate &one : search->next(16)) {
                best = std::min(best, one.predicted);
                search->learn(one, one.predicted);
            }
        }
        found.push_back(best);
        least = std::min(least, best);
    }
    EXPECT_THAT(found, ::testing::Each(least));
    const auto blind = random_strategy(maker, 1);
    EXPECT_LT(least, best_of(*blind, 96));
}

std::vector<std::string> texts(strategy &search, std::size_t rounds) {
    std::vector<std::string> all;
    for (std::size_t round = 0; round < rounds; ++round) {
        for (const candidate &one : search.next(8)) {
            all.push_back(one.what.text());
            search.learn(one, one.predicted);
        }
    }
    return all;
}

TEST(Search, IsTheSameForASeed) {
    const program_view view = view_of_product();
    const auto model = analytic_model(machine());
    const candidate_maker maker(view, *model);
    for (const char *name : {"evolution", "random", "beam", "mcts"}) {
        const auto first = texts(*strategy_called(name, maker, 7), 3),
                   again = texts(*strategy_called(name, maker, 7), 3);
        EXPECT_EQ(first, again) << name;
        EXPECT_EQ(24U, first.size()) << name;
    }
    EXPECT_NE(texts(*evolution_strategy(maker, 7), 1), texts(*evolution_strategy(maker, 8), 1));
}

TEST(Search, GivesNoCandidateTwice) {
    const program_view view = view_of_product();
    const auto model = analytic_model(machine());
    const candidate_maker maker(view, *model);
    for (const char *name : {"evolution", "mcts"}) {
        const auto all = texts(*strategy_called(name, maker, 3), 10);
        EXPECT_EQ(all.size(), std::set<std::string>(all.begin(), all.end()).size()) << name;
    }
}

TEST(Search, ByTreeFindsMoreThanLuck) {
    const program_view view = view_of_product();
    const planted model;
    const candidate_maker maker(view, model);
    constexpr int seeds = 20;
    int better = 0;
    for (unsigned seed = 1; seed <= seeds; ++seed) {
        const auto tree = tree_search_strategy(maker, seed);
        double best = 1e300;
        constexpr int rounds = 4, of_round = 8;
        for (int round = 0; round < rounds; ++round) {
            for (const candidate &one : tree->next(of_round)) {
                best = std::min(best, one.predicted);
                tree->learn(one, one.predicted);
            }
        }
        const auto blind = random_strategy(maker, seed);
        better += best < best_of(*blind, rounds * of_round) ? 1 : 0;
    }
    EXPECT_LE(16, better);
}

TEST(Mutation, MovesAFactorFromOneLevelOfALoopToAnother) {
    const program_view view = view_of_product();
    const planted model;
    const candidate_maker maker(view, model);
    random_source random(4);
    std::map<decision_kind, int> changed;
    int moved = 0;
    constexpr int tries = 2000;
    for (int i = 0; i < tries; ++i) {
        const candidate from = maker.random(random), to = maker.mutated(from, random);
        ASSERT_EQ(from.sketch, to.sketch);
        const auto &open = maker.sketches()[from.sketch].decisions;
        std::vector<std::size_t> others;
        for (std::size_t d = 0; d < open.size(); ++d) {
            if (from.taken[d] != to.taken[d]) {
                others.push_back(d);
            }
        }
        ASSERT_LE(1U, others.size());
        ASSERT_GE(2U, others.size());
        ++changed[open[others.front()].kind];
        if (others.size() == 2) {
            ++moved;
            EXPECT_EQ(open[others[0]].subject(), open[others[1]].subject());
        }
    }
    EXPECT_LT(0.8 * tries, changed[decision_kind::tile]);
    EXPECT_LT(0.02 * tries, changed[decision_kind::unroll]);
    EXPECT_LT(0.1 * tries, moved);
}

TEST(Search, GoesThroughASmallSpace) {
    const tuned_program program = tuned_max_pool(4, 16);
    machine target;
    target.threads = 8; // enough that no partial results are wanted
    const program_view view = view_of(program.what, program.arguments, {}, target, {});
    const auto model = analytic_model(target);
    const candidate_maker maker(view, *model);
    const auto search = exhaustive_strategy(maker);
    std::size_t count = 0;
    for (auto some = search->next(1000); !some.empty(); some = search->next(1000)) {
        count += some.size();
    }
    EXPECT_EQ(maker.size(), static_cast<double>(count));
}

TEST(Search, RefusesToGoThroughALargeSpace) {
    const program_view view = view_of_product();
    const auto model = analytic_model(machine());
    const candidate_maker maker(view, *model);
    EXPECT_THAT([&] { exhaustive_strategy(maker); },
                ::testing::ThrowsMessage<user_error>(::testing::HasSubstr(
                    "more than the 100000 that an exhaustive search goes through")));
}

TEST(Search, TellsWhichOnesThereAre) {
    const program_view view = view_of_product();
    const auto model = random_model(1);
    const candidate_maker maker(view, *model);
    EXPECT_THAT(
        [&] { strategy_called("luck", maker, 1); },
        ::testing::ThrowsMessage<user_error>(::testing::HasSubstr(
            "there is no search \"luck\"; there are evolution, random, exhaustive, beam, mcts")));
    EXPECT_THAT([&] { model_called({"lucky"}, machine()); },
                ::testing::ThrowsMessage<user_error>(::testing::HasSubstr(
                    "there is no cost model \"lucky\"; there are analytic, learned, random")));
}

TEST(Crossover, TakesEachStageFromTheParentInWhichItTakesLess) {
    const tuned_program program = tuned_two_matmuls(64);
    machine target;
    const program_view view = view_of(program.what, program.arguments, {}, target, {});
    const auto model = random_model(5);
    const candidate_maker maker(view, *model);
    random_source random(2);
    for (int tries = 0; tries < 20; ++tries) {
        candidate first = maker.random(random);
        candidate second = maker.make(first.sketch, maker.random(random).taken);
        const candidate child = maker.crossed(first, second);
        const auto &open = maker.sketches()[first.sketch].decisions;
        for (std::size_t i = 0; i < open.size(); ++i) {
            const std::size_t stage = open[i].stage;
            const bool second_is_better =
                second.predicted_parts[stage] < first.predicted_parts[stage];
            EXPECT_EQ((second_is_better ? second : first).taken[i], child.taken[i]);
        }
    }
}

TEST(AnalyticModel, PrefersWhatIsFasterOnAnyMachine) {
    const program_view view = view_of_product();
    const auto model = analytic_model(machine::here(1));
    const std::vector<sketch> all = sketches_of(view);
    const auto seconds = [&](const std::map<std::string, int> &wanted) {
        choices taken;
        for (const decision &open : all.front().decisions) {
            std::size_t option = 0;
            const auto found = wanted.find(open.name);
            for (std::size_t i = 0; found != wanted.end() && i < open.options.size(); ++i) {
                option = open.options[i] == found->second ? i : option;
            }
            taken.push_back(option);
        }
        return model->predict(view, realize(view, all.front(), taken)).seconds;
    };
    // Four rows in registers share what they load.
    EXPECT_LT(seconds({{"c.i.3", 4}}), seconds({{"c.i.3", 1}}));
}

} // namespace
} // namespace tiramisu::tune
