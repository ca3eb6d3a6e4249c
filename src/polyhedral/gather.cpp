#include "polyhedral/gather.h"

#include <limits>
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
        : elements_(range_dims(accesses)), pairs_(flat_pairs(accesses.reverse())),
          left_(pairs_) {
        const int all = domain_dims(accesses);
        for (int dim = 0; dim < all; ++dim) {
            free_.push_back(dim);
            extents_.push_back(extent(elements_ + dim));
        }
    }

    gathered_accesses solve() && {
        const std::size_t all = free_.size();
        while (take_out_one()) {
        }
        gathered_accesses found = {left_, free_, std::vector<isl::pw_aff>(all)};
        for (int dim = 0; dim < static_cast<int>(all); ++dim) {
            if (is_free(dim)) {
                continue;
            }
            found.values[static_cast<std::size_t>(dim)] = value_of(dim);
        }
        return found;
    }

private:
    bool is_free(int dim) const {
        for (const int other : free_) {
            if (other == dim) {
                return true;
            }
        }
        return false;
    }

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
    isl::map by_free_dims(int dim) const {
        std::vector<int> kept;
        for (int at = 0; at < elements_; ++at) {
            kept.push_back(at);
        }
        for (const int other : free_) {
            if (other != dim) {
                kept.push_back(elements_ + other);
            }
        }
        const isl::map identity = identity_on(pairs_);
        const isl::map others = select_range(identity, kept);
        const isl::map own = select_range(identity, {elements_ + dim});
        return others.reverse().apply_range(own).coalesce();
    }

    bool take_out_one() {
        int best = -1;
        std::tuple<bool, long> best_rank;
        for (const int dim : free_) {
            const isl::map value = by_free_dims(dim);
            const auto formula = value.is_single_valued() ? as_functions(value) : std::nullopt;
            if (!formula) {
                continue;
            }
            const auto pieces = pieces_of((*formula)[0].coalesce());
            if (pieces.size() != 1) {
                continue;
            }
            const bool divides = pieces[0].denominator != 1 || !pieces[0].floors.empty();
            const std::tuple<bool, long> rank{!divides,
                                              extents_[static_cast<std::size_t>(dim)]};
            if (best < 0 || rank > best_rank) {
                best = dim;
                best_rank = rank;
            }
        }
        if (best < 0) {
            return false;
        }
        for (std::size_t at = 0; at < free_.size(); ++at) {
            if (free_[at] == best) {
                left_ = project_out(left_, elements_ + static_cast<int>(at), 1);
                free_.erase(free_.begin() + static_cast<std::ptrdiff_t>(at));
                return true;
            }
        }
        return false;
    }

    isl::pw_aff value_of(int dim) const { return (*as_functions(by_free_dims(dim)))[0]; }

    int elements_;        ///< dimensions of a
    isl::set pairs_;      ///< { [a, i] }
    isl::set left_;       ///< { [a, f] }
    std::vector<int> free_;
    std::vector<long> extents_; ///< by dimension of the statement
};

} // namespace

gathered_accesses gathered(const isl::map &accesses) {
    return dimension_solver(accesses).solve();
}

} // namespace tiramisu::poly
