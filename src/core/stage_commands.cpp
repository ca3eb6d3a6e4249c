#include "core/stage_commands.h"

#include <algorithm>

#include "core/affine.h"
#include "core/definition.h"
#include "core/expr_walk.h"
#include "core/instance_text.h"
#include "core/loop_commands.h"
#include "core/loop_extent.h"
#include "core/memory_accesses.h"
#include "core/order_commands.h"
#include "core/staging.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/loop_transform.h"
#include "polyhedral/run_time_bounds.h"

namespace tiramisu::core {

namespace {

using kind = staging::kind;

std::vector<expr> variables(const std::vector<iterator> &iterators) {
    std::vector<expr> all;
    for (const iterator &it : iterators) {
        all.push_back(expr::variable(it.name, it.type));
    }
    return all;
}

std::vector<std::string> names_of(const std::vector<iterator> &iterators) {
    std::vector<std::string> names;
    for (const iterator &it : iterators) {
        names.push_back(it.name);
    }
    return names;
}

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

/// Makes one staging: finds the window, then the statements that fill and empty it.
class stager {
public:
    stager(computation_state &given_to, const command &what, kind how, computation_state &consumer,
           computation_state &source, int level)
        : given_to_(given_to), what_(what), function_(*consumer.owner) {
        made_.what = how;
        made_.consumer = &consumer;
        made_.source = source.base;
        made_.level = level;
    }

