#include "nn/framework/find/contestants.h"

#include <iterator>

namespace tiramisu::nn {

std::vector<contestant> most_promising_first(std::vector<contestant> all) {
    const auto rules = std::find_if(all.begin(), all.end(), [](const contestant &one) {
        return one.why_not.empty() && one.is_for_rule;
    });
    auto others = all.begin();
    if (rules != all.end()) {
        std::rotate(all.begin(), rules, std::next(rules));
        ++others;
    }
    std::stable_sort(others, all.end(), [](const contestant &left, const contestant &right) {
        return left.relative_work < right.relative_work;
    });
    return all;
}

} // namespace tiramisu::nn
