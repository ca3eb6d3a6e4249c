#include "core/meaning/reference_order.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "core/commands/order_commands.h"
#include "core/commands/rfactor.h"
#include "core/meaning/alternation.h"
#include "core/meaning/lost_value_error.h"
#include "core/meaning/named_values.h"
#include "core/meaning/overwritten_values.h"
#include "core/meaning/written_loops.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/run_time_bounds.h"
#include "polyhedral/timestamp.h"

namespace tiramisu::core {

namespace {

using poly::memory_access;
using poly::scheduled_statement;

/// Which loops the statements of an interleaved group share.
enum class sharing {
    iterators, ///< those of their iterators
    loops      ///< those of the schedule, tiles too; each statement runs its part inside
};

/// Statements in the loops of their iterators.
std::vector<scheduled_statement> as_written(const function_state &function,
                                            const std::vector<scheduled_statement> &schedule) {
    std::vector<scheduled_statement> written = schedule;
    for (scheduled_statement &statement : written) {
        statement.loops = loops_as_written(*function.find_definition(statement.name),
                                           statement.domain, reversals::by_number);
    }
    return written;
}

/// The same where they share loops as the first ordering commands on them said.
std::vector<scheduled_statement> as_meant(const function_state &function,
                                          std::vector<scheduled_statement> written) {
    std::vector<poly::ordered_statement> to_order;
    for (const scheduled_statement &statement : written) {
        to_order.push_back({statement.name, poly::range_dims(statement.loops)});
    }
    const auto positions =
        poly::positions(to_order, order_of_statements(function, order_view::as_meant));
    for (std::size_t i = 0; i < written.size(); ++i) {
        written[i].position = positions[i];
    }
    return written;
}

/// Positions in the 2d+1 form.
using positions = std::map<std::string, std::vector<int>>;

/// Declaration order, except that the `interleaved` share loops as the statements given do. What is
/// computed inline has no place among the loops and keeps that of its declaration.
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
            const int together = shared_levels(*interleaved_[i - 1], *interleaved_[i]);
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

definitions take_part(const lost_value &value) {
    definitions involved = {value.reader->base, value.named};
    if (value.overwriter != nullptr) {
        involved.insert(value.overwriter->base);
    }
    return involved;
}

/// Looks for an order in which every read by name gets the value that it names.
class order_search {
public:
    order_search(const function_state &function, const std::vector<memory_access> &accesses,
                 const std::vector<scheduled_statement> &statements, sharing what,
                 const definitions &alternating)
        : function_(function), accesses_(accesses), statements_(statements), sharing_(what),
          reads_(named_reads(function, accesses)), alternating_(alternating) {}

    /// Whether the order that was found is not that of declaration alone.
    bool has_interleaved() const { return !alternating_.empty(); }

    /// Nothing if there is none; then lost() tells a value that is lost.
    std::optional<poly::timestamps> run() {
        for (;;) {
            const definitions interleaved =
                joined_through_memory(alternating_, apart_, function_, accesses_);
            require_whole_steps(function_, interleaved);
            poly::timestamps order = ordered(interleaved);
            std::vector<lost_value> lost = lost_values(function_, reads_, accesses_, order);
            add_updates_before_start(order, lost);
            if (lost.empty()) {
                return order;
            }
            if (!learn_from(lost, interleaved)) {
                lost_ = first_lost(lost, order);
                if (!lost_) {
                    lost_ = lost.front();
                    with_state_ = order;
                }
                return std::nullopt;
            }
        }
    }

    const lost_value &lost() const { return *lost_; }

    /// The order in which all that is lost is the state that loops hand on in memory, if run() has
    /// found none in which nothing is.
    const std::optional<poly::timestamps> &with_state() const { return with_state_; }

private:
    /// Where nobody shares loops, what the commands meant need not be found.
    poly::timestamps ordered(const definitions &interleaved) {
        if (!interleaved.empty() && sharing_ == sharing::iterators && !placed_) {
            placed_ = as_meant(function_, statements_);
        }
        return order_builder(function_, placed_ ? *placed_ : statements_, interleaved, sharing_)
            .build();
    }

