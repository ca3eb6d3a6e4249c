#include "nn/framework/find/find_modes.h"

#include <vector>

#include "support/environment_variable.h"
#include "support/immortal.h"

namespace tiramisu::nn {

namespace {

/// As far as it goes without results.
find_mode without_results(find_mode asked) {
    switch (asked) {
    case find_mode::normal:
    case find_mode::hybrid: return find_mode::normal;
    case find_mode::fast:
    case find_mode::clean: return find_mode::fast;
    }
    return asked;
}

} // namespace

const std::map<std::string, find_mode> &find_modes() {
    static const auto &all =
        support::immortal(std::map<std::string, find_mode>{{"clean", find_mode::clean},
                                                           {"fast", find_mode::fast},
                                                           {"hybrid", find_mode::hybrid},
                                                           {"normal", find_mode::normal}});
    return all;
}

find_mode asked_mode(const search_options &opts) {
    std::vector<std::string> names;
    for (const auto &[name, mode] : find_modes()) {
        names.push_back(name);
    }
    const std::string said = support::environment_variable("TIRAMISU_FIND", names);
    if (said.empty()) {
        return opts.mode;
    }
    const find_mode mode = find_modes().at(said);
    return opts.results == nullptr ? without_results(mode) : mode;
}

} // namespace tiramisu::nn
