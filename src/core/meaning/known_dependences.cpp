#include "core/meaning/known_dependences.h"

#include <algorithm>

#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

// Comparing elements would cost what is to be saved.

bool is_alike(const std::optional<isl::map> &left, const std::optional<isl::map> &right) {
    return left.has_value() == right.has_value() &&
           (!left || poly::is_written_alike(*left, *right));
}

bool is_alike(const poly::memory_access &left, const poly::memory_access &right) {
    return left.statement == right.statement && left.buffer == right.buffer &&
           left.what == right.what && left.exact == right.exact &&
           left.reduction_class == right.reduction_class &&
           left.is_conditional == right.is_conditional && left.named == right.named &&
           poly::is_written_alike(left.relation, right.relation) &&
           is_alike(left.instances, right.instances);
}

bool is_known(const function_state &function, const std::vector<poly::memory_access> &accesses,
              const poly::timestamps &reference) {
    if (function.known == nullptr) {
        return false;
    }
    const known_dependences &known = *function.known;
    return std::equal(accesses.begin(), accesses.end(), known.accesses.begin(),
                      known.accesses.end(),
                      [](const auto &left, const auto &right) { return is_alike(left, right); }) &&
           std::equal(reference.begin(), reference.end(), known.reference.begin(),
                      known.reference.end(), [](const auto &left, const auto &right) {
                          return left.first == right.first &&
                                 poly::is_written_alike(left.second, right.second);
                      });
}

} // namespace

std::vector<poly::dependence> dependences_of(function_state &function,
                                             const std::vector<poly::memory_access> &accesses,
                                             const poly::timestamps &reference) {
    if (!is_known(function, accesses, reference)) {
        function.known = std::make_shared<known_dependences>(
            known_dependences{accesses, reference, poly::dependences(accesses, reference)});
    }
    return function.known->found;
}

} // namespace tiramisu::core
