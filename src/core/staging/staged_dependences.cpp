#include "core/staging/staged_dependences.h"

#include "core/expr/error_text.h"
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

void require_all(const isl::set &ends, const replacement &to, const poly::dependence &dep,
                 const staging &what) {
    const isl::set copied = to.instances.domain();
    if (!ends.is_subset(copied) && !ends.intersect(to.in_memory()).is_subset(copied)) {
        throw internal_error(error_text(
            subject(*what.consumer), what.call,
            "\"" + to.by.statement + "\" does not copy all that \"" + what.source->name +
                "\" is used for: what \"" + dep.sink + "\" does after \"" + dep.source +
                "\" in buffer \"" + dep.buffer +
                "\" would not be checked. This is a fault of Tiramisu's, and no code is made; "
                "without the command there is none",
            what.window->where));
    }
}

void move_source(poly::dependence &dep, const replacement &to, const staging &what) {
    require_all(dep.pairs.domain(), to, dep, what);
    dep.pairs = to.instances.reverse().apply_range(dep.pairs);
    dep.source = to.by.statement;
    dep.source_access = to.by.ordinal;
}

void move_sink(poly::dependence &dep, const replacement &to, const staging &what) {
    require_all(dep.pairs.range(), to, dep, what);
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

std::vector<poly::dependence> redirect(const std::vector<poly::dependence> &all,
                                       const redirection &redirected, const staging &what) {
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
            inside.pairs = poly::with_same_leading(dep.pairs, what.around());
            inside.buffer = what.window->storage->name;
            moved.pairs = dep.pairs.subtract(inside.pairs);
            add_if_any(result, std::move(inside));
        } else {
            // A copy replaces the whole value of an accumulator, so that it does not commute with
            // single updates of the reduction.
            moved.is_reduction = false;
        }
        if (source) {
            move_source(moved, *source, what);
        }
        if (sink) {
            move_sink(moved, *sink, what);
        }
        add_if_any(result, std::move(moved));
    }
    return result;
}

} // namespace tiramisu::core
