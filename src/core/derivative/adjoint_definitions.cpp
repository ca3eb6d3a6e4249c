#include "core/derivative/adjoint_definitions.h"

#include <algorithm>

#include "core/derivative/rules.h"
#include "core/derivative/simplified.h"
#include "core/expr/expr_walk.h"
#include "core/program/command.h"
#include "core/program/definition.h"
#include "core/program/domain.h"
#include "core/program/update.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/quasi_affine.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

std::vector<iterator> as_iterators(const std::vector<std::string> &names) {
    std::vector<iterator> all;
    for (const std::string &name : names) {
        all.push_back({name, p_int32, {}, {}});
    }
    return all;
}

expr with_term(const expr &sum, const expr &term) {
    return sum.is_defined() ? sum + term : term;
}

/// What single instances pass on to the elements of a set, as one value, and what takes a sum.
struct sorted_terms {
    expr single; ///< undefined if there is none
    std::vector<gathered_term> sums;
};

/// The term where it is one, else 0; undefined where the condition takes a division: then it is
/// better a domain.
expr guarded_value(const gathered_term &term, const isl::set &domain,
                   const std::vector<std::string> &names) {
    const expr condition = condition_of(term.domain, domain, names);
    if (!condition.is_defined()) {
        return term.value;
    }
    bool divides = false;
    for_each_node(condition, [&](const expr &node) {
        divides = divides || node.get_op_type() == o_mod || node.get_op_type() == o_div;
    });
    return divides ? expr()
                   : select(condition, term.value, expr::literal(term.value.get_data_type(), 0));
}

sorted_terms sorted(std::vector<gathered_term> terms, const isl::set &domain,
                    const std::vector<std::string> &names) {
    sorted_terms found;
    for (gathered_term &term : terms) {
        const expr guarded = term.free == 0 ? guarded_value(term, domain, names) : expr();
        if (guarded.is_defined()) {
            found.single = with_term(found.single, guarded);
        } else {
            found.sums.push_back(std::move(term));
        }
    }
    return found;
}

std::vector<gathered_term> all_gathered(const std::vector<contribution> &contributions,
                                        const computation_state &of) {
    std::vector<gathered_term> terms;
    for (const contribution &from : contributions) {
        terms.push_back(gathered(from, of));
    }
    return terms;
}

/// x_bar(target) += ...
computation_state *accumulate(computation_state &adjoint, const std::vector<expr> &target,
                              const gathered_term &term, source_place where) {
    definition what;
    what.name = adjoint.name;
    what.type = adjoint.type;
    what.where = where;
    what.iterators = as_iterators(term.names);
    what.value = expr(o_access, adjoint.name, target, adjoint.type) + term.value;
    return add_update(adjoint, target, term.domain, std::move(what));
}

/// Elements counted backwards in their outermost dimensions.
class reversal {
public:
    reversal(const computation_state &of, int level, std::vector<std::string> taken)
        : names_(element_names(of)), level_(static_cast<std::size_t>(level)) {
        for (std::size_t dim = 0; dim <= level_; ++dim) {
            backward_.push_back(free_name(*of.owner, names_[dim] + "_back", taken));
            taken.push_back(backward_.back());
        }
        for (std::size_t dim = 0; dim < names_.size(); ++dim) {
            const expr it = expr::variable(names_[dim], p_int32);
            target_.push_back(dim <= level_ ? -expr::variable(backward_[dim], p_int32) : it);
            meaning_[names_[dim]] = target_.back();
        }
    }

    const std::vector<expr> &target() const { return target_; }
    const std::string &innermost() const { return backward_.back(); }

    std::vector<std::string> names(std::vector<std::string> all) const {
        for (std::size_t dim = 0; dim <= level_; ++dim) {
            all[dim] = backward_[dim];
        }
        return all;
    }

    /// Where an element lies when it is counted backwards.
    std::vector<expr> element(std::vector<expr> forward) const {
        for (std::size_t dim = 0; dim <= level_; ++dim) {
            forward[dim] = -forward[dim];
        }
        return forward;
    }

    // { [-a0, a1, f] } of { [a0, a1, f] }
    isl::set domain(const isl::set &forward) const {
        isl::map negated = poly::to_nothing(forward);
        for (int dim = 0; dim < poly::set_dims(forward); ++dim) {
            const isl::pw_aff at = poly::dim_over(forward, dim);
            negated = poly::side_by_side(
                negated, (dim <= static_cast<int>(level_) ? at.neg() : at).as_map());
        }
        return forward.apply(negated);
    }

    /// A term over the elements and `free` more dimensions, counted backwards.
    gathered_term term(const function_state &function, const gathered_term &forward) const {
        gathered_term backward = {names(forward.names), forward.free, domain(forward.domain), {}};
        backward.value = simplified(function, substitute(forward.value, meaning_), backward.names,
                                    backward.domain);
        return backward;
    }

private:
    std::vector<std::string> names_, backward_;
    std::size_t level_;
    std::vector<expr> target_;
    std::map<std::string, expr> meaning_;
};

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

adjoint_parts declare_adjoint(function_state &function, const computation_state &of,
                              const isl::set &elements, const expr &first,
                              const std::vector<contribution> &contributions, source_place where) {
    const isl::set domain = poly::renamed_range(poly::from_nothing(elements), "").range();
    const std::vector<std::string> names = element_names(of);
    const sorted_terms terms = sorted(all_gathered(contributions, of), domain, names);
    definition what;
    what.name = unique_name(function, of.name + "_bar");
    what.type = adjoint_type(of.type);
    what.where = where;
    what.iterators = as_iterators(names);
    what.value = first;
    if (terms.single.is_defined()) {
        what.value = with_term(what.value, terms.single);
    }
    if (!what.value.is_defined()) {
        what.value = expr::literal(what.type, 0);
    }
    computation_state &adjoint = *define_over(function, domain, std::move(what));
    adjoint_parts parts = {&adjoint};
    for (const gathered_term &term : terms.sums) {
        parts.push_back(accumulate(adjoint, variables(adjoint.iterators), term, where));
    }
    return parts;
}

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
