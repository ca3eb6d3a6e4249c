#include "core/report/iteration_space.h"

#include <algorithm>
#include <limits>
#include <set>

#include "core/meaning/kept_order.h"
#include "core/program/memory_accesses.h"
#include "polyhedral/constraints.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/quasi_affine.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

/// Fixes the parameters and takes them away.
class parameter_values {
public:
    parameter_values(isl::ctx ctx, const std::map<std::string, int> &values)
        : values_(isl::set(ctx, "{ : }")) {
        std::string names, constraints = "true";
        for (const auto &[name, value] : values) {
            names += (names.empty() ? "" : ", ") + name;
            constraints += " and " + name + " = " + std::to_string(value);
        }
        values_ = isl::set(ctx, "[" + names + "] -> { : " + constraints + " }");
    }

    template <typename Relation>
    Relation in(const Relation &relation) const {
        return relation.intersect_params(values_).project_out_all_params();
    }

private:
    isl::set values_;
};

/// Whether a loop is made of blocks of iterations: its value is the same for all iterations but
/// for a division, { S[i] -> [floor(i / 4)] }.
bool is_tile_loop(const isl::map &loop) {
    const auto values = poly::as_functions(loop);
    if (!values) {
        return false;
    }
    const std::vector<poly::quasi_affine_sum> pieces = poly::pieces_of(values->front());
    return std::any_of(pieces.begin(), pieces.end(), [](const poly::quasi_affine_sum &piece) {
        return !piece.floors.empty() && std::all_of(piece.dims.begin(), piece.dims.end(),
                                                    [](long factor) { return factor == 0; });
    });
}

/// One computation, parameters taken away.
struct drawn {
    const computation_state *definition;
    isl::map position; ///< { S[i, j] -> [row, column] }, over the part that is shown
    isl::map tile;     ///< { S[i, j] -> [tile loops] }
    isl::map vector;   ///< { S[i, j] -> [loops around the vectorized one] }
    isl::map time;     ///< { S[i, j] -> [t0, t1, ...] }
};

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
            add(*definition);
        }
        cut_off();
        add_points();
        add_arrows();
        return std::move(space_);
    }

