#include "core/program/state.h"

#include <algorithm>
#include <cctype>

#include "core/program/c_names.h"
#include "core/program/staging.h"

namespace tiramisu::core {

namespace {

template <typename T>
T *find_named(const std::vector<std::unique_ptr<T>> &all, const std::string &name) {
    for (const std::unique_ptr<T> &one : all) {
        if (one->name == name) {
            return one.get();
        }
    }
    return nullptr;
}

} // namespace

std::vector<std::string> names_of(const std::vector<iterator> &iterators) {
    std::vector<std::string> names;
    for (const iterator &it : iterators) {
        names.push_back(it.name);
    }
    return names;
}

function_context::function_context()
    : context_owner(poly::make_context()), ctx(context_owner.get()) {}

function_algorithm::function_algorithm(isl::ctx ctx) : context(isl::set(ctx, "{ : }")) {}

function_state::function_state(std::string function_name)
    : function_value(ctx), name(std::move(function_name)),
      identity(std::make_shared<const std::string>(name)) {}

function_state::~function_state() = default;

std::shared_ptr<function_state> make_function_state(const std::string &name, source_place where) {
    require_function_name("function \"" + name + "\"", name, where);
    return std::make_shared<function_state>(name);
}

std::shared_ptr<computation_state> shared_with_owner(computation_state *state) {
    state->is_held = true;
    return {state->owner->shared_from_this(), state};
}

std::shared_ptr<buffer_state> shared_with_owner(buffer_state *state) {
    return {state->owner->shared_from_this(), state};
}

computation_state *present(computation_state *held) {
    const auto &former = held->owner->former.computations;
    if (std::none_of(former.begin(), former.end(),
                     [&](const auto &one) { return one.get() == held; })) {
        return held;
    }
    computation_state *found = held->owner->find_definition(held->id);
    const bool is_made_again =
        found != nullptr && (held->owner->is_staged(*found) || found->is_partial());
    return is_made_again ? found : held;
}

bool definition_algorithm::is_partial() const {
    return base->merged_by != nullptr;
}

computation_state *computation_state::last() const {
    const auto found =
        std::find_if(base->updates.rbegin(), base->updates.rend(),
                     [](const computation_state *one) { return !one->is_further_definition; });
    return found == base->updates.rend() ? base : *found;
}

computation &computation_state::referred() const {
    // A declared handle means the last update, where there is one.
    return declared_handle != nullptr && last() == this ? *declared_handle : *handle;
}

computation_state *function_state::find_computation(const std::string &computation_name) const {
    computation_state *found = find_named(computations, computation_name);
    return found != nullptr ? found : find_named(staged_computations, computation_name);
}

computation_state *function_state::find_definition(const std::string &id) const {
    for (const auto *all : {&computations, &staged_computations}) {
        for (const auto &definition : *all) {
            if (definition->id == id) {
                return definition.get();
            }
        }
    }
    return nullptr;
}

bool function_state::is_staged(const computation_state &computation) const {
    return std::none_of(computations.begin(), computations.end(),
                        [&](const auto &own) { return own.get() == &computation; });
}

buffer_state *function_state::find_buffer(const std::string &buffer_name) const {
    return find_named(buffers, buffer_name);
}

const constant_state *function_state::find_constant(const std::string &constant_name) const {
    for (const constant_state &one : constants) {
        if (one.name == constant_name) {
            return &one;
        }
    }
    return nullptr;
}

const constant_state *
function_state::find_run_time_constant(const std::string &constant_name) const {
    const constant_state *found = find_constant(constant_name);
    return found != nullptr && !found->value.is_constant() ? found : nullptr;
}

std::vector<const computation_state *> function_state::executed() const {
    std::vector<const computation_state *> definitions;
    for (const auto &definition : computations) {
        if (!definition->is_input()) {
            definitions.push_back(definition.get());
        }
    }
    return definitions;
}

std::string subject(const computation_state &state) {
    std::string named = "computation \"" + state.name + "\"";
    if (state.base == &state || state.base == nullptr) {
        return named;
    }
    for (std::size_t k = 0; k < state.base->updates.size(); ++k) {
        if (state.base->updates[k] == &state) {
            return named + " (update " + std::to_string(k + 1) + ")";
        }
    }
    return named;
}

bool is_identifier(const std::string &name) {
    if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0) {
        return false;
    }
    for (char c : name) {
        if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_') {
            return false;
        }
    }
    return true;
}

} // namespace tiramisu::core
