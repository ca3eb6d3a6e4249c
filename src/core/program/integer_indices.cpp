#include "core/program/integer_indices.h"

namespace tiramisu::core {

void require_integer_indices(const computation_state &computation, const std::vector<expr> &indices,
                             const std::string &call, source_place where) {
    for (const expr &index : indices) {
        if (!index.is_defined() || !is_integer(index.get_data_type())) {
            throw user_error(subject(computation), call,
                             "index " + index.to_str() + " has type " +
                                 to_string(index.get_data_type()) + "; an index is an integer",
                             where);
        }
    }
}

} // namespace tiramisu::core
