#include "core/report/iteration_space.h"

#include <algorithm>
#include <limits>
#include <set>

#include "core/meaning/kept_order.h"
#include "core/report/drawn_computation.h"
#include "polyhedral/constraints.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

class space_finder {
public:
    space_finder(const function_state &function, const analysis &now,
                 const iteration_space_request &asked, const std::string &call, source_place where)
        : function_(function), now_(now), asked_(asked), call_(call), where_(where),
          dependences_(dependences_to_keep(now)), values_(function.ctx, asked.parameters) {}

    iteration_space find() {
        space_.rows = asked_.rows;
        space_.columns = asked_.columns;
        for (const computation_state *definition : asked_.computations) {
            space_.computations.push_back(definition->id);
            computations_.push_back(draw(*definition, now_, asked_, values_, call_, where_));
            if (space_.vector_loop.empty()) {
                space_.vector_loop = computations_.back().vector_loop;
            }
        }
        if (!computations_.empty()) {
            space_.tile_loops = computations_.front().tile_loops;
        }
        cut_off();
        add_points();
        add_arrows();
        return std::move(space_);
    }

private:
    /// { S[i] -> T[j] } of a dependence of two computations, parameters taken away
    isl::map drawn_pairs_of(const poly::dependence &dep, const isl::map &pairs) const {
        const isl::map from = without_repeated_loops(pairs, now_, dep.source);
        return values_.in(without_repeated_loops(from.reverse(), now_, dep.sink).reverse());
    }

    /// Keeps the first rows and columns that there are.
    void cut_off() {
        std::string window = "true";
        for (int axis : {0, 1}) {
            long first = std::numeric_limits<long>::max();
            for (const drawn_computation &one : computations_) {
                if (!one.position.is_empty()) {
                    first = std::min(first, smallest(one, axis));
                }
            }
            if (first == std::numeric_limits<long>::max()) {
                return;
            }
            const std::string name = axis == 0 ? "row" : "column";
            window += " and " + std::to_string(first) + " <= " + name + " < " +
                      std::to_string(first + asked_.largest);
        }
        const isl::set shown(function_.ctx, "{ [row, column] : " + window + " }");
        for (drawn_computation &one : computations_) {
            space_.is_cut_off |= !one.position.range().is_subset(shown);
            one.position = one.position.intersect_range(shown);
        }
    }

    long smallest(const drawn_computation &one, int axis) const {
        const std::optional<long> least = poly::least_value(one.position.range(), axis);
        if (!least) {
            throw user_error(subject(*one.definition), call_,
                             "has no first " + std::string(axis == 0 ? "row" : "column") +
                                 ": its domain is not bounded",
                             where_);
        }
        return *least;
    }

    void add_points() {
        std::vector<std::pair<std::vector<long>, iteration_space::point>> by_time;
        for (std::size_t c = 0; c < computations_.size(); ++c) {
            const drawn_computation &one = computations_[c];
            // { [row, column] -> [time, tile, vector] } of the first instance at each place
            const isl::map all =
                poly::side_by_side(poly::side_by_side(one.time, one.tile), one.vector);
            const isl::map first = one.position.reverse().apply_range(all).lexmin();
            const int times = poly::range_dims(one.time), tiles = poly::range_dims(one.tile);
            for (const std::vector<long> &found : poly::points_of(poly::flat_pairs(first))) {
                const auto tile = found.begin() + 2 + times, vector = tile + tiles;
                by_time.push_back(
                    {{found.begin() + 2, tile},
                     {c, found[0], found[1], {tile, vector}, {vector, found.end()}, 0}});
            }
        }
        std::sort(by_time.begin(), by_time.end(),
                  [](const auto &left, const auto &right) { return left.first < right.first; });
        for (auto &[time, point] : by_time) {
            point.rank = static_cast<int>(space_.points.size());
            index_[{point.computation, point.row, point.column}] = space_.points.size();
            space_.points.push_back(std::move(point));
        }
    }

    const drawn_computation *find_drawn(const std::string &id) const {
        for (const drawn_computation &one : computations_) {
            if (one.definition->id == id) {
                return &one;
            }
        }
        return nullptr;
    }

    /// Pairs of all dependences between what is drawn, without those that two others imply.
    isl::union_map direct_pairs() const {
        isl::union_map all(function_.ctx, "{ }");
        for (const poly::dependence &dep : dependences_) {
            if (find_drawn(dep.source) != nullptr && find_drawn(dep.sink) != nullptr) {
                all = all.unite(isl::union_map(drawn_pairs_of(dep, dep.pairs)));
            }
        }
        return all.subtract(all.apply_range(all));
    }

    void add_arrows() {
        const isl::union_map direct = direct_pairs();
        std::set<std::tuple<std::size_t, std::size_t, poly::dependence_kind>> known;
        for (const bool is_broken : {true, false}) {
            for (const poly::dependence &dep : dependences_) {
                const drawn_computation *source = find_drawn(dep.source),
                                        *sink = find_drawn(dep.sink);
                const bool may_change = dep.is_reduction && !function_.strict_reductions;
                if (source == nullptr || sink == nullptr || (is_broken && may_change)) {
                    continue;
                }
                const isl::map pairs = drawn_pairs_of(
                    dep, is_broken ? poly::broken_pairs(dep, now_.schedule) : dep.pairs);
                const isl::map drawn_pairs = poly::of_same_spaces(direct, pairs).intersect(pairs);
                // { [row, column] -> [row', column'] }
                const isl::map places =
                    source->position.reverse().apply_range(drawn_pairs).apply_range(sink->position);
                for (const std::vector<long> &p : poly::points_of(poly::flat_pairs(places))) {
                    const std::size_t from = index_.at({number_of(*source), p[0], p[1]});
                    const std::size_t to = index_.at({number_of(*sink), p[2], p[3]});
                    if (from != to && known.insert({from, to, dep.kind}).second) {
                        space_.arrows.push_back({from, to, dep.kind, is_broken});
                    }
                }
            }
        }
        std::sort(space_.arrows.begin(), space_.arrows.end(),
                  [](const iteration_space::arrow &a, const iteration_space::arrow &b) {
                      return std::tie(a.source, a.sink, a.kind) <
                             std::tie(b.source, b.sink, b.kind);
                  });
    }

    std::size_t number_of(const drawn_computation &one) const {
        return static_cast<std::size_t>(&one - computations_.data());
    }

    const function_state &function_;
    const analysis &now_;
    const iteration_space_request &asked_;
    const std::string &call_;
    source_place where_;
    const std::vector<poly::dependence> dependences_;
    parameter_values values_;
    std::vector<drawn_computation> computations_;
    std::map<std::tuple<std::size_t, long, long>, std::size_t> index_;
    iteration_space space_;
};

} // namespace

iteration_space find_iteration_space(const function_state &function, const analysis &now,
                                     const iteration_space_request &asked, const std::string &call,
                                     source_place where) {
    return space_finder(function, now, asked, call, where).find();
}

} // namespace tiramisu::core
