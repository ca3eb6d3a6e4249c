#include "core/alternation.h"

#include <algorithm>
#include <map>

#include "polyhedral/isl_bridge.h"
#include "polyhedral/run_time_bounds.h"

namespace tiramisu::core {

namespace {

using poly::memory_access;
using poly::scheduled_statement;

/// Number of leading iterators whose values the outermost `levels` loops determine.
int determined_iterators(const scheduled_statement &statement, int levels) {
    const isl::map loops = statement.loops.intersect_domain(statement.domain);
    int determined = 0;
    while (determined < poly::domain_dims(loops) &&
           poly::is_determined(loops, levels, determined)) {
        ++determined;
    }
    return determined;
}

/// Computations that read, other than by their own name, what others of the set write in a circle.
class memory_cycles {
public:
    memory_cycles(const function_state &function, const std::vector<memory_access> &accesses) {
        for (const memory_access &write : accesses) {
            for (const memory_access &read : accesses) {
                if (!write.is_write() || read.is_write() || write.buffer != read.buffer ||
                    is_accumulation(write, read)) {
                    continue;
                }
                const auto *writer = function.find_definition(write.statement)->base;
                const auto *reader = function.find_definition(read.statement)->base;
                if (writer != reader &&
                    !write.relation.apply_range(read.relation.reverse()).is_empty()) {
                    readers_[writer].insert(reader);
                }
            }
        }
    }

    definitions members() const {
        definitions found;
        for (const auto &[writer, readers] : readers_) {
            definitions seen;
            if (reaches(writer, writer, seen)) {
                found.insert(writer);
            }
        }
        return found;
    }

private:
    /// The updates of one reduction do not wait for each other.
    static bool is_accumulation(const memory_access &write, const memory_access &read) {
        return read.reduction_class != 0 && read.reduction_class == write.reduction_class;
    }

    bool reaches(const computation_state *from, const computation_state *goal,
                 definitions &seen) const {
        const auto next = readers_.find(from);
        if (next == readers_.end()) {
            return false;
        }
        return std::any_of(next->second.begin(), next->second.end(),
                           [&](const computation_state *reader) {
                               return reader == goal ||
                                      (seen.insert(reader).second && reaches(reader, goal, seen));
                           });
    }

    std::map<const computation_state *, definitions> readers_;
};

/// Buffers with an element that several instances of one computation set, none of which reads what
/// is there.
std::set<std::string> buffers_set_anew(const std::vector<memory_access> &accesses) {
    std::set<std::string> found;
    for (const memory_access &write : accesses) {
        const auto reads_it = [&](const memory_access &access) {
            return !access.is_write() && access.statement == write.statement &&
                   access.buffer == write.buffer;
        };
        if (write.is_write() && write.exact && !write.relation.is_injective() &&
            std::none_of(accesses.begin(), accesses.end(), reads_it)) {
            found.insert(write.buffer);
        }
    }
    return found;
}

bool shares_loop_of(const scheduled_statement &statement, const scheduled_statement &member) {
    return &statement != &member && shared_iterators(statement, member) > 0;
}

} // namespace

int shared_levels(const scheduled_statement &a, const scheduled_statement &b) {
    std::size_t shared = 0;
    const std::size_t limit = std::min(a.position.size(), b.position.size());
    while (shared < limit && a.position[shared] == b.position[shared]) {
        ++shared;
    }
    return static_cast<int>(shared);
}

int shared_iterators(const scheduled_statement &a, const scheduled_statement &b) {
    const int levels = shared_levels(a, b);
    return levels == 0 ? 0
                       : std::min(determined_iterators(a, levels), determined_iterators(b, levels));
}

definitions without_declared_meaning(const function_state &function,
                                     const std::vector<memory_access> &accesses) {
    definitions found = memory_cycles(function, accesses).members();
    const std::set<std::string> set_anew = buffers_set_anew(accesses);
    for (const memory_access &access : accesses) {
        if (set_anew.count(access.buffer) > 0) {
            found.insert(function.find_definition(access.statement)->base);
        }
    }
    return found;
}

void add_what_runs_among(definitions &alternating, const function_state &function,
                         const std::vector<memory_access> &accesses,
                         const std::vector<scheduled_statement> &schedule) {
    const auto base_of = [&](const std::string &id) { return function.find_definition(id)->base; };
    const auto meet = [&](const computation_state *one, const computation_state *member) {
        return std::any_of(accesses.begin(), accesses.end(), [&](const memory_access &first) {
            return base_of(first.statement) == one &&
                   std::any_of(accesses.begin(), accesses.end(), [&](const memory_access &second) {
                       return base_of(second.statement) == member &&
                              first.buffer == second.buffer &&
                              (first.is_write() || second.is_write());
                   });
        });
    };
    const auto is_shared_by_two = [&](const scheduled_statement &member) {
        return std::any_of(schedule.begin(), schedule.end(), [&](const auto &other) {
            return alternating.count(base_of(other.name)) > 0 &&
                   base_of(other.name) != base_of(member.name) && shares_loop_of(other, member);
        });
    };
    for (bool grows = !alternating.empty(); grows;) {
        grows = false;
        for (const scheduled_statement &statement : schedule) {
            const computation_state *base = base_of(statement.name);
            const auto joins = [&](const scheduled_statement &member) {
                const computation_state *known = base_of(member.name);
                return alternating.count(known) > 0 && shares_loop_of(statement, member) &&
                       is_shared_by_two(member) && meet(base, known);
            };
            if (alternating.count(base) == 0 &&
                std::any_of(schedule.begin(), schedule.end(), joins)) {
                alternating.insert(base);
                grows = true;
            }
        }
    }
}

} // namespace tiramisu::core
