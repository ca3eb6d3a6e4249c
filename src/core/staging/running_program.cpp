#include "core/staging/running_program.h"

#include <algorithm>

#include "core/commands/schedule_view.h"
#include "core/program/memory_accesses.h"
#include "core/program/resolve.h"
#include "core/program/run_time_bounds.h"
#include "core/staging/inlining.h"
#include "core/staging/staged_dependences.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/loop_transform.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

std::vector<expr> leading_iterators(const computation_state &definition, int count) {
    std::vector<expr> values;
    for (int i = 0; i < count; ++i) {
        const iterator &it = definition.iterators[static_cast<std::size_t>(i)];
        values.push_back(expr::variable(it.name, it.type));
    }
    return values;
}

// { S[l, i] -> [l] }
isl::map leading_dimensions(const computation_state &definition, int count) {
    return poly::keep_range(poly::identity_loops(executed_domain(definition)), 0, count);
}

running_program::running_program(const function_state &function, analysis now)
    : now_(std::move(now)) {
    const int copies = static_cast<int>(function.staged_computations.size());
    for (const poly::scheduled_statement &statement : now_.statements) {
        running_statement &made = running_[statement.name];
        made.definition = executed_copy(*function.find_definition(statement.name));
        for (int place : statement.position) {
            // Leaves room for the statements of stagings before and after each place.
            made.position.push_back(place * (2 * copies + 1) + copies);
        }
        order_.push_back(statement.name);
    }
    std::vector<std::size_t> ordinal;
    for (const poly::memory_access &access : now_.accesses) {
        std::vector<poly::memory_access> &own = running_.at(access.statement).accesses;
        ordinal.push_back(own.size());
        own.push_back(access);
    }
    for (poly::dependence &dep : now_.dependences) {
        dep.source_access = ordinal[dep.source_access];
        dep.sink_access = ordinal[dep.sink_access];
    }
}

void running_program::repeat_loops(const std::string &id, int around) {
    running_statement &statement = running_.at(id);
    computation_state &definition = *statement.definition;
    // { S[i] -> S[l, i] }
    const isl::map loops = outer_loops(definition, around).intersect_domain(definition.domain);
    const isl::map lifted =
        poly::renamed_range(poly::side_by_side(loops, poly::identity_loops(definition.domain)), id);

    std::vector<iterator> iterators;
    for (int level = 0; level < around; ++level) {
        const std::string &loop = definition.nest.loops[static_cast<std::size_t>(level)].name;
        iterators.push_back({"loop " + loop, p_int32, {}, {}});
    }
    iterators.insert(iterators.end(), definition.iterators.begin(), definition.iterators.end());
    definition.iterators = iterators;
    definition.domain = definition.domain.apply(lifted);
    for (run_time_bound &bound : definition.bounds) {
        bound.iterator += static_cast<std::size_t>(around);
    }
    definition.nest.map = lifted.reverse().apply_range(definition.nest.map.divided());
    for (poly::memory_access &access : statement.accesses) {
        access.relation = lifted.reverse().apply_range(access.relation);
        if (access.instances) {
            access.instances = lifted.reverse().apply_range(*access.instances);
        }
    }
    for (poly::dependence &dep : now_.dependences) {
        if (dep.source == id) {
            dep.pairs = lifted.reverse().apply_range(dep.pairs);
        }
        if (dep.sink == id) {
            dep.pairs = dep.pairs.apply_range(lifted);
        }
    }
    now_.repeated_loops[id] = around;
}

void running_program::add(const staging &what, const computation_state &statement, int shift) {
    running_statement &made = running_[statement.id];
    made.definition = executed_copy(statement);
    const std::vector<int> &place = running_.at(what.consumer->id).position;
    made.position.assign(place.begin(), place.begin() + what.around() + 1);
    made.position.back() += shift;
    made.position.resize(statement.nest.loops.size() + 1, 0);
    order_.push_back(statement.id);
    refresh_accesses(statement.id);
}

bool running_program::is_staged(const staging &what, const std::vector<std::string> &readers,
                                const access_place &place) const {
    if (std::find(readers.begin(), readers.end(), place.statement) == readers.end()) {
        return false;
    }
    const poly::memory_access &access = running_.at(place.statement).accesses[place.ordinal];
    return access.named == what.source->id &&
           (!access.is_write() || what.what == staging::kind::write);
}

void running_program::refresh_accesses(const std::string &id) {
    running_statement &statement = running_.at(id);
    program resolved;
    resolved.statements[id] = describe(*statement.definition);
    statement.accesses = memory_accesses({statement.definition.get()}, resolved);
}

void running_program::add_checks(const std::vector<program_check> &checks) {
    now_.resolved.checks.insert(now_.resolved.checks.end(), checks.begin(), checks.end());
}

void running_program::remove_if(const std::function<bool(const std::string &)> &is_unused) {
    const auto is_of_unused = [&](const poly::dependence &dep) {
        return is_unused(dep.source) || is_unused(dep.sink);
    };
    std::vector<poly::dependence> &all = now_.dependences;
    all.erase(std::remove_if(all.begin(), all.end(), is_of_unused), all.end());
    for (const std::string &id : order_) {
        if (is_unused(id)) {
            running_.erase(id);
        }
    }
    order_.erase(std::remove_if(order_.begin(), order_.end(), is_unused), order_.end());
}

analysis running_program::finished() && {
    now_.resolved.statements.clear();
    now_.statements.clear();
    now_.accesses.clear();
    std::map<std::string, std::size_t> first;
    std::vector<const computation_state *> definitions;
    for (const std::string &id : order_) {
        const running_statement &statement = running_.at(id);
        definitions.push_back(statement.definition.get());
        now_.resolved.statements[id] = describe(*statement.definition);
        now_.statements.push_back(scheduled(*statement.definition, statement.position));
        first[id] = now_.accesses.size();
        now_.accesses.insert(now_.accesses.end(), statement.accesses.begin(),
                             statement.accesses.end());
    }
    for (poly::dependence &dep : now_.dependences) {
        dep.source_access += first.at(dep.source);
        dep.sink_access += first.at(dep.sink);
    }
    share_equal_bounds(definitions, now_.statements);
    now_.schedule = timestamps_of(now_.statements);
    return std::move(now_);
}

} // namespace tiramisu::core
