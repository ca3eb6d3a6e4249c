#include "core/low_level_schedule.h"

#include <algorithm>

#include "core/domain.h"
#include "polyhedral/timestamp.h"

namespace tiramisu::core {

namespace {

constexpr int leading_dims = 1; // the zero before s0

int constant_dim(int level) {
    return leading_dims + 2 * level;
}

class low_level_schedule {
public:
    low_level_schedule(computation_state &computation, const command &what)
        : computation_(computation), what_(what),
          text_(std::get<isl_text>(what.arguments.front()).text) {}

    /// { S[i, j] -> [0, s0, l0, ...] } as it is given.
    isl::map given() const {
        const isl::map map = parsed();
        require_names(map, static_cast<int>(computation_.iterators.size()));
        return poly::renamed_domain(without_name(map, isl_dim_out), computation_.id);
    }

    /// The same where the map is applied to the schedule that there is.
    isl::map transformed() const {
        const isl::map now = as_it_is();
        const isl::map map = parsed();
        require_names(map, poly::range_dims(now));
        return now.apply_range(without_name(without_name(map, isl_dim_in), isl_dim_out));
    }

    void install(const isl::map &schedule) {
        const isl::map executed = schedule.intersect_domain(computation_.domain);
        loop_nest nest;
        std::vector<int> constants;
        for (int dim = 0; dim < poly::range_dims(schedule); ++dim) {
            if (dim == 0 || (dim - leading_dims) % 2 == 0) {
                constants.push_back(constant(executed, dim));
            }
        }
        require(constants.front() == 0, "its first dimension is not 0");
        constants.erase(constants.begin());
        nest.map = loops(schedule, static_cast<int>(constants.size()) - 1);
        require(nest.map.intersect_domain(computation_.domain).is_injective(),
                "it gives two instances the same time");
        require(computation_.domain.is_subset(nest.map.domain()),
                "it leaves instances of the computation out");
        nest.loops = named(nest.map);
        nest.history.push_back(what_);
        computation_.nest = std::move(nest);
        statement_order &order = computation_.owner->order;
        order.constants[computation_.id] = std::move(constants);
        order_by_constants(order);
    }

private:
    computation_state &computation_;
    const command &what_;
    std::string text_;

    void require(bool holds, const std::string &problem) const {
        if (!holds) {
            throw user_error(subject(computation_), call_text(what_), problem, what_.where);
        }
    }

    isl::map parsed() const {
        return parse_map(*computation_.owner, subject(computation_), call_text(what_), text_,
                         what_.where);
    }

    void require_names(const isl::map &map, int dims) const {
        const std::string &name = computation_.name;
        require(poly::domain_name(map) == name && poly::domain_dims(map) == dims,
                "maps \"" + poly::domain_name(map) + "\" with " +
                    std::to_string(poly::domain_dims(map)) + " dimensions; it has to map \"" +
                    name + "\" with " + std::to_string(dims));
        require(poly::range_name(map) == name || poly::range_name(map).empty(),
                "maps to \"" + poly::range_name(map) + "\"; it has to map to \"" + name + "\"");
        require(poly::range_dims(map) >= 2 && poly::range_dims(map) % 2 == 0,
                "maps to " + std::to_string(poly::range_dims(map)) +
                    " dimensions; there have to be [0, s0, l0, s1, l1, ..., sn]: 2 and 2 for each "
                    "loop");
        require(map.is_single_valued(), "gives an instance several times");
    }

    static isl::map without_name(const isl::map &map, isl_dim_type side) {
        return isl::manage(isl_map_reset_tuple_id(map.copy(), side));
    }

    isl::map as_it_is() const {
        const auto &loops = computation_.nest.loops;
        const auto &known = computation_.owner->order.constants;
        const auto given = known.find(computation_.id);
        const std::vector<int> constants =
            given == known.end() ? std::vector<int>(loops.size() + 1, 0) : given->second;
        return poly::insert_range_constant(
            poly::timestamp(computation_.nest.map, constants,
                            poly::timestamp_length(static_cast<int>(loops.size()))),
            0, 0);
    }

