#include "core/staging/stager.h"

#include <algorithm>

#include "core/commands/loop_commands.h"
#include "core/commands/loop_extent.h"
#include "core/expr/expr_walk.h"
#include "core/meaning/named_values.h"
#include "core/program/definition.h"
#include "core/program/domain.h"
#include "core/program/kept_places.h"
#include "core/program/memory_accesses.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/loop_transform.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

std::vector<loop_reference> outermost_loops(std::size_t count) {
    std::vector<loop_reference> loops;
    for (std::size_t level = 0; level < count; ++level) {
        loops.emplace_back(static_cast<int>(level));
    }
    return loops;
}

} // namespace

command moved_inside(command given, const computation_state &made, int around) {
    given.computation = made.id;
    if (!given.arguments.empty()) {
        if (const auto *matrix = std::get_if<poly::integer_matrix>(&given.arguments.front())) {
            given.arguments.insert(given.arguments.begin(), outermost_loops(matrix->size()));
        }
    }
    const auto move = [&](loop_reference &loop) { loop.level += loop.name.empty() ? around : 0; };
    for (command_argument &argument : given.arguments) {
        if (auto *loop = std::get_if<loop_reference>(&argument)) {
            move(*loop);
        } else if (auto *loops = std::get_if<std::vector<loop_reference>>(&argument)) {
            std::for_each(loops->begin(), loops->end(), move);
        }
    }
    return given;
}

void stager::add_window() {
    std::vector<iterator> iterators = window_iterators();
    const isl::set points = poly::relative_points(made_.box, "");
    made_.window = add(made_.source->name + "_in_" + made_.consumer->name, "", iterators, points);
    made_.window->value = expr();
}

void stager::add_load() {
    const isl::set read = part_of_window(touched_by(*made_.consumer, true, false));
    const isl::map certain = touched_by(*made_.consumer, true, false, true);
    made_.load = add(made_.window->name, "_load", made_.window->iterators, read);
    made_.conditional = poly::renamed(
        certain.is_empty() ? read : read.subtract(part_of_window(certain)), made_.load->id);
    made_.load->base = made_.window;
    made_.load->target = variables(made_.window->iterators);
    made_.load->value = expr(o_access, made_.source->name, source_index(), made_.source->type);
}

void stager::add_store() {
    made_.store = add(made_.window->name, "_store", made_.window->iterators,
                      part_of_window(touched_by(*made_.consumer, false, true)));
    made_.store->base = made_.source;
    made_.store->target = source_index();
    made_.store->value =
        expr(o_access, made_.window->name, variables(made_.window->iterators), made_.source->type);
}

void stager::require_loaded() const {
    const computation_state &consumer = *made_.consumer;
    if (!consumer.bounds.empty() &&
        !touched_by(consumer, false, true).is_subset(touched_by(consumer, true, false))) {
        refuse("what it writes is known only when it runs, because of the bounds of iterator "
               "\"" +
               consumer.iterators[consumer.bounds.front().iterator].name + "\"");
    }
}

bool stager::reads_source(const computation_state &reader) const {
    bool reads = false;
    for_each_source_read(reader, [&](const expr &, const evaluation &) { reads = true; });
    return reads;
}

void stager::keep_in_registers() const {
    const int width = vector_width();
    for (computation_state *copy : {made_.load, made_.store}) {
        if (copy == nullptr || copy->nest.loops.size() == static_cast<std::size_t>(around())) {
            continue;
        }
        const int last = static_cast<int>(copy->nest.loops.size()) - 1;
        if (width > 1 && made_.box.sizes.back() % width == 0) {
            apply_loop_command(
                *copy, {copy->id, "tag_vector_level", {loop_reference(last), width}, what_.where});
        } else {
            apply_loop_command(*copy,
                               {copy->id, "tag_unroll_level", {loop_reference(last)}, what_.where});
        }
        for (int level = around(); level < static_cast<int>(copy->nest.loops.size()); ++level) {
            if (copy->nest.loops[static_cast<std::size_t>(level)].kind == poly::loop_kind::serial) {
                apply_loop_command(
                    *copy, {copy->id, "tag_unroll_level", {loop_reference(level)}, what_.where});
            }
        }
    }
}

