#include "core/staging/inline_checks.h"

#include <set>

#include "core/expr/expr_walk.h"
#include "core/program/buffer_text.h"
#include "core/program/guards.h"
#include "core/program/memory_accesses.h"
#include "core/program/staging.h"
#include "core/staging/undefined_read.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

class inline_check {
public:
    inline_check(const computation_state &computation, const command &what)
        : computation_(computation), function_(*computation.owner), what_(what) {}

    [[noreturn]] void refuse(const std::string &problem) const {
        throw user_error(subject(computation_), call_text(what_), problem, what_.where);
    }

    void require_expression() const {
        if (function_.is_staged(computation_)) {
            refuse("fills or empties a window");
        }
        if (!computation_.base->updates.empty()) {
            refuse("has updates, so that its values are not one expression; give compute_at "
                   "instead");
        }
        if (computation_.is_input()) {
            refuse("has no expression; it is read where it lies");
        }
        if (computation_.predicate.is_defined()) {
            refuse("has a condition that is only known when it runs, without which it has no "
                   "value");
        }
        if (is_read_by(computation_)) {
            refuse("reads its own values, so that no expression ends");
        }
        const buffer_state *storage = computation_.storage;
        if (storage != nullptr && storage->role != a_temporary) {
            refuse("is stored in " + buffer_text(*storage) +
                   ", an argument of the function; it has to be written");
        }
    }

    void require_readers() const {
        for (const auto &reader : function_.computations) {
            for (const expr &index : reader->target) {
                if (reads_element(index, computation_.name)) {
                    refuse("\"" + reader->id + "\" reads it to find the element that it writes");
                }
            }
            for (const run_time_bound &bound : reader->bounds) {
                if (reads_element(bound.value, computation_.name)) {
                    refuse("the bounds of \"" + reader->id + "\" are read from it");
                }
            }
            require_defined_reads(*reader);
        }
    }

    void require_no_order() const {
        for (const poly::order_edge &edge : function_.order.edges) {
            if (edge.earlier == computation_.id || edge.later == computation_.id) {
                const bool is_later = edge.later == computation_.id;
                refuse(std::string("is ordered ") + (is_later ? "after" : "before") + " \"" +
                       (is_later ? edge.earlier : edge.later) +
                       "\"; what is computed inline has no place of its own");
            }
        }
    }

    void require_no_windows() const {
        for (const auto &staged : function_.stagings) {
            bool is_part = staged->source == &computation_ || staged->consumer == &computation_ ||
                           is_read_by(*staged->consumer);
            for (const staging::computed_part &part : staged->computed) {
                is_part = is_part || is_read_by(*part.original);
            }
            if (is_part) {
                refuse("what it reads or its readers are part of a window of \"" +
                       staged->consumer->id +
                       "\"; give compute_inline before cache_read, cache_write and compute_at");
            }
        }
    }

private:
    /// Directly or through others that are computed inline.
    bool is_read_by(const computation_state &reader) const {
        std::set<const computation_state *> seen;
        return is_read_by(reader, seen);
    }

    bool is_read_by(const computation_state &reader,
                    std::set<const computation_state *> &seen) const {
        bool found = false;
        const auto look = [&](const expr &node) {
            const computation_state *read = node.get_op_type() == o_access
                                                ? function_.find_computation(node.get_name())
                                                : nullptr;
            const bool is_evaluated =
                read != nullptr && read->is_inlined && seen.insert(read).second;
            found = found || read == &computation_ || (is_evaluated && is_read_by(*read, seen));
        };
        for_each_node(reader.value, look);
        for_each_node(reader.predicate, look);
        return found;
    }

    void require_defined_reads(const computation_state &reader) const {
        const auto require_read = [&](const expr &node, const evaluation &where) {
            if (node.get_op_type() == o_access && node.get_name() == computation_.name) {
                require_defined(reader, node, where);
            }
        };
        const affine_space space(function_, reader.iterators);
        for_each_evaluated(space, reader.value, where_executed(space, reader.predicate),
                           require_read);
        for_each_evaluated(space, reader.predicate, everywhere(space), require_read);
    }

    /// Whether the domain, as older programs write it, is "{h[i, j]}".
    bool has_every_index() const {
        return computation_.bounds.empty() && poly::is_written_as_universe(computation_.domain);
    }

    /// Outside of the domain there is memory, but no value of the expression.
    void require_defined(const computation_state &reader, const expr &read,
                         const evaluation &where) const {
        if (has_every_index()) {
            return;
        }
        bool exact = true;
        const isl::map instances =
            access_relation(reader, computation_.id, read.get_operands(), exact);
        if (!exact) {
            refuse("\"" + reader.id + "\" reads " + read.to_str() +
                   ": the index is not affine, so that it may lie outside of the domain");
        }
        const isl::set outside = instances.intersect_domain(poly::renamed(where.points, reader.id))
                                     .range()
                                     .subtract(executed_domain(computation_));
        if (!outside.is_empty()) {
            refuse(undefined_read_text(reader.id, computation_, outside));
        }
    }

    const computation_state &computation_;
    const function_state &function_;
    const command &what_;
};

} // namespace

void require_inlinable(const computation_state &computation, const command &what) {
    const inline_check check(computation, what);
    check.require_expression();
    check.require_readers();
}

void require_not_placed(const computation_state &computation, const command &what) {
    const inline_check check(computation, what);
    if (computation.is_inlined) {
        check.refuse("is computed inline already");
    }
    check.require_no_order();
    check.require_no_windows();
}

void require_unstored(const computation_state &computation, const analysis &now) {
    const command given = {computation.id, "compute_inline", {}, computation.where};
    require_inlinable(computation, given);
    const inline_check check(computation, given);
    const std::string &buffer = computation.storage->name;
    for (const program_buffer &argument : now.resolved.arguments) {
        if (argument.name == buffer) {
            check.refuse("is stored in " + buffer_text(*computation.storage) +
                         ", an argument of the function; it has to be written");
        }
    }
    for (const poly::memory_access &access : now.accesses) {
        const bool is_own = access.statement == computation.id && access.is_write();
        if (access.buffer == buffer && !is_own && access.named != computation.id) {
            check.refuse("\"" + access.statement + "\" uses " + buffer_text(*computation.storage) +
                         " under another name, \"" + access.named + "\"");
        }
    }
}

} // namespace tiramisu::core
