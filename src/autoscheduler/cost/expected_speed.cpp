#include "autoscheduler/cost/expected_speed.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "tiramisu/tune/sketch.h"

namespace tiramisu::tune {

namespace {

double best_of_random_plans(const program_view &view, const cost_model &by) {
    constexpr int looked_at = 256;
    const std::vector<sketch> sketches = sketches_of(view);
    std::mt19937 random(1);
    double least = HUGE_VAL;
    for (int i = 0; i < looked_at; ++i) {
        const sketch &one = sketches[random() % sketches.size()];
        choices taken;
        for (const decision &open : one.decisions) {
            taken.push_back(random() % open.options.size());
        }
        least = std::min(least, by.predict(view, realize(view, one, taken)).seconds);
    }
    return least;
}

} // namespace

double expected_speed::best(const program_view &view) const {
    const auto known = best_.find(view.text);
    return known != best_.end()
               ? known->second
               : best_.emplace(view.text, best_of_random_plans(view, by_)).first->second;
}

double expected_speed::of(const program_view &view, const plan &what) const {
    return std::min(1.0, best(view) / by_.predict(view, what).seconds);
}

} // namespace tiramisu::tune