void stager::add_computed() {
    const std::vector<computation_state *> updates = updates_before(*made_.source, *made_.consumer);
    require_for_readers_inside(updates);
    std::vector<computation_state *> definitions = {made_.source};
    definitions.insert(definitions.end(), updates.begin(), updates.end());
    for (computation_state *definition : definitions) {
        made_.computed.push_back(add_computed(*definition));
    }
}

void stager::require_for_readers_inside(const std::vector<computation_state *> &updates) const {
    for (const staging::computed_part *part : computed_inside()) {
        if (reads_source(*part->inside) &&
            updates_before(*made_.source, *part->original) != updates) {
            refuse("\"" + part->original->id + "\", which is computed inside \"" +
                   made_.consumer->id + "\" too, is declared before an update of \"" +
                   made_.source->name + "\" and \"" + made_.consumer->id +
                   "\" after it, so that they read different values");
        }
    }
}

void stager::install() {
    made_.consumer->fixed_loops = std::max(made_.consumer->fixed_loops, around());
    for (auto &state : states_) {
        function_.staged_computations.push_back(std::move(state));
    }
    function_.stagings.push_back(std::make_unique<staging>(std::move(made_)));
}

int stager::vector_width() const {
    const loop_nest &nest = made_.consumer->nest;
    for (std::size_t level = 0; level < nest.loops.size(); ++level) {
        if (nest.loops[level].kind == poly::loop_kind::vectorized) {
            return static_cast<int>(
                largest_extent(nest.map, made_.consumer->domain, static_cast<int>(level))
                    .value_or(1));
        }
    }
    return 1;
}

isl::set stager::part_of_window(const isl::map &footprint) const {
    poly::window part = made_.box;
    part.footprint = footprint;
    return poly::relative_points(part, "");
}

