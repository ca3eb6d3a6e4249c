#include "polyhedral/loop_substitution.h"

#include <algorithm>
#include <cstdlib>

#include "polyhedral/isl_bridge.h"

namespace tiramisu::poly {

namespace {

/// A product of such a number and one of 32 bits, and a sum of both, fit into 64 bits.
constexpr long largest_number = 1L << 30;

std::size_t at(int level) {
    return static_cast<std::size_t>(level);
}

bool is_short(const std::vector<long> &sum) {
    return std::all_of(sum.begin(), sum.end(),
                       [](long number) { return std::labs(number) <= largest_number; });
}

/// { [l0, l1, ...] -> [sum] }
isl::aff function_of_loops(isl::ctx ctx, const std::vector<long> &sum) {
    isl_space *space = isl_space_set_alloc(ctx.get(), 0, static_cast<unsigned>(sum.size() - 1));
    isl_aff *made = isl_aff_zero_on_domain(isl_local_space_from_space(space));
    for (std::size_t loop = 0; loop + 1 < sum.size(); ++loop) {
        made = isl_aff_set_coefficient_val(made, isl_dim_in, static_cast<int>(loop),
                                           isl_val_int_from_si(ctx.get(), sum[loop]));
    }
    return isl::manage(isl_aff_set_constant_val(made, isl_val_int_from_si(ctx.get(), sum.back())));
}

/// { [l0, l1, ...] : each of the sums is at least 0 }
isl::set not_negative(isl::ctx ctx, std::size_t loops, const std::vector<std::vector<long>> &sums) {
    const auto columns = static_cast<unsigned>(loops + 1);
    isl_mat *above = isl_mat_alloc(ctx.get(), static_cast<unsigned>(sums.size()), columns);
    for (std::size_t row = 0; row < sums.size(); ++row) {
        for (std::size_t column = 0; column < columns; ++column) {
            above = isl_mat_set_element_si(above, static_cast<int>(row), static_cast<int>(column),
                                           static_cast<int>(sums[row][column]));
        }
    }
    isl_basic_set *made = isl_basic_set_from_constraint_matrices(
        isl_space_set_alloc(ctx.get(), 0, columns - 1), isl_mat_alloc(ctx.get(), 0, columns), above,
        isl_dim_set, isl_dim_cst, isl_dim_param, isl_dim_div);
    return isl::manage(isl_set_from_basic_set(made));
}

} // namespace

loop_substitution::loop_substitution(int loops) {
    for (int level = 0; level < loops; ++level) {
        sum same(at(loops) + 1, 0);
        same[at(level)] = 1;
        old_.push_back(same);
    }
}

template <typename Change>
std::optional<loop_substitution> loop_substitution::changed(const Change &change) const {
    loop_substitution made = *this;
    for (std::vector<sum> *sums : {&made.old_, &made.bounds_}) {
        std::for_each(sums->begin(), sums->end(), change);
        if (!std::all_of(sums->begin(), sums->end(), is_short)) {
            return std::nullopt;
        }
    }
    return made;
}

void loop_substitution::bound_from_above_and_below(int level, int factor) {
    sum least(old_.front().size(), 0), greatest = least;
    least[at(level)] = 1;
    greatest[at(level)] = -1;
    greatest.back() = factor - 1;
    bounds_.push_back(least);
    bounds_.push_back(greatest);
}

// c * l becomes c * factor * outer + c * inner.
std::optional<loop_substitution> loop_substitution::then_split(int level, int factor) const {
    std::optional<loop_substitution> made = changed([&](sum &one) {
        const long inner = one[at(level)];
        one[at(level)] = inner * factor;
        one.insert(one.begin() + level + 1, inner);
    });
    if (made) {
        made->bound_from_above_and_below(level + 1, factor);
    }
    return factor <= largest_number ? made : std::nullopt;
}

std::optional<loop_substitution>
loop_substitution::then_permuted(const std::vector<int> &order) const {
    return changed([&](sum &one) {
        const sum before = one;
        std::transform(order.begin(), order.end(), one.begin(),
                       [&](int level) { return before[at(level)]; });
    });
}

// c * l becomes c * (moved - amount).
std::optional<loop_substitution> loop_substitution::then_shifted(int level, int amount) const {
    return changed([&](sum &one) { one.back() -= one[at(level)] * amount; });
}

std::optional<loop_substitution> loop_substitution::then_reversed(int level) const {
    return changed([&](sum &one) { one[at(level)] = -one[at(level)]; });
}

int loop_substitution::most_loops_of_one() const {
    std::ptrdiff_t most = 0;
    for (const sum &one : old_) {
        most = std::max(most, std::count_if(one.begin(), one.end() - 1,
                                            [](long factor) { return factor != 0; }));
    }
    return static_cast<int>(most);
}

isl::map loop_substitution::in(const isl::map &old) const {
    isl::ctx ctx = old.ctx();
    if (old_.empty()) {
        return old;
    }
    const std::size_t loops = old_.front().size() - 1;
    isl_aff_list *list = isl_aff_list_alloc(ctx.get(), static_cast<int>(old_.size()));
    for (const sum &one : old_) {
        list = isl_aff_list_add(list, function_of_loops(ctx, one).release());
    }
    isl_multi_aff *values =
        isl_multi_aff_from_aff_list(isl_space_alloc(ctx.get(), 0, static_cast<unsigned>(loops),
                                                    static_cast<unsigned>(old_.size())),
                                    list);
    const isl::map made = isl::manage(isl_map_preimage_range_multi_aff(old.copy(), values));
    return made.intersect_range(not_negative(ctx, loops, bounds_));
}

} // namespace tiramisu::poly
