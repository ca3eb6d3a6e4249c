#include "core/staging/window_finder.h"

#include <algorithm>

#include "core/expr/expr_walk.h"
#include "core/program/affine.h"
#include "core/program/memory_accesses.h"
#include "core/program/run_time_bounds.h"
#include "core/staging/undefined_read.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/relations.h"
#include "polyhedral/run_time_bounds.h"

namespace tiramisu::core {

using kind = staging::kind;

namespace {

/// Of what is computed: from more pieces on isl would meet each with each for longer than it takes
/// to compute what lies between them.
constexpr int most_pieces = 4;

} // namespace

evaluation executed(const computation_state &definition) {
    return where_executed(affine_space(*definition.owner, definition.iterators),
                          with_inlined(*definition.owner, definition.predicate));
}

window_finder::window_finder(computation_state &given_to, const command &what, kind how,
                             computation_state &consumer, computation_state &source, int level)
    : what_(what), function_(*consumer.owner), given_to_(given_to) {
    made_.what = how;
    made_.call = what.name;
    made_.consumer = &consumer;
    made_.source = source.base;
    made_.level = level;
    made_.kept_level = level;
}

void window_finder::keep_through(int level) {
    if (level > made_.level) {
        refuse(
            "its values are stored at loop \"" + loop_name(level) +
            "\", which is inside of the loop at which they are computed; store_at names the same "
            "loop or one around it");
    }
    made_.kept_level = level;
}

staging &window_finder::find_window() {
    require_executed();
    require_unstaged();
    require_known_bounds();
    require_used();
    isl::map footprint = touched_by(*made_.consumer, true, made_.what == kind::write);
    if (made_.what == kind::computed) {
        for (computation_state *inner : staged_inside()) {
            footprint = footprint.unite(touched_by(*inner, true, false));
        }
    }
    if (made_.what == kind::computed) {
        require_defined(footprint);
    }
    footprint = poly::in_one_piece(footprint);
    if (made_.what == kind::computed) {
        // What is computed beside has the same values as ever, and nobody reads it.
        footprint = poly::in_few_pieces(footprint, most_pieces, iteration(*made_.consumer).range());
    }
    made_.computed_points = footprint;
    if (made_.kept_level != made_.level) {
        made_.computed_points = poly::first_touches(footprint, kept_around());
        footprint = poly::footprint_of_outer_loops(footprint, kept_around());
    }
    const auto box = poly::bounding_window(footprint);
    if (!box) {
        refuse("what " + loop_text() + " touches of \"" + made_.source->name +
               "\" has no constant size; name a loop further inside, or split the loops first");
    }
    made_.box = *box;
    find_corner();
    return made_;
}

void window_finder::refuse(const std::string &problem) const {
    throw user_error(subject(given_to_), call_text(what_), problem, what_.where);
}

void window_finder::require_used() const {
    const std::vector<computation_state *> inside = staged_inside();
    if (made_.what == kind::write || reads_source(*made_.consumer) ||
        (made_.what == kind::computed &&
         std::any_of(inside.begin(), inside.end(),
                     [&](const computation_state *one) { return reads_source(*one); }))) {
        return;
    }
    std::string problem =
        "\"" + made_.consumer->id + "\" does not use \"" + made_.source->name + "\"";
    for (const auto &other : function_.stagings) {
        for (const computation_state *statement : other->before_consumer()) {
            if (other->consumer == made_.consumer && reads_source(*statement)) {
                refuse(problem + "; \"" + statement->id + "\" does, which is computed inside it " +
                       place_text(*other));
            }
        }
    }
    refuse(problem);
}

std::string window_finder::place_text(const staging &other) const {
    if (other.level < 0) {
        return "before its loops";
    }
    const std::string place = "in loop \"" + loop_name(other.level) + "\"";
    return made_.what == kind::computed ? place + ": name that loop or one around it" : place;
}

bool window_finder::reads_source(const computation_state &reader) const {
    bool reads = false;
    for_each_source_read(reader, [&](const expr &, const evaluation &) { reads = true; });
    return reads;
}

const std::string &window_finder::loop_name(int level) const {
    return made_.consumer->nest.loops[static_cast<std::size_t>(level)].name;
}

void window_finder::require_executed() const {
    if (made_.consumer->is_input()) {
        refuse("\"" + made_.consumer->name +
               "\" has no expression, so it is not executed and has no loops");
    }
    for (const computation_state *part : {made_.consumer, made_.source}) {
        if (part->is_inlined) {
            refuse("\"" + part->id +
                   "\" is computed inline, where it is read; stage what it reads");
        }
    }
    for (int level = 0; level <= made_.level; ++level) {
        const scheduled_loop &loop = made_.consumer->nest.loops[static_cast<std::size_t>(level)];
        if (loop.kind == poly::loop_kind::vectorized) {
            refuse("loop \"" + loop.name + "\" is vectorized; name a loop outside of it");
        }
    }
}

void window_finder::require_unstaged() const {
    for (const auto &other : function_.stagings) {
        if (other->has_window() && made_.has_window() && other->consumer == made_.consumer &&
            other->source == made_.source) {
            refuse("\"" + made_.consumer->id + "\" already has the values of \"" +
                   made_.source->name + "\" that it uses in \"" + other->window->name + "\"");
        }
        for (const staging::computed_part &part : other->computed) {
            if (part.original == made_.consumer) {
                refuse("\"" + made_.consumer->id + "\" is computed inside \"" +
                       other->consumer->id + "\"; give this command for \"" + other->consumer->id +
                       "\"");
            }
        }
    }
    if (made_.has_window() && function_.is_staged(*made_.consumer)) {
        refuse("\"" + made_.consumer->id + "\" fills or empties a window itself");
    }
}

void window_finder::require_known_bounds() const {
    const computation_state &consumer = *made_.consumer;
    for (const run_time_bound &bound : consumer.bounds) {
        const int level = poly::outermost_loop_over(consumer.nest.map.divided(),
                                                    static_cast<int>(bound.iterator));
        const std::string text = bound.value.to_str();
        if (level <= made_.level) {
            refuse_bound(bound, level);
        }
        if (reads_element(bound.value, made_.source->name)) {
            refuse("the bound " + text + " of a loop of \"" + consumer.id + "\" reads \"" +
                   made_.source->name + "\"; what bounds are read from is not staged");
        }
    }
}

void window_finder::refuse_bound(const run_time_bound &bound, int level) const {
    refuse("loop \"" + loop_name(level) + "\" has the bound " + bound.value.to_str() +
           ", which is known only while the program runs; name a loop outside of it");
}

std::string window_finder::loop_text() const {
    return made_.level < 0 ? "the whole of \"" + made_.consumer->name + "\""
                           : "one iteration of loop \"" + loop_name(made_.level) + "\"";
}

void window_finder::require_defined(const isl::map &footprint) const {
    const computation_state &source = *made_.source;
    const isl::set defined =
        executed_domain(source).intersect(poly::renamed(executed(source).points, source.id));
    const isl::set outside = footprint.range().subtract(defined);
    if (!outside.is_empty()) {
        refuse(undefined_read_text(made_.consumer->name, *made_.source, outside));
    }
}

std::vector<computation_state *> window_finder::staged_inside() const {
    std::vector<computation_state *> inside;
    for (const auto &other : function_.stagings) {
        if (other->consumer == made_.consumer && other->level >= made_.level) {
            for (computation_state *statement : other->before_consumer()) {
                inside.push_back(statement);
            }
        }
    }
    return inside;
}

std::vector<const staging::computed_part *> window_finder::computed_inside() const {
    std::vector<const staging::computed_part *> parts;
    for (const auto &other : function_.stagings) {
        if (other->consumer == made_.consumer && other->level >= made_.level) {
            for (const staging::computed_part &part : other->computed) {
                parts.push_back(&part);
            }
        }
    }
    return parts;
}

isl::map window_finder::iteration(const computation_state &reader) const {
    return outer_loops(reader, around()).intersect_domain(executed_domain(reader));
}

isl::map window_finder::touched_by(const computation_state &reader, bool reads, bool writes,
                                   bool certainly) const {
    const isl::map to_reader = iteration(reader).reverse();
    isl::map touched = nothing();
    const auto add = [&](const std::vector<expr> &index, const evaluation &where) {
        if (certainly && (!where.is_certain || !reader.bounds.empty())) {
            return;
        }
        bool exact = true;
        const isl::map points = access_relation(reader, made_.source->id, index, exact);
        if (!exact) {
            refuse("\"" + reader.id + "\" uses " +
                   expr(o_access, made_.source->name, index, made_.source->type).to_str() +
                   ": the index is not affine, so what it touches is not known while "
                   "compiling");
        }
        touched = touched.unite(
            to_reader.apply_range(points.intersect_domain(poly::renamed(where.points, reader.id))));
    };
    if (reads) {
        for_each_source_read(reader, [&](const expr &node, const evaluation &where) {
            add(node.get_operands(), where);
        });
    }
    if (writes) {
        add(reader.target, executed(reader));
    }
    return touched;
}

isl::map window_finder::nothing() const {
    const isl::set loops = poly::universe(function_.ctx, static_cast<std::size_t>(around()));
    const isl::set points =
        poly::universe(function_.ctx, made_.source->iterators.size(), made_.source->id);
    const isl::map all = poly::all_pairs(loops, points);
    return all.subtract(all);
}

void window_finder::find_corner() {
    const std::vector<std::string> loops =
        names_of(loops_around(*made_.consumer, made_.kept_level));
    for (const isl::pw_aff &formula : poly::corner(made_.box)) {
        const auto value = to_expr(formula, loops);
        if (!value) {
            refuse("the place of what " + loop_text() + " touches of \"" + made_.source->name +
                   "\" is not one formula");
        }
        made_.corner.push_back(*value);
    }
}

} // namespace tiramisu::core
