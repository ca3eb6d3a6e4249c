#include "core/staging/compute_at.h"

#include <algorithm>

#include "core/commands/kept_values.h"
#include "core/commands/loop_commands.h"
#include "core/commands/order_commands.h"
#include "core/expr/expr_walk.h"
#include "core/meaning/named_values.h"
#include "core/program/domain.h"
#include "core/program/give_command.h"
#include "core/program/memory_accesses.h"
#include "core/staging/stager.h"
#include "core/staging/staging_families.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/loop_transform.h"
#include "polyhedral/relations.h"

// compute_at, and store_at before it: values are computed in a window of what reads them.

namespace tiramisu::core {

namespace {

class recomputation : public stager {
public:
    using stager::stager;

    /// Every definition of the values that are read of the source, over those instances that the
    /// window needs.
    void add_computed();

private:
    /// What is computed in the window for other windows' values has to read the same of the source.
    void require_for_readers_inside(const std::vector<computation_state *> &updates) const;
    staging::computed_part add_computed(computation_state &definition);
    void require_no_recursion(const computation_state &definition) const;
    // { [l] -> D[o] }: the window's corner in the iterators that name dimensions of the source
    isl::map offset_of(const computation_state &definition) const;
    /// Gives the loops in the window the commands that the source's loops were given.
    void replay_commands(const computation_state &definition, computation_state &made) const;
};

std::vector<loop_reference> outermost_loops(std::size_t count) {
    std::vector<loop_reference> loops;
    for (std::size_t level = 0; level < count; ++level) {
        loops.emplace_back(static_cast<int>(level));
    }
    return loops;
}

/// The command for a computation that has `around` more loops outside.
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

/// Dimension of the source that an iterator of one of its definitions stands for; -1 if none.
int dimension_of(const computation_state &definition, const std::string &iterator) {
    for (std::size_t dim = 0; dim < definition.target.size(); ++dim) {
        const expr &index = definition.target[dim];
        if (is_variable(index, iterator)) {
            return static_cast<int>(dim);
        }
    }
    return -1;
}

void recomputation::add_computed() {
    const std::vector<computation_state *> updates = updates_before(*made_.source, *made_.consumer);
    require_for_readers_inside(updates);
    std::vector<computation_state *> definitions = {made_.source};
    definitions.insert(definitions.end(), updates.begin(), updates.end());
    for (computation_state *definition : definitions) {
        made_.computed.push_back(add_computed(*definition));
    }
}

void recomputation::require_for_readers_inside(
    const std::vector<computation_state *> &updates) const {
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

staging::computed_part recomputation::add_computed(computation_state &definition) {
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
    // An affine predicate bounds the loops of what is computed in part, so that no condition is
    // left.
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
    made->nest.map = poly::keep_range(made->nest.map.divided(), 0, loops);
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

void recomputation::require_no_recursion(const computation_state &definition) const {
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

isl::map recomputation::offset_of(const computation_state &definition) const {
    // { [l] -> [k] } of all l: which there are, the points say, and as often as they have pieces.
    const isl::set all = isl::set::universe(made_.computed_points.space().domain());
    const isl::map kept = poly::keep_range(poly::identity_loops(all), 0, kept_around());
    const isl::map corner = kept.apply_range(made_.box.offset);
    isl::map offset = poly::keep_range(corner, 0, 0);
    for (const iterator &it : definition.iterators) {
        const int dim = dimension_of(definition, it.name);
        offset = dim < 0 ? poly::insert_range_constant(offset, poly::range_dims(offset), 0)
                         : poly::side_by_side(offset, poly::keep_range(corner, dim, 1));
    }
    return poly::renamed_range(offset, definition.id);
}

void recomputation::replay_commands(const computation_state &definition,
                                    computation_state &made) const {
    for (const command &given : definition.nest.history) {
        apply_loop_command(made, moved_inside(given, made, around()));
    }
}

// compute_at(consumer, level)
void compute_at(computation_state &source, const command &what) {
    if (source.is_input()) {
        throw user_error(subject(source), call_text(what),
                         "is an input: there is nothing to compute; copy it by cache_read()",
                         what.where);
    }
    computation_state &consumer = other_computation(source, what, 0);
    if (consumer.base == source.base) {
        throw user_error(subject(source), call_text(what),
                         "\"" + consumer.id +
                             "\" is a part of the same computation; name a computation that reads "
                             "it",
                         what.where);
    }
    recomputation work(source, what, staging::kind::computed, consumer, source,
                       level_of(consumer, what, 1));
    if (const command *kept = last_store_at(source, consumer)) {
        work.keep_through(level_of(consumer, *kept, 1));
    }
    work.find_window();
    work.add_window();
    work.add_computed();
    work.install();
}

} // namespace

void follow_inside(const computation_state &computation, const command &what) {
    for (const auto &made : computation.owner->stagings) {
        for (const staging::computed_part &part : made->computed) {
            if (part.original == &computation) {
                apply_loop_command(*part.inside, moved_inside(what, *part.inside, made->around()));
            }
        }
    }
}

command_family compute_at_family() {
    return {{"compute_at",
             {"CL"},
             nullptr,
             compute_at,
             reorders | adds_staging,
             {command_kind::level_place{1, 0}}},
            {"store_at", {"CL"}, nullptr, check_store_at, keeps_values}};
}

} // namespace tiramisu::core

namespace tiramisu {

using core::give;

computation &schedule_commands::compute_at(const computation &consumer, const var &level,
                                           source_place where) {
    give(self(), "compute_at", {computation_reference{consumer.part()->id}, loop_reference(level)},
         where);
    return self();
}

computation *schedule_commands::store_at(const computation &consumer, const var &level,
                                         source_place where) {
    give(self(), "store_at", {computation_reference{consumer.part()->id}, loop_reference(level)},
         where);
    return &self();
}

} // namespace tiramisu
