#pragma once

namespace tiramisu::poly {

/// Which iterations are taken out of a loop, or out of the loops around it, to run in a nest of
/// their own. The order stays.
struct loop_cut {
    int first = 0;          ///< so many values at the lower end of the loop
    int last = 0;           ///< and at the upper one
    bool separated = false; ///< iterations of the loops around in which the loop is not complete

    bool is_peeled() const { return first > 0 || last > 0; }
};

} // namespace tiramisu::poly
