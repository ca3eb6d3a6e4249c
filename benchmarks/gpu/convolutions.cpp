#include "dnn/problem_file.h"
#include "gpu/convolution.h"
#include "gpu/convolution_data.h"
#include "gpu/cudnn_peers.h"
#include "gpu/device_problem.h"

#include <cmath>
#include <optional>
#include <set>
#include <variant>

namespace tiramisu::bench {

namespace {

const std::set<std::string> quick_convolutions = {
    "r50_c2_3x3_first_n8", "r50_c3_1x1c_n8", "r50_c4_3x3_n8", "r50_c4_3x3s2_first_n8", "vgg3_2_n8"};
const std::set<std::string> quick_fused = {"r50_c3_3x3_n8"};

std::vector<device_contender> peers_of(const std::shared_ptr<convolution_on_device> &data) {
    if (data->problem().bias) {
        return {cudnn_fused_peer(data, true), cudnn_fused_peer(data, false)};
    }
    std::vector<device_contender> all;
    for (const convolution_math math : {convolution_math::f32, convolution_math::tf32}) {
        for (const image_order order : {image_order::nchw, image_order::nhwc}) {
            all.push_back(cudnn_peer(data, order, math));
        }
    }
    return all;
}

int threads_of(const device_tiles &t) {
    return t.rows / t.own_rows * (t.columns / t.own_columns);
}

/// What may be expected of tiles, by which they are compared: the share of a large device that has
/// blocks until the last ones end, the share of their warps that has threads, and how much of the
/// time goes to products, not to copies.
double promise(const device_tiles &t, const nn::conv2d_problem &p) {
    constexpr double multiprocessors = 132, elements_of_a_copy = 8, lanes = 32;
    const double blocks = static_cast<double>(p.mb) * p.oc * p.oh * p.ow / (t.rows * t.columns);
    const double waves = blocks / multiprocessors, warps = threads_of(t) / lanes;
    const double reused = static_cast<double>(t.rows) * t.columns / (t.rows + t.columns);
    return waves / std::ceil(waves) * (warps / std::ceil(warps)) * reused /
           (reused + elements_of_a_copy);
}

/// The most promising tiles that leave no rest, which would be computed by one block after its own;
/// of threads that have so many columns each, and fill their warps if `fills_warps`.
std::optional<device_tiles> even_tiles(const nn::conv2d_problem &p, int own_columns,
                                       bool fills_warps) {
    constexpr int depth = 16, lanes = 32, least = 48, most = 256;
    const int pixels = p.mb * p.oh * p.ow;
    std::optional<device_tiles> best;
    for (const int rows : {128, 64, 32}) {
        for (int columns = own_columns; columns <= 128; columns += own_columns) {
            const device_tiles t = {rows, columns, depth, rows == 32 ? 4 : 8, own_columns};
            const int threads = threads_of(t);
            const bool fits = p.oc % rows == 0 && pixels % columns == 0 && threads >= least &&
                              threads <= most && (!fills_warps || threads % lanes == 0);
            if (fits && (!best || promise(t, p) > promise(*best, p))) {
                best = t;
            }
        }
    }
    return best;
}

device_tiles convolution_tiles(const nn::conv2d_problem &p) {
    constexpr int columns_of_a_vector = 4, columns_of_small_images = 7; // 7 x 7 pixels, or 14 x 14
    for (const bool fills_warps : {true, false}) {
        if (const auto found = even_tiles(p, columns_of_a_vector, fills_warps)) {
            return *found;
        }
    }
    const auto found = even_tiles(p, columns_of_small_images, false);
    return found.value_or(device_tiles{32, 32, 16, 4, 4});
}

device_problem convolution(const std::string &id, const nn::conv2d_problem &p,
                           const device_tiles &tiles, problem_use use) {
    const auto floats = [](const std::array<int, 4> &e) {
        return static_cast<double>(e[0]) * e[1] * e[2] * e[3];
    };
    const double bytes =
        4 * (floats(p.src_extents()) + floats(p.weights_extents()) + floats(p.dst_extents()));
    const auto prepare = [p](const gpu_place &where) {
        const auto data = std::make_shared<convolution_on_device>(where, p);
        prepared_problem made;
        made.data = data;
        made.arguments = data->arguments();
        made.expected = data->expected();
        if (where.is_timed()) {
            made.peers = peers_of(data);
        }
        return made;
    };
    return {id,
            use,
            p.operations(),
            bytes,
            {{tiles.text(), [p, tiles] { return device_convolution(p, tiles); }}},
            prepare};
}

/// The convolution of a line of the file, if there is a single one without groups.
const nn::conv2d_problem *single(const dense_problem &line) {
    const auto *const chain = std::get_if<convolutions>(&line.problem);
    if (chain == nullptr || chain->is_chain()) {
        return nullptr;
    }
    const nn::conv2d_problem &p = chain->steps.front();
    return p.g == 1 && p.post_ops.empty() && !p.bias ? &p : nullptr;
}

bool is_of(const std::string &network, const std::string &id) {
    return id.compare(0, network.size(), network) == 0;
}

} // namespace

std::vector<device_problem> convolution_problems(const problem_filter &is_run) {
    std::vector<device_problem> all;
    const auto add = [&](const std::string &id, const nn::conv2d_problem &p,
                         const device_tiles &tiles, problem_use use) {
        if (is_run(id, use)) {
            all.push_back(convolution(id, p, tiles, use));
        }
    };
    const auto add_small = [&](const std::string &id, const std::string &text) {
        add(id, nn::conv2d_problem::parse(text).completed(), {8, 16, 4, 4, 4}, problem_use::check);
    };
    add_small("conv_check", "conv2d mb=2 ic=5 oc=12 ih=9 iw=11 kh=3 kw=3 sh=2 sw=2 ph=1 pw=1");
    add_small("fused_check", "conv2d ic=6 oc=8 ih=7 iw=6 kh=3 kw=3 ph=1 pw=1 bias=1 post=relu");
    const nn::conv2d_problem small_image =
        nn::conv2d_problem::parse("conv2d ic=20 oc=32 ih=7 iw=7 kh=3 kw=3 ph=1 pw=1").completed();
    add("small_image_check", small_image, convolution_tiles(small_image), problem_use::check);
    for (const dense_problem &line : read_problems(TIRAMISU_BENCH_DENSE)) {
        const nn::conv2d_problem *const p = single(line);
        if (p == nullptr || !(is_of("r50_", line.id) || is_of("vgg", line.id))) {
            continue;
        }
        const auto use = [&](const std::set<std::string> &quick) {
            return quick.count(line.id) > 0 ? problem_use::quick : problem_use::full;
        };
        nn::conv2d_problem fused = *p;
        fused.bias = true;
        fused.post_ops = {nn::post::relu{}};
        add(line.id, *p, convolution_tiles(*p), use(quick_convolutions));
        add("fused_" + line.id, fused, convolution_tiles(*p), use(quick_fused));
    }
    return all;
}

} // namespace tiramisu::bench