    staging &find_window() {
        require_executed();
        require_unstaged();
        require_known_bounds();
        isl::map footprint = touched_by(*made_.consumer, true, made_.what == kind::write);
        if (made_.what == kind::computed) {
            for (computation_state *inner : staged_inside()) {
                footprint = footprint.unite(touched_by(*inner, true, false));
            }
        }
        if (footprint.is_empty()) {
            refuse("does not use \"" + made_.source->name + "\"");
        }
        if (made_.what == kind::computed) {
            require_defined(footprint);
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

    void add_window() {
        std::vector<iterator> iterators = window_iterators();
        const isl::set points = poly::relative_points(made_.box, "");
        made_.window =
            add(made_.source->name + "_in_" + made_.consumer->name, "", iterators, points);
        made_.window->value = expr();
    }

    /// window(l, r) = P(r + corner)
    void add_load() {
        made_.load = add(made_.window->name, "_load", made_.window->iterators,
                         part_of_window(touched_by(*made_.consumer, true, false)));
        made_.load->base = made_.window;
        made_.load->target = variables(made_.window->iterators);
        made_.load->value = expr(o_access, made_.source->name, source_index(), made_.source->type);
    }

    /// P(r + corner) = window(l, r)
    void add_store() {
        made_.store = add(made_.window->name, "_store", made_.window->iterators,
                          part_of_window(touched_by(*made_.consumer, false, true)));
        made_.store->base = made_.source;
        made_.store->target = source_index();
        made_.store->value = expr(o_access, made_.window->name, variables(made_.window->iterators),
                                  made_.source->type);
    }

    /// Where a loop may have no iterations, what is copied back must have been copied in.
    void require_loaded() const {
        const computation_state &consumer = *made_.consumer;
        if (!consumer.bounds.empty() &&
            !touched_by(consumer, false, true).is_subset(touched_by(consumer, true, false))) {
            refuse("what it writes is known only when it runs, because of the bounds of iterator "
                   "\"" +
                   consumer.iterators[consumer.bounds.front().iterator].name + "\"");
        }
    }

    bool consumer_reads_source() const {
        bool reads = false;
        for_each_source_read(*made_.consumer, [&](const expr &) { reads = true; });
        return reads;
    }

    /// Loads and stores vectors as wide as the consumer's, everything else unrolled.
    void keep_in_registers() const {
        const int width = vector_width();
        for (computation_state *copy : {made_.load, made_.store}) {
            if (copy == nullptr || copy->nest.loops.size() == static_cast<std::size_t>(around())) {
                continue;
            }
            const int last = static_cast<int>(copy->nest.loops.size()) - 1;
            if (width > 1 && made_.box.sizes.back() % width == 0) {
                apply_loop_command(
                    *copy,
                    {copy->id, "tag_vector_level", {loop_reference(last), width}, what_.where});
            } else {
                apply_loop_command(
                    *copy, {copy->id, "tag_unroll_level", {loop_reference(last)}, what_.where});
            }
            for (int level = around(); level < static_cast<int>(copy->nest.loops.size()); ++level) {
                if (copy->nest.loops[static_cast<std::size_t>(level)].kind ==
                    poly::loop_kind::serial) {
                    apply_loop_command(
                        *copy,
                        {copy->id, "tag_unroll_level", {loop_reference(level)}, what_.where});
                }
            }
        }
    }

    /// Every definition of the source, over those instances that the window needs.
    void add_computed() {
        std::vector<computation_state *> definitions = {made_.source};
        definitions.insert(definitions.end(), made_.source->updates.begin(),
                           made_.source->updates.end());
        for (computation_state *definition : definitions) {
            made_.computed.push_back(add_computed(*definition));
        }
    }

    void install() {
        made_.consumer->fixed_loops = std::max(made_.consumer->fixed_loops, around());
        for (auto &state : states_) {
            function_.staged_computations.push_back(std::move(state));
        }
        function_.stagings.push_back(std::make_unique<staging>(std::move(made_)));
    }

    [[noreturn]] void refuse(const std::string &problem) const {
        throw user_error(subject(given_to_), call_text(what_), problem, what_.where);
    }

private:
    int around() const { return made_.around(); }

    int vector_width() const {
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

    void require_executed() const {
        if (made_.consumer->is_input()) {
            refuse("\"" + made_.consumer->name +
                   "\" has no expression, so it is not executed and has no loops");
        }
        for (int level = 0; level <= made_.level; ++level) {
            const scheduled_loop &loop =
                made_.consumer->nest.loops[static_cast<std::size_t>(level)];
            if (loop.kind == poly::loop_kind::vectorized) {
                refuse("loop \"" + loop.name + "\" is vectorized; name a loop outside of it");
            }
        }
    }

    void require_unstaged() const {
        for (const auto &other : function_.stagings) {
            if (other->consumer == made_.consumer && other->source == made_.source) {
                refuse("\"" + made_.consumer->id + "\" already has the values of \"" +
                       made_.source->name + "\" that it uses in \"" + other->window->name + "\"");
            }
            for (const staging::computed_part &part : other->computed) {
                if (part.original == made_.consumer) {
                    refuse("\"" + made_.consumer->id + "\" is computed inside \"" +
                           other->consumer->id + "\"; give this command for \"" +
                           other->consumer->id + "\"");
                }
            }
        }
        for (const auto &staged : function_.staged_computations) {
            if (staged.get() == made_.consumer) {
                refuse("\"" + made_.consumer->id + "\" fills or empties a window itself");
            }
        }
    }

    /// A window is made outside of the loops that have bounds known only as the program runs, and
    /// not of the values that these are read from.
    void require_known_bounds() const {
        const computation_state &consumer = *made_.consumer;
        for (const run_time_bound &bound : consumer.bounds) {
            const int level =
                poly::outermost_loop_over(consumer.nest.map, static_cast<int>(bound.iterator));
            const std::string text = bound.value.to_str();
            if (level <= made_.level) {
                refuse("loop \"" + consumer.nest.loops[static_cast<std::size_t>(level)].name +
                       "\" has the bound " + text +
                       ", which is known only while the program runs; name a loop outside of it");
            }
            for_each_node(bound.value, [&](const expr &node) {
                if (node.get_op_type() == o_access && node.get_name() == made_.source->name) {
                    refuse("the bound " + text + " of a loop of \"" + consumer.id + "\" reads \"" +
                           made_.source->name + "\"; what bounds are read from is not staged");
                }
            });
        }
    }

    isl::set part_of_window(const isl::map &footprint) const {
        poly::window part = made_.box;
        part.footprint = footprint;
        return poly::relative_points(part, "");
    }

    std::string loop_text() const {
        return made_.level < 0
                   ? "the whole of \"" + made_.consumer->name + "\""
                   : "one iteration of loop \"" +
                         made_.consumer->nest.loops[static_cast<std::size_t>(made_.level)].name +
                         "\"";
    }

    // { [l] -> P[e] }: what is read outside of P's domain is in memory, but not computed.
    void require_defined(const isl::map &footprint) const {
        const isl::set outside = footprint.range().subtract(executed_domain(*made_.source));
        if (outside.is_empty()) {
            return;
        }
        std::vector<long> point;
        std::vector<std::pair<std::string, long>> parameters;
        poly::sample(outside, point, parameters);
        refuse("\"" + made_.consumer->name + "\" also reads " +
               instance_text(*made_.source, point) +
               ", which is outside of the domain and therefore not computed; read inside the "
               "domain, for example by clamp()");
    }

    std::vector<computation_state *> staged_inside() const {
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

    template <typename Visit>
    void for_each_source_read(const computation_state &reader, const Visit &visit) const {
        const auto visit_source = [&](const expr &node) {
            if (node.get_op_type() == o_access && node.get_name() == made_.source->name) {
                visit(node);
            }
        };
        for_each_node(reader.value, visit_source);
        for_each_node(reader.predicate, visit_source);
    }

    // { S[i] -> [l] }
    isl::map iteration(const computation_state &reader) const {
        return poly::keep_range(reader.nest.map.intersect_domain(executed_domain(reader)), 0,
                                around());
    }

    // { [l] -> P[e] }
    isl::map touched_by(const computation_state &reader, bool reads, bool writes) const {
        const isl::map to_reader = iteration(reader).reverse();
        isl::map touched = nothing();
        const auto add = [&](const std::vector<expr> &index) {
            bool exact = true;
            const isl::map points = access_relation(reader, made_.source->id, index, exact);
            if (!exact) {
                refuse("\"" + reader.id + "\" uses " +
                       expr(o_access, made_.source->name, index, made_.source->type).to_str() +
                       ": the index is not affine, so what it touches is not known while "
                       "compiling");
            }
            touched = touched.unite(to_reader.apply_range(points));
        };
        if (reads) {
            for_each_source_read(reader, [&](const expr &node) { add(node.get_operands()); });
        }
        if (writes) {
            add(reader.target);
        }
        return touched;
    }

    // { [l] -> P[e] : false }
    isl::map nothing() const {
        isl_space *loops =
            isl_space_set_alloc(function_.context_owner.get(), 0, static_cast<unsigned>(around()));
        isl_space *points =
            isl_space_set_alloc(function_.context_owner.get(), 0,
                                static_cast<unsigned>(made_.source->iterators.size()));
        points = isl_space_set_tuple_name(points, isl_dim_set, made_.source->id.c_str());
        return isl::manage(isl_map_empty(isl_space_map_from_domain_and_range(loops, points)));
    }

    void find_corner() {
        const std::vector<std::string> loops = names_of(loops_around(*made_.consumer, made_.level));
        for (const isl::pw_aff &formula : poly::corner(made_.box)) {
            const auto value = to_expr(formula, loops);
            if (!value) {
                refuse("the place of what " + loop_text() + " touches of \"" + made_.source->name +
                       "\" is not one formula");
            }
            made_.corner.push_back(*value);
        }
    }

    std::vector<iterator> window_iterators() const {
        std::vector<iterator> iterators = loops_around(*made_.consumer, made_.level);
        const auto is_taken = [&](const std::string &name) {
            return std::any_of(iterators.begin(), iterators.end(),
                               [&](const iterator &it) { return it.name == name; });
        };
        for (std::size_t dim = 0; dim < made_.source->iterators.size(); ++dim) {
            std::string name = made_.source->iterators[dim].name;
            if (dim + first_name_ < what_.arguments.size()) {
                name = std::get<new_loop>(what_.arguments[dim + first_name_]).name;
            }
            while (is_taken(name)) {
                name += "_" + made_.source->name;
            }
            iterators.push_back({name, p_int32, {}, {}});
        }
        return iterators;
    }

    // r + corner, over the window's iterators
    std::vector<expr> source_index() const {
        std::vector<expr> index;
        for (std::size_t dim = 0; dim < made_.corner.size(); ++dim) {
            const iterator &it = made_.window->iterators[dim + static_cast<std::size_t>(around())];
            index.push_back(plus_corner(expr::variable(it.name, it.type), dim));
        }
        return index;
    }

    expr plus_corner(const expr &relative, std::size_t dim) const {
        const expr &corner = made_.corner[dim];
        const bool is_zero = corner.is_constant() && corner.get_int_val() == 0;
        return is_zero ? relative : relative + corner;
    }

    computation_state *add(const std::string &name, const std::string &suffix,
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
        states_.push_back(std::move(state));
        return states_.back().get();
    }

    std::string free_name(const std::string &wish) const {
        std::string name = unique_name(function_, wish);
        const auto is_new = [&](const auto &state) { return state->name == name; };
        for (int n = 1; std::any_of(states_.begin(), states_.end(), is_new); ++n) {
            name = unique_name(function_, wish + "_" + std::to_string(n));
        }
        return name;
    }

    /// Dimension of the source that an iterator of one of its definitions stands for; -1 if none.
    static int dimension_of(const computation_state &definition, const std::string &iterator) {
        for (std::size_t dim = 0; dim < definition.target.size(); ++dim) {
            const expr &index = definition.target[dim];
            if (index.get_expr_type() == e_var && index.get_name() == iterator) {
                return static_cast<int>(dim);
            }
        }
        return -1;
    }

    staging::computed_part add_computed(computation_state &definition) {
        if (definition.fixed_loops > 0) {
            refuse("\"" + definition.id +
                   "\" has staged values of its own; give compute_at before cache_read, "
                   "cache_write or compute_at inside it");
        }
        bool exact = true;
        const isl::map defines =
            access_relation(definition, made_.source->id, definition.target, exact);
        if (!exact) {
            refuse("\"" + definition.id +
                   "\" defines elements at an index that is not affine; it cannot be computed in "
                   "part");
        }
        if (definition.predicate.is_defined() || !definition.bounds.empty()) {
            refuse("\"" + definition.id + "\" has a " +
                   (definition.bounds.empty() ? "condition" : "bound") +
                   " that is only known when it runs; it cannot be computed in part");
        }
        require_no_recursion(definition);
        // { [l] -> D[i] : D[i] defines a point of the window }
        poly::window box;
        box.footprint = made_.box.footprint.apply_range(defines.reverse());
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
        computation_state *made =
            add(definition.id, "_at_" + made_.consumer->name, iterators, points);
        made->base = made_.window;
        const std::vector<expr> around = variables(loops_around(*made_.consumer, made_.level));
        std::vector<expr> target;
        for (const expr &index : definition.target) {
            target.push_back(substitute(index, absolute));
        }
        made->target = window_index(made_, target, around);
        made->value = through_window(made_, substitute(definition.value, absolute), around);
        replay_commands(definition, *made);
        return {&definition, made, poly::absolute_points(box, made->id)};
    }

    void require_no_recursion(const computation_state &definition) const {
        for_each_source_read(definition, [&](const expr &node) {
            bool is_own = true;
            for (std::size_t dim = 0; dim < definition.target.size(); ++dim) {
                is_own = is_own && node.get_operands()[dim].is_equal(definition.target[dim]);
            }
            if (!is_own) {
                refuse("\"" + definition.id + "\" reads other values of \"" + made_.source->name +
                       "\" (" + node.to_str() +
                       "), so that a part of them cannot be computed by itself");
            }
        });
    }

    // { [l] -> D[o] }: the window's corner in the iterators that name dimensions of the source
    isl::map offset_of(const computation_state &definition) const {
        isl::map offset = poly::keep_range(made_.box.offset, 0, 0);
        for (const iterator &it : definition.iterators) {
            const int dim = dimension_of(definition, it.name);
            offset = dim < 0
                         ? poly::insert_range_constant(offset, poly::range_dims(offset), 0)
                         : poly::side_by_side(offset, poly::keep_range(made_.box.offset, dim, 1));
        }
        return isl::manage(
            isl_map_set_tuple_name(offset.release(), isl_dim_out, definition.id.c_str()));
    }

    /// What was said of the source's loops holds for those in the window.
    void replay_commands(const computation_state &definition, computation_state &made) const {
        for (const command &given : function_.commands) {
            if (given.computation == definition.id && is_loop_command(given.verb)) {
                apply_loop_command(made, moved_inside(given, made, around()));
            }
        }
    }

    computation_state &given_to_;
    const command &what_;
    function_state &function_;
    staging made_;
    std::vector<std::unique_ptr<computation_state>> states_;
    std::size_t first_name_ = 2;
};

// cache_read(P, level [, names])
void cache_read(computation_state &consumer, const command &what) {
    computation_state &source = *other_computation(consumer, what, 0).base;
    stager work(consumer, what, kind::read, consumer, source, level_of(consumer, what, 1));
    work.find_window();
    work.add_window();
    work.add_load();
    work.install();
}

// cache_write(level, memory)
void cache_write(computation_state &consumer, const command &what) {
    if (consumer.predicate.is_defined()) {
        throw user_error(subject(consumer), call_text(what),
                         "has a condition that is only known when it runs, so what it writes is "
                         "not known while compiling",
                         what.where);
    }
    stager work(consumer, what, kind::write, consumer, *consumer.base, level_of(consumer, what, 0));
    work.find_window();
    work.require_loaded();
    work.add_window();
    if (work.consumer_reads_source()) {
        work.add_load();
    }
    work.add_store();
    if (std::get<memory>(what.arguments[1]) == memory::registers) {
        work.keep_in_registers();
    }
    work.install();
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
    stager work(source, what, kind::computed, consumer, source, level_of(consumer, what, 1));
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

bool apply_stage_command(computation_state &computation, const command &what) {
    if (what.verb == "cache_read") {
        cache_read(computation, what);
    } else if (what.verb == "cache_write") {
        cache_write(computation, what);
    } else if (what.verb == "compute_at") {
        compute_at(computation, what);
    } else {
        return false;
    }
    return true;
}

} // namespace tiramisu::core
