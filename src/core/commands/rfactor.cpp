#include "core/commands/rfactor.h"

#include <algorithm>

#include "core/commands/loop_commands.h"
#include "core/expr/expr_walk.h"
#include "core/program/definition.h"
#include "core/program/domain.h"
#include "core/program/kept_places.h"
#include "core/program/memory_accesses.h"
#include "core/program/reduction.h"
#include "core/program/staging.h"
#include "core/program/update.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/loop_transform.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

// rfactor(loop, u)
class reduction_splitter {
public:
    reduction_splitter(computation_state &update, const command &what)
        : update_(update), base_(*update.base), function_(*update.owner), what_(what) {}

    /// Looks at everything that can be wrong; nothing changes.
    void prepare() {
        require_update();
        level_ = loop_level(update_, std::get<loop_reference>(what_.arguments[0]), what_);
        partial_ = std::get<new_loop>(what_.arguments[1]).name;
        require_plain_place();
        find_reduction();
        require_new_name();
        find_places();
        require_known_places();
        require_several_places();
    }

    void split() {
        if (update_.declared == nullptr) {
            update_.declared = std::make_shared<const definition_algorithm>(update_);
        }
        computation_state &results = add_results();
        add_partial_update(results);
        // Both were appended to the list; they belong where the update stands.
        auto &all = function_.computations;
        const auto place = std::find_if(all.begin(), all.end(),
                                        [&](const auto &one) { return one.get() == &update_; });
        std::rotate(place, all.end() - 2, all.end());
        merge(results);
    }

private:
    [[noreturn]] void refuse(const std::string &problem) const {
        throw user_error(subject(update_), call_text(what_), problem, what_.where);
    }

    const scheduled_loop &loop() const {
        return update_.nest.loops[static_cast<std::size_t>(level_)];
    }

    void require_update() const {
        if (function_.is_staged(update_)) {
            refuse("fills or empties a window; give rfactor for a computation of the program");
        }
        if (update_.base == &update_) {
            refuse("has no update; rfactor splits an update that accumulates, such as " +
                   expr(o_access, base_.name, base_.target, base_.type).to_str() + " += ...");
        }
    }

    /// Refuses where other commands rely on the update as it is: windows, order, vectors.
    void require_plain_place() const {
        if (loop().kind == poly::loop_kind::vectorized) {
            refuse("loop \"" + loop().name +
                   "\" is vectorized; give this command before vectorize");
        }
        for (const poly::order_edge &edge : function_.order.edges) {
            if (edge.earlier == update_.id || edge.later == update_.id) {
                const bool is_later = edge.later == update_.id;
                refuse(std::string("is ordered ") + (is_later ? "after" : "before") + " \"" +
                       (is_later ? edge.earlier : edge.later) +
                       "\"; its loops become those of the partial results, so give rfactor before "
                       "then, after and the other commands that order computations");
            }
        }
        for (const auto &staged : function_.stagings) {
            const bool is_inside = std::any_of(
                staged->computed.begin(), staged->computed.end(),
                [&](const staging::computed_part &part) { return part.original == &update_; });
            if (staged->consumer == &update_ || is_inside) {
                refuse("is part of a window of \"" + staged->consumer->id +
                       "\"; give rfactor before cache_read, cache_write and compute_at");
            }
        }
        if (function_.strict_reductions) {
            refuse("changes the order of a reduction, which set_strict_reductions(true) forbids");
        }
    }

    void find_reduction() {
        const expr element(o_access, base_.name, update_.target, base_.type);
        const auto found = as_reduction(update_.value, element);
        if (!found) {
            refuse(update_.value.to_str() + " is no reduction of " + element.to_str() +
                   ": it has to be that value + e, - e or * e, or the min or max of it and e");
        }
        reduction_ = *found;
        const bool reads_itself = reads_element(reduction_.operand, base_.name) ||
                                  reads_element(update_.predicate, base_.name) ||
                                  std::any_of(update_.bounds.begin(), update_.bounds.end(),
                                              [&](const run_time_bound &bound) {
                                                  return reads_element(bound.value, base_.name);
                                              });
        if (reads_itself) {
            refuse("what it accumulates reads \"" + base_.name +
                   "\", so the partial results would hang on one another");
        }
    }

    void require_new_name() const {
        const auto is_taken = [&](const auto &named) { return named.name == partial_; };
        const auto is_another_loop = [&](const scheduled_loop &other) {
            return &other != &loop() && is_taken(other);
        };
        const auto any = [](const auto &all, const auto &holds) {
            return std::any_of(all.begin(), all.end(), holds);
        };
        if (any(update_.nest.loops, is_another_loop) || any(update_.iterators, is_taken) ||
            any(base_.iterators, is_taken) || function_.find_constant(partial_) != nullptr) {
            refuse("there is another loop, iterator or constant \"" + partial_ +
                   "\"; the partial results need a name of their own");
        }
    }

