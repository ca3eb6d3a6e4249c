#include "core/meaning/alternation.h"

#include <algorithm>
#include <map>

#include "core/meaning/overwritten_values.h"

namespace tiramisu::core {

namespace {

using poly::memory_access;
using poly::scheduled_statement;

/// Computations that read, other than by their own name, what others of the set write in a circle.
class memory_cycles {
public:
    memory_cycles(const function_state &function, const std::vector<memory_access> &accesses) {
        std::map<std::string, std::vector<user>> reads;
        for (const memory_access &access : accesses) {
            if (!access.is_write()) {
                reads[access.buffer].push_back(
                    {&access, function.find_definition(access.statement)});
            }
        }
        for (const memory_access &access : accesses) {
            if (access.is_write()) {
                const user write = {&access, function.find_definition(access.statement)};
                for (const user &read : reads[access.buffer]) {
                    note(write, read);
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
    struct user {
        const memory_access *access;
        const computation_state *definition;
    };

    void note(const user &write, const user &read) {
        const computation_state *writer = write.definition->base, *reader = read.definition->base;
        if (writer == reader || is_accumulation(write, read)) {
            return;
        }
        definitions &readers = readers_[writer];
        if (readers.count(reader) == 0 &&
            !write.access->relation.apply_range(read.access->relation.reverse()).is_empty()) {
            readers.insert(reader);
        }
    }

    /// The updates of one reduction do not wait for each other, and those of a computation that
    /// starts its own values go on with these.
    static bool is_accumulation(const user &write, const user &read) {
        const int reduction = read.access->reduction_class;
        return reduction != 0 && (reduction == write.access->reduction_class ||
                                  read.definition->base != read.definition);
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
    std::set<std::string> overwritten;
    for (const memory_access &access : accesses) {
        if (sets_anew(access, accesses)) {
            overwritten.insert(access.buffer);
        }
    }
    for (const memory_access &access : accesses) {
        if (overwritten.count(access.buffer) > 0 || read_unset.count(access.buffer) > 0) {
            found.insert(function.find_definition(access.statement)->base);
        }
    }
    return found;
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
