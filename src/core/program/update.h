#pragma once

#include "core/program/definition.h"

namespace tiramisu::core {

/// One more definition of `base` over a set in isl's notation, which has the name of `base`.
computation_state *add_update_on_set(computation_state &base, const std::string &isl_domain,
                                     definition what);

/// One more definition of `base`, with its value, of other instances.
computation_state &further_definition(computation_state &base, const isl::set &domain);

/// One more definition of `base`, of the element at `target`, after all before it.
computation_state *add_update(computation_state &base, const std::vector<expr> &target,
                              const expr &value, source_place where);
computation_state *add_update(computation_state &base, const std::vector<expr> &target,
                              const isl::set &domain, definition what);

} // namespace tiramisu::core
