#include "polyhedral/loop_relation.h"

#include <utility>

#include "polyhedral/isl_bridge.h"
#include "polyhedral/loop_transform.h"
#include "polyhedral/work_limit.h"

namespace tiramisu::poly {

namespace {

/// Whether all coordinates are at most so far from 0.
bool lies_within(const isl::set &points, long distance) {
    const isl::val most(points.ctx(), distance);
    for (int dim = 0; dim < set_dims(points); ++dim) {
        const isl::val lowest = isl::manage(isl_set_dim_min_val(points.copy(), dim)),
                       highest = isl::manage(isl_set_dim_max_val(points.copy(), dim));
        const bool is_bounded = lowest.is_int() && highest.is_int();
        if (!is_bounded || highest.gt(most) || lowest.lt(most.neg())) {
            return false;
        }
    }
    return true;
}

} // namespace

/// A relation that is made when it is first asked for. It belongs to one thread, as all that is
/// isl's does.
class loop_relation::deferred {
public:
    explicit deferred(isl::map made) : made_(std::move(made)) {}
    explicit deferred(std::function<isl::map()> make) : make_(std::move(make)) {}

    const isl::map &get() const {
        if (!made_) {
            made_ = make_();
            make_ = nullptr; // and what it holds
        }
        return *made_;
    }

    /// The same, where who asks may have set a limit of work.
    const isl::map &get(isl::ctx ctx) const {
        std::optional<work_apart> apart;
        if (!made_) {
            apart.emplace(ctx);
        }
        return get();
    }

private:
    mutable std::optional<isl::map> made_;
    mutable std::function<isl::map()> make_;
};

loop_relation::loop_relation(const isl::map &written)
    : written_(written), substitution_(range_dims(written_)),
      substituted_(std::make_shared<deferred>(written_)), divided_(substituted_) {}

const isl::map &loop_relation::substituted() const {
    return substituted_->get(written_.ctx());
}

const isl::map &loop_relation::divided() const {
    return divided_->get(written_.ctx());
}

bool loop_relation::is_deeply_split() const {
    constexpr int fewest_loops = 6, fewest_near_zero = 4;
    const int loops = substitution_.most_loops_of_one();
    return loops >= fewest_loops || (loops >= fewest_near_zero && is_near_zero());
}

bool loop_relation::is_split_for_threads() const {
    constexpr int fewest_loops = 4;
    return substitution_.most_loops_of_one() >= fewest_loops;
}

bool loop_relation::is_near_zero() const {
    if (!is_near_zero_) {
        const work_apart unlimited(written_.ctx());
        is_near_zero_ = isl_map_dim(written_.get(), isl_dim_param) == 0 &&
                        lies_within(written_.range(), 1L << 24U);
    }
    return *is_near_zero_;
}

loop_relation
loop_relation::transformed(const std::optional<loop_substitution> &substitution,
                           std::function<isl::map(const isl::map &)> transformation) const {
    loop_relation made = substitution ? *this : loop_relation(transformation(substituted()));
    if (substitution) {
        made.substitution_ = *substitution;
        made.substituted_ = std::make_shared<deferred>(
            [substitution, written = written_] { return substitution->in(written); });
    }
    made.divided_ =
        std::make_shared<deferred>([before = divided_, transformation = std::move(transformation)] {
            return transformation(before->get());
        });
    return made;
}

loop_relation split(const loop_relation &loops, int level, int factor) {
    return loops.transformed(loops.substitution().then_split(level, factor),
                             [=](const isl::map &old) { return split(old, level, factor); });
}

loop_relation permute(const loop_relation &loops, const std::vector<int> &order) {
    return loops.transformed(loops.substitution().then_permuted(order),
                             [=](const isl::map &old) { return permute(old, order); });
}

loop_relation shift(const loop_relation &loops, int level, int amount) {
    return loops.transformed(loops.substitution().then_shifted(level, amount),
                             [=](const isl::map &old) { return shift(old, level, amount); });
}

loop_relation reverse(const loop_relation &loops, int level) {
    return loops.transformed(loops.substitution().then_reversed(level),
                             [=](const isl::map &old) { return reverse(old, level); });
}

loop_relation transform(const loop_relation &loops, int level, const integer_matrix &matrix) {
    return loops.transformed(std::nullopt,
                             [=](const isl::map &old) { return transform(old, level, matrix); });
}

loop_relation collapse(const loop_relation &loops, int level, long lower, long extent) {
    return loops.transformed(
        std::nullopt, [=](const isl::map &old) { return collapse(old, level, lower, extent); });
}

} // namespace tiramisu::poly