    /// Updates come after what the computation had defined at the same index before.
    void add_updates_before_start(const poly::timestamps &order,
                                  std::vector<lost_value> &lost) const {
        for (const scheduled_statement &statement : statements_) {
            const computation_state &update = *function_.find_definition(statement.name);
            const auto start = order.find(update.base->id);
            if (update.base == &update || start == order.end()) {
                continue;
            }
            // { U[j] -> P[target(j)] : U first }
            bool exact = true;
            const isl::map early =
                access_relation(update, update.base->id, update.target, exact)
                    .intersect(poly::runs_before(order.at(update.id), start->second));
            if (!early.is_empty()) {
                lost.push_back({&update, update.base, nullptr, early});
            }
        }
    }

    /// What only joined the others has its place apart from them if it loses a value there; what
    /// loses one where it was declared has to alternate.
    bool learn_from(const std::vector<lost_value> &lost, const definitions &interleaved) {
        const std::size_t known = alternating_.size() + apart_.size();
        for (const lost_value &value : lost) {
            const definitions involved = take_part(value);
            definitions joined;
            std::copy_if(involved.begin(), involved.end(), std::inserter(joined, joined.end()),
                         [&](const computation_state *one) {
                             return interleaved.count(one) > 0 && alternating_.count(one) == 0;
                         });
            const definitions &learnt = joined.empty() ? involved : joined;
            (joined.empty() ? alternating_ : apart_).insert(learnt.begin(), learnt.end());
        }
        return alternating_.size() + apart_.size() > known;
    }

    const function_state &function_;
    const std::vector<memory_access> &accesses_;
    const std::vector<scheduled_statement> &statements_;
    std::optional<std::vector<scheduled_statement>> placed_; ///< in the order that was meant
    sharing sharing_;
    std::vector<named_read> reads_;
    definitions alternating_, apart_;
    std::optional<lost_value> lost_;
    std::optional<poly::timestamps> with_state_;
};

definitions united(definitions some, const definitions &others) {
    some.insert(others.begin(), others.end());
    return some;
}

} // namespace

meant_order reference_order(const function_state &function,
                            const std::vector<memory_access> &accesses,
                            const std::vector<scheduled_statement> &schedule) {
    const std::vector<scheduled_statement> written = as_written(function, schedule);
    const memory_readers readers(function, accesses);
    const definitions in_circles = readers.circles(), in_vain = readers.read_only_before();
    const definitions too_early = with_buffers_used_too_early(function, accesses);
    const definitions alternating = united(too_early, in_circles);
    const auto search = [&](sharing what, const definitions &members) {
        return order_search(function, accesses, what == sharing::loops ? schedule : written, what,
                            members);
    };
    const auto leaves_none_unread = [&](const std::optional<poly::timestamps> &found) {
        return found && !leaves_values_unread(accesses, *found);
    };
    if (!in_vain.empty()) {
        const auto used = search(sharing::iterators, united(alternating, in_vain)).run();
        if (leaves_none_unread(used) && readers.all_are_read(*used)) {
            return {*used, true};
        }
    }
    order_search in_iterators = search(sharing::iterators, alternating);
    const auto order = in_iterators.run();
    if (leaves_none_unread(order)) {
        return {*order, in_iterators.has_interleaved() || !in_vain.empty()};
    }
    order_search in_loops = search(sharing::loops, alternating);
    const auto finer = in_loops.run();
    if (finer && (!order || leaves_none_unread(finer))) {
        return {*finer, true};
    }
    if (order) {
        return {leaves_none_unread(in_loops.with_state()) ? *in_loops.with_state() : *order, true};
    }
    if (!in_circles.empty()) {
        const auto without_circles = search(sharing::iterators, too_early).run();
        if (leaves_none_unread(without_circles)) {
            return {*without_circles, true};
        }
    }
    for (const order_search *tried : {&in_iterators, &in_loops}) {
        if (leaves_none_unread(tried->with_state())) {
            return {*tried->with_state(), true};
        }
    }
    throw lost_value_error(in_loops.lost());
}

} // namespace tiramisu::core
