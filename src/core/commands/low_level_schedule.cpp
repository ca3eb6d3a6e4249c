#include "core/commands/low_level_schedule.h"

#include <algorithm>

#include "core/commands/low_level_pieces.h"
#include "core/program/domain.h"
#include "core/program/storage.h"
#include "core/program/update.h"
#include "polyhedral/relations.h"
#include "polyhedral/timestamp.h"

namespace tiramisu::core {

namespace {

class low_level_schedule {
public:
    low_level_schedule(computation_state &computation, const command &what)
        : computation_(computation), what_(what),
          text_(std::get<isl_text>(what.arguments.front()).text) {}

    /// { S[i, j] -> [0, s0, l0, ...] } as it is given.
    isl::map given() const {
        const isl::map map = parsed();
        require_names(map, static_cast<int>(computation_.iterators.size()));
        return poly::renamed_domain(poly::renamed_range(map, ""), computation_.id);
    }

    /// The same where the map is applied to the schedule that there is.
    isl::map transformed() const {
        const isl::map now = as_it_is();
        const isl::map map = parsed();
        require_names(map, poly::range_dims(now));
        return now.apply_range(poly::unnamed_domain(poly::renamed_range(map, "")));
    }

    void install(const isl::map &schedule) {
        const bool is_simple = computation_.base == &computation_ && computation_.updates.empty() &&
                               computation_.bounds.empty();
        const std::vector<isl::map> parts =
            is_simple ? pieces_by_constants(schedule.intersect_domain(computation_.domain))
                      : std::vector<isl::map>();
        if (parts.empty()) {
            install_part(schedule);
        } else {
            install_in_parts(schedule, parts);
        }
        order_by_constants(computation_.owner->order);
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

    void install_part(const isl::map &schedule) {
        const isl::map executed = schedule.intersect_domain(computation_.domain);
        loop_nest nest;
        std::vector<int> constants;
        for (const int dim : constant_dims(schedule)) {
            constants.push_back(constant(executed, dim));
        }
        require(constants.front() == 0, "its first dimension is not 0");
        constants.erase(constants.begin());
        const isl::map map = loops(schedule, static_cast<int>(constants.size()) - 1);
        require(map.intersect_domain(computation_.domain).is_injective(),
                "it gives two instances the same time");
        require(computation_.domain.is_subset(map.domain()),
                "it leaves instances of the computation out");
        nest.map = map;
        nest.loops = named(map);
        nest.history.push_back(what_);
        computation_.nest = std::move(nest);
        computation_.owner->order.constants[computation_.id] = std::move(constants);
    }

    /// The pieces become definitions of one computation, each with constants of its own.
    void install_in_parts(const isl::map &schedule, const std::vector<isl::map> &parts) {
        require(computation_.domain.is_subset(schedule.domain()),
                "it leaves instances of the computation out");
        if (computation_.storage == nullptr) { // while the domain is whole
            allocate_for_domain(computation_, a_temporary, indexing::own);
        }
        for (std::size_t i = 1; i < parts.size(); ++i) {
            computation_state &other = further_definition(computation_, parts[i].domain());
            const isl::map renamed = poly::renamed_domain(parts[i], other.id);
            low_level_schedule(other, what_).install_part(renamed);
        }
        computation_.domain = parts.front().domain();
        install_part(parts.front());
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

    isl::map as_it_is() const {
        const auto &loops = computation_.nest.loops;
        const auto &known = computation_.owner->order.constants;
        const auto given = known.find(computation_.id);
        const std::vector<int> constants =
            given == known.end() ? std::vector<int>(loops.size() + 1, 0) : given->second;
        return poly::insert_range_constant(
            poly::timestamp(computation_.nest.map.divided(), constants,
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
            map = poly::side_by_side(map, poly::keep_range(schedule, loop_dim(level), 1));
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
                const isl::map same = poly::equated(loop, static_cast<int>(i), 0);
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

void require_own_loops(const computation_state &computation, const command &what) {
    if (computation.fixed_loops > 0 || computation.is_input() || computation.is_inlined) {
        throw user_error(subject(computation), call_text(what),
                         computation.fixed_loops > 0
                             ? "would change loops inside which values are staged; give the "
                               "command before cache_read, cache_write or compute_at"
                             : "is not executed by itself and has no loops to schedule",
                         what.where);
    }
}

void set_whole(computation_state &computation, const command &what) {
    require_own_loops(computation, what);
    low_level_schedule schedule(computation, what);
    schedule.install(schedule.given());
}

void transform_whole(computation_state &computation, const command &what) {
    require_own_loops(computation, what);
    low_level_schedule schedule(computation, what);
    schedule.install(schedule.transformed());
}

} // namespace

command_family low_level_family() {
    return {{"set_low_level_schedule", {"I"}, nullptr, set_whole, splits_or_mixes_loops},
            {"apply_transformation_on_schedule",
             {"I"},
             nullptr,
             transform_whole,
             splits_or_mixes_loops}};
}

} // namespace tiramisu::core
