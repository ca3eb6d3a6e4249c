#include "core/program/unknown_name.h"

#include <algorithm>

#include "core/expr/expr_walk.h"

namespace tiramisu::core {

std::optional<std::string> first_unknown_name(const function_state &function, const expr &value,
                                              const std::vector<std::string> &iterators) {
    std::optional<std::string> unknown;
    for_each_node(value, [&](const expr &node) {
        const std::string &name = node.get_name();
        if (!unknown && node.get_expr_type() == e_var && function.find_constant(name) == nullptr &&
            std::find(iterators.begin(), iterators.end(), name) == iterators.end()) {
            unknown = name;
        }
    });
    return unknown;
}

} // namespace tiramisu::core
