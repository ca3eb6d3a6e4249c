#include "core/reference_order.h"

#include <algorithm>

#include "core/alternation.h"
#include "core/instance_text.h"
#include "core/named_values.h"
#include "core/rfactor.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/loop_transform.h"
#include "polyhedral/run_time_bounds.h"
#include "polyhedral/timestamp.h"

namespace tiramisu::core {

namespace {

using poly::memory_access;
using poly::scheduled_statement;

/// Which loops the statements of an interleaved group share.
enum class sharing {
    iterators, ///< the original iterators that the shared loops determine
    loops      ///< the shared loops themselves, tiles too; each statement runs its part inside
};

/// A loop for each iterator. Older programs have no other spelling for a loop that runs downward
/// than loop_reversal(): where it comes before all other commands on the loops, it says what is
/// meant.
isl::map loops_as_written(const computation_state &definition, const isl::set &domain) {
    isl::map loops = poly::identity_loops(domain);
    const loop_nest &nest = definition.nest;
    std::vector<std::string> names;
    for (const iterator &it : definition.iterators) {
        names.push_back(it.name);
    }
    for (const command &given : nest.history) {
        if (given.verb != "loop_reversal") {
            break;
        }
        const auto &loop = std::get<loop_reference>(given.arguments[0]);
        const auto level = loop.name.empty()
                               ? loop.level
                               : std::find(names.begin(), names.end(), loop.name) - names.begin();
        loops = poly::reverse(loops, static_cast<int>(level));
        if (given.arguments.size() > 1) {
            names[static_cast<std::size_t>(level)] = std::get<new_loop>(given.arguments[1]).name;
        }
    }
    return loops;
}

/// Positions in the 2d+1 form.
using positions = std::map<std::string, std::vector<int>>;

/// Declaration order, except that the `interleaved` share loops as the schedule has them.
class order_builder {
public:
    order_builder(const function_state &function, const std::vector<scheduled_statement> &schedule,
                  const definitions &interleaved, sharing what)
        : function_(function), schedule_(schedule), sharing_(what) {
        for (const scheduled_statement &statement : schedule) {
            if (interleaved.count(function.find_definition(statement.name)->base) != 0) {
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
    int shared(const scheduled_statement &a, const scheduled_statement &b) const {
        return sharing_ == sharing::loops ? shared_levels(a, b) : shared_iterators(a, b);
    }

    void choose_loops() {
        for (const scheduled_statement &statement : schedule_) {
            loops_[statement.name] =
                loops_as_written(*function_.find_definition(statement.name), statement.domain);
        }
        if (sharing_ == sharing::loops) {
            put_shared_loops_outside();
        }
    }

    // { S[i] -> [scheduled loops shared with a neighbour, then i] }
    void put_shared_loops_outside() {
        for (std::size_t i = 0; i < interleaved_.size(); ++i) {
            const scheduled_statement &statement = *interleaved_[i];
            const int before = i == 0 ? 0 : shared_levels(*interleaved_[i - 1], statement);
            const int after =
                i + 1 == interleaved_.size() ? 0 : shared_levels(statement, *interleaved_[i + 1]);
            isl::map &loops = loops_.at(statement.name);
            loops = poly::side_by_side(poly::keep_range(statement.loops, 0, std::max(before, after))
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
            const int together = shared(*interleaved_[i - 1], *interleaved_[i]);
            if (together > 0) {
                place_inside(*interleaved_[i - 1], *interleaved_[i],
                             static_cast<std::size_t>(together));
            }
        }
        move_groups_to_first_member();
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

    // A group stands where the first of its members was declared.
    void move_groups_to_first_member() {
        std::map<std::string, int> first;
        for (std::size_t i = 0; i < schedule_.size(); ++i) {
            first.emplace(group(schedule_[i].name), static_cast<int>(i));
        }
        for (const scheduled_statement *statement : interleaved_) {
            positions_.at(statement->name)[0] = first.at(group(statement->name));
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

[[noreturn]] void report(const lost_value &lost) {
    const std::string read = first_pair_text(lost.instances, *lost.reader,
                                             lost.overwriter ? *lost.overwriter : *lost.named);
    const std::string problem = lost.overwriter == nullptr
                                    ? "reads \"" + lost.named->name + "\" before it is computed"
                                    : "reads \"" + lost.named->name + "\" after " +
                                          subject(*lost.overwriter) + " has overwritten the value";
    throw user_error(subject(*lost.reader), "",
                     problem + " (" + read +
                         "); declare the computations in the order in which they run, let them "
                         "share the loops that they alternate in (then, after), or store them in "
                         "different elements",
                     lost.reader->where);
}

} // namespace

poly::timestamps reference_order(const function_state &function,
                                 const std::vector<memory_access> &accesses,
                                 const std::vector<scheduled_statement> &schedule) {
    const std::vector<named_read> reads = named_reads(function, accesses);
    definitions interleaved = without_declared_meaning(function, accesses);
    sharing what = sharing::iterators;
    for (;;) {
        add_what_runs_among(interleaved, function, accesses, schedule);
        require_whole_steps(function, interleaved);
        poly::timestamps order = order_builder(function, schedule, interleaved, what).build();
        const std::vector<lost_value> lost = lost_values(function, reads, accesses, order);
        if (lost.empty()) {
            return order;
        }
        const std::size_t known = interleaved.size();
        for (const lost_value &value : lost) {
            interleaved.insert(value.reader->base);
            interleaved.insert(value.named);
            if (value.overwriter != nullptr) {
                interleaved.insert(value.overwriter->base);
            }
        }
        if (interleaved.size() == known) {
            if (what == sharing::loops) {
                report(lost.front());
            }
            what = sharing::loops;
        }
    }
}

} // namespace tiramisu::core
