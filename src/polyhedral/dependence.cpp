#include "polyhedral/dependence.h"

#include "polyhedral/isl_bridge.h"

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

std::pair<isl::map, isl::map> deciding_dimensions(const isl::map &a, const isl::map &b) {
    isl::map left = a, right = b;
    const isl::set left_times = a.range(), right_times = b.range();
    const int length = range_dims(a);
    int kept = 0;
    for (int dim = 0; dim < length; ++dim) {
        long left_value = 0, right_value = 0;
        const bool fixed =
            fixed_value(left_times, dim, left_value) && fixed_value(right_times, dim, right_value);
        if (fixed && left_value == right_value) {
            left = without_range_dims(left, kept, 1);
            right = without_range_dims(right, kept, 1);
            continue;
        }
        ++kept;
        if (fixed) {
            break;
        }
    }
    return {keep_range(left, 0, kept), keep_range(right, 0, kept)};
}

isl::map runs_before(const isl::map &source_time, const isl::map &sink_time) {
    const auto [source, sink] = deciding_dimensions(source_time, sink_time);
    return isl::manage(isl_map_lex_lt_map(source.copy(), sink.copy()));
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
