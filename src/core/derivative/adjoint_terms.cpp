#include "core/derivative/adjoint_terms.h"

#include "core/expr/expr_walk.h"
#include "core/program/definition.h"
#include "core/program/update.h"

namespace tiramisu::core {

namespace {

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

} // namespace

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

expr with_term(const expr &sum, const expr &term) {
    return sum.is_defined() ? sum + term : term;
}

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

} // namespace tiramisu::core
