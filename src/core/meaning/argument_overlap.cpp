#include "core/meaning/argument_overlap.h"

#include <algorithm>
#include <vector>

#include "polyhedral/access.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

using poly::memory_access;

/// Of statements that read with some that write. Programs of more are not looked into.
constexpr std::size_t most_pairs = 100;

class overlap_finder {
public:
    explicit overlap_finder(const analysis &now) : now_(now) {}

    std::vector<program_overlap> all() const {
        std::vector<program_overlap> found;
        const std::vector<program_buffer> &arguments = now_.resolved.arguments;
        for (auto one = arguments.begin(); one != arguments.end(); ++one) {
            for (auto next = one + 1; next != arguments.end(); ++next) {
                if (touches(*one, true) && touches(*next)) {
                    found.push_back({one->name, next->name, may_coincide(*one, *next)});
                } else if (touches(*next, true) && touches(*one)) {
                    found.push_back({next->name, one->name, may_coincide(*next, *one)});
                }
            }
        }
        return found;
    }

private:
    const analysis &now_;

    bool touches(const program_buffer &argument, bool by_writing = false) const {
        return std::any_of(
            now_.accesses.begin(), now_.accesses.end(), [&](const memory_access &access) {
                return access.buffer == argument.name && (access.is_write() || !by_writing);
            });
    }

    static bool is_alike(const program_buffer &one, const program_buffer &other) {
        return one.type == other.type &&
               std::equal(one.sizes.begin(), one.sizes.end(), other.sizes.begin(),
                          other.sizes.end(),
                          [](const expr &a, const expr &b) { return a.is_equal(b); });
    }

    bool may_coincide(const program_buffer &written, const program_buffer &read) const {
        if (!is_alike(written, read) || touches(read, true)) {
            return false;
        }
        const std::vector<memory_access> reads = poly::reads_by_statement(read.name, now_.accesses);
        std::vector<const memory_access *> writes;
        for (const memory_access &access : now_.accesses) {
            if (access.is_write() && access.buffer == written.name) {
                writes.push_back(&access);
            }
        }
        return reads.size() * writes.size() <= most_pairs &&
               std::all_of(writes.begin(), writes.end(), [&](const memory_access *write) {
                   return std::all_of(reads.begin(), reads.end(), [&](const memory_access &one) {
                       return is_read_where_written(one, *write);
                   });
               });
    }

    /// Whether no other instance reads an element than the one that writes it.
    static bool is_read_where_written(const memory_access &read, const memory_access &write) {
        // { T[i] -> read[e] }
        const isl::map writes = poly::renamed_range(write.relation, read.buffer);
        if (read.statement != write.statement) {
            return read.relation.range().is_disjoint(writes.range());
        }
        // { S[i] -> S[j] : S[i] reads what S[j] writes }
        const isl::map pairs = read.relation.apply_range(writes.reverse());
        return pairs.is_subset(poly::identity_within(pairs));
    }
};

} // namespace

void note_argument_overlaps(const analysis &now, program &code) {
    code.overlaps = overlap_finder(now).all();
}

} // namespace tiramisu::core