    int constant(const isl::map &executed, int dim) const {
        long value = 0;
        require(executed.is_empty() || poly::fixed_value(executed.range(), dim, value),
                "its dimension " + std::to_string(dim) +
                    " is not a number; dimensions 0, 1, 3, 5 and so on are numbers, the loops are "
                    "the others");
        return static_cast<int>(value);
    }

    static isl::map loops(const isl::map &schedule, int count) {
        isl::map map = poly::keep_range(schedule, 0, 0);
        for (int level = 0; level < count; ++level) {
            map = poly::side_by_side(map, poly::keep_range(schedule, constant_dim(level) + 1, 1));
        }
        return map;
    }

    /// A loop that is one iterator has its name.
    std::vector<scheduled_loop> named(const isl::map &map) const {
        std::vector<scheduled_loop> loops;
        for (int level = 0; level < poly::range_dims(map); ++level) {
            const isl::map loop =
                poly::keep_range(map, level, 1).intersect_domain(computation_.domain);
            std::string name = "t" + std::to_string(level);
            for (std::size_t i = 0; i < computation_.iterators.size(); ++i) {
                const isl::map same = isl::manage(
                    isl_map_equate(loop.copy(), isl_dim_in, static_cast<int>(i), isl_dim_out, 0));
                if (loop.is_equal(same)) {
                    name = computation_.iterators[i].name;
                }
            }
            const bool is_taken =
                std::any_of(loops.begin(), loops.end(),
                            [&](const scheduled_loop &one) { return one.name == name; });
            loops.push_back({is_taken ? "t" + std::to_string(level) : name});
        }
        return loops;
    }

    /// Loops that two share are those before the first constant that differs.
    static int shared_loops(const std::vector<int> &earlier, const std::vector<int> &later) {
        const auto [first, second] =
            std::mismatch(earlier.begin(), earlier.end(), later.begin(), later.end());
        const auto equal = first - earlier.begin();
        return static_cast<int>(std::min({equal, static_cast<std::ptrdiff_t>(earlier.size()) - 1,
                                          static_cast<std::ptrdiff_t>(later.size()) - 1}));
    }

    /// Replaces what other commands said of the statements that have constants.
    void order_by_constants(statement_order &order) const {
        order.edges.erase(std::remove_if(order.edges.begin(), order.edges.end(),
                                         [&](const poly::order_edge &edge) {
                                             return order.constants.count(edge.later) > 0;
                                         }),
                          order.edges.end());
        std::vector<const computation_state *> placed;
        for (const auto &one : computation_.owner->computations) {
            if (order.constants.count(one->id) > 0) {
                placed.push_back(one.get());
            }
        }
        const auto constants = [&](const computation_state *one) -> const std::vector<int> & {
            return order.constants.at(one->id);
        };
        std::stable_sort(placed.begin(), placed.end(),
                         [&](const auto *a, const auto *b) { return constants(a) < constants(b); });
        for (std::size_t i = 1; i < placed.size(); ++i) {
            order.edges.push_back(
                {placed[i - 1]->id, placed[i]->id,
                 shared_loops(constants(placed[i - 1]), constants(placed[i])) - 1});
        }
    }
};

} // namespace

bool apply_low_level_schedule(computation_state &computation, const command &what) {
    const bool is_whole = what.verb == "set_low_level_schedule";
    if (!is_whole && what.verb != "apply_transformation_on_schedule") {
        return false;
    }
    if (computation.fixed_loops > 0 || computation.is_input() || computation.is_inlined) {
        throw user_error(subject(computation), call_text(what),
                         computation.fixed_loops > 0
                             ? "would change loops inside which values are staged; give the "
                               "command before cache_read, cache_write or compute_at"
                             : "is not executed by itself and has no loops to schedule",
                         what.where);
    }
    low_level_schedule schedule(computation, what);
    schedule.install(is_whole ? schedule.given() : schedule.transformed());
    return true;
}

} // namespace tiramisu::core
