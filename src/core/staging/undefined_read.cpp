#include "core/staging/undefined_read.h"

#include "core/program/instance_text.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

std::string undefined_read_text(const std::string &reader, const computation_state &read,
                                const isl::set &missing) {
    const auto [point, constants] = poly::example_of(missing);
    return "\"" + reader + "\" also reads " + instance_text(read, point) + sizes_text(constants) +
           ", which is " +
           (read.predicate.is_defined() ? "outside of the domain or excluded by the predicate"
                                        : "outside of the domain") +
           " and therefore not computed; read inside the domain, for example by clamp()" +
           (constants.empty() ? "" : ", or say by add_context_constraints() which sizes there are");
}

} // namespace tiramisu::core
