#include "core/meaning/readable_elements.h"

#include <algorithm>
#include <map>

#include "core/meaning/certain_elements.h"
#include "core/program/affine.h"
#include "core/program/guards.h"
#include "core/program/storage_bounds.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/quasi_affine.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

/// { buffer[e] } for which there is memory.
struct readable_memory {
    isl::set always, as_declared;
};

bool has_affine_sizes(const function_state &function, const buffer_state &buffer) {
    const affine_space parameters(function, {});
    return std::all_of(buffer.sizes.begin(), buffer.sizes.end(),
                       [&](const expr &size) { return parameters.to_aff(size).has_value(); });
}

/// { buffer[e] } at or before one of the elements, in the order of memory.
isl::set up_to(const isl::set &elements) {
    return elements.apply(poly::not_after(elements));
}

class readable_finder {
public:
    readable_finder(const function_state &function, const analysis &now)
        : function_(function), now_(now), certain_(function, now) {}

    void note(const isl::set &domain, program_statement &statement) {
        std::vector<iterator> iterators;
        for (const std::string &name : statement.iterators) {
            iterators.push_back({name, p_int32, {}, {}});
        }
        const affine_space space(function_, iterators);
        const isl::set executed =
            poly::renamed(domain.intersect_params(function_.context), statement.id);
        const auto look_at = [&](const expr &node, const evaluation &where) {
            if (node.get_op_type() == o_access && is_guarded(where)) {
                note(node, space, executed, statement);
            }
        };
        const evaluation inside = where_executed(space, statement.condition);
        for_each_evaluated(space, statement.value, inside, look_at);
        for_each_evaluated(space, statement.condition, everywhere(space), look_at);
        for (const expr &index : statement.index) {
            for_each_evaluated(space, index, inside, look_at);
        }
    }

private:
    const function_state &function_;
    const analysis &now_;
    certain_elements certain_;
    std::map<std::string, readable_memory> memory_; ///< by buffer

    static bool is_guarded(const evaluation &where) {
        return !where.is_certain || !poly::is_written_as_universe(where.points);
    }

    void note(const expr &element, const affine_space &space, const isl::set &executed,
              program_statement &statement) {
        std::vector<isl::pw_aff> indices; // { [i] -> [e] }
        for (const expr &index : element.get_operands()) {
            const auto aff = space.to_aff(index);
            if (!aff) {
                return;
            }
            indices.push_back(*aff);
        }
        const auto are_in = [&](const isl::set &memory) {
            return executed.is_subset(poly::instances_in(memory, executed, indices));
        };
        const readable_memory &memory = memory_of(element.get_name());
        if (are_in(memory.as_declared)) {
            statement.readable_as_declared.insert(element.node());
            if (are_in(memory.always)) {
                statement.always_readable.insert(element.node());
            }
        }
    }

    const readable_memory &memory_of(const std::string &name) {
        const auto [at, is_new] = memory_.try_emplace(name);
        if (is_new) {
            at->second = find_memory(*function_.find_buffer(name));
        }
        return at->second;
    }

    readable_memory find_memory(const buffer_state &buffer) const {
        const isl::set declared = elements_of(function_, buffer, false);
        const isl::set none = declared.subtract(declared);
        if (!has_affine_sizes(function_, buffer)) {
            return {none, none};
        }
        const std::vector<program_buffer> &arguments = now_.resolved.arguments;
        const bool is_argument =
            std::any_of(arguments.begin(), arguments.end(),
                        [&](const program_buffer &one) { return one.name == buffer.name; });
        return {is_argument ? declared.intersect(up_to(certainly_touched(buffer))) : declared,
                declared};
    }

    isl::set certainly_touched(const buffer_state &argument) const {
        const isl::set rows = elements_of(function_, argument, true);
        isl::set touched = rows.subtract(rows);
        for (const isl::set &elements : certain_.of(argument.name)) {
            touched = touched.unite(elements.intersect(rows));
        }
        return touched.coalesce();
    }
};

} // namespace

void note_readable_elements(const function_state &function, const analysis &now, program &code) {
    readable_finder finder(function, now);
    for (const poly::scheduled_statement &placed : now.statements) {
        finder.note(placed.domain, code.statements.at(placed.name));
    }
}

void trust_declared_sizes(program &resolved) {
    for (auto &[id, statement] : resolved.statements) {
        statement.always_readable = statement.readable_as_declared;
    }
}

} // namespace tiramisu::core
