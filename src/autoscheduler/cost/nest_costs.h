#pragma once

#include "autoscheduler/space/machine.h"
#include "tiramisu/tune/plan.h"

namespace tiramisu::tune {

/// What one statement's loops ask of a processor.
class nest_costs {
public:
    /// `operations` of an instance, with those of what is computed inline.
    nest_costs(const program_view &view, const planned_nest &nest, double operations,
               const machine &target);

    /// Of one core: operations, loads and stores.
    double compute_cycles() const;
    /// Bytes that come into a cache of this size, and leave it.
    double traffic(double cache_bytes) const;
    /// What the work is divided by.
    double parallel_speed() const;
    /// How often threads are told to begin.
    double parallel_starts() const;

private:
    const program_view &view_;
    const planned_nest &nest_;
    const statement_view &of_;
    const double operations_;
    const machine &target_;
    std::size_t block_; ///< loops from here on are written out or on lanes

    double lanes() const;
    double copies() const;
    double accesses_of_block(const access_view &access) const;
    bool is_kept() const;
    double share_on_lanes() const;
    std::vector<double> spans(const access_view &access, std::size_t from) const;
    double footprint(const access_view &access, std::size_t from) const;
    double occupied(const access_view &access, std::size_t from) const;
    double copy_cycles() const;
    double window_cycles() const;
    double total_footprint(std::size_t from) const;
};

} // namespace tiramisu::tune
