#include "core/program/missing_computation.h"

#include <algorithm>
#include <vector>

namespace tiramisu::core {

namespace {

constexpr std::size_t most_told = 12;

std::vector<std::string> ids_of(const function_state &function) {
    std::vector<std::string> ids;
    for (const auto *all : {&function.computations, &function.staged_computations}) {
        for (const auto &definition : *all) {
            if (!definition->is_marker) {
                ids.push_back(definition->id);
            }
        }
    }
    return ids;
}

} // namespace

std::string missing_computation(const function_state &function, const std::string &id) {
    const std::vector<std::string> ids = ids_of(function);
    std::string there;
    for (std::size_t i = 0; i < std::min(ids.size(), most_told); ++i) {
        there += (i == 0 ? "\"" : ", \"") + ids[i] + "\"";
    }
    if (ids.size() > most_told) {
        there += " and " + std::to_string(ids.size() - most_told) + " more";
    }
    return "there is no computation \"" + id + "\"; " +
           (ids.empty() ? "there are none" : "there are " + there);
}

} // namespace tiramisu::core
