#pragma once

#include <memory>
#include <string>

#include "autoscheduler/search/candidates.h"

namespace tiramisu::tune {

/// Chooses which candidates are looked at next. The same seed, and the same times, give the same
/// candidates.
class strategy {
public:
    strategy() = default;
    strategy(const strategy &) = delete;
    strategy &operator=(const strategy &) = delete;
    virtual ~strategy() = default;

    /// Up to `count` candidates that were not given before; none where there are no more.
    virtual std::vector<candidate> next(std::size_t count) = 0;
    /// How long one of them takes. Of those that are not legal or fail nothing is told.
    virtual void learn(const candidate & /*what*/, double /*seconds*/) {}
};

std::unique_ptr<strategy> random_strategy(const candidate_maker &maker, unsigned seed);
/// Every candidate there is, in order. Throws user_error where there are more than 100,000.
std::unique_ptr<strategy> exhaustive_strategy(const candidate_maker &maker);
/// Ansor's (OSDI 2020, section 5.1): in a population of predicted candidates, mutation and
/// crossover of those that are predicted to take least, from random ones and the best that were
/// measured.
std::unique_ptr<strategy> evolution_strategy(const candidate_maker &maker, unsigned seed);
/// Decision after decision, of which the `width` best are kept.
std::unique_ptr<strategy> beam_strategy(const candidate_maker &maker, std::size_t width);

/// Monte Carlo tree search: down a tree of decisions by what was good there, and from where it ends
/// at random.
std::unique_ptr<strategy> tree_search_strategy(const candidate_maker &maker, unsigned seed);

/// "evolution", "random", "exhaustive", "beam" or "mcts". Throws user_error for other names.
std::unique_ptr<strategy> strategy_called(const std::string &name, const candidate_maker &maker,
                                          unsigned seed);

} // namespace tiramisu::tune
