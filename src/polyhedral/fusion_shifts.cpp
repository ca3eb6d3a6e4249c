#include "polyhedral/fusion_shifts.h"

#include <algorithm>

#include "polyhedral/constraints.h"
#include "polyhedral/isl_bridge.h"

namespace tiramisu::poly {

namespace {

/// Pairs of one dependence that no loop has put in order yet.
struct open_pairs {
    isl::set distances;     ///< { [d0, d1, ...] }, sink minus source, in the loops that they share
    bool sink_is_shifted;   ///< else the source is
    bool is_ordered_inside; ///< the sink comes second inside the shared loops

    int shared_loops() const { return set_dims(distances); }
};

const scheduled_statement &named(const std::vector<scheduled_statement> &all,
                                 const std::string &name) {
    return *std::find_if(all.begin(), all.end(),
                         [&](const scheduled_statement &one) { return one.name == name; });
}

open_pairs open_pairs_of(const dependence &dep, const scheduled_statement &source,
                         const scheduled_statement &sink, const std::string &shifted) {
    const auto [at_source, at_sink] = std::mismatch(source.position.begin(), source.position.end(),
                                                    sink.position.begin(), sink.position.end());
    const auto shared = static_cast<int>(at_source - source.position.begin());
    const auto loops = [&](const scheduled_statement &of) {
        return keep_range(of.loops.divided(), 0, shared);
    };
    // { [l0, l1, ...] -> [l0', l1', ...] }
    const isl::map between =
        loops(source).reverse().apply_range(dep.pairs).apply_range(loops(sink));
    return {isl::manage(isl_map_deltas(between.copy())), sink.name == shifted,
            at_source != source.position.end() && at_sink != sink.position.end() &&
                *at_source < *at_sink};
}

isl::set at_distance(const isl::set &set, int dim, long distance) {
    return isl::manage(isl_set_fix_si(set.copy(), isl_dim_set, static_cast<unsigned>(dim),
                                      static_cast<int>(distance)));
}

class shift_search {
public:
    explicit shift_search(const std::vector<bool> &may_shift) : may_shift_(may_shift) {}

    /// Shifts of the loops from `level` inward that put `open` in order.
    std::optional<std::vector<long>> solve(const std::vector<open_pairs> &open, int level) const {
        const auto depth = static_cast<int>(may_shift_.size());
        std::vector<open_pairs> here;
        for (const open_pairs &pairs : open) {
            if (pairs.shared_loops() > level) {
                here.push_back(pairs);
            } else if (!pairs.is_ordered_inside) {
                return std::nullopt;
            }
        }
        if (level == depth) {
            return std::vector<long>();
        }
        const auto least = least_shift(here, level);
        if (!least || (*least > 0 && !may_shift_[static_cast<std::size_t>(level)])) {
            return std::nullopt;
        }
        // With one more than the least shift this loop puts every pair in order, so that a larger
        // one never helps.
        const long most = may_shift_[static_cast<std::size_t>(level)] ? *least + 1 : *least;
        for (long shift = *least; shift <= most; ++shift) {
            if (auto found = with_shift(here, level, shift)) {
                return found;
            }
        }
        return std::nullopt;
    }

private:
    /// The smallest shift that makes no pair run backward whose sink is shifted.
    static std::optional<long> least_shift(const std::vector<open_pairs> &open, int level) {
        long least = 0;
        for (const open_pairs &pairs : open) {
            if (pairs.sink_is_shifted) {
                const auto distance = least_value(pairs.distances, level);
                if (!distance) {
                    return std::nullopt;
                }
                least = std::max(least, -*distance);
            }
        }
        return least;
    }

    std::optional<std::vector<long>> with_shift(const std::vector<open_pairs> &open, int level,
                                                long shift) const {
        std::vector<open_pairs> left;
        for (const open_pairs &pairs : open) {
            const long zero = pairs.sink_is_shifted ? -shift : shift;
            const auto least = least_value(pairs.distances, level);
            if (!least || *least < zero) {
                return std::nullopt;
            }
            const isl::set rest = at_distance(pairs.distances, level, zero);
            if (!rest.is_empty()) {
                left.push_back({rest, pairs.sink_is_shifted, pairs.is_ordered_inside});
            }
        }
        auto inner = solve(left, level + 1);
        if (inner) {
            inner->insert(inner->begin(), shift);
        }
        return inner;
    }

    const std::vector<bool> &may_shift_;
};

} // namespace

std::optional<std::vector<long>> correcting_shifts(const std::vector<dependence> &all,
                                                   const std::vector<scheduled_statement> &schedule,
                                                   const std::string &statement,
                                                   const std::vector<bool> &may_shift,
                                                   bool strict_reductions) {
    std::vector<open_pairs> open;
    for (const dependence &dep : all) {
        const bool is_between =
            dep.source != dep.sink && (dep.source == statement || dep.sink == statement);
        if (is_between && (strict_reductions || !dep.is_reduction)) {
            open.push_back(open_pairs_of(dep, named(schedule, dep.source),
                                         named(schedule, dep.sink), statement));
        }
    }
    return shift_search(may_shift).solve(open, 0);
}

} // namespace tiramisu::poly
