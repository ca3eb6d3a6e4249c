#include "core/search/jammed_sums.h"

#include <algorithm>
#include <optional>

#include "core/commands/loop_extent.h"
#include "core/meaning/scheduled_range.h"
#include "core/search/changed_loops.h"
#include "core/search/kept_dependences.h"
#include "core/search/loop_chooser.h"
#include "core/search/own_loops.h"
#include "core/search/row_strides.h"
#include "core/search/statement_loops.h"
#include "core/search/vector_values.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

using poly::loop_kind;
using poly::scheduled_statement;

/// Copies of an iteration, innermost; those of a loop of up to `whole_loop` iterations are all of
/// them. Four rows of either factor are as many streams as processors follow.
constexpr int copies_wanted = 4, whole_loop = 8;
/// In all copies: what is left of them are loads of one row and one element for each.
constexpr int most_accesses = 64;
constexpr long line_bytes = 64;
/// Iterations of a loop on threads that blocks have to leave for them.
constexpr long fewest_blocks = 16;

/// One statement, whose innermost loop is `row`, the one around it `sum`, and around that
/// `results`.
class jam {
public:
    jam(const analysis &now, const scheduled_statement &statement, int first)
        : now_(now), statement_(statement), first_(first) {
        for (const poly::memory_access &access : now.accesses) {
            if (access.statement == statement.name) {
                accesses_.push_back(&access);
            }
        }
    }

    bool is_sum_of_rows() const {
        const loop_chooser chooser(now_, statement_, float_sums::as_written);
        return sum_ >= std::max(first_, 0) && is_plain(statement_, row_) &&
               is_plain(statement_, sum_) && !asks_for_registers(statement_) &&
               is_arithmetic(now_, statement_.name) && chooser.adds_up(sum_) &&
               !chooser.adds_up(row_) && chooser.far_accesses(row_) == 0 &&
               !chooser.is_short(row_) && reads_rows_from_cache() && are_independent(sum_, row_) &&
               !carries_dependence(now_, statement_, row_);
    }

    /// Whether only another statement in the loop over results is why results are not added several
    /// at a time. What they gain is worth a second loop over results if the sum is no short one.
    bool wants_own_results() const {
        return first_ == sum_ && results_ >= 0 && is_long_sum(statement_, sum_);
    }

    /// Terms of the sum, and where several results read one row, these too. Nothing if the order of
    /// instances that depend on each other would change, or if there is a single term.
    std::optional<scheduled_statement> made() const {
        const int terms = copies_of(sum_), results = results_at_a_time(terms);
        if (terms < 2) {
            return std::nullopt;
        }
        if (results > 1) {
            const scheduled_statement of_results =
                with_copies(statement_, results_, results, "_results");
            const scheduled_statement both = with_copies(of_results, sum_, terms, "_terms");
            const scheduled_statement made = has_known_places() ? both : on_lanes(both);
            if (keeps_own_order(now_, made)) {
                return made;
            }
        }
        const scheduled_statement of_terms = with_copies(statement_, sum_, terms, "_terms");
        return keeps_own_order(now_, of_terms) ? std::optional(of_terms) : std::nullopt;
    }

private:
    const analysis &now_;
    const scheduled_statement &statement_;
    const int first_;
    const int row_ = statement_.depth() - 1, sum_ = row_ - 1, results_ = sum_ - 1;
    std::vector<const poly::memory_access *> accesses_;

    /// Whether not all rows that are added up are read once: those come from memory, which is no
    /// faster for four at a time.
    bool reads_rows_from_cache() const {
        return std::any_of(accesses_.begin(), accesses_.end(), [&](const auto *access) {
            const row_strides strides(*access, statement_);
            return strides.along(row_) == stride::element && strides.along(sum_) != stride::none &&
                   !access->relation.intersect_domain(statement_.domain).is_injective();
        });
    }

    std::optional<long> extent(int level) const {
        return largest_extent(statement_.loops.divided(), statement_.domain, level);
    }

    int copies_of(int level) const {
        const auto iterations = extent(level);
        return iterations && *iterations <= whole_loop ? static_cast<int>(*iterations)
                                                       : copies_wanted;
    }

    /// Whether two loops have the same iterations whatever the other one is at.
    bool are_independent(int one, int other) const {
        const isl::set iterations =
            statement_.domain.apply(statement_.loops.substituted()); // { [l0, l1, ..] }
        const auto any = [&](int level) {
            return poly::insert_dims(poly::project_out(iterations, level, 1), level, 1);
        };
        return any(one).intersect(any(other)).is_equal(iterations);
    }

