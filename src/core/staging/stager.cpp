#include "core/staging/stager.h"

#include <algorithm>

#include "core/program/definition.h"
#include "core/program/domain.h"
#include "core/program/kept_places.h"
#include "polyhedral/loop_transform.h"
#include "polyhedral/relations.h"
#include "support/free_name.h"

namespace tiramisu::core {

void stager::add_window() {
    std::vector<iterator> iterators = window_iterators();
    const isl::set points = poly::relative_points(made_.box, "");
    made_.window = add(made_.source->name + "_in_" + made_.consumer->name, "", iterators, points);
    made_.window->value = expr();
}

void stager::install() {
    made_.consumer->fixed_loops = std::max(made_.consumer->fixed_loops, around());
    for (auto &state : states_) {
        function_.staged_computations.push_back(std::move(state));
    }
    function_.stagings.push_back(std::make_unique<staging>(std::move(made_)));
}

std::vector<iterator> stager::window_iterators() const {
    std::vector<iterator> iterators = loops_around(*made_.consumer, made_.kept_level);
    const auto is_taken = [&](const std::string &name) {
        return std::any_of(iterators.begin(), iterators.end(),
                           [&](const iterator &it) { return it.name == name; });
    };
    for (std::size_t dim = 0; dim < made_.source->iterators.size(); ++dim) {
        std::string name = made_.source->iterators[dim].name;
        if (dim < names_.size()) {
            name = names_[dim];
        }
        while (is_taken(name)) {
            name += "_" + made_.source->name;
        }
        iterators.push_back({name, p_int32, {}, {}});
    }
    return iterators;
}

std::vector<expr> stager::source_index() const {
    std::vector<expr> index;
    for (std::size_t dim = 0; dim < made_.corner.size(); ++dim) {
        const iterator &it = made_.window->iterators[dim + static_cast<std::size_t>(kept_around())];
        index.push_back(plus_corner(expr::variable(it.name, it.type), dim));
    }
    return index;
}

expr stager::plus_corner(const expr &relative, std::size_t dim) const {
    const expr &corner = made_.corner[dim];
    const bool is_zero = corner.is_constant() && corner.get_int_val() == 0;
    return is_zero ? relative : relative + corner;
}

computation_state *stager::add(const std::string &name, const std::string &suffix,
                               const std::vector<iterator> &iterators, const isl::set &domain) {
    auto state = std::make_unique<computation_state>();
    state->owner = &function_;
    state->name = free_name(name + suffix);
    state->id = state->name;
    state->iterators = iterators;
    state->domain = poly::renamed(domain.detect_equalities(), state->id);
    state->type = made_.source->type;
    state->target = variables(iterators);
    state->base = state.get();
    state->where = what_.where;
    state->nest.map = poly::identity_loops(state->domain);
    for (const iterator &it : iterators) {
        state->nest.loops.push_back({it.name});
    }
    state->fixed_loops = around();
    state->handle = std::make_unique<computation>(not_owning(state.get()));
    store_as_before(*state);
    states_.push_back(std::move(state));
    return states_.back().get();
}

std::string stager::free_name(const std::string &wish) const {
    return support::free_name(wish, [&](const std::string &name) {
        return unique_name(function_, name) != name ||
               std::any_of(states_.begin(), states_.end(),
                           [&](const auto &state) { return state->name == name; });
    });
}

} // namespace tiramisu::core