    // { U[i] -> [l(i)] } and { U[i] -> [f(i), l(i)] }
    void find_places() {
        loop_value_ = poly::keep_range(update_.nest.map.divided(), level_, 1)
                          .intersect_domain(update_.domain);
        bool exact = true;
        const isl::map elements = access_relation(update_, "", update_.target, exact);
        if (!exact) {
            refuse("updates " + expr(o_access, base_.name, update_.target, base_.type).to_str() +
                   ": the index is not affine, so which partial results there are is not known "
                   "while compiling");
        }
        places_ = poly::side_by_side(elements, *loop_value_);
    }

    void require_known_places() const {
        const std::vector<std::string> parameters = poly::parameter_names(loop_value_->wrap());
        bool is_known = true;
        for (const run_time_bound &bound : update_.bounds) {
            is_known = is_known && std::find(parameters.begin(), parameters.end(),
                                             bound.parameter) == parameters.end();
        }
        const isl::set places = places_->range();
        for (int dim = 0; dim < poly::set_dims(places); ++dim) {
            is_known = is_known && poly::is_bounded(places, dim);
        }
        if (!is_known) {
            refuse("which values loop \"" + loop().name +
                   "\" has for an element is known only while the program runs");
        }
    }

    /// If each element is updated in one iteration of the loop, the loop does not reduce, unless it
    /// has a single iteration.
    void require_several_places() const {
        const int dims = static_cast<int>(update_.target.size());
        const isl::map elements = poly::keep_range(*places_, 0, dims);
        const isl::map values = poly::keep_range(*places_, dims, 1);
        const isl::map of_element = elements.reverse().apply_range(values);
        const bool is_constant = poly::from_nothing(values.range()).is_single_valued();
        if (of_element.is_single_valued() && !is_constant) {
            refuse("loop \"" + loop().name +
                   "\" does not reduce: all updates of one element of \"" + base_.name +
                   "\" have the same value of it");
        }
    }

    std::vector<iterator> result_iterators() const {
        std::vector<iterator> iterators;
        for (const iterator &it : base_.iterators) {
            iterators.push_back({it.name, it.type, {}, {}});
        }
        iterators.push_back({partial_, p_int32, {}, {}});
        return iterators;
    }

    // P(t, u) = neutral element
    computation_state &add_results() {
        definition results;
        results.name = unique_name(function_, base_.name + "_partial");
        results.iterators = result_iterators();
        results.value = neutral_element(reduction_.op, base_.type);
        results.type = base_.type;
        results.where = what_.where;
        computation_state &made = *define_over(function_, places_->range(), std::move(results));
        made.merged_by = &update_;
        store_as_before(made);
        return made;
    }

    // P(f(i), u) = op(P(f(i), u), e(i)) for u = l(i), in the loops of the update
    void add_partial_update(computation_state &results) {
        std::vector<expr> index = update_.target;
        index.push_back(expr::variable(partial_, p_int32));
        definition step;
        step.name = results.name;
        step.iterators = update_.iterators;
        step.iterators.push_back({partial_, p_int32, {}, {}});
        step.bounds = update_.bounds;
        step.value = expr(reduction_.op, expr(o_access, results.name, index, base_.type),
                          reduction_.operand);
        step.type = base_.type;
        step.where = update_.where;
        // { U[i] -> [i, u] }
        const isl::map lift =
            poly::side_by_side(poly::identity_loops(update_.domain), *loop_value_);
        computation_state &made = *add_update(results, index, lift.range(), std::move(step));
        made.derived_iterators = update_.derived_iterators + 1;
        made.predicate = update_.predicate;
        made.nest = update_.nest;
        made.nest.map =
            poly::renamed_domain(lift.reverse().apply_range(update_.nest.map.divided()), made.id);
        rename_loop(made);
    }

    void rename_loop(computation_state &step) const {
        const std::vector<loop_reference> loops = {loop_reference(level_)};
        const poly::integer_matrix same = {{1}};
        const std::vector<new_loop> names = {new_loop(partial_)};
        apply_loop_command(step, {step.id, "transform", {loops, same, names}, what_.where});
    }

    // C(t) = op(C(t), P(t, u))
    void merge(const computation_state &results) {
        const std::vector<expr> place = variables(results.iterators);
        const std::vector<expr> element(place.begin(), place.end() - 1);
        update_.iterators = results.iterators;
        update_.domain = poly::renamed(places_->range(), update_.id);
        update_.bounds.clear();
        update_.derived_iterators = 0;
        update_.predicate = expr();
        update_.target = element;
        update_.value = expr(reduction_.op, expr(o_access, base_.name, element, base_.type),
                             expr(o_access, results.name, place, base_.type));
        update_.nest = {poly::identity_loops(update_.domain), results.nest.loops, {}};
    }

    computation_state &update_, &base_;
    function_state &function_;
    const command &what_;
    int level_ = 0;
    std::string partial_; ///< name of the new dimension
    reduction reduction_;
    std::optional<isl::map> loop_value_; ///< { U[i] -> [l(i)] }
    std::optional<isl::map> places_;     ///< { U[i] -> [f(i), l(i)] }
};

void rfactor(computation_state &update, const command &what) {
    reduction_splitter work(update, what);
    work.prepare();
    work.split();
}

} // namespace

command_family rfactor_family() {
    return {{"rfactor", {"LW"}, nullptr, rfactor}};
}

} // namespace tiramisu::core
