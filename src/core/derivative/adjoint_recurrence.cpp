#include "core/derivative/adjoint_recurrence.h"

#include <optional>
#include <utility>

#include "core/derivative/adjoint_terms.h"
#include "core/derivative/reversal.h"
#include "core/expr/expr_walk.h"
#include "core/program/command.h"
#include "core/program/definition.h"
#include "core/program/domain.h"
#include "core/program/update.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

/// Has the updates share the loop: an element gets all that it gets before it is passed on.
void share_loop(const adjoint_parts &updates, const std::string &loop, source_place where) {
    for (std::size_t next = 1; next < updates.size(); ++next) {
        apply(*updates[next]->owner,
              {updates[next]->id,
               "after",
               {computation_reference{updates[next - 1]->id}, loop_reference(var(loop))},
               where});
    }
}

/// What the elements of an adjoint get from one another. One statement adds it where one can: of
/// several, one after the other, each would pass elements on before they are complete.
class recurrence_maker {
public:
    recurrence_maker(computation_state &adjoint, const computation_state &of, reversal backwards,
                     source_place where)
        : adjoint_(adjoint), names_(element_names(of)), backwards_(std::move(backwards)),
          where_(where) {}

    adjoint_parts make(std::vector<gathered_term> terms) && {
        if (terms.size() == 1 && terms.front().free > 0) {
            return {accumulate_backwards(adjoint_, terms.front())};
        }
        const isl::set receiving = all_receiving(terms);
        const sorted_terms found = sorted(terms, receiving, names_);
        if (found.sums.empty()) {
            return {accumulate_backwards(adjoint_, {names_, 0, receiving, found.single})};
        }
        return make_steps(std::move(terms));
    }

private:
    // { [a] }
    isl::set all_receiving(const std::vector<gathered_term> &terms) const {
        std::optional<isl::set> all;
        for (const gathered_term &term : terms) {
            const isl::set elements =
                poly::project_out(term.domain, static_cast<int>(names_.size()), term.free);
            all = all ? all->unite(elements).coalesce() : elements;
        }
        return *all;
    }

    computation_state *accumulate_backwards(computation_state &sum,
                                            const gathered_term &term) const {
        return accumulate(sum, backwards_.target(), backwards_.term(*sum.owner, term), where_);
    }

    /// s(r, a') += ... s_steps(r - 1, ...), for each sum; then
    /// s_steps(r, a') = x_bar(-r, a') + ... + s(r, a'), in the same loop over r; then
    /// x_bar(a) = s_steps(-a0, a').
    adjoint_parts make_steps(std::vector<gathered_term> terms) {
        const isl::set elements =
            poly::renamed_range(poly::from_nothing(adjoint_.domain), "").range();
        const isl::set domain = backwards_.domain(elements);
        definition steps = declared("_steps");
        for (gathered_term &term : terms) {
            term.value = reading_steps(term.value, steps.name);
        }
        const sorted_terms found = sorted(std::move(terms), elements, names_);
        steps.value = expr(o_access, adjoint_.name, backwards_.target(), adjoint_.type);
        if (found.single.is_defined()) {
            const gathered_term single = {names_, 0, elements, found.single};
            steps.value = steps.value + backwards_.term(*adjoint_.owner, single).value;
        }
        adjoint_parts made, in_loop;
        while (made.size() < found.sums.size()) { // before the loop that their updates share
            definition what = declared("_sum");
            what.value = expr::literal(what.type, 0);
            made.push_back(define_over(*adjoint_.owner, domain, std::move(what)));
        }
        for (std::size_t at = 0; at < found.sums.size(); ++at) {
            computation_state &sum = *made[at];
            const std::vector<expr> element = variables(sum.iterators);
            in_loop.push_back(
                accumulate(sum, element, backwards_.term(*sum.owner, found.sums[at]), where_));
            steps.value = steps.value + expr(o_access, sum.name, element, sum.type);
        }
        in_loop.push_back(define_over(*adjoint_.owner, domain, std::move(steps)));
        share_loop(in_loop, backwards_.innermost(), where_);
        made.insert(made.end(), in_loop.begin(), in_loop.end());
        made.push_back(set_from(*in_loop.back(), elements));
        return made;
    }

    definition declared(const std::string &suffix) const {
        definition what;
        what.name = unique_name(*adjoint_.owner, adjoint_.name + suffix);
        what.type = adjoint_.type;
        what.where = where_;
        what.iterators = as_iterators(backwards_.names(names_));
        return what;
    }

    expr reading_steps(const expr &value, const std::string &steps) const {
        return rewrite(value, [&](const expr &node) {
            return node.get_op_type() == o_access && node.get_name() == adjoint_.name
                       ? expr(o_access, steps, backwards_.element(node.get_operands()),
                              adjoint_.type)
                       : node;
        });
    }

    computation_state *set_from(const computation_state &steps, const isl::set &elements) const {
        definition what;
        what.name = adjoint_.name;
        what.type = adjoint_.type;
        what.where = where_;
        what.iterators = as_iterators(names_);
        const std::vector<expr> element = variables(what.iterators);
        what.value = expr(o_access, steps.name, backwards_.element(element), steps.type);
        return add_update(adjoint_, element, elements, std::move(what));
    }

    computation_state &adjoint_;
    const std::vector<std::string> names_;
    const reversal backwards_;
    source_place where_;
};

} // namespace

adjoint_parts add_recurrence(computation_state &adjoint, const computation_state &of, int level,
                             const std::vector<contribution> &contributions, source_place where) {
    std::vector<gathered_term> terms = all_gathered(contributions, of);
    std::vector<std::string> taken;
    for (const gathered_term &term : terms) {
        taken.insert(taken.end(), term.names.begin(), term.names.end());
    }
    return recurrence_maker(adjoint, of, reversal(of, level, std::move(taken)), where)
        .make(std::move(terms));
}

} // namespace tiramisu::core
