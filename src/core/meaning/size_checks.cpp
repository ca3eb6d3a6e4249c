#include "core/meaning/size_checks.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/program/ast_expressions.h"
#include "polyhedral/constraints.h"
#include "polyhedral/isl_bridge.h"

namespace tiramisu::core {

namespace {

/// Whether all of its parameters are known when the function is called.
bool is_checkable(const function_state &function, const isl::set &sizes) {
    const std::vector<std::string> names = poly::parameter_names(sizes);
    return std::all_of(names.begin(), names.end(), [&](const std::string &name) {
        return std::any_of(function.constants.begin(), function.constants.end(),
                           [&](const constant_state &one) { return one.name == name; });
    });
}

/// "n <= 100" of "[n] -> { : n <= 100 }"
std::string condition_text(const isl::set &sizes) {
    const std::string text = poly::to_text(sizes);
    const std::size_t begin = text.find(": ") + 2;
    return text.substr(begin, text.rfind(" }") - begin);
}

} // namespace

isl::set of_32_bits(const isl::set &parameters) {
    return poly::parameters_within(parameters.params(), std::numeric_limits<std::int32_t>::min(),
                                   std::numeric_limits<std::int32_t>::max());
}

std::optional<program_check> check_against(const function_state &function, const isl::set &wrong,
                                           const std::string &problem) {
    const isl::set sizes = of_32_bits(wrong);
    const isl::set right = sizes.subtract(wrong).coalesce().gist(sizes);
    if (!is_checkable(function, right)) {
        return std::nullopt;
    }
    return program_check{set_to_expr(right), problem + " where " + condition_text(right)};
}

} // namespace tiramisu::core
