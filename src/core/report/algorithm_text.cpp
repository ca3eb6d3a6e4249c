#include "core/report/algorithm_text.h"

#include <algorithm>

#include "core/expr/expr_text.h"
#include "core/program/storage.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

bool has_bounds(const computation_state &definition) {
    return std::all_of(definition.iterators.begin(), definition.iterators.end(),
                       [](const iterator &it) { return it.lower.is_defined(); });
}

/// The domain in isl's notation, with the iterators' names.
std::string set_text(const computation_state &definition) {
    return poly::to_text(poly::with_dim_names(definition.domain, names_of(definition.iterators)));
}

std::string domain_text(const computation_state &definition) {
    if (!has_bounds(definition)) {
        return "for " + set_text(definition);
    }
    std::string text;
    for (const iterator &it : definition.iterators) {
        text += (text.empty() ? "for " : ", ") + expr_text(it.lower) + " <= " + it.name + " < " +
                expr_text(it.upper);
    }
    return text;
}

std::string storage_text(const computation_state &base) {
    if (base.storage == nullptr) {
        return base.is_input() ? "" : "in a temporary";
    }
    return "in " + base.storage->name + "[" + expr_list_text(storage_map(base)) + "]";
}

void add_line(std::string &text, const std::string &line) {
    if (!line.empty()) {
        text += "    " + line + '\n';
    }
}

std::string definition_text(const computation_state &definition) {
    std::string text = definition.name + "(" + expr_list_text(definition.target) + ")";
    if (definition.is_input()) {
        text += ": input of type " + to_string(definition.type) + '\n';
    } else {
        text += " = " + expr_text(definition.value) + '\n';
        add_line(text, domain_text(definition));
    }
    if (definition.predicate.is_defined()) {
        add_line(text, "where " + expr_text(definition.predicate));
    }
    if (definition.base == &definition) {
        add_line(text, storage_text(definition));
    }
    return text;
}

} // namespace

std::string algorithm_text(const function_state &function) {
    std::string text;
    for (const auto &definition : function.computations) {
        text += definition->is_marker ? "" : definition_text(*definition);
    }
    return text;
}

} // namespace tiramisu::core
