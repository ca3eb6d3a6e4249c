#include "core/loop_tags.h"

#include <algorithm>

#include "polyhedral/privatization.h"
#include "polyhedral/timestamp.h"

namespace tiramisu::core {

namespace {

std::vector<std::string> names_of(const poly::shared_loop &loop) {
    std::vector<std::string> names;
    for (const poly::scheduled_statement *statement : loop.statements) {
        names.push_back(statement->name);
    }
    return names;
}

bool contains(const std::vector<std::string> &names, const std::string &name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

const poly::shared_loop *find_loop(const std::vector<poly::shared_loop> &loops,
                                   const poly::loop_info &info) {
    for (const poly::shared_loop &loop : loops) {
        if (loop.level == info.level && contains(names_of(loop), info.statements.front())) {
            return &loop;
        }
    }
    return nullptr;
}

} // namespace

std::vector<std::string> private_temporaries(const analysis &now, const poly::shared_loop &loop) {
    std::vector<std::string> found;
    const std::vector<std::string> inside = names_of(loop);
    for (const program_buffer &buffer : now.resolved.temporaries) {
        const bool used = std::any_of(
            now.accesses.begin(), now.accesses.end(), [&](const poly::memory_access &access) {
                return access.buffer == buffer.name && contains(inside, access.statement);
            });
        if (used && poly::is_private(buffer.name, now.accesses, now.schedule, inside,
                                     poly::loop_dim(loop.level))) {
            found.push_back(buffer.name);
        }
    }
    return found;
}

std::vector<std::string> carried_reductions(const analysis &now, const poly::shared_loop &loop) {
    std::vector<std::string> found;
    const std::vector<std::string> inside = names_of(loop);
    for (const poly::dependence &dep : now.dependences) {
        if (dep.is_reduction && dep.source == dep.sink && contains(inside, dep.source) &&
            !contains(found, dep.source) &&
            !poly::carried_pairs(dep, now.schedule, poly::loop_dim(loop.level)).is_empty()) {
            found.push_back(dep.source);
        }
    }
    return found;
}

void annotate_loops(const analysis &now, poly::ast &loops) {
    const std::vector<poly::shared_loop> shared = poly::shared_loops(now.statements);
    for (auto &[key, info] : loops.loops) {
        const poly::shared_loop *loop = find_loop(shared, info);
        if (loop == nullptr) {
            continue;
        }
        info.kind = poly::kind_of(*loop);
        if (info.kind == poly::loop_kind::parallel) {
            info.private_buffers = private_temporaries(now, *loop);
        } else if (info.kind == poly::loop_kind::vectorized) {
            info.reductions = carried_reductions(now, *loop);
        }
    }
}

} // namespace tiramisu::core
