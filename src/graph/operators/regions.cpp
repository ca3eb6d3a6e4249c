#include <algorithm>
#include <numeric>

#include "graph/operators/operator.h"

// What detectors read of images at places that are known at run time: RoiAlign; and AffineGrid,
// which makes such places.

namespace tiramisu::graph {

namespace {

std::string numbers_from(expansion &to, std::int64_t count, const shape &extents) {
    std::vector<float> numbers(static_cast<std::size_t>(count));
    std::iota(numbers.begin(), numbers.end(), 0.0f);
    return to.constant({extents, std::move(numbers)});
}

/// One dimension of an image that regions are read of.
class region_axis {
public:
    region_axis(expansion &to, std::int64_t size, std::int64_t bins, std::int64_t samples)
        : to_(to), size_(size), bins_(bins), samples_(samples) {}

    /// How much of each element a bin's mean has, [regions, bins, size]: between two elements
    /// linearly, at most an element outside of the image what is at its edge.
    std::string shares(const std::string &first, const std::string &length) const {
        const std::int64_t regions = to_.extents(first)[0], points = bins_ * samples_;
        std::vector<float> offsets;
        for (std::int64_t i = 0; i < points; i++) {
            offsets.push_back((static_cast<float>(i) + 0.5f) / static_cast<float>(points));
        }
        const std::string along =
            to_.add("Mul", {length, to_.constant({shape{1, points}, std::move(offsets)})});
        const std::string at = to_.add("Add", {first, along}); // [regions, points]
        const std::string is_near =
            to_.add("And", {to_.add("GreaterOrEqual", {at, number(-1)}),
                            to_.add("LessOrEqual", {at, number(static_cast<double>(size_))})});
        const std::string inside = to_.add(
            "Min", {to_.add("Max", {at, number(0)}), number(static_cast<double>(size_ - 1))});
        const std::string away =
            to_.add("Abs", {to_.add("Sub", {to_.reshaped(inside, {regions, points, 1}),
                                            numbers_from(to_, size_, {1, 1, size_})})});
        const std::string part = to_.add("Max", {to_.add("Sub", {number(1), away}), number(0)});
        const std::string counted = to_.add(
            "Mul", {part, to_.reshaped(to_.cast(is_near, p_float32), {regions, points, 1})});
        return to_.reduced("ReduceMean", to_.reshaped(counted, {regions, bins_, samples_, size_}),
                           {2}, false);
    }

private:
    expansion &to_;
    std::int64_t size_, bins_, samples_;

    std::string number(double value) const { return to_.number(value, p_float32); }
};

void require_regions(const expansion &to) {
    const shape &x = to.call.extents(0), &regions = to.call.extents(1),
                &images = to.call.extents(2);
    const bool fits = x.size() == 4 && regions.size() == 2 && regions[1] == 4 &&
                      images == shape{regions[0]} && to.call.type(0).elements == p_float32 &&
                      to.call.type(1).elements == p_float32;
    if (!fits) {
        throw refusal("inputs are " + to_text(to.call.type(0)) + ", " + to_text(to.call.type(1)) +
                      " and " + to_text(to.call.type(2)) +
                      ", must be float32 images, 4 numbers and the image of each region");
    }
    if (to.call.text("mode", "avg") != "avg") {
        throw refusal("attribute mode is \"" + to.call.text("mode", "") + "\", supported is avg");
    }
    constexpr std::int64_t most = 1 << 12;
    for (const char *const name : {"output_height", "output_width", "sampling_ratio"}) {
        const std::int64_t count = to.call.integer(name, 1);
        if (count > most || (count < 1 && std::string(name) != "sampling_ratio")) {
            throw refusal(std::string("attribute ") + name + " is " + std::to_string(count) +
                          ", supported are 1 to " + std::to_string(most));
        }
    }
    if (to.call.integer("sampling_ratio", 0) < 1) {
        throw refusal("attribute sampling_ratio is " +
                      std::to_string(to.call.integer("sampling_ratio", 0)) +
                      ", by which regions say how many points are read; supported are 1 and more");
    }
}

/// Sums over rows and columns of an image, each with its own weights: two products.
void align(expansion &to) {
    require_regions(to);
    const shape x = to.call.extents(0);
    const std::int64_t regions = to.call.extents(1)[0];
    const std::string mode =
        to.call.text("coordinate_transformation_mode",
                     to.call.opset() < 16 ? "output_half_pixel" : "half_pixel");
    if (mode != "half_pixel" && mode != "output_half_pixel") {
        throw refusal("attribute coordinate_transformation_mode is \"" + mode +
                      "\", must be half_pixel or output_half_pixel");
    }
    const bool is_shifted = mode == "half_pixel";
    const auto scale = static_cast<double>(to.call.real("spatial_scale", 1));
    const auto edge = [&](std::int64_t which) {
        const std::string scaled = to.scaled(to.sliced(to.input(1), 1, which, which + 1), scale);
        return is_shifted ? to.add("Sub", {scaled, to.like(scaled, 0.5)}) : scaled;
    };
    const auto shares = [&](std::int64_t which, std::int64_t size, const char *bins) {
        const std::string first = edge(which);
        std::string length = to.add("Sub", {edge(which + 2), first});
        if (!is_shifted) { // a region has at least one element
            length = to.add("Max", {length, to.like(length, 1)});
        }
        const region_axis along(to, size, to.call.integer(bins, 1),
                                to.call.integer("sampling_ratio", 0));
        return along.shares(first, length);
    };
    const std::string columns = shares(0, x[3], "output_width"), // [regions, bins, size]
        rows = shares(1, x[2], "output_height");
    const shape of_rows = to.extents(rows), of_columns = to.extents(columns);
    const std::string images = to.add("Gather", {to.input(0), to.input(2)});
    const std::string rows_summed =
        to.add("MatMul", {to.reshaped(rows, {regions, 1, of_rows[1], of_rows[2]}), images});
    const std::string by_columns =
        to.reshaped(to.transposed(columns, {0, 2, 1}), {regions, 1, of_columns[2], of_columns[1]});
    to.result(0, to.add("MatMul", {rows_summed, by_columns}));
}

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

void add_regions(operator_table &all) {
    all.add_expanded("RoiAlign",
                     {"coordinate_transformation_mode", "mode", "output_height", "output_width",
                      "sampling_ratio", "spatial_scale"},
                     10, align);
    all.add_expanded("AffineGrid", {"align_corners"}, 20, affine_grid);
}

} // namespace tiramisu::graph
