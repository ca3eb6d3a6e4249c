#include "polyhedral/gather.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <tuple>

#include "polyhedral/isl_bridge.h"
#include "polyhedral/quasi_affine.h"
#include "polyhedral/relations.h"

namespace tiramisu::poly {

namespace {

/// Dimensions of the statement that follow from the others.
class dimension_solver {
public:
    explicit dimension_solver(const isl::map &accesses)
        : elements_(range_dims(accesses)), pairs_(flat_pairs(accesses.reverse())), left_(pairs_) {
        const int all = domain_dims(accesses);
        for (int dim = 0; dim < all; ++dim) {
            free_.push_back(dim);
            extents_.push_back(extent(elements_ + dim));
        }
    }

    gathered_accesses solve() && {
        std::vector<isl::pw_aff> values(free_.size());
        while (take_out_one()) {
        }
        for (const int dim : taken_) {
            values[static_cast<std::size_t>(dim)] = *formula(dim, free_);
        }
        return {left_, free_, std::move(values)};
    }

private:
    /// The number of values of a dimension where it is a constant, else the largest number.
    long extent(int at) const {
        if (!is_bounded(pairs_, at)) {
            return std::numeric_limits<long>::max();
        }
        const auto lowest = pieces_of(least_of_dim(pairs_, at));
        const auto highest = pieces_of(greatest_of_dim(pairs_, at));
        const bool is_constant = lowest.size() == 1 && highest.size() == 1 &&
                                 lowest[0].parameters.empty() && highest[0].parameters.empty() &&
                                 lowest[0].floors.empty() && highest[0].floors.empty();
        return is_constant ? highest[0].constant - lowest[0].constant
                           : std::numeric_limits<long>::max();
    }

    // { [a, f] -> [value] } of a dimension of the statement, which is none of f.
    isl::map by_dims(int dim, const std::vector<int> &free) const {
        std::vector<int> kept;
        for (int at = 0; at < elements_; ++at) {
            kept.push_back(at);
        }
        for (const int other : free) {
            kept.push_back(elements_ + other);
        }
        const isl::map identity = identity_on(pairs_);
        return select_range(identity, kept)
            .reverse()
            .apply_range(select_range(identity, {elements_ + dim}))
            .coalesce();
    }

    /// The formula of a dimension by others, if there is one for all elements.
    std::optional<isl::pw_aff> formula(int dim, const std::vector<int> &free) const {
        const isl::map value = by_dims(dim, free);
        const auto functions = value.is_single_valued() ? as_functions(value) : std::nullopt;
        if (!functions) {
            return std::nullopt;
        }
        const isl::pw_aff found = functions->front().coalesce();
        return pieces_of(found).size() == 1 ? std::optional(found) : std::nullopt;
    }

    /// Whether the dimensions before still have formulas when another one is not free any more.
    bool leaves_formulas(const std::vector<int> &free) const {
        return std::all_of(taken_.begin(), taken_.end(),
                           [&](int dim) { return formula(dim, free).has_value(); });
    }

    std::vector<int> without(int dim) const {
        std::vector<int> others = free_;
        others.erase(std::find(others.begin(), others.end(), dim));
        return others;
    }

    bool take_out_one() {
        std::optional<int> best;
        std::tuple<bool, long> best_rank;
        for (const int dim : free_) {
            const auto found = formula(dim, without(dim));
            if (!found) {
                continue;
            }
            const quasi_affine_sum sum = pieces_of(*found).front();
            const bool divides = sum.denominator != 1 || !sum.floors.empty();
            const std::tuple<bool, long> rank{!divides, extents_[static_cast<std::size_t>(dim)]};
            if ((!best || rank > best_rank) && leaves_formulas(without(dim))) {
                best = dim;
                best_rank = rank;
            }
        }
        if (best) {
            const auto at = std::find(free_.begin(), free_.end(), *best) - free_.begin();
            left_ = project_out(left_, elements_ + static_cast<int>(at), 1);
            free_ = without(*best);
            taken_.push_back(*best);
        }
        return best.has_value();
    }

    int elements_;   ///< dimensions of a
    isl::set pairs_; ///< { [a, i] }
    isl::set left_;  ///< { [a, f] }
    std::vector<int> free_, taken_;
    std::vector<long> extents_; ///< by dimension of the statement
};

} // namespace

gathered_accesses gathered(const isl::map &accesses) {
    return dimension_solver(accesses).solve();
}

} // namespace tiramisu::poly