private:
    [[noreturn]] void refuse(const computation_state &about, const std::string &problem) const {
        throw user_error(subject(about), call_, problem, where_);
    }

    void require_values(const computation_state &definition, const isl::set &domain) const {
        for (const std::string &name : poly::parameter_names(domain)) {
            if (poly::depends_on(domain, name) && asked_.parameters.count(name) == 0) {
                const std::string named = "\"" + name + "\"";
                refuse(definition, "depends on " + named + ", which has no value; give one, as {" +
                                       named + ", 8}");
            }
        }
    }

    /// { S[i, j] -> [value of the loop or iterator] }
    isl::map axis(const computation_state &definition, const std::string &name) const {
        const std::vector<scheduled_loop> &loops = definition.nest.loops;
        std::string known;
        for (std::size_t level = 0; level < loops.size(); ++level) {
            known += (level == 0 ? "\"" : ", \"") + loops[level].name + "\"";
            if (loops[level].name == name && !asked_.are_iterators) {
                return poly::keep_range(definition.nest.map, static_cast<int>(level), 1);
            }
        }
        const isl::map identity = poly::renamed_range(poly::identity_on(definition.domain), "");
        std::string iterators;
        for (std::size_t i = 0; i < definition.iterators.size(); ++i) {
            iterators += (i == 0 ? "\"" : ", \"") + definition.iterators[i].name + "\"";
            if (definition.iterators[i].name == name) {
                return poly::keep_range(identity, static_cast<int>(i), 1);
            }
        }
        if (name.empty()) {
            return poly::insert_range_constant(poly::keep_range(identity, 0, 0), 0, 0);
        }
        refuse(definition, "has neither a loop nor an iterator \"" + name + "\"; its loops are " +
                               known + ", its iterators " + iterators);
    }

    /// How many loops repeat a staged computation around its own instances.
    int repeats_of(const std::string &id) const {
        const auto repeats = now_.repeated_loops.find(id);
        return repeats == now_.repeated_loops.end() ? 0 : repeats->second;
    }

    /// { S[i] -> .. } of { S[repeats, i] -> .. }
    isl::map without_repeats(const isl::map &relation, const std::string &id) const {
        const int repeats = repeats_of(id);
        return repeats == 0 ? relation : poly::without_first_domain_dims(relation, repeats, id);
    }

    /// { S[i] -> T[j] } of a dependence of two computations, parameters taken away
    isl::map drawn_pairs_of(const poly::dependence &dep, const isl::map &pairs) const {
        return values_.in(
            without_repeats(without_repeats(pairs, dep.source).reverse(), dep.sink).reverse());
    }

    void add(const computation_state &definition) {
        if (now_.schedule.count(definition.id) == 0) {
            refuse(definition,
                   "is not run: nobody needs its values, or they are computed where others "
                   "need them; draw those");
        }
        const isl::set domain = executed_domain(definition);
        require_values(definition, domain);
        const isl::map position =
            poly::side_by_side(axis(definition, asked_.rows), axis(definition, asked_.columns));
        isl::map tile = poly::keep_range(definition.nest.map, 0, 0);
        std::vector<std::string> names;
        for (std::size_t level = 0; level < definition.nest.loops.size(); ++level) {
            const isl::map loop = poly::keep_range(definition.nest.map, static_cast<int>(level), 1)
                                      .intersect_domain(domain);
            if (is_tile_loop(loop)) {
                tile = poly::side_by_side(tile, loop);
                names.push_back(definition.nest.loops[level].name);
            }
        }
        if (computations_.empty()) {
            space_.tile_loops = names;
        }
        computations_.push_back(
            {&definition, values_.in(position.intersect_domain(domain)),
             values_.in(tile.intersect_domain(domain)),
             values_.in(vector_of(definition).intersect_domain(domain)),
             values_.in(without_repeats(now_.schedule.at(definition.id), definition.id))});
    }

    /// { S[i, j] -> [loops around the vectorized one] }; instances with equal values are the lanes
    /// of one vector. Without a vectorized loop { S[i, j] -> [] }.
    isl::map vector_of(const computation_state &definition) {
        const std::vector<scheduled_loop> &loops = definition.nest.loops;
        for (std::size_t level = 0; level < loops.size(); ++level) {
            if (loops[level].kind == poly::loop_kind::vectorized) {
                if (space_.vector_loop.empty()) {
                    space_.vector_loop = loops[level].name;
                }
                return poly::keep_range(definition.nest.map, 0, static_cast<int>(level));
            }
        }
        return poly::keep_range(definition.nest.map, 0, 0);
    }

    /// Keeps the first rows and columns that there are.
    void cut_off() {
        std::string window = "true";
        for (int axis : {0, 1}) {
            long first = std::numeric_limits<long>::max();
            for (const drawn &one : computations_) {
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
        for (drawn &one : computations_) {
            space_.is_cut_off |= !one.position.range().is_subset(shown);
            one.position = one.position.intersect_range(shown);
        }
    }

    long smallest(const drawn &one, int axis) const {
        const std::optional<long> least = poly::least_value(one.position.range(), axis);
        if (!least) {
            refuse(*one.definition, "has no first " + std::string(axis == 0 ? "row" : "column") +
                                        ": its domain is not bounded");
        }
        return *least;
    }

    void add_points() {
        std::vector<std::pair<std::vector<long>, iteration_space::point>> by_time;
        for (std::size_t c = 0; c < computations_.size(); ++c) {
            const drawn &one = computations_[c];
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

    const drawn *find_drawn(const std::string &id) const {
        for (const drawn &one : computations_) {
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
                const drawn *source = find_drawn(dep.source), *sink = find_drawn(dep.sink);
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

    std::size_t number_of(const drawn &one) const {
        return static_cast<std::size_t>(&one - computations_.data());
    }

    const function_state &function_;
    const analysis &now_;
    const iteration_space_request &asked_;
    const std::string &call_;
    source_place where_;
    const std::vector<poly::dependence> dependences_;
    parameter_values values_;
    std::vector<drawn> computations_;
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
