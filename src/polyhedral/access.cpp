#include "polyhedral/access.h"

#include <algorithm>

namespace tiramisu::poly {

std::vector<memory_access> reads_by_statement(const std::string &buffer,
                                              const std::vector<memory_access> &accesses) {
    std::vector<memory_access> reads;
    for (const memory_access &access : accesses) {
        if (access.is_write() || access.buffer != buffer) {
            continue;
        }
        const auto same = std::find_if(reads.begin(), reads.end(), [&](const memory_access &read) {
            return read.statement == access.statement;
        });
        if (same == reads.end()) {
            reads.push_back(access);
        } else {
            same->relation = same->relation.unite(access.relation);
        }
    }
    for (memory_access &read : reads) {
        read.relation = read.relation.coalesce();
    }
    return reads;
}

} // namespace tiramisu::poly
