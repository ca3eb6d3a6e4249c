#include <algorithm>
#include <set>

#include "autoscheduler/search/strategy.h"

// The simple ones.

namespace tiramisu::tune {

namespace {

class random_search : public strategy {
public:
    random_search(const candidate_maker &maker, unsigned seed) : maker_(maker), random_(seed) {}

    std::vector<candidate> next(std::size_t count) override {
        std::vector<candidate> made;
        for (std::size_t i = 0; i < count; ++i) {
            made.push_back(maker_.random(random_));
        }
        return made;
    }

private:
    const candidate_maker &maker_;
    random_source random_;
};

class exhaustive_search : public strategy {
public:
    explicit exhaustive_search(const candidate_maker &maker) : maker_(maker) {}

    std::vector<candidate> next(std::size_t count) override {
        std::vector<candidate> made;
        while (made.size() < count && sketch_ < maker_.sketches().size()) {
            const auto &open = maker_.sketches()[sketch_].decisions;
            taken_.resize(open.size(), 0);
            made.push_back(maker_.make(sketch_, taken_));
            std::size_t at = 0;
            while (at < open.size() && ++taken_[at] == open[at].options.size()) {
                taken_[at++] = 0;
            }
            if (at == open.size()) {
                ++sketch_;
                taken_.clear();
            }
        }
        return made;
    }

private:
    const candidate_maker &maker_;
    std::size_t sketch_ = 0;
    choices taken_;
};

class beam_search : public strategy {
public:
    beam_search(const candidate_maker &maker, std::size_t width) : maker_(maker), width_(width) {}

    std::vector<candidate> next(std::size_t count) override {
        if (!is_searched_) {
            search();
        }
        std::vector<candidate> some;
        while (some.size() < count && given_ < found_.size()) {
            some.push_back(found_[given_++]);
        }
        return some;
    }

private:
    const candidate_maker &maker_;
    const std::size_t width_;
    bool is_searched_ = false;
    std::vector<candidate> found_; ///< best first
    std::size_t given_ = 0;

    void search() {
        is_searched_ = true;
        for (std::size_t sketch = 0; sketch < maker_.sketches().size(); ++sketch) {
            std::vector<candidate> beam = {maker_.plainest(sketch)};
            for (std::size_t at = 0; at < maker_.sketches()[sketch].decisions.size(); ++at) {
                beam = widened(beam, at);
            }
        }
        sort(found_);
        std::set<std::size_t> seen;
        const auto is_again = [&](const candidate &one) {
            return !seen.insert(one.what.hash()).second;
        };
        found_.erase(std::remove_if(found_.begin(), found_.end(), is_again), found_.end());
    }

    std::vector<candidate> widened(const std::vector<candidate> &beam, std::size_t at) {
        std::vector<candidate> all;
        for (const candidate &one : beam) {
            const decision &open = maker_.sketches()[one.sketch].decisions[at];
            for (std::size_t option = 0; option < open.options.size(); ++option) {
                choices taken = one.taken;
                taken[at] = option;
                all.push_back(maker_.make(one.sketch, taken));
            }
        }
        sort(all);
        found_.insert(found_.end(), all.begin(), all.end());
        all.erase(all.begin() + static_cast<std::ptrdiff_t>(std::min(width_, all.size())),
                  all.end());
        return all;
    }

    static void sort(std::vector<candidate> &all) {
        std::stable_sort(all.begin(), all.end(), [](const candidate &left, const candidate &right) {
            return left.predicted < right.predicted;
        });
    }
};

} // namespace

std::unique_ptr<strategy> random_strategy(const candidate_maker &maker, unsigned seed) {
    return std::make_unique<random_search>(maker, seed);
}

std::unique_ptr<strategy> exhaustive_strategy(const candidate_maker &maker) {
    constexpr double most = 100000;
    if (maker.size() > most) {
        throw user_error("function \"" + maker.view().function + "\"", "auto_schedule",
                         "has " + std::to_string(maker.size()) +
                             " candidates, more than the 100000 that an exhaustive search goes "
                             "through; search by evolution");
    }
    return std::make_unique<exhaustive_search>(maker);
}

std::unique_ptr<strategy> beam_strategy(const candidate_maker &maker, std::size_t width) {
    return std::make_unique<beam_search>(maker, std::max<std::size_t>(1, width));
}

std::unique_ptr<strategy> strategy_called(const std::string &name, const candidate_maker &maker,
                                          unsigned seed) {
    constexpr std::size_t usual_width = 16;
    if (name == "evolution") {
        return evolution_strategy(maker, seed);
    }
    if (name == "random") {
        return random_strategy(maker, seed);
    }
    if (name == "exhaustive") {
        return exhaustive_strategy(maker);
    }
    if (name == "beam") {
        return beam_strategy(maker, usual_width);
    }
    if (name == "mcts") {
        return tree_search_strategy(maker, seed);
    }
    throw user_error("tuning", "",
                     "there is no search \"" + name +
                         "\"; there are evolution, random, exhaustive, beam, mcts");
}

} // namespace tiramisu::tune
