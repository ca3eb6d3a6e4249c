#pragma once

#include <optional>
#include <vector>

#include "core/meaning/analysis.h"
#include "core/search/memory_order.h"
#include "core/search/row_strides.h"

namespace tiramisu::core {

/// The order in which one statement's loops run best. Every pair of instances that depend on each
/// other runs in the order in which it ran, a reduction's too.
class loop_chooser {
public:
    /// The statement outlives it.
    loop_chooser(const analysis &now, const poly::scheduled_statement &statement, float_sums sums);

    /// The statement with its loops from `first` on in the best order.
    poly::scheduled_statement best(int first) const;

    /// The same with the loop that threads run around all that are serial from `first` on, where
    /// none of its iterations depends on another.
    poly::scheduled_statement with_threads_outermost(int threads, int first) const;

    /// Accesses whose elements lie far apart in neighbouring iterations of the loop, were it the
    /// innermost one; a sum that has to be added up in turn counts like one.
    int far_accesses(int x) const;

    /// The innermost loop that runs on lanes or is unrolled; -1 if there is none.
    int tagged_part() const;

    /// Whether each iteration of the loop updates the element that the one before has updated.
    bool adds_up(int x) const;

    /// Whether a vector of the loop's iterations would not pay.
    bool is_short(int x) const;

private:
    const analysis &now_;
    const poly::scheduled_statement &statement_;
    float_sums sums_;
    /// Of the statement's accesses; and of those that write.
    std::vector<row_strides> strides_, strides_of_writes_;

    poly::loop_kind kind(int x) const { return statement_.kinds[static_cast<std::size_t>(x)]; }
    std::optional<long> extent(int x) const;
    bool has_short_rows(int x) const;
    bool finds_element_again(int x) const;
    bool runs_along_rows(int x) const;
    poly::scheduled_statement with_row_innermost(int first) const;
    poly::scheduled_statement with_part_innermost(int part, int first) const;
    poly::scheduled_statement with_copies_innermost() const;
    poly::scheduled_statement with_innermost(int x, int count) const;
};

} // namespace tiramisu::core
