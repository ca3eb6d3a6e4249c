#include "polyhedral/dependence.h"

#include <algorithm>

#include "polyhedral/isl_bridge.h"

namespace tiramisu::poly {

namespace {

dependence_kind kind_of(const memory_access &source, const memory_access &sink) {
    if (source.is_write()) {
        return sink.is_write() ? dependence_kind::output : dependence_kind::flow;
    }
    return dependence_kind::anti;
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

namespace {

/// What one dimension is in both timestamps: constants, if `fixed`.
struct constants {
    bool fixed = false;
    long first = 0, second = 0;
};

/// For each of the leading dimensions, ending with the first in which the constants differ.
std::vector<constants> leading_constants(const isl::map &a, const isl::map &b) {
    std::vector<constants> found;
    for (bool decided = false; !decided && static_cast<int>(found.size()) < range_dims(a);) {
        constants next;
        const int dim = static_cast<int>(found.size());
        next.fixed = fixed_value(a, dim, next.first) && fixed_value(b, dim, next.second);
        decided = next.fixed && next.first != next.second;
        found.push_back(next);
    }
    return found;
}

} // namespace

std::pair<isl::map, isl::map> deciding_dimensions(const isl::map &a, const isl::map &b) {
    const std::vector<constants> leading = leading_constants(a, b);
    std::vector<int> kept;
    for (std::size_t dim = 0; dim < leading.size(); ++dim) {
        if (!leading[dim].fixed || leading[dim].first != leading[dim].second) {
            kept.push_back(static_cast<int>(dim));
        }
    }
    return {select_range(a, kept), select_range(b, kept)};
}

std::optional<int> dimensions_before(const isl::map &a, const isl::map &b) {
    const std::vector<constants> leading = leading_constants(a, b);
    if (leading.empty() || !leading.back().fixed || leading.back().first >= leading.back().second) {
        return std::nullopt;
    }
    return static_cast<int>(leading.size()) - 1;
}

isl::map runs_before(const isl::map &source_time, const isl::map &sink_time) {
    const auto [source, sink] = deciding_dimensions(source_time, sink_time);
    return isl::manage(isl_map_lex_lt_map(source.copy(), sink.copy()));
}

const isl::map &precedence::operator()(const std::string &source, const std::string &sink) {
    const auto [at, is_new] = known_.try_emplace({source, sink});
    if (is_new) {
        at->second = runs_before(times_.at(source), times_.at(sink));
    }
    return at->second;
}

// The constants of a statement's timestamps, up to the first dimension that is no constant.
const std::vector<long> &precedence::leading_constants(const std::string &statement) {
    const auto [at, is_new] = constants_.try_emplace(statement);
    if (is_new) {
        const isl::map &time = times_.at(statement);
        long value = 0;
        for (int dim = 0; dim < range_dims(time) && fixed_value(time, dim, value); ++dim) {
            at->second.push_back(value);
        }
    }
    return at->second;
}

constant_order precedence::by_constants(const std::string &source, const std::string &sink) {
    const std::vector<long> &first = leading_constants(source), &second = leading_constants(sink);
    const std::size_t both = std::min(first.size(), second.size());
    for (std::size_t dim = 0; dim < both; ++dim) {
        if (first[dim] != second[dim]) {
            return first[dim] < second[dim] ? constant_order::source_first
                                            : constant_order::sink_first;
        }
    }
    return constant_order::undecided;
}

namespace {

/// Accesses to a buffer by their number, in order.
struct accesses_of_buffer {
    std::vector<std::size_t> all, writes;
};

std::map<std::string, accesses_of_buffer> by_buffer(const std::vector<memory_access> &accesses) {
    std::map<std::string, accesses_of_buffer> found;
    for (std::size_t i = 0; i < accesses.size(); ++i) {
        accesses_of_buffer &of_buffer = found[accesses[i].buffer];
        of_buffer.all.push_back(i);
        if (accesses[i].is_write()) {
            of_buffer.writes.push_back(i);
        }
    }
    return found;
}

/// For each access the first one that touches the same elements in the same instances: values are
/// often read several times in one expression. Of buffers that nobody writes nobody asks.
std::vector<std::size_t> first_alike(const std::vector<memory_access> &accesses) {
    std::vector<std::size_t> alike(accesses.size());
    for (const auto &[buffer, of_buffer] : by_buffer(accesses)) {
        const std::vector<std::size_t> &all = of_buffer.all;
        for (auto at = all.begin(); at != all.end() && !of_buffer.writes.empty(); ++at) {
            alike[*at] = *std::find_if(all.begin(), at, [&](std::size_t other) {
                return accesses[other].statement == accesses[*at].statement &&
                       is_same_text(accesses[other].relation, accesses[*at].relation);
            });
        }
    }
    return alike;
}

/// The pairs of instances of two accesses that touch the same element, the first one earlier.
class pairs_in_order {
public:
    pairs_in_order(const std::vector<memory_access> &accesses, const timestamps &reference)
        : accesses_(accesses), reference_(reference), before_(reference),
          alike_(first_alike(accesses)) {}

    /// { S[i] -> T[j] }; nothing if there are none.
    std::optional<isl::map> operator()(std::size_t source, std::size_t sink) {
        const constant_order order =
            before_.by_constants(accesses_[source].statement, accesses_[sink].statement);
        if (order == constant_order::sink_first) {
            return std::nullopt;
        }
        const auto [at, is_new] = known_.try_emplace({alike_[source], alike_[sink]});
        if (is_new) {
            at->second = order == constant_order::source_first
                             ? of_all_instances(alike_[source], alike_[sink])
                             : of_ordered_instances(accesses_[source], accesses_[sink]);
        }
        return at->second;
    }

private:
    std::optional<isl::map> of_ordered_instances(const memory_access &source,
                                                 const memory_access &sink) {
        const isl::map same = source.relation.apply_range(sink.relation.reverse());
        if (same.is_empty()) {
            return std::nullopt;
        }
        const isl::map ordered =
            same.intersect(before_(source.statement, sink.statement)).coalesce();
        return ordered.is_empty() ? std::nullopt : std::optional<isl::map>(ordered);
    }

    std::optional<isl::map> of_all_instances(std::size_t source, std::size_t sink) {
        const isl::map same = executed(source).apply_range(executed(sink).reverse());
        return same.is_empty() ? std::nullopt : std::optional<isl::map>(same.coalesce());
    }

    /// The access, of those instances that are executed.
    const isl::map &executed(std::size_t access) {
        const auto [at, is_new] = executed_.try_emplace(access);
        if (is_new) {
            const isl::map &relation = accesses_[access].relation;
            const isl::set instances = reference_.at(accesses_[access].statement).domain();
            at->second = relation.domain().is_subset(instances)
                             ? relation
                             : relation.intersect_domain(instances);
        }
        return at->second;
    }

    const std::vector<memory_access> &accesses_;
    const timestamps &reference_;
    precedence before_;
    const std::vector<std::size_t> alike_;
    std::map<std::pair<std::size_t, std::size_t>, std::optional<isl::map>> known_;
    std::map<std::size_t, isl::map> executed_;
};

} // namespace

std::vector<dependence> dependences(const std::vector<memory_access> &accesses,
                                    const timestamps &reference) {
    std::vector<dependence> found;
    pairs_in_order pairs(accesses, reference);
    const auto of_buffers = by_buffer(accesses);
    for (std::size_t a = 0; a < accesses.size(); ++a) {
        const memory_access &source = accesses[a];
        const accesses_of_buffer &others = of_buffers.at(source.buffer);
        for (const std::size_t b : source.is_write() ? others.all : others.writes) {
            const memory_access &sink = accesses[b];
            const auto same = pairs(a, b);
            if (!same) {
                continue;
            }
            dependence next;
            next.kind = kind_of(source, sink);
            next.buffer = source.buffer;
            next.source = source.statement;
            next.sink = sink.statement;
            next.pairs = *same;
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
