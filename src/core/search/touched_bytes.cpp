#include "core/search/touched_bytes.h"

#include <algorithm>
#include <map>

#include "core/commands/loop_extent.h"
#include "core/search/row_strides.h"
#include "core/search/vector_values.h"

namespace tiramisu::core {

namespace {

constexpr long page = 4096;

} // namespace

std::optional<long> touched_bytes(const analysis &now, const poly::scheduled_statement &statement,
                                  const std::vector<int> &loops) {
    std::map<int, long> extents;
    for (const int loop : loops) {
        const auto extent = largest_extent(statement.loops.divided(), statement.domain, loop);
        if (!extent) {
            return std::nullopt;
        }
        extents[loop] = *extent;
    }
    std::map<std::string, long> by_buffer;
    for (const poly::memory_access &access : now.accesses) {
        if (access.statement != statement.name) {
            continue;
        }
        const row_strides strides(access, statement);
        const long elements = strides.elements(extents);
        const bool has_rows = std::any_of(loops.begin(), loops.end(), [&](int loop) {
            return strides.along(loop) == stride::element;
        });
        long &bytes = by_buffer[access.buffer];
        bytes = std::max(
            bytes,
            elements * (has_rows || elements == 1 ? element_bytes(now, access.buffer) : page));
    }
    long all = 0;
    for (const auto &[buffer, bytes] : by_buffer) {
        all += bytes;
    }
    return all;
}

} // namespace tiramisu::core
