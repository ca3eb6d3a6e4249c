#include "graph/operators/volumes.h"

namespace tiramisu::graph {

namespace {

using list = std::vector<std::int64_t>;

/// Images with zeros before and behind, so that every window lies inside along the depth.
std::string with_depth(expansion &to, const window &depth) {
    const std::int64_t after = depth.whole_after();
    if (depth.before == 0 && after == 0) {
        return to.input(0);
    }
    return to.add("Pad", {to.input(0), to.integers({0, 0, depth.before, 0, 0, 0, 0, after, 0, 0})});
}

/// [N * planes of the result, C * elements of a window along the depth, H, W].
std::string planes_of_windows(expansion &to, const window &depth) {
    const shape &from = to.call.extents(0);
    list places;
    for (std::int64_t plane = 0; plane < depth.out; plane++) {
        for (std::int64_t k = 0; k < depth.size; k++) {
            places.push_back(plane * depth.stride + k * depth.dilation);
        }
    }
    const std::string taken =
        to.add("Gather", {with_depth(to, depth), to.integers(places)}, {{"axis", std::int64_t{2}}});
    const std::string apart =
        to.reshaped(taken, {from[0], from[1], depth.out, depth.size, from[3], from[4]});
    return to.reshaped(to.transposed(apart, {0, 2, 1, 3, 4, 5}),
                       {from[0] * depth.out, from[1] * depth.size, from[3], from[4]});
}

} // namespace

void convolve_planes(expansion &to, const std::vector<window> &windows) {
    const window &depth = windows[0], &rows = windows[1], &columns = windows[2];
    const shape from = to.call.extents(0), filters = to.call.extents(1);
    const std::string planes = planes_of_windows(to, depth);
    const std::string weights =
        to.reshaped(to.input(1), {filters[0], filters[1] * depth.size, rows.size, columns.size});
    std::vector<std::string> inputs = {planes, weights};
    if (to.has(2)) {
        inputs.push_back(to.input(2));
    }
    const std::string made =
        to.add("Conv", inputs,
               {{"group", to.call.integer("group", 1)},
                {"pads", list{rows.before, columns.before, rows.after, columns.after}},
                {"strides", list{rows.stride, columns.stride}},
                {"dilations", list{rows.dilation, columns.dilation}}});
    const std::string apart =
        to.reshaped(made, {from[0], depth.out, filters[0], rows.out, columns.out});
    to.result(0, to.transposed(apart, {0, 2, 1, 3, 4}));
}

} // namespace tiramisu::graph
