#include <limits>

#include "graph/operators/operator.h"
#include "graph/operators/pooled.h"
#include "graph/operators/scatter_rows.h"
#include "graph/operators/strides.h"

// The places of the maxima that MaxPool takes, and MaxUnpool, which puts values there.

namespace tiramisu::graph {

namespace {

using list = std::vector<std::int64_t>;

/// That of each window.
shape along_image(const pooled &what, std::int64_t window::*size) {
    const shape all = what.sizes(size);
    return {all.begin() + 2, all.end()};
}

/// The distances of neighbours in an image, a dimension each, as places are counted.
list image_strides(const node_call &call, const pooled &what) {
    const shape image = along_image(what, &window::in);
    if (call.integer("storage_order", 0) == 0) {
        return strides_of(image);
    }
    list strides(image.size(), 1); // columns of an image lie after one another
    for (std::size_t d = 1; d < image.size(); d++) {
        strides[d] = strides[d - 1] * image[d - 1];
    }
    return strides;
}

/// Images with so much padding that every window lies inside.
std::string padded(expansion &to, const pooled &what) {
    shape image = {what.images * what.channels};
    list before = {0}, after = {0};
    for (const window &one : what.windows) {
        image.push_back(one.in);
        before.push_back(one.before);
        after.push_back(one.whole_after());
    }
    list pads = before;
    pads.insert(pads.end(), after.begin(), after.end());
    const std::string lowest = to.like(to.input(0), -std::numeric_limits<double>::infinity());
    return to.add("Pad", {to.reshaped(to.input(0), image), to.integers(pads), lowest});
}

/// The elements number `k` of all windows, a row of each image.
std::string elements_of_windows(expansion &to, const pooled &what, const std::string &images,
                                const list &k) {
    std::string taken = images;
    for (std::size_t d = 0; d < what.windows.size(); d++) {
        const window &one = what.windows[d];
        const std::int64_t first = k[d] * one.dilation;
        taken = to.sliced(taken, static_cast<std::int64_t>(d) + 1, first,
                          first + (one.out - 1) * one.stride + 1, one.stride);
    }
    return to.reshaped(taken,
                       {what.images * what.channels, 1, count_of(along_image(what, &window::out))});
}

/// The place in its image of the first element of each window, which may lie before the image.
list first_places(const pooled &what, const list &strides) {
    const shape windows = along_image(what, &window::out);
    list places;
    for (index_walk at(windows); !at.is_done(); at.next()) {
        std::int64_t place = 0;
        for (std::size_t d = 0; d < windows.size(); d++) {
            place += what.windows[d].position(at.index()[d], 0) * strides[d];
        }
        places.push_back(place);
    }
    return places;
}

list strides_between(const node_call &call, const list &kernel) {
    return window_numbers(call, "strides", kernel.size(), 1, 1);
}

/// The extents of the image that was pooled, as the attributes tell.
shape unpooled_extents(const node_call &call) {
    const shape &from = call.extents(0);
    const list kernel = call.integers("kernel_shape", {});
    if (kernel.empty() || kernel.size() + 2 != from.size() || call.extents(1) != from) {
        throw refusal("inputs are " + to_text(call.type(0)) + " and " + to_text(call.type(1)) +
                      ", kernel_shape has " + std::to_string(kernel.size()) +
                      " numbers: must be as many places as values, and a number for each "
                      "dimension of an image");
    }
    const list strides = strides_between(call, kernel),
               pads = window_numbers(call, "pads", 2 * kernel.size(), 0, 0);
    shape made = {from[0], from[1]};
    for (std::size_t d = 0; d < kernel.size(); d++) {
        made.push_back((from[d + 2] - 1) * strides[d] + kernel[d] - pads[d] -
                       pads[d + kernel.size()]);
    }
    if (count_of(made) < count_of(from)) {
        throw refusal("makes " + to_text(made) + " of " + to_text(from));
    }
    return made;
}

/// With zeros below and at the right, so that it has extents which are given.
std::string enlarged(expansion &to, const std::string &image, const list &extents) {
    const shape from = to.extents(image);
    list pads(from.size(), 0);
    for (std::size_t d = 0; d < from.size(); d++) {
        if (extents.size() != from.size() || extents[d] < from[d]) {
            throw refusal("output_shape is " + to_text(extents) + ", must have at least " +
                          to_text(from));
        }
        pads.push_back(extents[d] - from[d]);
    }
    return extents == from ? image : to.add("Pad", {image, to.integers(pads)});
}

void unpool(expansion &to) {
    const shape made = unpooled_extents(to.call);
    const std::int64_t count = count_of(made), values = count_of(to.call.extents(0));
    const std::string zeros = to.add("Expand", {to.like(to.input(0), 0), to.integers({count, 1})});
    const std::string targets = to.cast(to.reshaped(to.input(1), {values}), p_int64);
    const std::string flat =
        scattered_rows(to, zeros, targets, to.reshaped(to.input(0), {values, 1}), "none");
    const std::string image = to.reshaped(flat, made);
    to.result(0, to.has(2) ? enlarged(to, image, to.call.integers(2, "output_shape")) : image);
}

} // namespace

std::string places_of_maxima(expansion &to, const pooled &what) {
    const std::string images = padded(to, what);
    const list strides = image_strides(to.call, what);
    const shape kernel = along_image(what, &window::size);
    std::vector<std::string> elements;
    list offsets;
    for (index_walk k(kernel); !k.is_done(); k.next()) {
        elements.push_back(elements_of_windows(to, what, images, k.index()));
        std::int64_t offset = 0;
        for (std::size_t d = 0; d < kernel.size(); d++) {
            offset += k.index()[d] * what.windows[d].dilation * strides[d];
        }
        offsets.push_back(offset);
    }
    const std::string all = to.concatenated(elements, 1);
    const std::string which =
        to.add("ArgMax", {all}, {{"axis", std::int64_t{1}}, {"keepdims", std::int64_t{0}}});
    const std::string in_window = to.add("Gather", {to.integers(offsets), which});
    const std::string in_image =
        to.add("Add", {in_window, to.integers(first_places(what, strides))});
    list firsts;
    const std::int64_t size = count_of(along_image(what, &window::in));
    for (std::int64_t i = 0; i < what.images * what.channels; i++) {
        firsts.push_back(i * size);
    }
    const std::string of_images =
        to.reshaped(to.integers(firsts), {what.images * what.channels, 1});
    return to.add("Add", {in_image, of_images});
}

void add_max_places(operator_table &all) {
    all.add_expanded("MaxUnpool", {"kernel_shape", "pads", "strides"}, 9, unpool);
}

} // namespace tiramisu::graph
