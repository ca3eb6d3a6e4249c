#include "core/alternation.h"

#include <algorithm>
#include <map>

#include "polyhedral/isl_bridge.h"

namespace tiramisu::core {

namespace {

using poly::memory_access;
using poly::scheduled_statement;

/// Computations that read, other than by their own name, what others of the set write in a circle.
class memory_cycles {
public:
    memory_cycles(const function_state &function, const std::vector<memory_access> &accesses) {
        for (const memory_access &write : accesses) {
            for (const memory_access &read : accesses) {
                if (!write.is_write() || read.is_write() || write.buffer != read.buffer ||
                    is_accumulation(function, write, read)) {
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
    /// The updates of one reduction do not wait for each other, and those of a computation that
    /// starts its own values go on with these.
    static bool is_accumulation(const function_state &function, const memory_access &write,
                                const memory_access &read) {
        const computation_state &reader = *function.find_definition(read.statement);
        return read.reduction_class != 0 &&
               (read.reduction_class == write.reduction_class || reader.base != &reader);
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

/// Whether it sets an element in several instances, none of which reads what is there.
bool sets_anew(const memory_access &write, const std::vector<memory_access> &accesses) {
    const auto reads_it = [&](const memory_access &access) {
        return !access.is_write() && access.statement == write.statement &&
               access.buffer == write.buffer;
    };
    return write.is_write() && write.exact && !write.relation.is_injective() &&
           std::none_of(accesses.begin(), accesses.end(), reads_it);
}

/// Whether each iteration of the loops that both share first sets elements, each once, and then
/// reads all of these. Nothing is lost then; unread() finds out as much, in far more time.
bool is_read_at_once(const memory_access &write, const memory_access &read,
                     const poly::timestamps &order) {
    const auto [writing, reading] =
        poly::deciding_dimensions(order.at(write.statement), order.at(read.statement));
    const int shared = poly::range_dims(writing) - 1;
    long first = 0, second = 0;
    if (shared < 0 || !poly::fixed_value(writing.range(), shared, first) ||
        !poly::fixed_value(reading.range(), shared, second) || first >= second) {
        return false;
    }
    // { W[i] -> [t, element] } and { R[k] -> [t, element] }
    const isl::map set = poly::side_by_side(poly::keep_range(writing, 0, shared), write.relation);
    const isl::map used = poly::side_by_side(poly::keep_range(reading, 0, shared), read.relation);
    return set.is_injective() && set.range().is_subset(used.range());
}

/// { W[i] } whose value is overwritten by another W[j] with no read between.
isl::set unread(const memory_access &write, const std::vector<memory_access> &reads,
                const poly::timestamps &order) {
    const isl::map &when = order.at(write.statement);
    // { W[i] -> W[j] : same element, later }
    const isl::map overwritten = write.relation.apply_range(write.relation.reverse())
                                     .intersect(poly::runs_before(when, when));
    isl::map read = overwritten.subtract(overwritten);
    for (const memory_access &access : reads) {
        const isl::map &reading = order.at(access.statement);
        // { W[i] -> R[k] } and { R[k] -> W[j] }, in this order
        const isl::map same = write.relation.apply_range(access.relation.reverse());
        const isl::map later = same.intersect(poly::runs_before(when, reading));
        const isl::map earlier = same.reverse().intersect(poly::runs_before(reading, when));
        read = read.unite(later.apply_range(earlier));
    }
    return overwritten.subtract(read).domain();
}

/// Temporaries that, one computation after another, are read before anybody has written them.
std::set<std::string> buffers_read_unset(const function_state &function,
                                         const std::vector<memory_access> &accesses) {
    std::set<std::string> seen, found;
    for (const memory_access &access : accesses) {
        if (function.find_buffer(access.buffer)->role != a_temporary ||
            !seen.insert(access.buffer).second) {
            continue;
        }
        // A definition's write is listed before its reads.
        const auto belongs = [&](const memory_access &other) {
            return other.statement == access.statement && other.buffer == access.buffer;
        };
        const bool is_read =
            std::any_of(accesses.begin(), accesses.end(), [&](const memory_access &other) {
                return !other.is_write() && belongs(other);
            });
        const bool is_set_later =
            std::any_of(accesses.begin(), accesses.end(), [&](const memory_access &other) {
                return other.is_write() && other.buffer == access.buffer && !belongs(other);
            });
        if (is_read && is_set_later) {
            found.insert(access.buffer);
        }
    }
    return found;
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

definitions without_declared_meaning(const function_state &function,
                                     const std::vector<memory_access> &accesses) {
    definitions found = memory_cycles(function, accesses).members();
    const std::set<std::string> read_unset = buffers_read_unset(function, accesses);
    std::set<std::string> set_anew;
    for (const memory_access &access : accesses) {
        if (sets_anew(access, accesses)) {
            set_anew.insert(access.buffer);
        }
    }
    for (const memory_access &access : accesses) {
        if (set_anew.count(access.buffer) > 0 || read_unset.count(access.buffer) > 0) {
            found.insert(function.find_definition(access.statement)->base);
        }
    }
    return found;
}

bool leaves_values_unread(const std::vector<memory_access> &accesses,
                          const poly::timestamps &order) {
    return std::any_of(accesses.begin(), accesses.end(), [&](const memory_access &access) {
        if (!sets_anew(access, accesses)) {
            return false;
        }
        const auto reads = poly::reads_by_statement(access.buffer, accesses);
        const auto is_at_once = [&](const memory_access &read) {
            return is_read_at_once(access, read, order);
        };
        return std::none_of(reads.begin(), reads.end(), is_at_once) &&
               !unread(access, reads, order).is_empty();
    });
}

definitions joined_through_memory(const definitions &core, const definitions &apart,
                                  const function_state &function,
                                  const std::vector<memory_access> &accesses) {
    definitions joined = core;
    std::set<std::string> used, written;
    for (std::size_t before = 0; before != joined.size();) {
        before = joined.size();
        for (const memory_access &access : accesses) {
            const computation_state *user = function.find_definition(access.statement)->base;
            if (joined.count(user) > 0) {
                used.insert(access.buffer);
                if (access.is_write()) {
                    written.insert(access.buffer);
                }
            }
        }
        for (const memory_access &access : accesses) {
            const computation_state *user = function.find_definition(access.statement)->base;
            const bool conflicts = access.is_write() ? used.count(access.buffer) > 0
                                                     : written.count(access.buffer) > 0;
            if (conflicts && apart.count(user) == 0) {
                joined.insert(user);
            }
        }
    }
    return joined;
}

} // namespace tiramisu::core
