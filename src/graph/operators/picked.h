#pragma once

#include <cstdint>
#include <vector>

#include "graph/operators/strides.h"

namespace tiramisu::graph {

/// What `make` makes of a vector type whose elements are as large as those of the type: what only
/// moves elements needs to know no more of them.
template <typename Make>
tensor by_size_of(primitive_t type, const Make &make) {
    switch (size_in_bytes(type)) {
    case 8: return make(std::vector<std::uint64_t>());
    case 4: return make(std::vector<std::uint32_t>());
    case 2: return make(std::vector<std::uint16_t>());
    default: return make(std::vector<std::uint8_t>());
    }
}

/// A tensor of a shape whose elements are those of others: `pick(index)` says of which tensor, and
/// at which position.
template <typename Pick>
tensor picked(primitive_t type, const shape &extents, const Pick &pick) {
    return by_size_of(type, [&](auto values) -> tensor {
        using element = typename decltype(values)::value_type;
        for (index_walk at(extents); !at.is_done(); at.next()) {
            const std::pair<const tensor *, std::int64_t> from = pick(at.index());
            values.push_back(static_cast<const element *>(from.first->bytes())[from.second]);
        }
        return {tensor_type{type, extents}, std::move(values)};
    });
}

} // namespace tiramisu::graph
