#include "core/meaning/reference_order.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "core/commands/order_commands.h"
#include "core/commands/split_reductions.h"
#include "core/meaning/alternation.h"
#include "core/meaning/declaration_order.h"
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
        to_order.push_back({statement.name, poly::range_dims(statement.loops.substituted())});
    }
    const auto positions =
        poly::positions(to_order, order_of_statements(function, order_view::as_meant));
    for (std::size_t i = 0; i < written.size(); ++i) {
        written[i].position = positions[i];
    }
    return written;
}

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
        return declaration_order(function_, placed_ ? *placed_ : statements_, interleaved,
                                 sharing_);
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
