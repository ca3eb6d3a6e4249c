#include "core/nest_transformer.h"

#include <map>
#include <numeric>

#include "core/loop_commands.h"
#include "polyhedral/loop_transform.h"

namespace tiramisu::core {

using poly::loop_kind;

void nest_transformer::refuse(const std::string &problem) const {
    throw user_error(subject(computation_), call_text(what_), problem, what_.where);
}

bool nest_transformer::number_follows() const {
    return arguments_left() > 0 && std::holds_alternative<int>(what_.arguments[next_]);
}

int nest_transformer::level() {
    return loop_level(computation_, std::get<loop_reference>(argument()), what_);
}

int nest_transformer::number() {
    return std::get<int>(argument());
}

int nest_transformer::factor(int of_level) {
    const int value = number();
    if (value < 1) {
        refuse("factor of loop \"" + name(of_level) + "\" is " + std::to_string(value) +
               ", must be at least 1");
    }
    return value;
}

std::string nest_transformer::new_name() {
    return std::get<new_loop>(argument()).name;
}

std::vector<int> nest_transformer::identity_order() const {
    std::vector<int> order(nest_.loops.size());
    std::iota(order.begin(), order.end(), 0);
    return order;
}

void nest_transformer::require_consecutive(const std::vector<int> &levels) const {
    for (std::size_t i = 1; i < levels.size(); ++i) {
        if (levels[i] == levels[i - 1]) {
            refuse("names loop \"" + name(levels[i]) + "\" twice; give loops that differ");
        }
        if (levels[i] != levels[i - 1] + 1) {
            refuse("loops \"" + name(levels[i - 1]) + "\" and \"" + name(levels[i]) +
                   "\" are at levels " + std::to_string(levels[i - 1]) + " and " +
                   std::to_string(levels[i]) +
                   "; each has to be directly inside the one before it: interchange first");
        }
    }
}

void nest_transformer::require_serial(int level) const {
    if (loop(level).kind == loop_kind::vectorized) {
        refuse("loop \"" + name(level) + "\" is vectorized; give this command before vectorize");
    }
}

void nest_transformer::require_unique_names() const {
    std::map<std::string, int> count;
    for (const scheduled_loop &one : nest_.loops) {
        if (++count[one.name] > 1) {
            refuse("would give two loops the name \"" + one.name +
                   "\"; the names of a computation's loops differ");
        }
    }
}

void nest_transformer::split(int level, int by, const std::string &outer,
                             const std::string &inner) {
    require_serial(level);
    const scheduled_loop old = loop(level);
    nest_.map = poly::split(nest_.map, level, by);
    // Parts of a parallel loop: its outer one is parallel; of an unrolled loop: both are.
    const loop_kind inner_kind =
        old.kind == loop_kind::unrolled ? loop_kind::unrolled : loop_kind::serial;
    loop(level) = {outer, old.kind};
    nest_.loops.insert(nest_.loops.begin() + level + 1, {inner, inner_kind});
}

void nest_transformer::permute(const std::vector<int> &order) {
    nest_.map = poly::permute(nest_.map, order);
    const std::vector<scheduled_loop> old = nest_.loops;
    for (std::size_t i = 0; i < order.size(); ++i) {
        nest_.loops[i] = old[static_cast<std::size_t>(order[i])];
    }
}

} // namespace tiramisu::core
