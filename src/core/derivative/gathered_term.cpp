#include "core/derivative/gathered_term.h"

#include <algorithm>

#include "core/derivative/simplified.h"
#include "core/expr/expr_walk.h"
#include "core/program/affine.h"
#include "core/program/ast_expressions.h"
#include "polyhedral/gather.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/relations.h"
#include "support/free_name.h"

namespace tiramisu::core {

namespace {

expr as_type(primitive_t type, const expr &value) {
    return value.get_data_type() == type ? value : cast(type, value);
}

} // namespace

std::string free_name(const function_state &function, const std::string &wish,
                      const std::vector<std::string> &others) {
    return support::free_name(wish, [&](const std::string &name) {
        return std::find(others.begin(), others.end(), name) != others.end() ||
               function.find_constant(name) != nullptr;
    });
}

std::vector<std::string> element_names(const computation_state &of) {
    std::vector<std::string> names;
    for (const iterator &it : of.iterators) {
        names.push_back(free_name(*of.owner, it.name, names));
    }
    return names;
}

std::vector<iterator> as_iterators(const std::vector<std::string> &names) {
    std::vector<iterator> all;
    for (const std::string &name : names) {
        all.push_back({name, p_int32, {}, {}});
    }
    return all;
}

gathered_term gathered(const contribution &from, const computation_state &read) {
    const std::vector<iterator> &iterators = from.reader->iterators;
    const poly::gathered_accesses found = poly::gathered(from.access);
    gathered_term term;
    term.names = element_names(read);
    std::map<std::string, expr> meaning;
    for (const int dim : found.free) {
        const iterator &it = iterators[static_cast<std::size_t>(dim)];
        term.names.push_back(free_name(*read.owner, it.name, term.names));
        meaning[it.name] = as_type(it.type, expr::variable(term.names.back(), p_int32));
    }
    for (std::size_t dim = 0; dim < iterators.size(); ++dim) {
        if (meaning.count(iterators[dim].name) == 0) {
            meaning[iterators[dim].name] =
                as_type(iterators[dim].type, *to_expr(found.values[dim], term.names));
        }
    }
    term.free = static_cast<int>(found.free.size());
    term.domain = found.domain;
    term.value =
        simplified(*read.owner, substitute(from.derivative, meaning), term.names, term.domain);
    return term;
}

expr condition_of(const isl::set &set, const isl::set &known,
                  const std::vector<std::string> &names) {
    if (known.is_subset(set)) {
        return {};
    }
    const isl::set left = poly::with_dim_names(set.coalesce().gist(known), names);
    return set_to_expr(
        poly::first_dims_as_parameters(left, static_cast<int>(names.size())).params());
}

} // namespace tiramisu::core
