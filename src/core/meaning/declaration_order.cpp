#include "core/meaning/declaration_order.h"

#include <algorithm>

#include "core/commands/rfactor.h"
#include "core/meaning/written_loops.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/timestamp.h"

namespace tiramisu::core {

namespace {

using poly::scheduled_statement;

/// Positions in the 2d+1 form.
using positions = std::map<std::string, std::vector<int>>;

class order_builder {
public:
    order_builder(const function_state &function, const std::vector<scheduled_statement> &schedule,
                  const definitions &interleaved, sharing what)
        : function_(function), schedule_(schedule), sharing_(what) {
        for (const scheduled_statement &statement : schedule) {
            const computation_state &definition = *function.find_definition(statement.name);
            if (interleaved.count(definition.base) != 0 && !definition.is_inlined) {
                interleaved_.push_back(&statement);
            }
        }
        std::stable_sort(interleaved_.begin(), interleaved_.end(),
                         [](const auto *a, const auto *b) { return a->position < b->position; });
    }

    poly::timestamps build() {
        choose_loops();
        place_in_declaration_order();
        place_interleaved();
        poly::timestamps times;
        for (const scheduled_statement &statement : schedule_) {
            times[statement.name] =
                poly::timestamp(loops_.at(statement.name), positions_.at(statement.name),
                                poly::timestamp_length(depth_));
        }
        return times;
    }

private:
    void choose_loops() {
        const bool run_downward =
            std::all_of(interleaved_.begin(), interleaved_.end(), [&](const auto *statement) {
                return is_reversed_before_order(*function_.find_definition(statement->name));
            });
        for (const scheduled_statement &statement : schedule_) {
            const bool is_member = std::find(interleaved_.begin(), interleaved_.end(),
                                             &statement) != interleaved_.end();
            loops_[statement.name] = loops_as_written(
                *function_.find_definition(statement.name), statement.domain,
                is_member && run_downward ? reversals::by_name_too : reversals::by_number);
        }
        if (sharing_ == sharing::loops) {
            put_shared_loops_outside();
        }
    }

    // { S[i] -> [scheduled loops shared with a neighbour, then i] }
    void put_shared_loops_outside() {
        for (std::size_t i = 0; i < interleaved_.size(); ++i) {
            const scheduled_statement &statement = *interleaved_[i];
            const int before = i == 0 ? 0 : poly::shared_levels(*interleaved_[i - 1], statement);
            const int after = i + 1 == interleaved_.size()
                                  ? 0
                                  : poly::shared_levels(statement, *interleaved_[i + 1]);
            isl::map &loops = loops_.at(statement.name);
            loops = poly::side_by_side(
                poly::keep_range(statement.loops.divided(), 0, std::max(before, after))
                    .intersect_domain(statement.domain),
                loops);
        }
    }

    void place_in_declaration_order() {
        for (std::size_t i = 0; i < schedule_.size(); ++i) {
            const int dims = poly::range_dims(loops_.at(schedule_[i].name));
            depth_ = std::max(depth_, dims);
            std::vector<int> position(static_cast<std::size_t>(dims) + 1, 0);
            position[0] = static_cast<int>(i);
            positions_[schedule_[i].name] = position;
        }
    }

    void place_interleaved() {
        for (std::size_t i = 1; i < interleaved_.size(); ++i) {
            const int together = poly::shared_levels(*interleaved_[i - 1], *interleaved_[i]);
            if (together > 0) {
                place_inside(*interleaved_[i - 1], *interleaved_[i],
                             static_cast<std::size_t>(together));
            }
        }
        order_groups();
    }

    void place_inside(const scheduled_statement &earlier, const scheduled_statement &later,
                      std::size_t together) {
        const std::vector<int> &before = positions_.at(earlier.name);
        std::vector<int> &position = positions_.at(later.name);
        std::copy_n(before.begin(), together, position.begin());
        position[together] = before[together] + 1;
        group_of_[later.name] = group(earlier.name);
    }

    const std::string &group(const std::string &name) {
        return group_of_.emplace(name, name).first->second;
    }

    // Groups stand where first members of groups were declared, in the order of the schedule.
    void order_groups() {
        std::map<std::string, int> first;
        for (std::size_t i = 0; i < schedule_.size(); ++i) {
            first.emplace(group(schedule_[i].name), static_cast<int>(i));
        }
        std::vector<std::string> groups;
        std::vector<int> places;
        for (const scheduled_statement *statement : interleaved_) {
            const std::string &name = group(statement->name);
            if (std::find(groups.begin(), groups.end(), name) == groups.end()) {
                groups.push_back(name);
                places.push_back(first.at(name));
            }
        }
        std::sort(places.begin(), places.end());
        for (const scheduled_statement *statement : interleaved_) {
            const auto rank = std::find(groups.begin(), groups.end(), group(statement->name));
            positions_.at(statement->name)[0] =
                places[static_cast<std::size_t>(rank - groups.begin())];
        }
    }

    const function_state &function_;
    const std::vector<scheduled_statement> &schedule_;
    sharing sharing_;
    std::vector<const scheduled_statement *> interleaved_; // in the order of the schedule
    poly::timestamps loops_;                               // { S[i] -> [l0, ...] }
    positions positions_;
    std::map<std::string, std::string> group_of_;
    int depth_ = 0;
};

} // namespace

poly::timestamps declaration_order(const function_state &function,
                                   const std::vector<scheduled_statement> &schedule,
                                   const definitions &interleaved, sharing what) {
    return order_builder(function, schedule, interleaved, what).build();
}

} // namespace tiramisu::core
