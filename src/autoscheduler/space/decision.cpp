#include "tiramisu/tune/decision.h"

#include <algorithm>

namespace tiramisu::tune {

chosen_values::chosen_values(const std::vector<decision> &decisions, const choices &taken) {
    for (std::size_t i = 0; i < decisions.size() && i < taken.size(); ++i) {
        values_[decisions[i].name] = decisions[i].options[taken[i]];
    }
}

int chosen_values::operator()(const std::string &name, int otherwise) const {
    const auto found = values_.find(name);
    return found == values_.end() ? otherwise : found->second;
}

std::vector<int> tile_sizes(long extent, int most) {
    std::vector<int> sizes;
    for (int size = 1; size <= most && size <= extent; ++size) {
        const bool is_power = (size & (size - 1)) == 0;
        if (is_power || extent % size == 0) {
            sizes.push_back(size);
        }
    }
    constexpr std::size_t enough = 12;
    while (sizes.size() > enough) { // neighbours are much alike
        for (std::size_t i = 2; i < sizes.size(); i += 2) {
            sizes.erase(sizes.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }
    return sizes;
}

std::vector<int> vector_sizes(long extent, int lanes, int most) {
    std::vector<int> sizes;
    for (int count = 1; count <= most; ++count) {
        const int size = count * lanes;
        if (sizes.empty() || size <= extent) {
            sizes.push_back(size);
        }
    }
    return sizes;
}

} // namespace tiramisu::tune
