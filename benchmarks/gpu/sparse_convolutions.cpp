#include "gpu/cudnn_peers.h"
#include "gpu/device_problem.h"
#include "gpu/sparse_convolution.h"
#include "gpu/sparse_data.h"
#include "sparse/sparse_weights.h"

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

std::vector<device_schedule> sparse_schedules(const nn::conv2d_problem &p, int elements) {
    std::vector<pixel_tiles> tiles = tiles_without_rest(p);
    tiles.resize(std::min<std::size_t>(tiles.size(), 2));
    if (tiles.empty()) {
        tiles = {{64, 1}};
    }
    std::vector<device_schedule> all;
    for (const pixel_tiles &t : tiles) {
        all.push_back(
            {t.text(), [p, elements, t] { return device_sparse_convolution(p, elements, t); }});
    }
    return all;
}

device_problem sparse_problem(const dense_problem &line, const nn::conv2d_problem &p,
                              problem_use use) {
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
    return {line.id, use, 2.0 * weights.nonzeros() * pixels, bytes,
            sparse_schedules(p, weights.nonzeros()), prepare};
}

bool begins_with(const std::string &text, const std::string &part) {
    return text.compare(0, part.size(), part) == 0;
}

} // namespace

std::vector<device_problem> sparse_convolution_problems() {
    const auto small =
        nn::conv2d_problem::parse("conv2d mb=2 ic=5 oc=6 ih=9 iw=8 kh=3 kw=3 sh=2 sw=2 ph=1 pw=1")
            .completed();
    std::vector<device_problem> all = {
        sparse_problem({"sparse_check", "density=0.2", {}}, small, problem_use::check)};
    for (const dense_problem &line : read_problems(TIRAMISU_BENCH_SPARSE "/problems.txt")) {
        const auto *const of = std::get_if<convolutions>(&line.problem);
        if (of == nullptr || of->is_chain() || !of->steps.front().post_ops.empty() ||
            !(begins_with(line.id, "resnet20_") || begins_with(line.id, "vgg_"))) {
            continue;
        }
        const bool is_quick = quick_sparse.count(line.id) > 0;
        all.push_back(sparse_problem(line, of->steps.front(),
                                     is_quick ? problem_use::quick : problem_use::full));
    }
    return all;
}

} // namespace tiramisu::bench
