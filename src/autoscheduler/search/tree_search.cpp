#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "autoscheduler/search/strategy.h"

// Monte Carlo tree search: a node of the tree is a sketch with its first decisions taken.

namespace tiramisu::tune {

namespace {

class tree_search : public strategy {
public:
    tree_search(const candidate_maker &maker, unsigned seed) : maker_(maker), random_(seed) {}

    std::vector<candidate> next(std::size_t count) override {
        constexpr std::size_t looks = 64; ///< at candidates, for each that is given
        std::vector<candidate> found;
        std::set<std::size_t> seen;
        for (std::size_t look = 0; look < looks * count; ++look) {
            candidate one = descend();
            const std::size_t hash = one.what.hash();
            if (given_.count(hash) == 0 && seen.insert(hash).second) {
                found.push_back(std::move(one));
            }
        }
        std::stable_sort(found.begin(), found.end(),
                         [](const candidate &left, const candidate &right) {
                             return left.predicted < right.predicted;
                         });
        found.erase(found.begin() + static_cast<std::ptrdiff_t>(std::min(count, found.size())),
                    found.end());
        for (const candidate &one : found) {
            given_.insert(one.what.hash());
        }
        return found;
    }

    /// What was measured counts as much as all looks that led to it.
    void learn(const candidate &what, double seconds) override {
        constexpr double weight = 16;
        least_measured_ = std::min(least_measured_, seconds);
        reward(path_of(what), least_measured_ / seconds, weight);
    }

private:
    /// Of a node by which option was taken where; the first place is the sketch.
    using path = std::vector<std::size_t>;
    struct node {
        double visits = 0, rewards = 0;
    };

    const candidate_maker &maker_;
    random_source random_;
    std::map<path, node> nodes_;
    std::set<std::size_t> given_; ///< hashes
    double least_predicted_ = HUGE_VAL, least_measured_ = HUGE_VAL;

    std::size_t options_after(const path &taken) const {
        if (taken.empty()) {
            return maker_.sketches().size();
        }
        const auto &open = maker_.sketches()[taken.front()].decisions;
        return taken.size() - 1 < open.size() ? open[taken.size() - 1].options.size() : 0;
    }

    /// Down the tree by the option that promises most, then at random.
    candidate descend() {
        path taken;
        bool is_in_tree = true;
        for (std::size_t options = options_after(taken); options > 0;
             options = options_after(taken)) {
            is_in_tree = is_in_tree && nodes_[taken].visits > 0;
            taken.push_back(is_in_tree ? most_promising(taken, options) : random_.below(options));
        }
        candidate made = maker_.make(taken.front(), choices(taken.begin() + 1, taken.end()));
        least_predicted_ = std::min(least_predicted_, made.predicted);
        reward(taken, least_predicted_ / made.predicted, 1);
        return made;
    }

    /// By upper confidence bounds (UCT, Kocsis and Szepesvari 2006); options that were never taken
    /// first.
    std::size_t most_promising(const path &taken, std::size_t options) {
        const double around = nodes_[taken].visits;
        std::vector<std::size_t> untried;
        std::size_t best = 0;
        double most = -1;
        for (std::size_t option = 0; option < options; ++option) {
            path further = taken;
            further.push_back(option);
            const auto known = nodes_.find(further);
            if (known == nodes_.end() || known->second.visits == 0) {
                untried.push_back(option);
                continue;
            }
            constexpr double curiosity = 0.5;
            const node &one = known->second;
            const double promise =
                one.rewards / one.visits + curiosity * std::sqrt(std::log(1 + around) / one.visits);
            if (promise > most) {
                most = promise;
                best = option;
            }
        }
        return untried.empty() ? best : untried[random_.below(untried.size())];
    }

    /// Of every node on the way that is known, and of one more.
    void reward(const path &whole, double amount, double weight) {
        path way;
        for (std::size_t length = 0; length <= whole.size(); ++length) {
            node &one = nodes_[way];
            const bool was_known = one.visits > 0;
            one.visits += weight;
            one.rewards += weight * amount;
            if (!was_known || length == whole.size()) {
                return;
            }
            way.push_back(whole[length]);
        }
    }

    static path path_of(const candidate &what) {
        path whole = {what.sketch};
        whole.insert(whole.end(), what.taken.begin(), what.taken.end());
        return whole;
    }
};

} // namespace

std::unique_ptr<strategy> tree_search_strategy(const candidate_maker &maker, unsigned seed) {
    return std::make_unique<tree_search>(maker, seed);
}

} // namespace tiramisu::tune
