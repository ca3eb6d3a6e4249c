#include "core/program/loop_nest.h"

#include <optional>
#include <utility>

namespace tiramisu::core {

/// A change of the loops, and the form that it makes, once somebody has asked for it.
struct loop_nest::step {
    std::shared_ptr<const step> before;
    isl::map from, to; ///< the loops before and after it, as the nest has them
    change_of_loops by;
    mutable std::optional<isl::map> made = std::nullopt;

    const isl::map &divided() const {
        if (!made) {
            made = by(before ? before->divided() : from);
        }
        return *made;
    }
};

void loop_nest::change(const change_of_loops &by) {
    change(by(map), by);
}

void loop_nest::change(const isl::map &to, const change_of_loops &by_division) {
    last_ = std::make_shared<step>(step{is_changed() ? last_ : nullptr, map, to, by_division});
    map = to;
}

std::function<isl::map()> loop_nest::generated() const {
    if (!is_changed()) {
        return nullptr;
    }
    return [last = last_] { return last->divided(); };
}

bool loop_nest::is_changed() const {
    return last_ != nullptr && last_->to.get() == map.get();
}

} // namespace tiramisu::core
