#include "autoscheduler/search/candidates.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace tiramisu::tune {

namespace {

double weight_of(decision_kind kind) {
    switch (kind) {
    case decision_kind::tile: return 0.85;
    case decision_kind::unroll: return 0.04;
    case decision_kind::place: return 0.05;
    case decision_kind::threads: return 0.01;
    case decision_kind::order: return 0.05; // Ansor's sketches leave no order open
    }
    return 0;
}

/// One of `count` places, but not this one.
std::size_t other_than(std::size_t place, std::size_t count, random_source &random) {
    const std::size_t step = 1 + random.below(count - 1);
    return (place + step) % count;
}

} // namespace

candidate_maker::candidate_maker(const program_view &view, const cost_model &model)
    : view_(view), model_(model), sketches_(sketches_of(view)) {}

double candidate_maker::size() const {
    double sum = 0;
    for (const sketch &one : sketches_) {
        double product = 1;
        for (const decision &open : one.decisions) {
            product *= static_cast<double>(open.options.size());
        }
        sum += product;
    }
    return sum;
}

candidate candidate_maker::make(std::size_t sketch, choices taken) const {
    const plan made = realize(view_, sketches_[sketch], taken);
    candidate result{sketch, std::move(taken), schedule_of(view_, made), 0, {}};
    result.predicted_parts.assign(view_.stages.size(), 0);
    const prediction expected = model_.predict(view_, made);
    result.predicted = expected.seconds;
    for (std::size_t stage = 0; stage < view_.stages.size(); ++stage) {
        for (const std::size_t statement : view_.stages[stage].statements) {
            result.predicted_parts[stage] += expected.statements[statement];
        }
    }
    return result;
}

candidate candidate_maker::plainest(std::size_t sketch) const {
    return make(sketch, choices(sketches_[sketch].decisions.size(), 0));
}

candidate candidate_maker::random(random_source &random) const {
    const std::size_t sketch = random.below(sketches_.size());
    choices taken;
    for (const decision &open : sketches_[sketch].decisions) {
        taken.push_back(random.below(open.options.size()));
    }
    return make(sketch, std::move(taken));
}

candidate candidate_maker::mutated(const candidate &from, random_source &random) const {
    const std::vector<decision> &open = sketches_[from.sketch].decisions;
    std::map<decision_kind, std::vector<std::size_t>> by_kind;
    for (std::size_t i = 0; i < open.size(); ++i) {
        if (open[i].options.size() > 1) {
            by_kind[open[i].kind].push_back(i);
        }
    }
    if (by_kind.empty()) {
        return from;
    }
    std::vector<double> weights;
    std::vector<const std::vector<std::size_t> *> places;
    for (const auto &[kind, of_kind] : by_kind) {
        weights.push_back(weight_of(kind));
        places.push_back(&of_kind);
    }
    const std::vector<std::size_t> &some = *places[random.weighted(weights)];
    const std::size_t at = some[random.below(some.size())];
    choices taken = from.taken;
    if (open[at].kind == decision_kind::tile) {
        retile(from.sketch, at, taken, random);
    } else {
        taken[at] = other_than(taken[at], open[at].options.size(), random);
    }
    return make(from.sketch, std::move(taken));
}

/// Takes another size. Half of the time, the size of another level of the same loop changes by the
/// same factor the other way round; else the outermost level, whose extent follows, does.
void candidate_maker::retile(std::size_t sketch, std::size_t at, choices &taken,
                             random_source &random) const {
    const std::vector<decision> &open = sketches_[sketch].decisions;
    const double before = open[at].options[taken[at]];
    taken[at] = other_than(taken[at], open[at].options.size(), random);
    const double after = open[at].options[taken[at]];
    std::vector<std::size_t> levels;
    for (std::size_t i = 0; i < open.size(); ++i) {
        if (i != at && open[i].kind == decision_kind::tile && open[i].options.size() > 1 &&
            open[i].subject() == open[at].subject()) {
            levels.push_back(i);
        }
    }
    const bool is_size = before > 0 && after > 0;
    if (levels.empty() || !is_size || random.below(2) == 0) {
        return;
    }
    const std::size_t level = levels[random.below(levels.size())];
    const double wanted = open[level].options[taken[level]] * before / after;
    const auto distance = [&](int size) {
        return size > 0 ? std::abs(std::log(size / std::max(1.0, wanted))) : HUGE_VAL;
    };
    for (std::size_t i = 0; i < open[level].options.size(); ++i) {
        if (distance(open[level].options[i]) < distance(open[level].options[taken[level]])) {
            taken[level] = i;
        }
    }
}

candidate candidate_maker::crossed(const candidate &first, const candidate &second) const {
    const std::vector<decision> &open = sketches_[first.sketch].decisions,
                                &other = sketches_[second.sketch].decisions;
    choices taken = first.taken;
    for (std::size_t i = 0; i < open.size(); ++i) {
        if (second.predicted_parts[open[i].stage] >= first.predicted_parts[open[i].stage]) {
            continue;
        }
        for (std::size_t j = 0; j < other.size(); ++j) {
            if (other[j].name == open[i].name && other[j].options == open[i].options) {
                taken[i] = second.taken[j];
            }
        }
    }
    return make(first.sketch, std::move(taken));
}

} // namespace tiramisu::tune