    int results_at_a_time(int terms) const {
        if (results_ < std::max(first_, 0) || !may_be_cut() || !reads_row_again() ||
            !(has_known_places() || runs_along_rows()) || !are_independent(results_, row_) ||
            !are_independent(results_, sum_)) {
            return 1;
        }
        const int results = copies_of(results_);
        return results * terms * static_cast<int>(accesses_.size()) <= most_accesses ? results : 1;
    }

    /// Whether the loop over results is a plain one, or one on threads that leaves them enough.
    bool may_be_cut() const {
        if (is_plain(statement_, results_)) {
            return true;
        }
        scheduled_statement serial = statement_;
        serial.kinds[static_cast<std::size_t>(results_)] = loop_kind::serial;
        const auto iterations = extent(results_);
        return statement_.kinds[static_cast<std::size_t>(results_)] == loop_kind::parallel &&
               is_plain(serial, results_) && iterations &&
               *iterations >= fewest_blocks * copies_wanted;
    }

    bool reads_row_again() const {
        return std::any_of(accesses_.begin(), accesses_.end(), [&](const auto *access) {
            const row_strides strides(*access, statement_);
            return strides.along(results_) == stride::none &&
                   strides.along(row_) == stride::element;
        });
    }

    /// Whether neighbouring iterations of the row touch neighbouring elements, or read the same.
    bool runs_along_rows() const {
        return std::all_of(accesses_.begin(), accesses_.end(), [&](const auto *access) {
            const stride along = row_strides(*access, statement_).along(row_);
            return along == stride::element || (along == stride::none && !access->is_write());
        });
    }

    /// LLVM makes vectors of several results only if it knows how far apart these lie. Of others,
    /// which dependences keep apart, they are made here.
    bool has_known_places() const {
        const auto is_known = [&](const program_buffer &one) {
            return std::all_of(one.sizes.begin(), one.sizes.end(),
                               [](const expr &size) { return size.is_constant(); });
        };
        const auto are_known = [&](const std::vector<program_buffer> &buffers) {
            return std::all_of(buffers.begin(), buffers.end(), [&](const program_buffer &one) {
                return !is_touched(one.name) || is_known(one);
            });
        };
        return are_known(now_.resolved.arguments) && are_known(now_.resolved.temporaries);
    }

    bool is_touched(const std::string &buffer) const {
        return std::any_of(accesses_.begin(), accesses_.end(),
                           [&](const auto *access) { return access->buffer == buffer; });
    }

    /// The row in vectors of a cache line.
    scheduled_statement on_lanes(const scheduled_statement &statement) const {
        const long lanes = line_bytes / widest_element(now_, statement.name);
        scheduled_statement made =
            with_copies(statement, row_, static_cast<int>(lanes), "_vectors");
        made.kinds.back() = loop_kind::vectorized;
        return made;
    }

    static scheduled_statement with_copies(const scheduled_statement &statement, int level,
                                           int copies, const std::string &suffix) {
        const auto at = static_cast<std::size_t>(level);
        const scheduled_statement blocks =
            with_blocks(statement, level, copies, statement.loop_names[at] + suffix);
        scheduled_statement made =
            permuted(blocks, moved_before(blocks.depth(), level + 1, blocks.depth()));
        made.kinds.back() = loop_kind::unrolled;
        made.cuts[at].separated = true;
        return made;
    }
};

/// The statements with a loop over its results for the given one, where these can be added several
/// at a time then.
std::optional<std::vector<scheduled_statement>> with_own_results(const analysis &now,
                                                                 const scheduled_statement &one) {
    const int first = first_own_loop(now, one);
    if (first == 0) {
        return std::nullopt;
    }
    const jam shared(now, one, first);
    if (!shared.wants_own_results() || !shared.is_sum_of_rows()) {
        return std::nullopt;
    }
    auto apart = with_own_loops(now, one.name, first - 1);
    const auto made = apart ? jam(now, named(*apart, one.name), first - 1).made() : std::nullopt;
    const bool are_several = made && made->depth() > one.depth() + 1; // of terms alone: by one
    return are_several ? apart : std::nullopt;
}

} // namespace

analysis with_jammed_sums(const function_state &function, analysis now) {
    if (function.has_complete_schedule) {
        return now;
    }
    const auto jam_sum = [&](const analysis &all, scheduled_statement &statement, int first) {
        const jam found(all, statement, first);
        const auto made = found.is_sum_of_rows() ? found.made() : std::nullopt;
        if (made && (counts_as_far(function, statement, *made) ||
                     are_counted_nearly_to_the_end(function, *made))) {
            statement = *made;
        }
    };
    return with_changed_loops(
        function, with_changed_statements(function, std::move(now), with_own_results), jam_sum);
}

} // namespace tiramisu::core
