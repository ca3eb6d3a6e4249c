#include "gpu/cudnn_peers.h"
#include "gpu/device_problem.h"
#include "gpu/sparse_convolution.h"
#include "gpu/sparse_data.h"
#include "sparse/sparse_weights.h"

#include <algorithm>
#include <set>
#include <variant>

namespace tiramisu::bench {

namespace {

const std::set<std::string> quick_sparse = {"resnet20_L10_n32", "vgg_L09_n1", "vgg_L10_n1",
                                            "vgg_L16_n1"};

/// Tiles without a rest, of as many pixels a thread as leave every multiprocessor of a large device
/// two blocks: the elements of the weights are read once for all of them.
std::vector<pixel_tiles> tiles_without_rest(const nn::conv2d_problem &p) {
    constexpr int lanes = 32, blocks_wanted = 264;
    const int pixels = p.mb * p.oh * p.ow;
    std::vector<pixel_tiles> all;
    for (const int own : {8, 7, 4, 2, 1}) {
        for (int threads = 256; threads >= lanes; threads--) {
            const int idle = (lanes - threads % lanes) % lanes, tile = threads * own;
            if (pixels % tile == 0 && idle * 7 <= threads &&
                (own == 1 || p.oc * (pixels / tile) >= blocks_wanted)) {
                all.push_back({threads, own});
                break;
            }
        }
    }
    return all;
}

/// What is tried: the two largest ones.
std::vector<pixel_tiles> sparse_tiles(const nn::conv2d_problem &p) {
    std::vector<pixel_tiles> all = tiles_without_rest(p);
    if (all.empty()) {
        return {{64, 1}};
    }
    all.resize(std::min<std::size_t>(all.size(), 2));
    return all;
}

device_problem sparse_problem(const dense_problem &line, const nn::conv2d_problem &p,
                              const std::vector<pixel_tiles> &tiles, problem_use use) {
    const sparse::csr_matrix weights = weights_of(line, p.oc, p.ic * p.kh * p.kw);
    const double pixels = static_cast<double>(p.mb) * p.oh * p.ow;
    const double bytes = 4.0 * (static_cast<double>(p.mb) * p.ic * p.ih * p.iw + pixels * p.oc +
                                2.0 * weights.nonzeros());
    const auto prepare = [p, weights](const gpu_place &where) {
        const auto data = std::make_shared<sparse_convolution_on_device>(where, p, weights);
        prepared_problem made;
        made.data = data;
        made.arguments = data->arguments();
        made.expected = data->expected();
        if (where.is_timed()) {
            made.peers = {cudnn_peer(data->dense(), image_order::nchw, convolution_math::f32),
                          cudnn_peer(data->dense(), image_order::nhwc, convolution_math::f32),
                          cudnn_peer(data->dense(), image_order::nhwc, convolution_math::tf32),
                          data->cusparse_peer()};
        }
        return made;
    };
    std::vector<device_schedule> schedules;
    for (const pixel_tiles &t : tiles) {
        schedules.push_back({t.text(), [p, t, elements = weights.nonzeros()] {
                                 return device_sparse_convolution(p, elements, t);
                             }});
    }
    return {line.id, use, 2.0 * weights.nonzeros() * pixels, bytes, schedules, prepare};
}

bool begins_with(const std::string &text, const std::string &part) {
    return text.compare(0, part.size(), part) == 0;
}

} // namespace

std::vector<device_problem> sparse_convolution_problems(const problem_filter &is_run) {
    std::vector<device_problem> all;
    const auto add = [&](const dense_problem &line, const nn::conv2d_problem &p,
                         const std::vector<pixel_tiles> &tiles, problem_use use) {
        if (is_run(line.id, use)) {
            all.push_back(sparse_problem(line, p, tiles, use));
        }
    };
    const auto small =
        nn::conv2d_problem::parse("conv2d mb=2 ic=5 oc=6 ih=16 iw=15 kh=3 kw=3 sh=2 sw=2 ph=1 pw=1")
            .completed();
    add({"sparse_check", "density=0.2", {}}, small, {{32, 4}}, problem_use::check);
    for (const dense_problem &line : read_problems(TIRAMISU_BENCH_SPARSE "/problems.txt")) {
        const auto *const of = std::get_if<convolutions>(&line.problem);
        if (of == nullptr || of->is_chain() || !of->steps.front().post_ops.empty() ||
            !(begins_with(line.id, "resnet20_") || begins_with(line.id, "vgg_"))) {
            continue;
        }
        const nn::conv2d_problem &p = of->steps.front();
        add(line, p, sparse_tiles(p),
            quick_sparse.count(line.id) > 0 ? problem_use::quick : problem_use::full);
    }
    return all;
}

} // namespace tiramisu::bench
