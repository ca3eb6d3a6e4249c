#include "core/meaning/loop_tags.h"

#include <algorithm>

#include "core/meaning/accumulators.h"
#include "polyhedral/loop_space.h"
#include "polyhedral/privatization.h"
#include "polyhedral/timestamp.h"
#include "polyhedral/work_limit.h"

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

bool all_inside(const poly::dependence &dep, const std::vector<std::string> &inside) {
    return contains(inside, dep.source) && contains(inside, dep.sink);
}

// Iterations that touch one element in an order that matters.
bool is_carried(const analysis &now, const std::string &buffer,
                const std::vector<std::string> &inside, poly::carrying_loop &carried) {
    return std::any_of(
        now.dependences.begin(), now.dependences.end(), [&](const poly::dependence &dep) {
            return dep.buffer == buffer && all_inside(dep, inside) && !carried(dep).is_empty();
        });
}

/// Whether the loop carries the dependence, as far as is found out in a bounded amount of work: to
/// take a sum for one of all lanes that is none makes code slower, and not wrong.
bool may_be_carried(poly::carrying_loop &carried, const poly::dependence &dep) {
    constexpr unsigned long most_operations = 100000; // up to a second, on large sets
    const poly::work_limit limit(dep.pairs.ctx(), most_operations);
    try {
        return !carried(dep).is_empty();
    } catch (const isl::exception &) {
        return true;
    }
}

/// How many lanes or copies whole ones have, as far as that is found out in a bounded amount of
/// work: what is left over of others runs one by one.
int bounded_whole_size(const poly::shared_loop &loop) {
    constexpr unsigned long most_operations = 100000;
    const poly::work_limit limit(loop.statements.front()->domain.ctx(), most_operations);
    try {
        return poly::whole_size(loop);
    } catch (const isl::exception &) {
        return 0;
    }
}

void annotate(const analysis &now, const poly::shared_loop &loop, const poly::ast &loops,
              const std::vector<poly::loop_info *> &generated) {
    const poly::loop_kind kind = poly::kind_of(loop);
    const std::vector<std::string> copies =
        poly::runs_on_threads(kind) ? private_temporaries(now, loop) : std::vector<std::string>();
    const std::vector<std::string> reductions = kind == poly::loop_kind::vectorized
                                                    ? carried_reductions(now, loop)
                                                    : std::vector<std::string>();
    const std::vector<std::string> kept =
        kind == poly::loop_kind::serial && !loops.registers_are_scheduled
            ? accumulators(now, loop)
            : std::vector<std::string>();
    const std::string tile =
        kind == poly::loop_kind::serial ? accumulated_tile(now, loop) : std::string();
    const int masked = kind == poly::loop_kind::vectorized ? poly::masked_lanes(loop) : 0;
    // Guarded loops may have more iterations than what runs in them.
    const bool has_size =
        loops.form != poly::loop_form::guarded &&
        ((kind == poly::loop_kind::vectorized && masked == 0) || kind == poly::loop_kind::unrolled);
    const int whole = has_size ? bounded_whole_size(loop) : 0;
    for (poly::loop_info *info : generated) {
        info->kind = kind;
        info->whole_size = whole;
        info->masked_lanes = masked;
        info->private_buffers = copies;
        info->reductions = reductions;
        info->accumulators = kept;
        info->accumulated_tile = tile;
    }
}

/// Whether the program names memory for the buffer of which every iteration of such a loop has its
/// own. That of windows is found by the loops around them.
bool has_named_owner(const analysis &now, const program_buffer &buffer, poly::loop_kind kind) {
    const bool is_window =
        std::any_of(now.windows.begin(), now.windows.end(),
                    [&](const poly::scoped_buffer &one) { return one.name == buffer.name; });
    const bool is_of_threads = buffer.space == memory::local;
    return !is_window && ((buffer.space == memory::shared && kind == poly::loop_kind::gpu_block) ||
                          (is_of_threads && poly::runs_on_gpu(kind)));
}

} // namespace

own_copies::own_copies(const analysis &now, const poly::shared_loop &loop)
    : now_(now), loop_(loop) {}

bool own_copies::has(const std::string &buffer) {
    const auto [at, is_new] = known_.try_emplace(buffer, false);
    if (is_new) {
        at->second = can_have(buffer);
    }
    return at->second;
}

bool own_copies::can_have(const std::string &buffer) const {
    const std::vector<program_buffer> &temporaries = now_.resolved.temporaries;
    return std::any_of(temporaries.begin(), temporaries.end(),
                       [&](const program_buffer &one) { return one.name == buffer; }) &&
           poly::is_private(buffer, now_.accesses, now_.schedule, names_of(loop_),
                            poly::loop_dim(loop_.level));
}

std::vector<std::string> private_temporaries(const analysis &now, const poly::shared_loop &loop) {
    std::vector<std::string> found;
    const std::vector<std::string> inside = names_of(loop);
    poly::carrying_loop carried(now.schedule, poly::loop_dim(loop.level));
    own_copies copies(now, loop);
    for (const program_buffer &buffer : now.resolved.temporaries) {
        if ((has_named_owner(now, buffer, poly::kind_of(loop)) ||
             is_carried(now, buffer.name, inside, carried)) &&
            copies.has(buffer.name)) {
            found.push_back(buffer.name);
        }
    }
    return found;
}

std::vector<std::string> carried_reductions(const analysis &now, const poly::shared_loop &loop) {
    std::vector<std::string> found;
    const std::vector<std::string> inside = names_of(loop);
    poly::carrying_loop carried(now.schedule, poly::loop_dim(loop.level));
    for (const poly::dependence &dep : now.dependences) {
        if (dep.is_reduction && dep.source == dep.sink && contains(inside, dep.source) &&
            !contains(found, dep.source) && may_be_carried(carried, dep)) {
            found.push_back(dep.source);
        }
    }
    return found;
}

void annotate_loops(const analysis &now, poly::ast &loops) {
    for (const poly::shared_loop &loop : poly::shared_loops(now.statements)) {
        const std::vector<std::string> inside = names_of(loop);
        std::vector<poly::loop_info *> generated;
        for (auto &[key, info] : loops.loops) {
            if (info.level == loop.level && contains(inside, info.statements.front())) {
                generated.push_back(&info);
            }
        }
        annotate(now, loop, loops, generated);
    }
}

} // namespace tiramisu::core
