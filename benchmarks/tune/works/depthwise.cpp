#include "dnn/images.h"
#include "tune/works/convolution_peers.h"
#include "tune/works/families.h"
#include "tune/works/padded_image.h"

namespace tiramisu::bench {

namespace {

/// Channels are innermost in the image, the weights and the result.
scheduled_function declare(const nn::conv2d_problem &p) {
    init("depthwise");
    const var iy("iy", 0, p.ih), ix("ix", 0, p.iw), c("c", 0, p.ic);
    const var y("y", 0, p.oh), x("x", 0, p.ow), ky("ky", 0, p.kh), kx("kx", 0, p.kw);
    const input image("image", {iy, ix, c}, p_float32), weights("weights", {ky, kx, c}, p_float32);
    buffer from("from", {p.ih, p.iw, p.ic}, p_float32, a_input);
    buffer by("by", {p.kh, p.kw, p.ic}, p_float32, a_input);
    buffer to("to", {p.oh, p.ow, p.ic}, p_float32, a_output);
    keep(image, from);
    keep(weights, by);
    const computation padded = declare_padded(p, image, c);
    computation sums("sums", {y, x, c}, 0.0f);
    sums(y, x, c) += weights(ky, kx, c) * padded(y * p.sh + ky, x * p.sw + kx, c);
    keep(sums, to);
    return {*global::get_implicit_function(), {from, by, to}};
}

std::vector<aligned_floats> values(const nn::conv2d_problem &p) {
    const convolution_data data = data_of(p);
    const aligned_floats &plain = data.weights.front();
    aligned_floats weights(plain.size());
    const int kernel = p.kh * p.kw;
    std::size_t from = 0;
    for (int c = 0; c < p.ic; ++c) {
        for (int k = 0; k < kernel; ++k) {
            weights[static_cast<std::size_t>(k * p.ic + c)] = plain[from++];
        }
    }
    return {channels_last(data), weights, aligned_floats(plain_count(p.dst_extents()))};
}

nn::conv2d_problem problem_of(int size, int channels, int stride) {
    nn::conv2d_problem p;
    p.g = p.ic = p.oc = channels;
    p.ih = p.iw = size;
    p.kh = p.kw = 3;
    p.sh = p.sw = stride;
    p.ph = p.pw = 1;
    return p.completed();
}

} // namespace

std::vector<tuned_work> depthwise_works() {
    std::vector<tuned_work> all;
    for (const nn::conv2d_problem &p : {problem_of(112, 32, 1), problem_of(112, 64, 2),
                                        problem_of(14, 512, 2), problem_of(7, 1024, 1)}) {
        all.push_back({"dep_" + std::to_string(p.ih) + "_" + std::to_string(p.ic) + "_s" +
                           std::to_string(p.sh),
                       p.operations(), [p] { return declare(p); }, [p] { return values(p); },
                       [p](const std::vector<aligned_floats> &, int, aligned_floats &result) {
                           return convolution_peers(p, result);
                       }});
    }
    return all;
}

} // namespace tiramisu::bench