std::vector<iterator> stager::window_iterators() const {
    std::vector<iterator> iterators = loops_around(*made_.consumer, made_.kept_level);
    const auto is_taken = [&](const std::string &name) {
        return std::any_of(iterators.begin(), iterators.end(),
                           [&](const iterator &it) { return it.name == name; });
    };
    for (std::size_t dim = 0; dim < made_.source->iterators.size(); ++dim) {
        std::string name = made_.source->iterators[dim].name;
        const std::size_t argument = dim + 2; // after the values and the loop
        if (made_.what == staging::kind::read && argument < what_.arguments.size()) {
            name = std::get<new_loop>(what_.arguments[argument]).name;
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
    state->domain = poly::renamed(domain, state->id);
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
    std::string name = unique_name(function_, wish);
    const auto is_new = [&](const auto &state) { return state->name == name; };
    for (int n = 1; std::any_of(states_.begin(), states_.end(), is_new); ++n) {
        name = unique_name(function_, wish + "_" + std::to_string(n));
    }
    return name;
}

int stager::dimension_of(const computation_state &definition, const std::string &iterator) {
    for (std::size_t dim = 0; dim < definition.target.size(); ++dim) {
        const expr &index = definition.target[dim];
        if (index.get_expr_type() == e_var && index.get_name() == iterator) {
            return static_cast<int>(dim);
        }
    }
    return -1;
}

staging::computed_part stager::add_computed(computation_state &definition) {
    if (definition.fixed_loops > 0) {
        refuse("\"" + definition.id +
               "\" has staged values of its own; give compute_at before cache_read, "
               "cache_write or compute_at inside it");
    }
    bool exact = true;
    isl::map defines = access_relation(definition, made_.source->id, definition.target, exact);
    if (!exact) {
        refuse("\"" + definition.id +
               "\" defines elements at an index that is not affine; it cannot be computed in "
               "part");
    }
    const evaluation where = executed(definition);
    if (!where.is_certain || !definition.bounds.empty()) {
        refuse("\"" + definition.id + "\" has a " +
               (definition.bounds.empty() ? "condition" : "bound") +
               " that is only known when it runs; it cannot be computed in part");
    }
    require_no_recursion(definition);
    // A predicate that is affine is no condition of what is computed in part: it ends its loops.
    defines = defines.intersect_domain(poly::renamed(where.points, definition.id));
    // { [l] -> D[i] : D[i] defines a point of the window }
    poly::window box;
    box.footprint = made_.computed_points.apply_range(defines.reverse());
    box.offset = offset_of(definition);
    const isl::set points = poly::relative_points(box, "");

    std::vector<iterator> iterators = loops_around(*made_.consumer, made_.level);
    std::map<std::string, expr> absolute;
    for (const iterator &it : definition.iterators) {
        std::string name = it.name;
        while (std::any_of(iterators.begin(), iterators.end(),
                           [&](const iterator &other) { return other.name == name; })) {
            name += "_" + made_.source->name;
        }
        iterators.push_back({name, p_int32, {}, {}});
        const int dim = dimension_of(definition, it.name);
        expr value = expr::variable(name, p_int32);
        value = dim < 0 ? value : plus_corner(value, static_cast<std::size_t>(dim));
        absolute[it.name] = it.type == p_int32 ? value : expr(o_cast, it.type, value);
    }
    computation_state *made = add(definition.id, "_at_" + made_.consumer->name, iterators, points);
    made->derived_iterators = definition.derived_iterators;
    const int own_loops =
        static_cast<int>(definition.iterators.size()) - definition.derived_iterators;
    const int loops = around() + own_loops;
    made->nest.map = poly::keep_range(made->nest.map, 0, loops);
    made->nest.loops.resize(static_cast<std::size_t>(loops));
    for (int i = 0; i < own_loops; ++i) {
        made->nest.loops[static_cast<std::size_t>(around() + i)].name =
            definition.iterators[static_cast<std::size_t>(i)].name;
    }
    made->base = made_.window;
    const std::vector<expr> around = variables(loops_around(*made_.consumer, made_.level));
    std::vector<expr> target;
    for (const expr &index : definition.target) {
        target.push_back(substitute(index, absolute));
    }
    made->target = window_index(made_, target, around);
    made->value = through_window(
        made_, substitute(with_inlined(function_, definition.value), absolute), around);
    replay_commands(definition, *made);
    const isl::map instances = poly::absolute_points(box, made->id);
    return {&definition, made, instances, instances.apply_range(defines)};
}

void stager::require_no_recursion(const computation_state &definition) const {
    for_each_source_read(definition, [&](const expr &node, const evaluation &) {
        bool is_own = true;
        for (std::size_t dim = 0; dim < definition.target.size(); ++dim) {
            is_own = is_own && node.get_operands()[dim].is_equal(definition.target[dim]);
        }
        if (!is_own) {
            refuse("\"" + definition.id + "\" reads other values of \"" + made_.source->name +
                   "\" (" + node.to_str() +
                   "), so that a part of them cannot be computed by itself");
        }
        if (&definition == definition.base) {
            refuse("\"" + definition.id + "\" starts from what its buffer held before (" +
                   node.to_str() + "), which a part computed by itself does not have");
        }
    });
}

isl::map stager::offset_of(const computation_state &definition) const {
    // { [l] -> [k] }
    const isl::map kept =
        poly::keep_range(poly::identity_loops(made_.computed_points.domain()), 0, kept_around());
    const isl::map corner = kept.apply_range(made_.box.offset);
    isl::map offset = poly::keep_range(corner, 0, 0);
    for (const iterator &it : definition.iterators) {
        const int dim = dimension_of(definition, it.name);
        offset = dim < 0 ? poly::insert_range_constant(offset, poly::range_dims(offset), 0)
                         : poly::side_by_side(offset, poly::keep_range(corner, dim, 1));
    }
    return poly::renamed_range(offset, definition.id);
}

void stager::replay_commands(const computation_state &definition, computation_state &made) const {
    for (const command &given : definition.nest.history) {
        apply_loop_command(made, moved_inside(given, made, around()));
    }
}

} // namespace tiramisu::core
