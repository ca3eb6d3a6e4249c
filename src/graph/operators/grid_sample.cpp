#include "graph/operators/operator.h"

// GridSample: elements of an image at places that are known at run time, or sums of the four
// around them.

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
            places_ = reflected();
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
    std::string reflected() const {
        const double first = is_aligned_ ? 0 : -0.5;
        const double span = static_cast<double>(size_ - 1) - 2 * first;
        if (span == 0) {
            return to_.add("Mul", {places_, number(0)});
        }
        const std::string away = to_.add("Abs", {moved(places_, -first)});
        const std::string rounds =
            to_.add("Floor", {to_.add("Mul", {away, number(1 / (2 * span))})});
        const std::string there_and_back =
            to_.add("Sub", {away, to_.add("Mul", {rounds, number(2 * span)})});
        const std::string from_turn = to_.add("Abs", {moved(there_and_back, -span)});
        return inside(to_.add("Sub", {number(first + span), from_turn}));
    }
};

/// Elements of all channels at one place of each point.
class point_reader {
public:
    explicit point_reader(expansion &to) : to_(to), from_(to.call.extents(0)) {
        const shape &grid = to.call.extents(1);
        points_ = grid[1] * grid[2];
        rows_ = to.reshaped(to.input(0), {from_[0], from_[1], from_[2] * from_[3]});
    }

    std::string at(const grid_axis &along_y, const std::string &y, const grid_axis &along_x,
                   const std::string &x) const {
        const std::string row = to_.cast(along_y.inside(y), p_int64);
        const std::string place = to_.add("Add", {to_.add("Mul", {row, to_.integers({from_[3]})}),
                                                  to_.cast(along_x.inside(x), p_int64)});
        const std::string of_all =
            to_.add("Expand", {for_channels(place), to_.integers({from_[0], from_[1], points_})});
        return to_.add("GatherElements", {rows_, of_all}, {{"axis", std::int64_t{2}}});
    }

    /// A number of each point, beside channels.
    std::string for_channels(const std::string &x) const {
        return to_.reshaped(x, {from_[0], 1, points_});
    }

private:
    expansion &to_;
    shape from_;
    std::int64_t points_;
    std::string rows_;
};

std::string nearest(expansion &to, const grid_axis &along_y, const grid_axis &along_x) {
    const point_reader read(to);
    const std::string y = to.add("Round", {along_y.places()}),
                      x = to.add("Round", {along_x.places()});
    const std::string weight = along_y.weighed(y, along_x.weighed(x, to.like(along_x.places(), 1)));
    return to.add("Mul", {read.at(along_y, y, along_x, x),
                          count_of(to.extents(weight)) == 1 ? weight : read.for_channels(weight)});
}

std::string linear(expansion &to, const grid_axis &along_y, const grid_axis &along_x) {
    const point_reader read(to);
    const auto neighbour = [&](const grid_axis &along, bool is_second) {
        const std::string first = to.add("Floor", {along.places()});
        const std::string part = to.add("Sub", {along.places(), first});
        const std::string place = along.moved(first, is_second ? 1 : 0);
        return std::pair(
            place,
            along.weighed(place, is_second ? part : to.add("Sub", {to.like(part, 1), part})));
    };
    std::string sum;
    for (const bool is_lower : {false, true}) {
        const auto [y, y_weight] = neighbour(along_y, is_lower);
        for (const bool is_right : {false, true}) {
            const auto [x, x_weight] = neighbour(along_x, is_right);
            const std::string weight = read.for_channels(to.add("Mul", {y_weight, x_weight}));
            const std::string part = to.add("Mul", {read.at(along_y, y, along_x, x), weight});
            sum = sum.empty() ? part : to.add("Add", {sum, part});
        }
    }
    return sum;
}

void require_images(const expansion &to) {
    const shape &x = to.call.extents(0), &grid = to.call.extents(1);
    const bool fits =
        x.size() == 4 && grid.size() == 4 && grid[3] == 2 && grid[0] == x[0] && count_of(x) > 0;
    if (!fits || to.call.type(0).elements != p_float32 || to.call.type(1).elements != p_float32) {
        throw refusal("inputs are " + to_text(to.call.type(0)) + " and " +
                      to_text(to.call.type(1)) +
                      ", must be float32 images and a grid of as many with 2 coordinates");
    }
    const std::string padding = to.call.text("padding_mode", "zeros");
    if (padding != "zeros" && padding != "border" && padding != "reflection") {
        throw refusal("attribute padding_mode is \"" + padding +
                      "\", must be zeros, border or reflection");
    }
}

void sample(expansion &to) {
    require_images(to);
    const shape x = to.call.extents(0), grid = to.call.extents(1);
    const shape points = {grid[0], grid[1] * grid[2]};
    const auto coordinates = [&](std::int64_t which) {
        return to.reshaped(to.sliced(to.input(1), 3, which, which + 1), points);
    };
    const grid_axis along_x(to, coordinates(0), x[3]), along_y(to, coordinates(1), x[2]);
    const std::string mode = to.call.text("mode", "linear");
    if (mode != "nearest" && mode != "linear" && mode != "bilinear") {
        throw refusal("attribute mode is \"" + mode + "\", supported are linear and nearest");
    }
    const std::string values =
        mode == "nearest" ? nearest(to, along_y, along_x) : linear(to, along_y, along_x);
    to.result(0, to.reshaped(values, {x[0], x[1], grid[1], grid[2]}));
}

} // namespace

void add_grid_sample(operator_table &all) {
    all.add_expanded("GridSample", {"align_corners", "mode", "padding_mode"}, 16, sample);
}

} // namespace tiramisu::graph
