#include "core/report/drawn_computation.h"

#include <algorithm>

#include "core/program/memory_accesses.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/quasi_affine.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

parameter_values::parameter_values(isl::ctx ctx, const std::map<std::string, int> &values)
    : values_(isl::set(ctx, "{ : }")) {
    std::string names, constraints = "true";
    for (const auto &[name, value] : values) {
        names += (names.empty() ? "" : ", ") + name;
        constraints += " and " + name + " = " + std::to_string(value);
    }
    values_ = isl::set(ctx, "[" + names + "] -> { : " + constraints + " }");
}

namespace {

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

class drawing {
public:
    drawing(const computation_state &definition, const iteration_space_request &asked,
            const std::string &call, source_place where)
        : definition_(definition), asked_(asked), call_(call), where_(where) {}

    drawn_computation over(const analysis &now, const parameter_values &values) const {
        if (now.schedule.count(definition_.id) == 0) {
            refuse("is not run: nobody needs its values, or they are computed where others need "
                   "them; draw those");
        }
        const isl::set domain = executed_domain(definition_);
        require_values(domain);
        const isl::map position = poly::side_by_side(axis(asked_.rows), axis(asked_.columns));
        drawn_computation made;
        made.definition = &definition_;
        made.position = values.in(position.intersect_domain(domain));
        find_tiles(domain, values, made);
        find_vectors(domain, values, made);
        made.time =
            values.in(without_repeated_loops(now.schedule.at(definition_.id), now, definition_.id));
        return made;
    }

private:
    const computation_state &definition_;
    const iteration_space_request &asked_;
    const std::string &call_;
    source_place where_;

    [[noreturn]] void refuse(const std::string &problem) const {
        throw user_error(subject(definition_), call_, problem, where_);
    }

    void require_values(const isl::set &domain) const {
        for (const std::string &name : poly::parameter_names(domain)) {
            if (poly::depends_on(domain, name) && asked_.parameters.count(name) == 0) {
                const std::string named = "\"" + name + "\"";
                refuse("depends on " + named + ", which has no value; give one, as {" + named +
                       ", 8}");
            }
        }
    }

    /// { S[i, j] -> [value of the loop or iterator] }
    isl::map axis(const std::string &name) const {
        const std::vector<scheduled_loop> &loops = definition_.nest.loops;
        std::string known;
        for (std::size_t level = 0; level < loops.size(); ++level) {
            known += (level == 0 ? "\"" : ", \"") + loops[level].name + "\"";
            if (loops[level].name == name && !asked_.are_iterators) {
                return poly::keep_range(definition_.nest.map.divided(), static_cast<int>(level), 1);
            }
        }
        const isl::map identity = poly::renamed_range(poly::identity_on(definition_.domain), "");
        std::string iterators;
        for (std::size_t i = 0; i < definition_.iterators.size(); ++i) {
            iterators += (i == 0 ? "\"" : ", \"") + definition_.iterators[i].name + "\"";
            if (definition_.iterators[i].name == name) {
                return poly::keep_range(identity, static_cast<int>(i), 1);
            }
        }
        if (name.empty()) {
            return poly::insert_range_constant(poly::keep_range(identity, 0, 0), 0, 0);
        }
        refuse("has neither a loop nor an iterator \"" + name + "\"; its loops are " + known +
               ", its iterators " + iterators);
    }

    void find_tiles(const isl::set &domain, const parameter_values &values,
                    drawn_computation &made) const {
        isl::map tile = poly::keep_range(definition_.nest.map.divided(), 0, 0);
        for (std::size_t level = 0; level < definition_.nest.loops.size(); ++level) {
            const isl::map loop =
                poly::keep_range(definition_.nest.map.divided(), static_cast<int>(level), 1)
                    .intersect_domain(domain);
            if (is_tile_loop(loop)) {
                tile = poly::side_by_side(tile, loop);
                made.tile_loops.push_back(definition_.nest.loops[level].name);
            }
        }
        made.tile = values.in(tile.intersect_domain(domain));
    }

    /// Instances with equal values of the loops around the vectorized one are the lanes of one
    /// vector. Without a vectorized loop the relation is { S[i, j] -> [] }.
    void find_vectors(const isl::set &domain, const parameter_values &values,
                      drawn_computation &made) const {
        const std::vector<scheduled_loop> &loops = definition_.nest.loops;
        const auto vectorized = std::find_if(loops.begin(), loops.end(), [](const auto &loop) {
            return loop.kind == poly::loop_kind::vectorized;
        });
        const bool is_there = vectorized != loops.end();
        const int around = is_there ? static_cast<int>(vectorized - loops.begin()) : 0;
        made.vector_loop = is_there ? vectorized->name : "";
        made.vector = values.in(
            poly::keep_range(definition_.nest.map.divided(), 0, around).intersect_domain(domain));
    }
};

} // namespace

drawn_computation draw(const computation_state &definition, const analysis &now,
                       const iteration_space_request &asked, const parameter_values &values,
                       const std::string &call, source_place where) {
    return drawing(definition, asked, call, where).over(now, values);
}

isl::map without_repeated_loops(const isl::map &relation, const analysis &now,
                                const std::string &id) {
    const auto repeats = now.repeated_loops.find(id);
    return repeats == now.repeated_loops.end()
               ? relation
               : poly::without_first_domain_dims(relation, repeats->second, id);
}

} // namespace tiramisu::core
