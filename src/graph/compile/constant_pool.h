#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
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

    /// All of them, at least one. Leaves the pool without elements.
    std::vector<Element> take() {
        std::vector<Element> all(line, Element());
        all.reserve(size_);
        for (std::vector<Element> &one : pieces_) {
            all.insert(all.end(), one.begin(), one.end());
            all.resize((all.size() + line - 1) / line * line, Element());
            one = {};
        }
        return all;
    }

private:
    static constexpr std::size_t line = 64 / sizeof(Element);

    std::vector<std::vector<Element>> pieces_; ///< behind the first line
    std::size_t size_ = line;                  ///< with what fills up lines
    std::map<std::string, std::int64_t> places_;

    std::int64_t add(const std::string &key, std::vector<Element> values) {
        const auto place = static_cast<std::int64_t>(size_);
        size_ += (values.size() + line - 1) / line * line;
        pieces_.push_back(std::move(values));
        places_[key] = place;
        return place;
    }
};

} // namespace tiramisu::graph
