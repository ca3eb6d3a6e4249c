#include "graph/operators/strides.h"

#include <algorithm>

#include "graph/operators/node_call.h"

namespace tiramisu::graph {

std::vector<std::int64_t> strides_of(const shape &extents) {
    std::vector<std::int64_t> strides(extents.size(), 1);
    for (std::size_t d = extents.size(); d-- > 1;) {
        strides[d - 1] = strides[d] * extents[d];
    }
    return strides;
}

shape broadcast(const std::vector<shape> &all) {
    shape to;
    for (const shape &one : all) {
        const std::size_t rank = std::max(one.size(), to.size());
        to.insert(to.begin(), rank - to.size(), 1);
        for (std::size_t d = 0; d < one.size(); d++) {
            std::int64_t &size = to[rank - one.size() + d];
            if (size != one[d] && size != 1 && one[d] != 1) {
                throw refusal(
                    "shapes " + to_text(all.front()) + " and " + to_text(one) +
                    " do not go together: sizes must be equal or 1, counted from the last");
            }
            size = size == 1 ? one[d] : size;
        }
    }
    return to;
}

std::vector<std::int64_t> broadcast_strides(const shape &from, const shape &to) {
    const std::vector<std::int64_t> own = strides_of(from);
    std::vector<std::int64_t> strides(to.size(), 0);
    for (std::size_t d = 0; d < from.size(); d++) {
        strides[to.size() - from.size() + d] = from[d] == 1 ? 0 : own[d];
    }
    return strides;
}

void index_walk::next() {
    left_--;
    for (std::size_t d = index_.size(); d-- > 0;) {
        if (++index_[d] < extents_[d]) {
            return;
        }
        index_[d] = 0;
    }
}

std::int64_t index_walk::position(const std::vector<std::int64_t> &strides) const {
    std::int64_t at = 0;
    for (std::size_t d = 0; d < index_.size(); d++) {
        at += index_[d] * strides[d];
    }
    return at;
}

} // namespace tiramisu::graph
