#include "graph/operators/operator.h"

// GridSample: elements of images of two or three dimensions at places that are known at run time,
// or weighed sums of those around them.

namespace tiramisu::graph {

namespace {

/// One dimension of the image, and the places along it.
class grid_axis {
public:
    /// `places` are from -1, its beginning, to 1.
    grid_axis(expansion &to, const std::string &places, std::int64_t size)
        : to_(to), size_(size), is_aligned_(to.call.integer("align_corners", 0) != 0),
          padding_(to.call.text("padding_mode", "zeros")) {
        const auto elements = static_cast<double>(size);
        const double half = is_aligned_ ? (elements - 1) / 2 : elements / 2;
        const double middle = (elements - 1) / 2;
        places_ = moved(to.add("Mul", {places, number(half)}), middle);
        if (padding_ == "border") {
            places_ = inside(places_);
        } else if (padding_ == "reflection") {
            places_ = reflected(places_);
        }
    }

    const std::string &places() const { return places_; }
    std::int64_t size() const { return size_; }

    std::string moved(const std::string &x, double by) const {
        return by == 0 ? x : to_.add("Add", {x, number(by)});
    }
    /// The nearest that the image has.
    std::string inside(const std::string &x) const {
        const std::string bounded = to_.add("Max", {x, number(0)});
        return to_.add("Min", {bounded, number(static_cast<double>(size_ - 1))});
    }
    /// The element that stands for one outside of the image.
    std::string padded(const std::string &x) const {
        return padding_ == "reflection" ? reflected(x) : inside(x);
    }
    /// A weight, which is 0 outside of an image that has zeros around it.
    std::string weighed(const std::string &x, const std::string &weight) const {
        return padding_ != "zeros"
                   ? weight
                   : to_.add("Where", {to_.add("Equal", {x, inside(x)}), weight, number(0)});
    }

private:
    expansion &to_;
    std::int64_t size_;
    bool is_aligned_;
    std::string padding_, places_;

    std::string number(double value) const { return to_.number(value, p_float32); }

    /// As between two mirrors: at the first and last elements, or at their outer edges.
    std::string reflected(const std::string &x) const {
        const double first = is_aligned_ ? 0 : -0.5;
        const double span = static_cast<double>(size_ - 1) - 2 * first;
        if (span == 0) {
            return to_.add("Mul", {x, number(0)});
        }
        const std::string away = to_.add("Abs", {moved(x, -first)});
        const std::string rounds =
            to_.add("Floor", {to_.add("Mul", {away, number(1 / (2 * span))})});
        const std::string there_and_back =
            to_.add("Sub", {away, to_.add("Mul", {rounds, number(2 * span)})});
        const std::string from_turn = to_.add("Abs", {moved(there_and_back, -span)});
        return inside(to_.add("Sub", {number(first + span), from_turn}));
    }
};

/// One of the elements around each point along a dimension, and what it counts there.
struct neighbour {
    std::string place, weight;
};

using neighbours = std::vector<neighbour>;

neighbours nearest(expansion &to, const grid_axis &along) {
    const std::string place = to.add("Round", {along.places()});
    const std::string one = to.add("Expand", {to.like(place, 1), to.integers(to.extents(place))});
    return {{along.padded(place), along.weighed(place, one)}};
}

neighbours linear(expansion &to, const grid_axis &along) {
    const std::string first = to.add("Floor", {along.places()}), second = along.moved(first, 1);
    const std::string part = to.add("Sub", {along.places(), first});
    const std::string rest = to.add("Sub", {to.like(part, 1), part});
    return {{along.padded(first), along.weighed(first, rest)},
            {along.padded(second), along.weighed(second, part)}};
}

/// Keys' polynomials with a = -0.75, of the distance to each of four elements.
neighbours cubic(expansion &to, const grid_axis &along) {
    constexpr double a = -0.75;
    const std::string floor = to.add("Floor", {along.places()});
    const std::string part = to.add("Sub", {along.places(), floor});
    const auto polynomial = [&](const std::string &x, const std::vector<double> &factors) {
        std::string value = to.like(x, factors[0]);
        for (std::size_t i = 1; i < factors.size(); i++) {
            value = to.add("Add", {to.add("Mul", {value, x}), to.like(x, factors[i])});
        }
        return value;
    };
    neighbours made;
    for (const int offset : {-1, 0, 1, 2}) {
        const bool is_before = offset <= 0;
        const std::string difference = along.moved(part, -offset);
        const std::string far = is_before ? difference : to.add("Neg", {difference});
        const bool is_next = offset == 0 || offset == 1;
        const std::string weight = is_next ? polynomial(far, {a + 2, -(a + 3), 0, 1})
                                           : polynomial(far, {a, -5 * a, 8 * a, -4 * a});
        const std::string place = along.moved(floor, offset);
        made.push_back({along.padded(place), along.weighed(place, weight)});
    }
    return made;
}

/// Elements of all channels at one place of each point.
class point_reader {
public:
    explicit point_reader(expansion &to) : to_(to), from_(to.call.extents(0)) {
        const shape &grid = to.call.extents(1);
        points_ = count_of(shape(grid.begin() + 1, grid.end() - 1));
        rows_ = to.reshaped(to.input(0),
                            {from_[0], from_[1], count_of(shape(from_.begin() + 2, from_.end()))});
    }

