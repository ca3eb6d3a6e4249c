#include "core/staging/staged_dependences.h"

#include "polyhedral/isl_bridge.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

access_place source_of(const poly::dependence &dep) {
    return {dep.source, dep.source_access};
}

access_place sink_of(const poly::dependence &dep) {
    return {dep.sink, dep.sink_access};
}

void move_source(poly::dependence &dep, const replacement &to) {
    dep.pairs = to.instances.reverse().apply_range(dep.pairs);
    dep.source = to.by.statement;
    dep.source_access = to.by.ordinal;
}

void move_sink(poly::dependence &dep, const replacement &to) {
    dep.pairs = dep.pairs.apply_range(to.instances);
    dep.sink = to.by.statement;
    dep.sink_access = to.by.ordinal;
}

void add_if_any(std::vector<poly::dependence> &all, poly::dependence dep) {
    if (!dep.pairs.is_empty()) {
        dep.pairs = dep.pairs.coalesce();
        all.push_back(std::move(dep));
    }
}

} // namespace

isl::map within_iteration(const isl::map &pairs, int around) {
    isl::map same = pairs;
    for (int dim = 0; dim < around; ++dim) {
        same = poly::equated(same, dim, dim);
    }
    return same;
}

std::vector<poly::dependence> redirect(const std::vector<poly::dependence> &all,
                                       const redirection &redirected, int around,
                                       const std::string &window) {
    std::vector<poly::dependence> result;
    for (const poly::dependence &dep : all) {
        const auto source = redirected(source_of(dep)), sink = redirected(sink_of(dep));
        if (!source && !sink) {
            result.push_back(dep);
            continue;
        }
        poly::dependence moved = dep;
        if (source && sink) {
            poly::dependence inside = dep;
            inside.pairs = within_iteration(dep.pairs, around);
            inside.buffer = window;
            moved.pairs = dep.pairs.subtract(inside.pairs);
            add_if_any(result, std::move(inside));
        } else {
            // A copy replaces the whole value of an accumulator, so that it does not commute with
            // single updates of the reduction.
            moved.is_reduction = false;
        }
        if (source) {
            move_source(moved, *source);
        }
        if (sink) {
            move_sink(moved, *sink);
        }
        add_if_any(result, std::move(moved));
    }
    return result;
}

} // namespace tiramisu::core
