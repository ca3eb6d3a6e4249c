#include <algorithm>

#include "core/expr/expr_walk.h"
#include "core/program/buffer_text.h"
#include "core/program/run_time_bounds.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/run_time_bounds.h"

// Whether a schedule has the values of run-time bounds where its loops need them.

namespace tiramisu::core {

namespace {

using poly::scheduled_statement;

bool reads_buffer(const function_state &function, const expr &value, const buffer_state &buffer) {
    bool found = false;
    for_each_node(value, [&](const expr &node) {
        const computation_state *read =
            node.get_op_type() == o_access ? function.find_computation(node.get_name()) : nullptr;
        found = found || (read != nullptr && read->storage == &buffer);
    });
    return found;
}

std::string quoted(const std::string &name) {
    return "\"" + name + "\"";
}

/// The outermost loop, at or inside `level`, without which the dimension has no one value.
std::string missing_loop(const scheduled_statement &statement, const isl::map &loops, int level,
                         int dim) {
    int inside = level;
    while (inside + 1 < statement.depth() && !poly::is_determined(loops, inside + 1, dim)) {
        ++inside;
    }
    return statement.loop_names[static_cast<std::size_t>(inside)];
}

void require_determined(const computation_state &definition, const scheduled_statement &statement,
                        const poly::run_time_bound &bound) {
    const isl::map loops = statement.loops.divided().intersect_domain(statement.domain);
    for (int dim : bound.needs) {
        if (poly::is_determined(loops, bound.level, dim)) {
            continue;
        }
        const std::string outer = statement.loop_names[static_cast<std::size_t>(bound.level)];
        const std::string inner = missing_loop(statement, loops, bound.level, dim);
        const std::string problem = inner == outer
                                        ? "depends on an iterator that this loop mixes with others"
                                        : "is only known inside loop " + quoted(inner);
        throw unsupported_error(subject(definition), "",
                                "loop " + quoted(outer) + " needs the bound " + bound.text +
                                    ", but that " + problem + "; keep the loops that " +
                                    bound.text + " depends on outside of " + quoted(outer),
                                definition.where);
    }
}

void require_bounded_loops(const computation_state &definition,
                           const scheduled_statement &statement) {
    const auto level = poly::unbounded_loop(statement);
    if (!level) {
        return;
    }
    std::string bounds;
    for (const poly::run_time_bound &bound : statement.bounds) {
        bounds += (bounds.empty() ? "" : ", ") + bound.text;
    }
    throw unsupported_error(
        subject(definition), "",
        "loop " + quoted(statement.loop_names[static_cast<std::size_t>(*level)]) +
            " has no bounds where it stands: they follow from " + bounds +
            ", known only further inside; keep the loop that these bound outside of it",
        definition.where);
}

} // namespace

void require_known_bounds(const function_state &function,
                          const std::vector<scheduled_statement> &statements) {
    for (const scheduled_statement &statement : statements) {
        if (statement.bounds.empty()) {
            continue;
        }
        const computation_state &definition = *function.find_definition(statement.name);
        for (const poly::run_time_bound &bound : statement.bounds) {
            require_determined(definition, statement, bound);
        }
        require_bounded_loops(definition, statement);
    }
}

void require_lasting_bounds(const function_state &function,
                            const std::vector<scheduled_statement> &statements) {
    for (const scheduled_statement &statement : statements) {
        const computation_state &bounded = *function.find_definition(statement.name);
        for (std::size_t i = 0; i < statement.bounds.size(); ++i) {
            for (const scheduled_statement &other : statements) {
                const computation_state &writer = *function.find_definition(other.name);
                if (poly::shared_levels(statement, other) > statement.bounds[i].level &&
                    reads_buffer(function, bounded.bounds[i].value, *writer.base->storage)) {
                    throw user_error(
                        subject(bounded), "",
                        "loop " +
                            quoted(statement.loop_names[static_cast<std::size_t>(
                                statement.bounds[i].level)]) +
                            " has the bound " + statement.bounds[i].text + ", and " +
                            subject(writer) + " writes " + buffer_text(*writer.base->storage) +
                            " inside that loop; a loop's bounds have to keep their values while it "
                            "runs: store " +
                            quoted(writer.name) + " in another buffer or compute it before",
                        bounded.where);
                }
            }
        }
    }
}

} // namespace tiramisu::core
