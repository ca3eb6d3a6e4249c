#pragma once

#include "autoscheduler/space/program_view.h"

namespace tiramisu::tune {

/// Elements of what the statement writes that fill a vector register.
inline int lanes_of(const program_view &view, const statement_view &of) {
    constexpr int usual_element = 4; // program_view::lanes counts these
    return std::max(1, view.lanes * usual_element / std::max(1, of.write.element_bytes));
}

/// The same, or the power of two that fits in a loop of so many iterations.
inline int lanes_within(int lanes, long extent) {
    while (lanes > extent) {
        lanes /= 2;
    }
    return lanes;
}

} // namespace tiramisu::tune
