#include "graph/operators/operator.h"
#include "graph/operators/strides.h"
#include "graph/operators/window.h"

// DeformConv: a convolution whose every element of a window lies where offsets say, between the
// image's elements.

namespace tiramisu::graph {

namespace {

class deformed {
public:
    explicit deformed(expansion &to)
        : to_(to), x_(to.call.extents(0)), groups_(to.call.integer("offset_group", 1)) {
        const shape &w = to.call.extents(1), &offsets = to.call.extents(2);
        if (x_.size() != 4 || w.size() != 4 || to.call.type(0).elements != p_float32) {
            throw refusal("inputs are " + to_text(to.call.type(0)) + " and " +
                          to_text(to.call.type(1)) +
                          ", must be float32 images and filters of two dimensions");
        }
        windows_ = windows_of(to.call, {w[2], w[3]});
        taps_ = w[2] * w[3];
        const shape expected = {x_[0], groups_ * taps_ * 2, rows().out, columns().out};
        if (groups_ < 1 || x_[1] % groups_ != 0 || offsets != expected) {
            throw refusal("offsets are " + to_text(offsets) + " in " + std::to_string(groups_) +
                          " groups, must be " + to_text(expected) + " for " + to_text(x_));
        }
    }

    /// The elements of all windows, as channels: of each channel those that its filter meets.
    std::string elements() const {
        std::vector<std::string> parts;
        const std::int64_t channels = x_[1] / groups_, points = rows().out * columns().out;
        for (std::int64_t group = 0; group < groups_; group++) {
            const std::string images =
                to_.sliced(to_.input(0), 1, group * channels, (group + 1) * channels);
            const std::string sampled = to_.add("GridSample", {images, grid(group)});
            std::string part = to_.reshaped(sampled, {x_[0], channels, taps_, points});
            if (to_.has(4)) {
                const std::string mask =
                    to_.sliced(to_.input(4), 1, group * taps_, (group + 1) * taps_);
                part = to_.add("Mul", {part, to_.reshaped(mask, {x_[0], 1, taps_, points})});
            }
            parts.push_back(part);
        }
        return to_.reshaped(to_.concatenated(parts, 1),
                            {x_[0], x_[1] * taps_, rows().out, columns().out});
    }

    std::int64_t taps() const { return taps_; }

private:
    expansion &to_;
    shape x_;
    std::int64_t groups_, taps_ = 0;
    std::vector<window> windows_;

    const window &rows() const { return windows_[0]; }
    const window &columns() const { return windows_[1]; }

    /// Places of a group's elements, from -1 to 1 along each dimension, the columns' first.
    std::string grid(std::int64_t group) const {
        const std::string offsets =
            to_.reshaped(to_.sliced(to_.input(2), 1, group * taps_ * 2, (group + 1) * taps_ * 2),
                         {x_[0], taps_, 2, rows().out, columns().out});
        const auto along = [&](std::int64_t dimension) {
            const std::string moved =
                to_.scaled(to_.sliced(offsets, 2, dimension, dimension + 1),
                           2.0 / static_cast<double>(x_[static_cast<std::size_t>(dimension) + 2]));
            const std::string places = to_.add("Add", {moved, undeformed(dimension)});
            return to_.reshaped(places, {x_[0], taps_ * rows().out, columns().out, 1});
        };
        return to_.concatenated({along(1), along(0)}, 3);
    }

    /// Where elements lie without offsets, along a dimension.
    std::string undeformed(std::int64_t dimension) const {
        const window &one = windows_[static_cast<std::size_t>(dimension)];
        const shape all = {1, taps_, 1, rows().out, columns().out};
        std::vector<float> places;
        for (index_walk at(all); !at.is_done(); at.next()) {
            const std::int64_t tap = at.index()[1];
            const std::int64_t k = dimension == 0 ? tap / columns().size : tap % columns().size;
            const std::int64_t place =
                one.position(at.index()[static_cast<std::size_t>(dimension) + 3], k);
            places.push_back(static_cast<float>(
                static_cast<double>(2 * place + 1) / static_cast<double>(one.in) - 1));
        }
        return to_.constant({all, std::move(places)});
    }
};

void deformable_convolution(expansion &to) {
    const deformed windows(to);
    const shape w = to.call.extents(1);
    std::vector<std::string> inputs = {
        windows.elements(), to.reshaped(to.input(1), {w[0], w[1] * windows.taps(), 1, 1})};
    if (to.has(3)) {
        inputs.push_back(to.input(3));
    }
    to.result(0, to.add("Conv", inputs, {{"group", to.call.integer("group", 1)}}));
}

} // namespace

void add_deformable_convolution(operator_table &all) {
    all.add_expanded("DeformConv",
                     {"dilations", "group", "kernel_shape", "offset_group", "pads", "strides"}, 19,
                     deformable_convolution);
}

} // namespace tiramisu::graph
