#include "autoscheduler/search/candidates.h"

namespace tiramisu::tune {

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
    const std::vector<double> costs = model_.statement_seconds(view_, made);
    for (std::size_t stage = 0; stage < view_.stages.size(); ++stage) {
        for (const std::size_t statement : view_.stages[stage].statements) {
            result.predicted_parts[stage] += costs[statement];
            result.predicted += costs[statement];
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
    choices taken = from.taken;
    // Now and then two at once: tiles are traded for one another.
    const std::size_t edits = 1 + random.below(2);
    for (std::size_t edit = 0; edit < edits && !open.empty(); ++edit) {
        const std::size_t at = random.below(open.size());
        taken[at] = random.below(open[at].options.size());
    }
    return make(from.sketch, std::move(taken));
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
