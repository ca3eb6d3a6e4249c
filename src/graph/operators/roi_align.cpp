#include <algorithm>
#include <cmath>
#include <limits>

#include "graph/operators/loops.h"
#include "graph/operators/moving_program.h"
#include "graph/operators/operator.h"
#include "graph/operators/places.h"
#include "graph/operators/strides.h"
#include "tiramisu/function.h"

// RoiAlign: what detectors read of images in regions that are known at run time. Bins of a region
// are the mean, or the maximum, of points that lie between the image's elements.

namespace tiramisu::graph {

namespace {

constexpr std::int64_t most_points = 1 << 12; ///< along a dimension of a bin, and of bins

struct alignment {
    shape image; ///< [N, C, H, W]
    std::int64_t regions;
    std::int64_t bins[2]; ///< rows, columns
    std::int64_t points;  ///< of a bin, along each dimension; 0: as large as it is
    float scale;          ///< of the regions' coordinates
    bool is_shifted, is_maximum;

    shape result() const { return {regions, image[1], bins[0], bins[1]}; }
    float offset() const { return is_shifted ? 0.5f : 0.0f; }
    float size(std::size_t d) const { return static_cast<float>(image[d + 2]); }
};

/// An attribute that is its least where it is left out.
std::int64_t count_in(const node_call &call, const char *name, std::int64_t least) {
    const std::int64_t count = call.integer(name, least);
    if (count < least || count > most_points) {
        throw refusal(std::string("attribute ") + name + " is " + std::to_string(count) +
                      ", supported are " + std::to_string(least) + " to " +
                      std::to_string(most_points));
    }
    return count;
}

alignment alignment_of(const node_call &call) {
    const shape &x = call.extents(0), &regions = call.extents(1);
    const bool fits = x.size() == 4 && regions.size() == 2 && regions[1] == 4 && x[2] > 0 &&
                      x[3] > 0 && call.extents(2) == shape{regions[0]} &&
                      call.type(0).elements == p_float32 && call.type(1).elements == p_float32 &&
                      call.type(2).elements == p_int64;
    if (!fits) {
        throw refusal("inputs are " + to_text(call.type(0)) + ", " + to_text(call.type(1)) +
                      " and " + to_text(call.type(2)) +
                      ", must be float32 images, 4 numbers and the image of each region");
    }
    const std::string mode = call.text("mode", "avg");
    if (mode != "avg" && mode != "max") {
        throw refusal("attribute mode is \"" + mode + "\", must be avg or max");
    }
    const std::string coordinates = call.text(
        "coordinate_transformation_mode", call.opset() < 16 ? "output_half_pixel" : "half_pixel");
    if (coordinates != "half_pixel" && coordinates != "output_half_pixel") {
        throw refusal("attribute coordinate_transformation_mode is \"" + coordinates +
                      "\", must be half_pixel or output_half_pixel");
    }
    const bool is_shifted = coordinates == "half_pixel";
    return {x,
            regions[0],
            {count_in(call, "output_height", 1), count_in(call, "output_width", 1)},
            count_in(call, "sampling_ratio", 0),
            call.real("spatial_scale", 1),
            is_shifted,
            mode == "max"};
}

/// A region along one dimension.
struct region {
    float first, bin; ///< where it begins, and the size of a bin
    std::int64_t points;
};

region region_of(const alignment &what, const float *corners, std::size_t d) {
    const float first = corners[1 - d] * what.scale - what.offset(),
                end = corners[3 - d] * what.scale - what.offset();
    const float length = what.is_shifted ? end - first : std::max(end - first, 1.0f);
    const float bin = length / static_cast<float>(what.bins[d]);
    const auto adapted = static_cast<std::int64_t>(
        std::clamp(std::ceil(bin), 0.0f, static_cast<float>(most_points)));
    return {first, bin, what.points > 0 ? what.points : adapted};
}

/// The elements around a point along one dimension, and what the second one counts.
struct neighbours {
    std::int64_t low, high;
    float part;
    bool is_near; ///< at most an element outside of the image
};

neighbours around(const alignment &what, const region &along, std::size_t d, std::int64_t bin,
                  std::int64_t point) {
    const float at =
        along.first + static_cast<float>(bin) * along.bin +
        (static_cast<float>(point) + 0.5f) * along.bin / static_cast<float>(along.points);
    const float inside = std::clamp(at, 0.0f, what.size(d) - 1);
    const auto low = static_cast<std::int64_t>(inside);
    return {low, std::min(low + 1, what.image[d + 2] - 1), inside - static_cast<float>(low),
            at >= -1 && at <= what.size(d)};
}

float value_at(const alignment &what, const float *image, const neighbours &y,
               const neighbours &x) {
    if (!y.is_near || !x.is_near) {
        return 0;
    }
    const float *const low = image + y.low * what.image[3], *const high =
                                                                image + y.high * what.image[3];
    const float parts[] = {(1 - y.part) * (1 - x.part) * low[x.low],
                           (1 - y.part) * x.part * low[x.high], y.part * (1 - x.part) * high[x.low],
                           y.part * x.part * high[x.high]};
    return what.is_maximum ? *std::max_element(parts, parts + 4)
                           : parts[0] + parts[1] + parts[2] + parts[3];
}

std::vector<tensor> aligned(const node_call &call, const tensor_list &inputs) {
    const alignment what = alignment_of(call);
    const std::vector<std::int64_t> images = inputs[2]->integers();
    std::vector<float> values;
    for (index_walk at(what.result()); !at.is_done(); at.next()) {
        const std::int64_t n = at.index()[0];
        const float *const corners = inputs[1]->data<float>() + 4 * n;
        const float *const image =
            inputs[0]->data<float>() +
            (inside(images[static_cast<std::size_t>(n)], what.image[0]) * what.image[1] +
             at.index()[1]) *
                what.image[2] * what.image[3];
        const region y = region_of(what, corners, 0), x = region_of(what, corners, 1);
        float sum = 0, largest = -std::numeric_limits<float>::infinity();
        for (index_walk point({y.points, x.points}); !point.is_done(); point.next()) {
            const float value =
                value_at(what, image, around(what, y, 0, at.index()[2], point.index()[0]),
                         around(what, x, 1, at.index()[3], point.index()[1]));
            sum += value;
            largest = std::max(largest, value);
        }
        const std::int64_t count = y.points * x.points;
        values.push_back(!what.is_maximum
                             ? sum / static_cast<float>(std::max<std::int64_t>(count, 1))
                         : count > 0 ? largest
                                     : 0);
    }
    return {tensor(what.result(), std::move(values))};
}

/// The same in the language: what is known of each region along one dimension.
class region_values {
public:
    region_values(const alignment &what, const input &corners, const var &n, std::size_t d)
        : what_(what), d_(d), first_(name("first"), {n}, corner(corners, n, 1 - d)),
          bin_(name("bin"), {n}, length(corners, n) / static_cast<float>(what.bins[d])),
          points_(name("points"), {n}, points(n)) {}

