#include "core/meaning/certain_elements.h"

#include <algorithm>

#include "core/program/affine.h"
#include "core/program/guards.h"
#include "core/program/memory_accesses.h"
#include "polyhedral/constraints.h"
#include "polyhedral/isl_bridge.h"
#include "support/immortal.h"

namespace tiramisu::core {

certain_elements::certain_elements(const function_state &function, const analysis &now)
    : function_(function) {
    for (const poly::memory_access &access : now.accesses) {
        if (access.exact && !access.is_conditional) {
            add(access.buffer, access.relation);
        }
    }
    for (const auto &[id, statement] : now.resolved.statements) {
        if (!statement.bounds.empty() && !statement.condition.is_defined()) {
            add_reads_of_bounds(statement);
        }
    }
}

const std::vector<isl::set> &certain_elements::of(const std::string &buffer) const {
    static const std::vector<isl::set> &none = support::immortal<std::vector<isl::set>>();
    const auto found = by_buffer_.find(buffer);
    return found == by_buffer_.end() ? none : found->second;
}

void certain_elements::add(const std::string &buffer, const isl::map &touched) {
    const isl::set elements = touched.range(), instances = touched.domain();
    if (poly::most_divisions(touched) <= 1 || poly::most_divisions(elements) <= 1) {
        by_buffer_[buffer].push_back(elements);
    } else if (poly::most_divisions(instances) <= 2) {
        const isl::set last = instances.lexmax();
        by_buffer_[buffer].push_back(touched.intersect_domain(last).range());
    }
}

/// A loop with bounds that are read may have no iteration, but those of the outermost such loop
/// are read in every iteration around it.
void certain_elements::add_reads_of_bounds(const program_statement &statement) {
    const computation_state *definition = function_.find_definition(statement.id);
    std::size_t outermost = statement.iterators.size();
    for (const program_bound &bound : statement.bounds) {
        outermost = std::min(outermost, bound.iterator);
    }
    for (const program_bound &bound : statement.bounds) {
        if (definition != nullptr && bound.iterator == outermost) {
            add_reads(*definition, bound.value.value);
        }
    }
}

void certain_elements::add_reads(const computation_state &definition, const expr &value) {
    const affine_space space(function_, definition.iterators);
    for_each_evaluated(
        space, value, everywhere(space), [&](const expr &node, const evaluation &where) {
            if (node.get_op_type() != o_access || !where.is_certain) {
                return;
            }
            bool exact = true;
            const isl::map touched =
                access_relation(definition, node.get_name(), node.get_operands(), exact);
            if (exact) {
                add(node.get_name(),
                    touched.intersect_domain(poly::renamed(where.points, definition.id)));
            }
        });
}

} // namespace tiramisu::core
