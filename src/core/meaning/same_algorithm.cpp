#include "core/meaning/same_algorithm.h"

#include <algorithm>

#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

// A structured binding names every member, so that one that is added later cannot be forgotten
// here. Places in the program's text have no say, nor have those that windows had in memory, nor
// the arguments of the function, which the analysis is told.

bool is_alike(const expr &left, const expr &right) {
    return left.node() == right.node() ||
           (left.is_defined() && right.is_defined() && left.is_equal(right));
}

bool is_alike(const isl::set &left, const isl::set &right) {
    return left.get() == right.get() || poly::is_written_alike(left, right);
}

bool is_alike(const isl::map &left, const isl::map &right) {
    return left.get() == right.get() || poly::is_written_alike(left, right);
}

bool is_alike(const iterator &left, const iterator &right);
bool is_alike(const run_time_bound &left, const run_time_bound &right);
bool is_alike(const constant_state &left, const constant_state &right);
bool is_alike(const requirement &left, const requirement &right);

template <typename T>
bool is_alike(const std::vector<T> &left, const std::vector<T> &right) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      [](const T &one, const T &other) { return is_alike(one, other); });
}

template <typename T>
bool is_alike(const std::map<std::string, T> &left, const std::map<std::string, T> &right) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      [](const auto &one, const auto &other) {
                          return one.first == other.first && is_alike(one.second, other.second);
                      });
}

template <typename T>
bool is_alike(const std::optional<T> &left, const std::optional<T> &right) {
    return left.has_value() == right.has_value() && (!left || is_alike(*left, *right));
}

bool is_alike(const iterator &left, const iterator &right) {
    const auto &[name, type, lower, upper] = left;
    return name == right.name && type == right.type && is_alike(lower, right.lower) &&
           is_alike(upper, right.upper);
}

bool is_alike(const run_time_bound &left, const run_time_bound &right) {
    const auto &[parameter, iterator, is_upper, value] = left;
    return parameter == right.parameter && iterator == right.iterator &&
           is_upper == right.is_upper && is_alike(value, right.value);
}

bool is_alike(const constant_state &left, const constant_state &right) {
    const auto &[name, type, value] = left;
    return name == right.name && type == right.type && is_alike(value, right.value);
}

bool is_alike(const requirement &left, const requirement &right) {
    const auto &[over, found, lowest, highest, rule, where, in_every_call] = left;
    return is_alike(over, right.over) && is_alike(found, right.found) &&
           is_alike(lowest, right.lowest) && is_alike(highest, right.highest) &&
           rule == right.rule && in_every_call == right.in_every_call;
}

bool is_alike(const function_algorithm &left, const function_algorithm &right) {
    const auto &[context, constants, requirements, let_values, awaited_parameters, fixed_reference,
                 fixed_elements, strict_reductions, places, arguments] = left;
    return is_alike(context, right.context) && is_alike(constants, right.constants) &&
           is_alike(requirements, right.requirements) && is_alike(let_values, right.let_values) &&
           awaited_parameters.empty() == right.awaited_parameters.empty() &&
           is_alike(fixed_reference, right.fixed_reference) &&
           fixed_elements == right.fixed_elements && strict_reductions == right.strict_reductions;
}

/// Without the place that a question gives to values that have none: it follows from the rest.
definition_algorithm as_said(definition_algorithm definition) {
    if (definition.storage != nullptr && definition.storage->is_passing) {
        definition.storage = nullptr;
        definition.storage_indices = std::nullopt;
        definition.storage_call.clear();
    }
    return definition;
}

bool is_stored_alike(const definition_algorithm &now, const definition_algorithm &known) {
    if (now.storage == nullptr || now.storage->is_passing) {
        return known.storage == nullptr;
    }
    return now.storage == known.storage && is_alike(now.storage_indices, known.storage_indices) &&
           now.storage_call == known.storage_call;
}

bool is_alike(const definition_algorithm &now, const definition_algorithm &known) {
    const auto &[owner, name, id, iterators, derived_iterators, domain, bounds, type, value, lets,
                 is_further_definition, awaits_definition, predicate, target, base, updates,
                 merged_by, storage, storage_indices, storage_call, stored_where, is_marker, hint,
                 where] = now;
    return owner == known.owner && name == known.name && id == known.id &&
           is_alike(iterators, known.iterators) && derived_iterators == known.derived_iterators &&
           is_alike(domain, known.domain) && is_alike(bounds, known.bounds) && type == known.type &&
           is_alike(value, known.value) && is_alike(lets, known.lets) &&
           is_further_definition == known.is_further_definition &&
           awaits_definition == known.awaits_definition && is_alike(predicate, known.predicate) &&
           is_alike(target, known.target) && base == known.base && updates == known.updates &&
           merged_by == known.merged_by && is_stored_alike(now, known) &&
           is_marker == known.is_marker && hint == known.hint;
}

bool is_alike(const buffer_state &left, const buffer_state &right) {
    const auto &[name, made_for, sizes, type, role, alignment, padding, any_shape,
                 has_every_element, is_automatic, is_passing, space, spaced_where, allocated_at,
                 owner, where] = left;
    return name == right.name && made_for == right.made_for && is_alike(sizes, right.sizes) &&
           type == right.type && role == right.role && alignment == right.alignment &&
           padding == right.padding && any_shape == right.any_shape &&
           has_every_element == right.has_every_element && is_automatic == right.is_automatic &&
           is_passing == right.is_passing && space == right.space &&
           allocated_at.has_value() == right.allocated_at.has_value() && owner == right.owner;
}

/// The buffers that the program or a command has made.
std::vector<const buffer_state *> said_buffers(const function_state &function) {
    std::vector<const buffer_state *> said;
    for (const auto &one : function.buffers) {
        if (!one->is_passing) {
            said.push_back(one.get());
        }
    }
    return said;
}

} // namespace

known_algorithm::known_algorithm(const function_state &function, std::vector<buffer *> arguments)
    : arguments_(std::move(arguments)), function_(function) {
    for (const auto &one : function.computations) {
        definitions_.push_back({one.get(), as_said(*one)});
    }
    for (const buffer_state *one : said_buffers(function)) {
        buffers_.push_back({one, *one});
    }
}

bool known_algorithm::is_of(const function_state &function,
                            const std::vector<buffer *> &arguments) const {
    const std::vector<const buffer_state *> buffers = said_buffers(function);
    return arguments == arguments_ && is_alike(function_, function) &&
           std::equal(buffers.begin(), buffers.end(), buffers_.begin(), buffers_.end(),
                      [](const buffer_state *now, const auto &known) {
                          return now == known.place && is_alike(*now, known.value);
                      }) &&
           std::equal(function.computations.begin(), function.computations.end(),
                      definitions_.begin(), definitions_.end(),
                      [](const auto &now, const auto &known) {
                          return now.get() == known.place && is_alike(*now, known.value);
                      });
}

} // namespace tiramisu::core
