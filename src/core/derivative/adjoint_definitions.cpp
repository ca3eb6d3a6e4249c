#include "core/derivative/adjoint_definitions.h"

#include <algorithm>

#include "core/derivative/rules.h"
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

/// x_bar(target) += value, over { [i] }
computation_state *accumulate(computation_state &adjoint, const std::vector<expr> &target,
                              const std::vector<std::string> &names, const isl::set &domain,
                              const expr &value, source_place where) {
    definition what;
    what.name = adjoint.name;
    what.type = adjoint.type;
    what.where = where;
    what.iterators = as_iterators(names);
    what.value = expr(o_access, adjoint.name, target, adjoint.type) + value;
    return add_update(adjoint, target, domain, std::move(what));
}

/// Elements counted backwards in their outermost dimensions.
class reversal {
public:
    reversal(const computation_state &of, int level)
        : names_(element_names(of)), level_(static_cast<std::size_t>(level)) {
        for (std::size_t dim = 0; dim < names_.size(); ++dim) {
            const expr it = expr::variable(names_[dim], p_int32);
            target_.push_back(dim <= level_ ? -expr::variable(backward(dim), p_int32) : it);
            meaning_[names_[dim]] = target_.back();
        }
    }

    const std::vector<expr> &target() const { return target_; }
    std::string innermost() const { return backward(level_); }

    std::vector<std::string> names(std::vector<std::string> all) const {
        for (std::size_t dim = 0; dim <= level_; ++dim) {
            all[dim] = backward(dim);
        }
        return all;
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

    expr value(const expr &forward) const { return substitute(forward, meaning_); }

private:
    std::string backward(std::size_t dim) const { return names_[dim] + "_back"; }

    std::vector<std::string> names_;
    std::size_t level_;
    std::vector<expr> target_;
    std::map<std::string, expr> meaning_;
};

/// Has the updates share the loop: an element gets all that it gets before it is passed on.
void share_loop(const adjoint_parts &updates, const std::string &loop, source_place where) {
    for (std::size_t next = 1; next < updates.size(); ++next) {
        apply(*updates[next]->owner, {updates[next]->id,
                                      "after",
                                      {computation_reference{updates[next - 1]->id},
                                       loop_reference(var(loop))},
                                      where});
    }
}

} // namespace

std::string adjoint_name(const function_state &function, const computation_state &of) {
    return unique_name(function, of.name + "_bar");
}

adjoint_parts declare_adjoint(function_state &function, const computation_state &of,
                              const isl::set &elements, const expr &first,
                              const std::vector<contribution> &contributions,
                              source_place where) {
    const isl::set domain = poly::renamed_range(poly::from_nothing(elements), "").range();
    const std::vector<std::string> names = element_names(of);
    const sorted_terms terms = sorted(all_gathered(contributions, of), domain, names);
    definition what;
    what.name = adjoint_name(function, of);
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
        parts.push_back(accumulate(adjoint, variables(adjoint.iterators), term.names, term.domain,
                                   term.value, where));
    }
    return parts;
}

adjoint_parts add_recurrence(computation_state &adjoint, const computation_state &of, int level,
                             const std::vector<contribution> &contributions, source_place where) {
    std::vector<gathered_term> terms = all_gathered(contributions, of);
    std::optional<isl::set> receiving; // { [a] } that single instances pass something on to
    for (const gathered_term &term : terms) {
        if (term.free == 0) {
            receiving = receiving ? receiving->unite(term.domain).coalesce() : term.domain;
        }
    }
    const reversal backwards(of, level);
    const std::vector<std::string> names = element_names(of);
    const sorted_terms found =
        sorted(std::move(terms), receiving ? *receiving : isl::set(), names);
    adjoint_parts parts;
    const auto add = [&](const std::vector<std::string> &forward, const isl::set &domain,
                         const expr &value) {
        parts.push_back(accumulate(adjoint, backwards.target(), backwards.names(forward),
                                   backwards.domain(domain), backwards.value(value), where));
    };
    if (found.single.is_defined()) {
        add(names, *receiving, found.single);
    }
    for (const gathered_term &term : found.sums) {
        add(term.names, term.domain, term.value);
    }
    share_loop(parts, backwards.innermost(), where);
    return parts;
}

} // namespace tiramisu::core
