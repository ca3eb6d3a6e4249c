#include "core/derivative/adjoint_definitions.h"

#include "core/derivative/adjoint_terms.h"
#include "core/derivative/rules.h"
#include "core/program/definition.h"
#include "core/program/domain.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

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

} // namespace tiramisu::core
