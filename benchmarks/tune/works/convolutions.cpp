#include "dnn/images.h"
#include "tune/works/convolution_peers.h"
#include "tune/works/families.h"
#include "tune/works/padded_image.h"

namespace tiramisu::bench {

namespace {

constexpr int block = 16; ///< filters that lie side by side in the weights

/// Images have their channels innermost; weights lie in blocks of filters, as one packs constants.
scheduled_function declare(const nn::conv2d_problem &p) {
    init("convolution");
    const int depth = p.ic / p.g, blocks = p.oc / p.g / block;
    const var iy("iy", 0, p.ih), ix("ix", 0, p.iw), ic("ic", 0, p.ic);
    const var g("g", 0, p.g), y("y", 0, p.oh), x("x", 0, p.ow), b("b", 0, blocks), f("f", 0, block);
    const var ky("ky", 0, p.kh), kx("kx", 0, p.kw), c("c", 0, depth), filter("filter", 0, p.oc);
    const input image("image", {iy, ix, ic}, p_float32);
    const input weights("weights", {g, b, ky, kx, c, f}, p_float32);
    buffer from("from", {p.ih, p.iw, p.ic}, p_float32, a_input);
    buffer by("by", {p.g, blocks, p.kh, p.kw, depth, block}, p_float32, a_input);
    buffer to("to", {p.oh, p.ow, p.oc / block, block}, p_float32, a_output);
    keep(image, from);
    keep(weights, by);
    const computation source =
        p.ph > 0 ? declare_padded(p, image, var("pc", 0, p.ic)) : computation(image);
    const expr row = y * p.sh + ky * (p.dh + 1), column = x * p.sw + kx * (p.dw + 1);

    // Iterators over a single group would stand in the way of nothing but readers.
    const bool has_groups = p.g > 1;
    computation sums = has_groups ? computation("sums", {g, y, x, b, f}, 0.0f)
                                  : computation("sums", {y, x, b, f}, 0.0f);
    const expr group = has_groups ? expr(g) : expr(0);
    std::vector<expr> at = {y, x, b, f};
    if (has_groups) {
        at.insert(at.begin(), g);
    }
    sums.at(at) += weights(group, b, ky, kx, c, f) * source(row, column, group * depth + c);
    if (!p.bias) {
        sums.store_in(&to, {y, x, group * blocks + b, f});
        return {*global::get_implicit_function(), {from, by, to}};
    }
    const input bias("bias", {b, f}, p_float32);
    buffer bias_memory("bias_memory", {blocks, block}, p_float32, a_input);
    keep(bias, bias_memory);
    computation result("result", {y, x, b, f}, max(sums(y, x, b, f) + bias(b, f), 0.0f));
    result.store_in(&to);
    return {*global::get_implicit_function(), {from, by, bias_memory, to}};
}

/// Image, filters in order of group, block, row, column, channel; biases; the result.
std::vector<aligned_floats> values(const nn::conv2d_problem &p) {
    const convolution_data data = data_of(p);
    const aligned_floats &plain = data.weights.front();
    aligned_floats blocked(plain.size());
    const int kernel = p.kh * p.kw, depth = p.ic / p.g;
    std::size_t from = 0;
    for (int filter = 0; filter < p.oc; ++filter) {
        for (int c = 0; c < depth; ++c) {
            for (int k = 0; k < kernel; ++k) {
                const int to = ((filter / block * kernel + k) * depth + c) * block + filter % block;
                blocked[static_cast<std::size_t>(to)] = plain[from++];
            }
        }
    }
    std::vector<aligned_floats> all = {channels_last(data), blocked};
    if (p.bias) {
        all.push_back(data.biases.front());
    }
    all.emplace_back(plain_count(p.dst_extents()));
    return all;
}

struct shape {
    int size, channels, filters, kernel, stride, padding;
};

nn::conv2d_problem problem_of(const shape &s, int groups, int dilation, bool has_epilogue) {
    nn::conv2d_problem p;
    p.g = groups;
    p.ic = s.channels;
    p.oc = s.filters;
    p.ih = p.iw = s.size;
    p.kh = p.kw = s.kernel;
    p.sh = p.sw = s.stride;
    // As many zeros as keep the size of the result.
    p.ph = p.pw = dilation * s.padding;
    p.dh = p.dw = dilation - 1;
    p.bias = has_epilogue;
    if (has_epilogue) {
        p.post_ops = {nn::post::relu{}};
    }
    return p.completed();
}

tuned_work work_of(const std::string &family, const nn::conv2d_problem &p) {
    return {family + "_" + std::to_string(p.ih) + "_" + std::to_string(p.ic) + "x" +
                std::to_string(p.oc) + "_k" + std::to_string(p.kh) + "s" + std::to_string(p.sh),
            p.operations(), [p] { return declare(p); }, [p] { return values(p); },
            [p](const std::vector<aligned_floats> &, int, aligned_floats &result) {
                return convolution_peers(p, result);
            }};
}

} // namespace

std::vector<tuned_work> convolution_works() {
    constexpr shape plain[] = {{224, 3, 64, 7, 2, 3},
                               {56, 64, 64, 1, 1, 0},
                               {14, 256, 256, 3, 1, 1},
                               {7, 512, 512, 3, 1, 1}};
    constexpr shape grouped[] = {{56, 64, 128, 3, 2, 1},
                                 {56, 64, 64, 1, 1, 0},
                                 {14, 256, 256, 3, 1, 1},
                                 {7, 512, 512, 3, 1, 1}};
    constexpr shape with_epilogue[] = {{224, 3, 64, 7, 2, 3},
                                       {56, 64, 128, 3, 2, 1},
                                       {28, 128, 256, 1, 2, 0},
                                       {7, 512, 512, 3, 1, 1}};
    std::vector<tuned_work> all;
    for (const shape &one : plain) {
        all.push_back(work_of("c2d", problem_of(one, 1, 1, false)));
    }
    for (const shape &one : grouped) {
        all.push_back(work_of("grp", problem_of(one, 4, 1, false)));
    }
    for (const shape &one : plain) {
        all.push_back(work_of("dil", problem_of(one, 1, 2, false)));
    }
    for (const shape &one : with_epilogue) {
        all.push_back(work_of("cbr", problem_of(one, 1, 1, true)));
    }
    return all;
}

} // namespace tiramisu::bench