    expr points_of(const var &n) const { return points_(n); }

    struct neighbours {
        expr low, high, part, is_near;
    };

    neighbours around(const var &n, const var &bin, const var &point) const {
        const expr at = first_(n) + cast(p_float32, bin) * bin_(n) +
                        (cast(p_float32, point) + 0.5f) * bin_(n) / cast(p_float32, points_(n));
        const std::int64_t last = what_.image[d_ + 2] - 1;
        const expr near = clamp(at, 0.0f, static_cast<float>(last));
        // Once more as integers: a coordinate may be no number.
        const expr low = clamp(cast(p_int32, near), 0, literal(last));
        return {low, min(low + 1, literal(last)), near - cast(p_float32, low),
                at >= -1.0f && at <= static_cast<float>(last + 1)};
    }

private:
    const alignment &what_;
    std::size_t d_;
    computation first_, bin_, points_;

    std::string name(const char *of) const { return of + std::to_string(d_); }

    expr corner(const input &corners, const var &n, std::size_t which) const {
        return corners(n, literal(static_cast<std::int64_t>(which))) * what_.scale - what_.offset();
    }
    expr length(const input &corners, const var &n) const {
        const expr all = corner(corners, n, 3 - d_) - first_(n);
        return what_.is_shifted ? all : max(all, 1.0f);
    }
    expr points(const var &n) const {
        return what_.points > 0
                   ? literal(what_.points)
                   : cast(p_int32, clamp(ceil(bin_(n)), 0.0f, static_cast<float>(most_points)));
    }
};

nn::program align_program(const alignment &what, const std::string &name) {
    const function_scope scope(name);
    const std::vector<var> in = iterators(what.image, "in"), at = iterators(what.result());
    const var region("region", 0, literal(what.regions)), corner("corner", 0, 4);
    const var &n = at[0], &channel = at[1];
    input src("src", in, p_float32), corners("corners", {region, corner}, p_float32),
        images("images", {region}, p_int64);
    buffer src_memory("src", buffer_sizes(what.image), p_float32, a_input);
    buffer corners_memory("corners", buffer_sizes({what.regions, 4}), p_float32, a_input);
    buffer images_memory("images", buffer_sizes({what.regions}), p_int64, a_input);
    buffer dst_memory("dst", buffer_sizes(what.result()), p_float32, a_output);
    src.store_in(&src_memory);
    corners.store_in(&corners_memory);
    images.store_in(&images_memory);
    require_inside(images, {region}, what.image[0]);

    const region_values rows(what, corners, region, 0), columns(what, corners, region, 1);
    const var j("j", 0, rows.points_of(n)), i("i", 0, columns.points_of(n));
    const auto y = rows.around(n, at[2], j), x = columns.around(n, at[3], i);
    const expr image = cast(p_int32, inside(images(n), what.image[0]));
    const expr parts[] = {(1.0f - y.part) * (1.0f - x.part) * src(image, channel, y.low, x.low),
                          (1.0f - y.part) * x.part * src(image, channel, y.low, x.high),
                          y.part * (1.0f - x.part) * src(image, channel, y.high, x.low),
                          y.part * x.part * src(image, channel, y.high, x.high)};
    const expr value = what.is_maximum ? max(max(parts[0], parts[1]), max(parts[2], parts[3]))
                                       : parts[0] + parts[1] + parts[2] + parts[3];
    const expr counted = select(y.is_near && x.is_near, value, 0.0f);
    const float none = what.is_maximum ? -std::numeric_limits<float>::max() : 0.0f;
    computation all("all", at, expr(none));
    computation each("each", {n, channel, at[2], at[3], j, i},
                     what.is_maximum ? max(all(n, channel, at[2], at[3]), counted)
                                     : all(n, channel, at[2], at[3]) + counted);
    const expr count = rows.points_of(n) * columns.points_of(n);
    computation dst("dst_values", at,
                    what.is_maximum
                        ? select(count > 0, all(n, channel, at[2], at[3]), 0.0f)
                        : all(n, channel, at[2], at[3]) / cast(p_float32, max(count, 1)));
    all.store_in(&dst_memory);
    each.store_in(&dst_memory, {n, channel, at[2], at[3]});
    dst.store_in(&dst_memory);
    each.after(all, at[3]);
    dst.after(each, at[3]);
    if (what.regions > 1) {
        all.parallelize(n);
    }
    return {scope.get(), {src_memory, corners_memory, images_memory, dst_memory}};
}

std::string text_of(const alignment &what, const lowering &of) {
    return std::string("align ") + (what.is_maximum ? "maxima" : "means") + " of " +
           std::to_string(what.points) + " points in " + std::to_string(what.regions) +
           " regions " + std::to_string(what.bins[0]) + "x" + std::to_string(what.bins[1]) +
           " of " + to_text(of.call.type(0)) + " by " + std::to_string(what.scale) +
           (what.is_shifted ? " shifted" : "");
}

} // namespace

void add_roi_align(operator_table &all) {
    operator_row row;
    row.name = "RoiAlign";
    row.attributes = {"coordinate_transformation_mode",
                      "mode",
                      "output_height",
                      "output_width",
                      "sampling_ratio",
                      "spatial_scale"};
    row.first_opset = 10;
    row.types = [](const node_call &call) -> std::vector<tensor_type> {
        return {{p_float32, alignment_of(call).result()}};
    };
    row.reference = aligned;
    row.places = 2;
    row.steps = [](const lowering &of) -> std::vector<step> {
        const alignment what = alignment_of(of.call);
        step made;
        made.text = text_of(what, of);
        made.arguments = {{"src", {of.input(0)}},
                          {"corners", {of.input(1)}},
                          {"images", {of.input(2)}},
                          {"dst", {of.output()}, true}};
        made.write = [what](const std::string &name) { return align_program(what, name); };
        return {made};
    };
    all.add(std::move(row));
}

} // namespace tiramisu::graph
