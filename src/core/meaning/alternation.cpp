#include "core/meaning/alternation.h"

#include <algorithm>

#include "core/meaning/overwritten_values.h"
#include "core/meaning/written_loops.h"

namespace tiramisu::core {

namespace {

using poly::memory_access;

/// Whether the read finds elements that its own statement has not set before.
bool finds_unset(const memory_access &read, const computation_state &statement,
                 const std::vector<memory_access> &accesses) {
    const auto write = std::find_if(accesses.begin(), accesses.end(), [&](const auto &other) {
        return other.is_write() && other.statement == read.statement && other.buffer == read.buffer;
    });
    if (write == accesses.end() || !write->exact) {
        return true;
    }
    const isl::map loops =
        loops_as_written(statement, executed_domain(statement), reversals::by_number);
    // { S[i] -> buffer[e] : an S[j] that runs before S[i] sets the element }
    const isl::map set = poly::runs_before(loops, loops).reverse().apply_range(write->relation);
    return !read.relation.is_subset(set);
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
        const auto belongs = [&](const memory_access &other) {
            return other.statement == access.statement && other.buffer == access.buffer;
        };
        const auto finds = [&](const memory_access &other) {
            return !other.is_write() && belongs(other) &&
                   finds_unset(other, *function.find_definition(other.statement), accesses);
        };
        const auto sets_later = [&](const memory_access &other) {
            return other.is_write() && other.buffer == access.buffer && !belongs(other);
        };
        if (std::any_of(accesses.begin(), accesses.end(), sets_later) &&
            std::any_of(accesses.begin(), accesses.end(), finds)) {
            found.insert(access.buffer);
        }
    }
    return found;
}

} // namespace

definitions with_buffers_used_too_early(const function_state &function,
                                        const std::vector<memory_access> &accesses) {
    definitions found;
    const std::set<std::string> read_unset = buffers_read_unset(function, accesses);
    std::set<std::string> overwritten;
    for (const memory_access &access : accesses) {
        if (sets_anew(access, accesses) && is_read_anywhere(access, accesses)) {
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
