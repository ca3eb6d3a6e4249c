#include <algorithm>

#include "graph/operators/operator.h"

// AffineGrid, which makes places for GridSample.

namespace tiramisu::graph {

namespace {

/// Places from -1 to 1 along one dimension: of the first and last elements, or of their edges.
std::string places_along(expansion &to, std::int64_t size, const shape &extents) {
    const bool is_aligned = to.call.integer("align_corners", 0) != 0;
    std::vector<float> places;
    for (std::int64_t i = 0; i < size; i++) {
        const auto at = static_cast<double>(i), all = static_cast<double>(size);
        const double place = !is_aligned ? (2 * at + 1) / all - 1
                             : size == 1 ? 0
                                         : 2 * at / (all - 1) - 1;
        places.push_back(static_cast<float>(place));
    }
    return to.constant({extents, std::move(places)});
}

/// theta times the place (x, y, 1) or (x, y, z, 1) of each element of the result.
void affine_grid(expansion &to) {
    const std::vector<std::int64_t> size = to.call.integers(1, "the size of the images");
    const std::size_t rank = size.size() < 2 ? 0 : size.size() - 2; // of the images
    const shape theta = to.call.extents(0);
    const auto columns = static_cast<std::int64_t>(rank);
    if (rank < 2 || rank > 3 || theta != shape{size[0], columns, columns + 1}) {
        throw refusal("theta is " + to_text(to.call.type(0)) + " for images " + to_text(size) +
                      ", must be of as many, with a row of 3 for each of 2 dimensions, or 4 of 3");
    }
    const shape pixels(size.begin() + 2, size.end());
    constexpr std::int64_t most = std::int64_t{1} << 26;
    const bool is_sane = std::all_of(pixels.begin(), pixels.end(),
                                     [](std::int64_t one) { return one > 0 && one <= most; });
    if (!is_sane || count_of(pixels) > most) {
        throw refusal("the images are " + to_text(size) + ", supported are up to " +
                      std::to_string(most) + " elements each, and at least one");
    }
    shape column = pixels;
    column.push_back(1);
    std::vector<std::string> place;
    for (std::size_t d = rank; d-- > 0;) { // x, the last dimension, comes first
        shape along(rank + 1, 1);
        along[d] = pixels[d];
        place.push_back(
            to.add("Expand", {places_along(to, pixels[d], along), to.integers(column)}));
    }
    place.push_back(to.add("Expand", {to.number(1, p_float32), to.integers(column)}));
    const std::int64_t count = count_of(pixels);
    const std::string places =
        to.reshaped(to.concatenated(place, static_cast<std::int64_t>(rank)), {count, columns + 1});
    const std::string moved = to.add("MatMul", {to.cast(places, to.call.type(0).elements),
                                                to.transposed(to.input(0), {0, 2, 1})});
    shape result = {size[0]};
    result.insert(result.end(), pixels.begin(), pixels.end());
    result.push_back(columns);
    to.result(0, to.reshaped(moved, result));
}

} // namespace

void add_affine_grid(operator_table &all) {
    all.add_expanded("AffineGrid", {"align_corners"}, 20, affine_grid);
}

} // namespace tiramisu::graph
