#pragma once

namespace tiramisu::poly {

/// Which iterations are taken out of a loop, or out of the loops around it, to run in a nest of
/// their own. The order of iterations stays what it is.
struct loop_cut {
    int first = 0; ///< number of iterations that are peeled off at the lower end
    int last = 0;  ///< number of iterations that are peeled off at the upper end
    /// Whether iterations of the loops around in which this loop is incomplete run apart.
    bool separated = false;

    bool is_peeled() const { return first > 0 || last > 0; }
};

} // namespace tiramisu::poly
