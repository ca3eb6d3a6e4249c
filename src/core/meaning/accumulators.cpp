#include "core/meaning/accumulators.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "core/expr/expr_walk.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/legality.h"
#include "polyhedral/timestamp.h"

namespace tiramisu::core {

namespace {

using poly::memory_access;

/// How many reads of the statement's value are written as the element that it writes.
long reads_of_written_element(const program_statement &statement) {
    long count = 0;
    for_each_node(statement.value, [&](const expr &node) {
        const auto same = [](const expr &one, const expr &other) { return one.is_equal(other); };
        count += node.get_op_type() == o_access && node.get_name() == statement.buffer &&
                         std::equal(node.get_operands().begin(), node.get_operands().end(),
                                    statement.index.begin(), statement.index.end(), same)
                     ? 1
                     : 0;
    });
    return count;
}

/// What is told apart of what one iteration of the loop updates.
enum class parts { none, inner_iterations };

class accumulator_finder {
public:
    accumulator_finder(const analysis &now, const poly::shared_loop &loop, parts apart)
        : now_(now), level_(loop.level), apart_(apart) {
        for (const poly::scheduled_statement *statement : loop.statements) {
            inside_.push_back(statement->name);
            for (int around = 0; around < level_; ++around) {
                if (statement->kinds[static_cast<std::size_t>(around)] ==
                    poly::loop_kind::vectorized) {
                    lanes_.insert(around);
                }
            }
        }
    }

    bool finds(const std::string &id) const {
        const auto found = now_.resolved.statements.find(id);
        const memory_access *write = only_write_of(id);
        if (found == now_.resolved.statements.end() || write == nullptr ||
            found->second.condition.is_defined() || !found->second.bounds.empty()) {
            return false;
        }
        const isl::map element = by_iteration_around(*write);
        if (!is_one_in_each_part(*write)) {
            return false;
        }
        long reads = 0;
        for (const memory_access &access : now_.accesses) {
            if (&access == write || access.buffer != write->buffer ||
                !is_inside(access.statement)) {
                continue;
            }
            if (access.statement == id && access.relation.is_equal(write->relation)) {
                ++reads;
            } else if (!by_iteration_around(access).intersect(element).is_empty()) {
                return false;
            }
        }
        return reads > 0 && reads == reads_of_written_element(found->second) &&
               !is_shared_by_lanes(write->buffer);
    }

private:
    const analysis &now_;
    int level_;
    parts apart_;
    std::vector<std::string> inside_;
    std::set<int> lanes_; ///< loops around whose iterations run at once

    bool is_inside(const std::string &statement) const {
        return std::find(inside_.begin(), inside_.end(), statement) != inside_.end();
    }

    /// Whether lanes update one element, as those of a sum may: each would keep a value of its own,
    /// and the last one stored would be all that is left.
    bool is_shared_by_lanes(const std::string &buffer) const {
        return std::any_of(lanes_.begin(), lanes_.end(), [&](int lane) {
            poly::carrying_loop carried(now_.schedule, poly::loop_dim(lane));
            return std::any_of(now_.dependences.begin(), now_.dependences.end(),
                               [&](const poly::dependence &dep) {
                                   return dep.buffer == buffer && is_inside(dep.source) &&
                                          is_inside(dep.sink) && !carried(dep).is_empty();
                               });
        });
    }

    /// Null where it writes nothing, or not always.
    const memory_access *only_write_of(const std::string &id) const {
        const auto found =
            std::find_if(now_.accesses.begin(), now_.accesses.end(), [&](const auto &access) {
                return access.statement == id && access.is_write();
            });
        const bool is_known =
            found != now_.accesses.end() && found->exact && !found->is_conditional;
        return is_known ? &*found : nullptr;
    }

    bool is_one_in_each_part(const memory_access &write) const {
        if (apart_ == parts::none) {
            return by_iteration_around(write).is_single_valued();
        }
        const isl::map &times = now_.schedule.at(write.statement);
        const int here = poly::loop_dim(level_);
        std::vector<int> others(static_cast<std::size_t>(poly::range_dims(times)));
        std::iota(others.begin(), others.end(), 0);
        others.erase(others.begin() + here);
        const isl::map around = poly::keep_range(times, 0, here),
                       all_but_this = poly::select_range(times, others),
                       element = all_but_this.reverse().apply_range(write.relation);
        // { B[e] and the iterations around -> the iterations inside }
        const isl::map part =
            write.relation.range_product(around).reverse().apply_range(all_but_this);
        return element.is_single_valued() && part.is_single_valued();
    }

    /// { [s0, l0, s1, ...] -> B[e0, e1] } by the dimensions of the timestamp outside of the loop.
    isl::map by_iteration_around(const memory_access &access) const {
        return poly::keep_range(now_.schedule.at(access.statement), 0, poly::loop_dim(level_))
            .reverse()
            .apply_range(access.relation);
    }
};

} // namespace

std::vector<std::string> accumulators(const analysis &now, const poly::shared_loop &loop) {
    std::vector<std::string> found;
    const bool is_innermost =
        std::all_of(loop.statements.begin(), loop.statements.end(),
                    [&](const auto *statement) { return statement->depth() == loop.level + 1; });
    if (!is_innermost) {
        return found;
    }
    const accumulator_finder finder(now, loop, parts::none);
    for (const poly::scheduled_statement *statement : loop.statements) {
        if (finder.finds(statement->name)) {
            found.push_back(statement->name);
        }
    }
    return found;
}

namespace {

/// Whether the loop becomes lanes or copies of its body; one iteration is a copy.
bool is_copied(const poly::scheduled_statement &statement, int level) {
    const poly::loop_kind kind = statement.kinds[static_cast<std::size_t>(level)];
    long only = 0;
    return kind == poly::loop_kind::vectorized || kind == poly::loop_kind::unrolled ||
           (kind == poly::loop_kind::serial &&
            poly::fixed_value(poly::keep_range(statement.loops_inside(level), level, 1).range(), 0,
                              only));
}

bool is_vector_or_on_gpu(poly::loop_kind kind) {
    return kind == poly::loop_kind::vectorized || poly::runs_on_gpu(kind);
}

/// Whether all sizes of what it writes are known.
bool has_known_sizes(const program &resolved, const std::string &statement) {
    const auto found = resolved.statements.find(statement);
    const std::string written = found == resolved.statements.end() ? "" : found->second.buffer;
    const auto are_known = [&](const std::vector<program_buffer> &buffers) {
        return std::any_of(buffers.begin(), buffers.end(), [&](const program_buffer &one) {
            return one.name == written &&
                   std::all_of(one.sizes.begin(), one.sizes.end(),
                               [](const expr &size) { return size.is_constant(); });
        });
    };
    return are_known(resolved.arguments) || are_known(resolved.temporaries);
}

} // namespace

std::string accumulated_tile(const analysis &now, const poly::shared_loop &loop) {
    const poly::scheduled_statement &only = *loop.statements.front();
    if (loop.statements.size() != 1 || only.depth() <= loop.level + 1 ||
        has_known_sizes(now.resolved, only.name) ||
        std::any_of(only.kinds.begin(), only.kinds.begin() + loop.level, is_vector_or_on_gpu)) {
        return "";
    }
    for (int level = loop.level + 1; level < only.depth(); ++level) {
        if (!is_copied(only, level)) {
            return "";
        }
    }
    const accumulator_finder finder(now, loop, parts::inner_iterations);
    return finder.finds(only.name) ? only.name : "";
}

} // namespace tiramisu::core
