#include "tiramisu/nn/layout.h"

#include "nn/program/layout_map.h"

namespace tiramisu::nn {

namespace {

constexpr layout layouts[] = {layout::nchw, layout::nhwc, layout::nchw16c};
constexpr int block = 16;

} // namespace

std::string to_string(layout which) {
    switch (which) {
    case layout::nchw: return "nchw";
    case layout::nhwc: return "nhwc";
    case layout::nchw16c: return "nchw16c";
    }
    return {};
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
    const auto [n, c, h, w] = extents;
    const int channels = which == layout::nchw16c ? (c + block - 1) / block * block : c;
    return static_cast<std::size_t>(n) * static_cast<std::size_t>(channels) *
           static_cast<std::size_t>(h) * static_cast<std::size_t>(w);
}

std::size_t element_position(layout which, const std::array<int, 4> &extents,
                             const std::array<int, 4> &index) {
    const auto row_major = [](std::initializer_list<std::pair<int, int>> places) {
        std::size_t position = 0;
        for (const auto &[i, extent] : places) {
            position = position * static_cast<std::size_t>(extent) + static_cast<std::size_t>(i);
        }
        return position;
    };
    const auto [extent_n, extent_c, extent_h, extent_w] = extents;
    const auto [n, c, h, w] = index;
    switch (which) {
    case layout::nchw:
        return row_major({{n, extent_n}, {c, extent_c}, {h, extent_h}, {w, extent_w}});
    case layout::nhwc:
        return row_major({{n, extent_n}, {h, extent_h}, {w, extent_w}, {c, extent_c}});
    case layout::nchw16c:
        return row_major({{n, extent_n},
                          {c / block, (extent_c + block - 1) / block},
                          {h, extent_h},
                          {w, extent_w},
                          {c % block, block}});
    }
    return 0;
}

std::vector<expr> buffer_sizes(layout which, const std::array<int, 4> &extents) {
    const auto [n, c, h, w] = extents;
    switch (which) {
    case layout::nchw: return {n, c, h, w};
    case layout::nhwc: return {n, h, w, c};
    case layout::nchw16c: return {n, (c + block - 1) / block, h, w, block};
    }
    return {};
}

std::vector<expr> buffer_indices(layout which, const picture_index &at) {
    switch (which) {
    case layout::nchw: return {at.picture, at.channel, at.row, at.column};
    case layout::nhwc: return {at.picture, at.row, at.column, at.channel};
    case layout::nchw16c:
        return {at.picture, at.channel / block, at.row, at.column, at.channel % block};
    }
    return {};
}

} // namespace tiramisu::nn
