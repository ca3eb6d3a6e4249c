#include "autoscheduler/cost/features/running_program.h"

namespace tiramisu::tune {

double touched_buffer::unique_bytes(std::size_t level) const {
    double bytes = element_bytes;
    for (const double span : spans[level]) {
        bytes *= span;
    }
    return bytes;
}

double running_statement::iterations(std::size_t from) const {
    double product = 1;
    for (std::size_t l = from; l < loops.size(); ++l) {
        product *= loops[l].extent;
    }
    return product;
}

loop_position position_of(std::size_t at, std::size_t count, bool is_term) {
    const bool is_innermost = at + 1 == count, is_outermost = at == 0;
    if (is_term) {
        return is_innermost   ? loop_position::innermost_term
               : is_outermost ? loop_position::outermost_term
                              : loop_position::middle_term;
    }
    return is_innermost   ? loop_position::innermost_result
           : is_outermost ? loop_position::outermost_result
                          : loop_position::middle_result;
}

} // namespace tiramisu::tune