    /// The sum of the elements that neighbours along each dimension from `d` on have, of those
    /// whose place and weight along the ones before are known.
    std::string sum(const std::vector<neighbours> &along, std::size_t d, const std::string &place,
                    const std::string &weight) const {
        if (d == along.size()) {
            const std::string of_all = to_.add(
                "Expand", {for_channels(place), to_.integers({from_[0], from_[1], points_})});
            return to_.add("Mul",
                           {to_.add("GatherElements", {rows_, of_all}, {{"axis", std::int64_t{2}}}),
                            for_channels(weight)});
        }
        std::string made;
        for (const neighbour &one : along[d]) {
            const std::string here = to_.cast(one.place, p_int64);
            const std::string all =
                d == 0
                    ? here
                    : to_.add("Add", {to_.add("Mul", {place, to_.integers({from_[d + 2]})}), here});
            const std::string part =
                sum(along, d + 1, all, d == 0 ? one.weight : to_.add("Mul", {weight, one.weight}));
            made = made.empty() ? part : to_.add("Add", {made, part});
        }
        return made;
    }

private:
    expansion &to_;
    shape from_;
    std::int64_t points_;
    std::string rows_;

    /// A number of each point, beside channels.
    std::string for_channels(const std::string &x) const {
        return to_.reshaped(x, {from_[0], 1, points_});
    }
};

void require_images(const expansion &to) {
    const shape &x = to.call.extents(0), &grid = to.call.extents(1);
    const bool fits = (x.size() == 4 || x.size() == 5) && grid.size() == x.size() &&
                      grid.back() == static_cast<std::int64_t>(x.size()) - 2 && grid[0] == x[0] &&
                      count_of(x) > 0;
    if (!fits || to.call.type(0).elements != p_float32 || to.call.type(1).elements != p_float32) {
        throw refusal("inputs are " + to_text(to.call.type(0)) + " and " +
                      to_text(to.call.type(1)) +
                      ", must be float32 images and a grid of as many with 2 coordinates, or 3 "
                      "where images have 3 dimensions");
    }
    const std::string padding = to.call.text("padding_mode", "zeros");
    if (padding != "zeros" && padding != "border" && padding != "reflection") {
        throw refusal("attribute padding_mode is \"" + padding +
                      "\", must be zeros, border or reflection");
    }
}

neighbours around(expansion &to, const grid_axis &along) {
    const std::string mode = to.call.text("mode", "linear");
    if (mode == "nearest") {
        return nearest(to, along);
    }
    if (mode == "linear" || mode == "bilinear") {
        return linear(to, along);
    }
    if (mode == "cubic" || mode == "bicubic") {
        return cubic(to, along);
    }
    throw refusal("attribute mode is \"" + mode + "\", supported are nearest, linear and cubic");
}

void sample(expansion &to) {
    require_images(to);
    const shape x = to.call.extents(0), grid = to.call.extents(1);
    const std::size_t rank = x.size() - 2;
    const shape points = {grid[0], count_of(shape(grid.begin() + 1, grid.end() - 1))};
    std::vector<neighbours> along;
    for (std::size_t d = 0; d < rank; d++) { // the last dimension has the first coordinate
        const auto which = static_cast<std::int64_t>(rank - 1 - d);
        const std::string places = to.reshaped(
            to.sliced(to.input(1), static_cast<std::int64_t>(rank) + 1, which, which + 1), points);
        along.push_back(around(to, grid_axis(to, places, x[d + 2])));
    }
    shape result = {x[0], x[1]};
    result.insert(result.end(), grid.begin() + 1, grid.end() - 1);
    to.result(0, to.reshaped(point_reader(to).sum(along, 0, "", ""), result));
}

} // namespace

void add_grid_sample(operator_table &all) {
    all.add_expanded("GridSample", {"align_corners", "mode", "padding_mode"}, 16, sample);
}

} // namespace tiramisu::graph
