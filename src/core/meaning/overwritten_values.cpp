#include "core/meaning/overwritten_values.h"

#include <algorithm>
#include <map>

#include "polyhedral/isl_bridge.h"

namespace tiramisu::core {

namespace {

using poly::memory_access;

/// { S[i] -> [t, element] }, of the timestamp so many dimensions.
isl::map touched_at(const memory_access &access, const poly::timestamps &order, int dims) {
    return poly::side_by_side(poly::keep_range(order.at(access.statement), 0, dims),
                              access.relation);
}

/// { [t, element] } that are read after the write in the same iteration of the loops that both
/// share, by the number of dimensions that the timestamps of these have.
std::map<int, isl::set> read_at_once(const memory_access &write,
                                     const std::vector<memory_access> &reads,
                                     const poly::timestamps &order) {
    std::map<int, isl::set> found;
    for (const memory_access &read : reads) {
        const auto dims =
            poly::dimensions_before(order.at(write.statement), order.at(read.statement));
        if (dims) {
            const isl::set used = touched_at(read, order, *dims).range();
            const auto [at, is_new] = found.try_emplace(*dims, used);
            at->second = is_new ? used : at->second.unite(used);
        }
    }
    return found;
}

/// Whether each iteration of loops that the write shares with readers first sets elements, each
/// once, and then reads all of these. Nothing is lost then; has_unread() finds out as much, in far
/// more time.
bool are_read_at_once(const memory_access &write, const std::vector<memory_access> &reads,
                      const poly::timestamps &order) {
    const auto found = read_at_once(write, reads, order);
    return std::any_of(found.begin(), found.end(), [&](const auto &entry) {
        const auto &[dims, used] = entry;
        const isl::map set = touched_at(write, order, dims);
        return set.is_injective() && set.range().is_subset(used.coalesce());
    });
}

/// { element } of a buffer that any of these statements reads.
isl::set all_read(const memory_access &write, const std::vector<memory_access> &reads) {
    isl::set all = isl::set::empty(write.relation.range().space());
    for (const memory_access &read : reads) {
        all = all.unite(read.relation.range());
    }
    return all.coalesce();
}

/// Whether another W[j] overwrites the value of some W[i] with no read between.
bool has_unread(const memory_access &write, const std::vector<memory_access> &reads,
                const poly::timestamps &order) {
    const isl::map &when = order.at(write.statement);
    // { W[i] -> W[j] : sets the same element, later }
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
    return !overwritten.is_subset(read); // ends at the first pair, which a difference would not
}

} // namespace

bool sets_anew(const memory_access &write, const std::vector<memory_access> &accesses) {
    const auto reads_it = [&](const memory_access &access) {
        return !access.is_write() && access.statement == write.statement &&
               access.buffer == write.buffer;
    };
    return write.is_write() && write.exact && !write.relation.is_injective() &&
           std::none_of(accesses.begin(), accesses.end(), reads_it);
}

bool is_read_anywhere(const memory_access &write, const std::vector<memory_access> &accesses) {
    const std::vector<memory_access> reads = poly::reads_by_statement(write.buffer, accesses);
    return !write.relation.range().intersect(all_read(write, reads)).is_empty();
}

bool leaves_values_unread(const std::vector<memory_access> &accesses,
                          const poly::timestamps &order) {
    return std::any_of(accesses.begin(), accesses.end(), [&](const memory_access &access) {
        if (!sets_anew(access, accesses)) {
            return false;
        }
        const std::vector<memory_access> reads = poly::reads_by_statement(access.buffer, accesses);
        memory_access write = access;
        write.relation = access.relation.intersect_range(all_read(access, reads));
        return !are_read_at_once(write, reads, order) && has_unread(write, reads, order);
    });
}

} // namespace tiramisu::core
