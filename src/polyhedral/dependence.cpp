#include "polyhedral/dependence.h"

namespace tiramisu::poly {

namespace {

dependence_kind kind_of(const memory_access &source, const memory_access &sink) {
    if (source.is_write()) {
        return sink.is_write() ? dependence_kind::output : dependence_kind::flow;
    }
    return dependence_kind::anti;
}

bool conflict(const memory_access &source, const memory_access &sink) {
    return source.buffer == sink.buffer && (source.is_write() || sink.is_write());
}

} // namespace

const char *to_string(dependence_kind kind) {
    switch (kind) {
    case dependence_kind::flow: return "flow";
    case dependence_kind::anti: return "anti";
    case dependence_kind::output: return "output";
    }
    return "";
}

isl::map runs_before(const isl::map &source_time, const isl::map &sink_time) {
    return isl::manage(isl_map_lex_lt_map(source_time.copy(), sink_time.copy()));
}

std::vector<dependence> dependences(const std::vector<memory_access> &accesses,
                                    const timestamps &reference) {
    std::vector<dependence> found;
    std::map<std::pair<std::string, std::string>, isl::map> before;
    for (std::size_t a = 0; a < accesses.size(); ++a) {
        for (std::size_t b = 0; b < accesses.size(); ++b) {
            const memory_access &source = accesses[a], &sink = accesses[b];
            if (!conflict(source, sink)) {
                continue;
            }
            // { S[i] -> T[j] : both touch the same element }
            isl::map pairs = source.relation.apply_range(sink.relation.reverse());
            if (pairs.is_empty()) {
                continue;
            }
            isl::map &order = before[{source.statement, sink.statement}];
            if (order.is_null()) {
                order = runs_before(reference.at(source.statement), reference.at(sink.statement));
            }
            pairs = pairs.intersect(order);
            if (pairs.is_empty()) {
                continue;
            }
            dependence next;
            next.kind = kind_of(source, sink);
            next.buffer = source.buffer;
            next.source = source.statement;
            next.sink = sink.statement;
            next.pairs = pairs.coalesce();
            next.source_access = a;
            next.sink_access = b;
            next.is_reduction =
                source.reduction_class != 0 && source.reduction_class == sink.reduction_class;
            found.push_back(next);
        }
    }
    return found;
}

} // namespace tiramisu::poly
