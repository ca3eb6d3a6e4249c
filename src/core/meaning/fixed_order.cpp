#include "core/meaning/fixed_order.h"

#include <algorithm>

#include "core/commands/schedule_view.h"
#include "core/expr/expr_text.h"
#include "core/meaning/lost_value_error.h"
#include "core/program/notes.h"
#include "core/program/storage.h"

namespace tiramisu::core {

namespace {

/// "b[i, j]"; empty without storage
std::string element_text(const computation_state &base) {
    return base.storage == nullptr
               ? ""
               : base.storage->name + "[" + expr_list_text(storage_map(base)) + "]";
}

bool is_stored_as_fixed(const computation_state &definition) {
    const auto &fixed = definition.owner->fixed_elements;
    const auto known = fixed.find(definition.base->id);
    return known != fixed.end() && known->second == element_text(*definition.base);
}

std::ptrdiff_t place_of_declaration(const computation_state &definition) {
    const auto &all = definition.owner->computations;
    return std::find_if(all.begin(), all.end(),
                        [&](const auto &one) { return one.get() == definition.base; }) -
           all.begin();
}

bool was_asked_for(const lost_value &lost) {
    if (lost.overwriter == nullptr || !is_stored_as_fixed(*lost.named) ||
        !is_stored_as_fixed(*lost.overwriter)) {
        return false;
    }
    const std::ptrdiff_t overwriter = place_of_declaration(*lost.overwriter);
    return place_of_declaration(*lost.named) < overwriter &&
           overwriter < place_of_declaration(*lost.reader);
}

} // namespace

void fix_order(function_state &function) {
    function.fixed_reference = timestamps_of(scheduled_statements(function));
    function.fixed_elements.clear();
    for (const auto &definition : function.computations) {
        if (definition->storage != nullptr) {
            function.fixed_elements[definition->id] = element_text(*definition);
        }
    }
}

void require_named_values(function_state &function,
                          const std::vector<poly::memory_access> &accesses) {
    if (!function.fixed_reference) {
        return;
    }
    const poly::timestamps &order = *function.fixed_reference;
    std::vector<lost_value> lost =
        lost_values(function, named_reads(function, accesses), accesses, order);
    const auto meant = std::stable_partition(
        lost.begin(), lost.end(), [](const lost_value &value) { return !was_asked_for(value); });
    if (const auto found = first_lost({lost.begin(), meant}, order)) {
        throw lost_value_error(*found);
    }
    std::for_each(meant, lost.end(), [&](const lost_value &value) {
        note(function, subject(*value.reader), "",
             "reads \"" + value.named->name + "\" after " + subject(*value.overwriter) +
                 " has overwritten the value: it gets what is in memory, as in the order that "
                 "perform_full_dependency_analysis() has fixed",
             value.reader->where);
    });
}

} // namespace tiramisu::core
