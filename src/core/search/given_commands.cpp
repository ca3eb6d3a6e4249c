#include "core/search/given_commands.h"

#include <algorithm>
#include <functional>
#include <map>

#include "core/commands/neighbour_commands.h"
#include "core/program/command_kind.h"

namespace tiramisu::core {

std::vector<std::size_t> given_commands::that_order(const std::vector<std::string> &ids) const {
    std::map<std::size_t, std::size_t, std::greater<>> computations; // by command
    for (const std::string &id : ids) {
        for (const std::size_t at : commands_on(function_, id)) {
            computations[at] += has_trait(all_[at], reorders) ? 1 : 0;
        }
    }
    std::vector<std::size_t> places;
    for (const bool is_on_all : {true, false}) {
        for (const auto &[at, count] : computations) {
            if (count != 0 && (count == ids.size()) == is_on_all) {
                places.push_back(at);
            }
        }
    }
    return places;
}

std::vector<std::size_t> given_commands::that_tag(const std::vector<std::string> &ids,
                                                  poly::loop_kind kind) const {
    const command_trait tag = poly::runs_on_threads(kind) ? runs_parallel : runs_vectorized;
    std::vector<std::size_t> places;
    for (std::size_t i = all_.size(); i-- > 0;) {
        if (has_trait(all_[i], tag) &&
            std::find(ids.begin(), ids.end(), all_[i].computation) != ids.end()) {
            places.push_back(i);
        }
    }
    return places;
}

std::vector<command> given_commands::before(std::size_t at) const {
    return {all_.begin(), all_.begin() + static_cast<std::ptrdiff_t>(at)};
}

std::vector<command> given_commands::with(std::size_t at,
                                          const std::vector<command> &instead) const {
    std::vector<command> changed = before(at);
    changed.insert(changed.end(), instead.begin(), instead.end());
    changed.insert(changed.end(), all_.begin() + static_cast<std::ptrdiff_t>(at) + 1, all_.end());
    return changed;
}

} // namespace tiramisu::core
