#include "core/program/affine.h"
#include "core/program/ast_expressions.h"
#include "core/program/domain.h"
#include "core/program/instance_text.h"
#include "core/program/public_call.h"
#include "core/program/storage.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/quasi_affine.h"

namespace tiramisu::core {

namespace {

std::string quoted_or(const std::string &name, const std::string &without) {
    return name.empty() ? without : "\"" + name + "\"";
}

/// What set_access() may name.
std::string buffers_of(const function_state &function) {
    std::string names;
    for (const auto &one : function.buffers) {
        names += (names.empty() ? "\"" : ", \"") + one->name + "\"";
    }
    return names.empty() ? "it has none; declare one first"
                         : "it has " + names + "; name one of these, or declare another first";
}

/// "c[i, j]"
std::string tuple_text(const computation_state &computation) {
    std::string names;
    for (const iterator &it : computation.iterators) {
        names += (names.empty() ? "" : ", ") + it.name;
    }
    return computation.name + "[" + names + "]";
}

/// A map may say of which instances it speaks, if these are all. Of some bounds that are known only
/// while the program runs, that is not asked.
void require_all_instances(const computation_state &computation, const std::string &call,
                           const isl::map &map, source_place where) {
    if (!computation.bounds.empty()) {
        return;
    }
    const isl::set left_out = poly::renamed(computation.domain, computation.name)
                                  .intersect_params(computation.owner->context)
                                  .subtract(map.domain());
    if (const auto found = poly::find_example(left_out)) {
        throw user_error(subject(computation), call,
                         "gives no element to " + instance_text(computation, found->coordinates) +
                             sizes_text(found->parameters) +
                             "; leave the condition out of the map, or write it into the domain",
                         where);
    }
}

void store_by_known_map(computation_state &computation, const std::string &call,
                        const std::string &text, source_place where) {
    const isl::map map = parse_map(*computation.owner, subject(computation), call, text, where);
    buffer_state *target = computation.owner->find_buffer(poly::range_name(map));
    if (target == nullptr) {
        throw user_error(subject(computation), call,
                         "maps to " + quoted_or(poly::range_name(map), "no name") +
                             ", which is no buffer of function \"" + computation.owner->name +
                             "\": " + buffers_of(*computation.owner),
                         where);
    }
    if (poly::domain_name(map) != computation.name ||
        poly::domain_dims(map) != static_cast<int>(computation.iterators.size())) {
        throw user_error(subject(computation), call,
                         "maps " + quoted_or(poly::domain_name(map), "a tuple without a name") +
                             " of " + std::to_string(poly::domain_dims(map)) +
                             " dimensions; it has to map the computation itself, \"" +
                             tuple_text(computation) + "\"",
                         where);
    }
    require_all_instances(computation, call, map, where);
    const std::vector<std::string> names = names_of(computation.iterators);
    std::vector<expr> indices;
    const auto formulas = poly::as_functions(map);
    for (const isl::pw_aff &value : formulas ? *formulas : std::vector<isl::pw_aff>()) {
        if (poly::has_wide_numbers(value)) {
            throw unsupported_error(subject(computation), call,
                                    "has a number of more than 32 bits, in which indices are "
                                    "computed; write it with smaller ones",
                                    where);
        }
        const auto index = to_expr(value, names);
        if (index) {
            indices.push_back(*index);
        } else if (computation.is_input()) {
            indices.push_back(piecewise_expr(value, names));
        }
    }
    if (static_cast<int>(indices.size()) != poly::range_dims(map)) {
        throw unsupported_error(subject(computation), call,
                                "gives an instance several elements, or different formulas in "
                                "different parts of the domain; it has to be one formula",
                                where);
    }
    computation.storage = target;
    computation.storage_indices = std::move(indices);
    computation.storage_call = call;
    computation.stored_where = where;
}

} // namespace

void store_by_map(computation_state &computation, const std::string &text, source_place where) {
    const std::string call = "set_access(\"" + text + "\")";
    change(*computation.owner, {subject(computation), call, where}, {&computation},
           [&] { store_by_known_map(computation, call, text, where); });
}

} // namespace tiramisu::core
