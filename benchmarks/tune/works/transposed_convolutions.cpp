#include "dnn/images.h"
#include "peers/onednn_transposed_convolution.h"
#include "tune/works/families.h"

#include <algorithm>
#include <memory>

namespace tiramisu::bench {

namespace {

/// Kernels of 4 x 4, two steps apart, with one row and column of the border left out.
constexpr int kernel = 4, stride = 2, taps = kernel / stride;

struct shape {
    int size, channels, filters;
    double operations() const { return 2.0 * size * size * channels * filters * kernel * kernel; }
    int result() const { return stride * size; }
};

/// Results of even and odd rows and columns are sums of other taps of the kernel: four convolutions
/// of 2 x 2, of which none multiplies by zeros between elements. Row 2 y + r is the sum over d of
/// row y + r + d of the padded image, times tap 3 - r - 2 d.
scheduled_function declare(const shape &s) {
    init("transposed_convolution");
    const var iy("iy", 0, s.size), ix("ix", 0, s.size), c("c", 0, s.channels);
    const var py("py", 0, s.size + 2), px("px", 0, s.size + 2), f("f", 0, s.filters);
    const var r("r", 0, stride), q("q", 0, stride), y("y", 0, s.size), x("x", 0, s.size);
    const var dy("dy", 0, taps), dx("dx", 0, taps);
    const input image("image", {iy, ix, c}, p_float32);
    const input weights("weights", {r, q, dy, dx, c, f}, p_float32);
    buffer from("from", {s.size, s.size, s.channels}, p_float32, a_input);
    buffer by("by", {stride, stride, taps, taps, s.channels, s.filters}, p_float32, a_input);
    buffer to("to", {s.size, stride, s.size, stride, s.filters}, p_float32, a_output);
    keep(image, from);
    keep(weights, by);
    const expr is_inside = py >= 1 && py <= s.size && px >= 1 && px <= s.size;
    const computation padded("padded", {py, px, c},
                             select(is_inside, image(py - 1, px - 1, c), 0.0f));
    computation sums("sums", {r, q, y, x, f}, 0.0f);
    sums(r, q, y, x, f) += weights(r, q, dy, dx, c, f) * padded(y + r + dy, x + q + dx, c);
    sums.store_in(&to, {y, r, x, q, f});
    return {*global::get_implicit_function(), {from, by, to}};
}

/// Of channels, rows and columns.
aligned_floats channels_last(int channels, int places, const aligned_floats &plain) {
    aligned_floats made(plain.size());
    for (int c = 0; c < channels; ++c) {
        for (int i = 0; i < places; ++i) {
            made[static_cast<std::size_t>(i * channels + c)] =
                plain[static_cast<std::size_t>(c * places + i)];
        }
    }
    return made;
}

std::size_t count(int a, int b, int c) {
    return static_cast<std::size_t>(a) * static_cast<std::size_t>(b) * static_cast<std::size_t>(c);
}

aligned_floats plain_image(const shape &s) {
    return randoms(count(s.channels, s.size, s.size), 5);
}

/// By channel, filter, row and column.
aligned_floats plain_weights(const shape &s) {
    return randoms(count(s.channels, s.filters, kernel * kernel), 6);
}

aligned_floats phases(const shape &s, const aligned_floats &plain) {
    aligned_floats made;
    for (int tap = 0; tap < kernel * kernel; ++tap) {
        const int r = tap / 8, q = tap / 4 % 2, dy = tap / 2 % 2, dx = tap % 2;
        const int place = (3 - r - 2 * dy) * kernel + 3 - q - 2 * dx;
        for (int c = 0; c < s.channels; ++c) {
            for (int f = 0; f < s.filters; ++f) {
                made.push_back(plain[count(c * s.filters + f, kernel, kernel) +
                                     static_cast<std::size_t>(place)]);
            }
        }
    }
    return made;
}

std::vector<aligned_floats> values(const shape &s) {
    return {channels_last(s.channels, s.size * s.size, plain_image(s)), phases(s, plain_weights(s)),
            aligned_floats(count(s.result(), s.result(), s.filters))};
}

std::vector<contender> peers(const shape &s, aligned_floats &result) {
    const auto image = std::make_shared<const aligned_floats>(plain_image(s));
    const auto weights = std::make_shared<const aligned_floats>(plain_weights(s));
    const auto plain = std::make_shared<aligned_floats>(result.size());
    const prepared_chain onednn =
        onednn_transposed_convolution({s.size, s.channels, s.filters, kernel, stride, 1},
                                      image->data(), weights->data(), plain->data());
    return {{"onednn", onednn.run, result.data(), {}, [=, &result] {
                 onednn.unpack();
                 const aligned_floats made =
                     channels_last(s.filters, s.result() * s.result(), *plain);
                 std::copy(made.begin(), made.end(), result.begin());
             }}};
}

} // namespace

std::vector<tuned_work> transposed_convolution_works() {
    std::vector<tuned_work> all;
    for (const shape s :
         {shape{4, 512, 256}, shape{8, 256, 128}, shape{16, 128, 64}, shape{32, 64, 3}}) {
        all.push_back({"t2d_" + std::to_string(s.size) + "_" + std::to_string(s.channels) + "x" +
                           std::to_string(s.filters),
                       s.operations(), [s] { return declare(s); }, [s] { return values(s); },
                       [s](const std::vector<aligned_floats> &, int, aligned_floats &result) {
                           return peers(s, result);
                       }});
    }
    return all;
}

} // namespace tiramisu::bench
