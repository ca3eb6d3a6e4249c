#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tiramisu/graph/tensor.h"

namespace tiramisu::graph {

/// Constants one after the other in one array, each at the start of a cache line.
template <typename Element>
class constant_pool {
public:
    /// Where these elements lie; those that were added under the same key lie there already.
    template <typename Make>
    std::int64_t place_of(const std::string &key, const Make &make) {
        const auto known = places_.find(key);
        return known != places_.end() ? known->second : add(key, make());
    }

    /// At least one.
    const std::vector<Element> &values() const { return values_; }

private:
    std::vector<Element> values_ = std::vector<Element>(line, Element());
    std::map<std::string, std::int64_t> places_;

    static constexpr std::size_t line = 64 / sizeof(Element);

    std::int64_t add(const std::string &key, const std::vector<Element> &values) {
        const auto place = static_cast<std::int64_t>(values_.size());
        values_.insert(values_.end(), values.begin(), values.end());
        values_.resize((values_.size() + line - 1) / line * line, Element());
        places_[key] = place;
        return place;
    }
};

} // namespace tiramisu::graph
