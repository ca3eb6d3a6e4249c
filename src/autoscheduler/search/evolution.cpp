#include <algorithm>
#include <cmath>
#include <set>

#include "autoscheduler/search/strategy.h"

namespace tiramisu::tune {

namespace {

constexpr std::size_t most_candidates = 512; ///< of a generation
constexpr std::size_t for_each_pick = 32;    ///< of them, where few are asked for
constexpr std::size_t generations = 4;
constexpr double mutations = 0.85;    ///< of the children; the others are of two parents
constexpr double from_measured = 0.2; ///< of a first generation
constexpr double random_picks = 0.05; ///< of what is given, whatever is predicted

bool takes_less(const candidate &left, const candidate &right) {
    return left.predicted < right.predicted;
}

class evolution : public strategy {
public:
    evolution(const candidate_maker &maker, unsigned seed) : maker_(maker), random_(seed) {}

    std::vector<candidate> next(std::size_t count) override {
        std::vector<candidate> population =
            first_generation(std::min(most_candidates, for_each_pick * count));
        std::vector<candidate> best;
        for (std::size_t generation = 0;; ++generation) {
            collect(population, best, 4 * count);
            if (generation == generations) {
                break;
            }
            population = children_of(population);
        }
        return picked(best, count);
    }

    void learn(const candidate &what, double seconds) override {
        candidate known = what;
        known.predicted = seconds;
        measured_.insert(std::upper_bound(measured_.begin(), measured_.end(), known, takes_less),
                         known);
        logarithms_ += std::log(seconds / what.predicted);
        ++told_;
    }

private:
    const candidate_maker &maker_;
    random_source random_;
    std::vector<candidate> measured_; ///< by their times, best first
    std::set<std::size_t> given_;     ///< hashes
    double logarithms_ = 0;           ///< of measured by predicted times, summed up
    int told_ = 0;

    /// Predicted times times this are about what is measured.
    double scale() const { return told_ == 0 ? 1 : std::exp(logarithms_ / told_); }

    std::vector<candidate> first_generation(std::size_t population_size) {
        std::vector<candidate> made;
        const auto known = std::min(
            measured_.size(),
            static_cast<std::size_t>(from_measured * static_cast<double>(population_size)));
        made.insert(made.end(), measured_.begin(),
                    measured_.begin() + static_cast<std::ptrdiff_t>(known));
        for (candidate &one : made) {
            one.predicted /= scale();
        }
        if (told_ == 0) {
            for (std::size_t sketch = 0; sketch < maker_.sketches().size(); ++sketch) {
                made.push_back(maker_.plainest(sketch));
            }
        }
        while (made.size() < population_size) {
            made.push_back(maker_.random(random_));
        }
        return made;
    }

    std::vector<candidate> children_of(const std::vector<candidate> &parents) {
        std::vector<double> fitness;
        for (const candidate &one : parents) {
            fitness.push_back(1 / std::max(one.predicted, 1e-12));
        }
        std::vector<candidate> children;
        while (children.size() < parents.size()) {
            const candidate &first = parents[random_.weighted(fitness)];
            if (random_.part() < mutations) {
                children.push_back(maker_.mutated(first, random_));
            } else {
                children.push_back(maker_.crossed(first, parents[random_.weighted(fitness)]));
            }
        }
        // The best one lives on.
        children.back() = *std::min_element(parents.begin(), parents.end(), takes_less);
        return children;
    }

    /// Keeps the best that were not given yet.
    void collect(const std::vector<candidate> &population, std::vector<candidate> &best,
                 std::size_t most) const {
        std::set<std::size_t> there;
        for (const candidate &one : best) {
            there.insert(one.what.hash());
        }
        for (const candidate &one : population) {
            const std::size_t hash = one.what.hash();
            if (given_.count(hash) == 0 && there.insert(hash).second) {
                best.push_back(one);
            }
        }
        std::stable_sort(best.begin(), best.end(), takes_less);
        best.erase(best.begin() + static_cast<std::ptrdiff_t>(std::min(most, best.size())),
                   best.end());
    }

    std::vector<candidate> picked(const std::vector<candidate> &best, std::size_t count) {
        std::vector<candidate> some;
        auto next_best = best.begin();
        for (std::size_t tries = 0; some.size() < count && tries < 4 * count; ++tries) {
            const bool is_random = next_best == best.end() || random_.part() < random_picks;
            const candidate one = is_random ? maker_.random(random_) : *next_best++;
            if (given_.insert(one.what.hash()).second) {
                some.push_back(one);
            }
        }
        return some;
    }
};

} // namespace

std::unique_ptr<strategy> evolution_strategy(const candidate_maker &maker, unsigned seed) {
    return std::make_unique<evolution>(maker, seed);
}

} // namespace tiramisu::tune
