#include "core/derivative/dependence_path.h"

#include <algorithm>
#include <functional>
#include <set>

#include "core/derivative/local_derivatives.h"
#include "core/derivative/rules.h"
#include "core/expr/expr_walk.h"

namespace tiramisu::core {

namespace {

using name_set = std::set<std::string>;

/// The computations of `among` that a definition passes a derivative on to.
name_set read_by(const computation_state &definition, const name_set &among) {
    const expr value = substitute(definition.value, definition.lets);
    const differentiated what = {value, expr::literal(adjoint_type(definition.type), 1), {}};
    name_set names;
    for (const read_derivative &found : local_derivatives(
             definition, what, [&](const std::string &name) { return among.count(name) > 0; })) {
        names.insert(found.read.get_name());
    }
    return names;
}

bool is_differentiated(const computation_state &definition) {
    return !definition.is_input() && is_float(definition.type) && !definition.is_marker &&
           definition.hint == cache_hint::none;
}

/// Those that depend on `names`, these included.
name_set dependent_on(const function_state &function, name_set names) {
    for (bool grows = true; grows;) {
        grows = false;
        for (const auto &definition : function.computations) {
            if (is_differentiated(*definition) && names.count(definition->name) == 0 &&
                !read_by(*definition, names).empty()) {
                names.insert(definition->name);
                grows = true;
            }
        }
    }
    return names;
}

/// Those of `among` on which the computation of that name depends, itself included.
name_set needed_by(const function_state &function, const std::string &name, const name_set &among) {
    name_set needed;
    const std::function<void(const std::string &)> visit = [&](const std::string &next) {
        if (!needed.insert(next).second) {
            return;
        }
        for (const auto &definition : function.computations) {
            if (definition->name == next && is_differentiated(*definition)) {
                for (const std::string &read : read_by(*definition, among)) {
                    visit(read);
                }
            }
        }
    };
    visit(name);
    return needed;
}

} // namespace

bool dependence_path::has(const std::string &name) const {
    const auto is_it = [&](const computation_state *one) { return one->name == name; };
    return std::any_of(computations.begin(), computations.end(), is_it) ||
           std::any_of(inputs.begin(), inputs.end(), is_it);
}

dependence_path path_between(const function_state &function, const computation_state &of,
                             const std::vector<const computation_state *> &by,
                             const public_call &call) {
    name_set names;
    for (const computation_state *input : by) {
        names.insert(input->name);
    }
    const name_set on_path = needed_by(function, of.name, dependent_on(function, names));
    dependence_path path;
    for (const computation_state *input : by) {
        if (on_path.count(input->name) == 0) {
            throw user_error(call.subject, call.call,
                             "\"" + of.name + "\" does not depend on \"" + input->name +
                                 "\" in a way that has a derivative (comparisons, floor and casts "
                                 "to integers are flat); leave it out",
                             call.where);
        }
        path.inputs.push_back(input);
    }
    for (const auto &definition : function.computations) {
        const computation_state &base = *definition->base;
        const bool is_last = base.updates.empty() || base.updates.back() == definition.get();
        if (is_last && !base.is_input() && on_path.count(base.name) > 0) {
            path.computations.push_back(&base);
            path.chains[base.name] = chain_of(base, call);
        }
    }
    return path;
}

} // namespace tiramisu::core
