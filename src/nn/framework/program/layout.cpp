#include "tiramisu/nn/layout.h"

#include <limits>
#include <tuple>

#include "nn/framework/program/layout_map.h"
#include "nn/framework/program/pieces.h"

namespace tiramisu::nn {

namespace {

constexpr layout layouts[] = {layout::nchw, layout::nhwc, layout::nchw16c, layout::lifted};
constexpr int block = channels_of_block, lanes_of_vector = 16;

/// An index of the memory and the size of its dimension.
template <typename Value>
struct place {
    Value index;
    int size;
};

template <typename Value>
struct image_place {
    Value image, channel, row, column;
};

template <typename Value>
std::vector<place<Value>> lifted_places(const std::array<int, 4> &extents,
                                        const image_place<Value> &at) {
    const lane_grid grid = lane_grid::of(extents);
    const Value lane =
        (at.image % grid.images * grid.blocks_y + at.row / grid.block_rows) * grid.blocks_x +
        at.column / grid.block_columns;
    return {{at.image / grid.images, extents[0] / grid.images},
            {at.channel, extents[1]},
            {at.row % grid.block_rows, grid.block_rows},
            {at.column % grid.block_columns, grid.block_columns},
            {lane, lanes_of_vector}};
}

/// Where an element of a tensor lies: what a layout is.
template <typename Value>
std::vector<place<Value>> places(layout which, const std::array<int, 4> &extents,
                                 const image_place<Value> &at) {
    const auto [n, c, h, w] = extents;
    switch (which) {
    case layout::nchw: return {{at.image, n}, {at.channel, c}, {at.row, h}, {at.column, w}};
    case layout::nhwc: return {{at.image, n}, {at.row, h}, {at.column, w}, {at.channel, c}};
    case layout::nchw16c:
        return {{at.image, n},
                {at.channel / block, divided_up(c, block)},
                {at.row, h},
                {at.column, w},
                {at.channel % block, block}};
    case layout::lifted: return lifted_places(extents, at);
    }
    return {};
}

} // namespace

lane_grid lane_grid::of(const std::array<int, 4> &extents) {
    const auto [n, c, h, w] = extents;
    int images = 1;
    while (images < lanes_of_vector && n > 0 && n % (2 * images) == 0) {
        images *= 2;
    }
    lane_grid best;
    std::pair<int, int> least(std::numeric_limits<int>::max(), 0);
    for (int down = 1; down <= lanes_of_vector / images; down *= 2) {
        const int across = lanes_of_vector / images / down;
        const lane_grid grid = {images, down, across, divided_up(h, down), divided_up(w, across)};
        const std::pair<int, int> cost(grid.block_rows * grid.block_columns,
                                       grid.block_rows + grid.block_columns);
        if (cost < least) {
            least = cost;
            best = grid;
        }
    }
    return best;
}

bool operator==(const lane_grid &left, const lane_grid &right) {
    const auto fields = [](const lane_grid &of) {
        return std::tuple(of.images, of.blocks_y, of.blocks_x, of.block_rows, of.block_columns);
    };
    return fields(left) == fields(right);
}

std::string to_string(layout which) {
    switch (which) {
    case layout::nchw: return "nchw";
    case layout::nhwc: return "nhwc";
    case layout::nchw16c: return "nchw16c";
    case layout::lifted: return "lifted";
    }
    return std::to_string(static_cast<int>(which)); // what is no layout: problems refuse it
}

layout parse_layout(const std::string &text, source_place where) {
    std::string known;
    for (const layout candidate : layouts) {
        if (to_string(candidate) == text) {
            return candidate;
        }
        known += (known.empty() ? "\"" : ", \"") + to_string(candidate) + "\"";
    }
    throw user_error("layout \"" + text + "\"", "", "is not known; there are " + known, where);
}

std::size_t element_count(layout which, const std::array<int, 4> &extents) {
    std::size_t count = 1;
    for (const place<int> &one : places<int>(which, extents, {0, 0, 0, 0})) {
        count *= static_cast<std::size_t>(one.size);
    }
    return count;
}

std::size_t element_position(layout which, const std::array<int, 4> &extents,
                             const std::array<int, 4> &index) {
    const auto [n, c, h, w] = index;
    std::size_t position = 0;
    for (const place<int> &one : places<int>(which, extents, {n, c, h, w})) {
        position =
            position * static_cast<std::size_t>(one.size) + static_cast<std::size_t>(one.index);
    }
    return position;
}

std::vector<expr> buffer_sizes(layout which, const std::array<int, 4> &extents) {
    std::vector<expr> sizes;
    for (const place<int> &one : places<int>(which, extents, {0, 0, 0, 0})) {
        sizes.emplace_back(one.size);
    }
    return sizes;
}

std::vector<expr> buffer_indices(layout which, const std::array<int, 4> &extents,
                                 const image_index &at) {
    std::vector<expr> indices;
    for (const place<expr> &one :
         places<expr>(which, extents, {at.image, at.channel, at.row, at.column})) {
        indices.push_back(one.index);
    }
    return indices;
}

} // namespace tiramisu::nn
