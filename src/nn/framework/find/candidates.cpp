#include "nn/framework/find/candidates.h"

#include <algorithm>

namespace tiramisu::nn {

std::vector<configuration> candidates(const configuration &start,
                                      const std::vector<tunable> &tunables, int count) {
    std::vector<configuration> made = {start};
    std::ptrdiff_t longest = 0;
    for (const tunable &one : tunables) {
        longest = std::max(longest, static_cast<std::ptrdiff_t>(one.values.size()));
    }
    for (std::ptrdiff_t distance = 1; distance < longest; distance++) {
        for (const tunable &one : tunables) {
            const auto here = std::find(one.values.begin(), one.values.end(), start.at(one.name));
            const std::ptrdiff_t position = here - one.values.begin();
            for (const std::ptrdiff_t next : {position - distance, position + distance}) {
                const bool exists = next >= 0 && next < std::ptrdiff_t(one.values.size());
                if (exists && static_cast<int>(made.size()) < count) {
                    made.push_back(start);
                    made.back()[one.name] = one.values[static_cast<std::size_t>(next)];
                }
            }
        }
    }
    return made;
}

} // namespace tiramisu::nn
