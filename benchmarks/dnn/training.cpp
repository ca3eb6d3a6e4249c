// Layers that go backward through a convolution, each beside the convolution itself, which has as
// many multiplications and additions.
#include "dnn/images.h"
#include "rounds.h"
#include "sets.h"
#include "thread_setting.h"

#include <tiramisu/nn/nn.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace tiramisu::bench {

namespace {

const std::vector<std::pair<std::string, std::string>> problems = {
    {"conv3x3_64_56", "ic=64 oc=64 ih=56 iw=56 kh=3 kw=3 ph=1 pw=1"},
    {"conv3x3_256_14", "ic=256 oc=256 ih=14 iw=14 kh=3 kw=3 ph=1 pw=1"},
    {"conv1x1_256_64_56", "ic=256 oc=64 ih=56 iw=56"},
    {"conv3x3_s2_128_56", "ic=128 oc=128 ih=56 iw=56 kh=3 kw=3 ph=1 pw=1 sh=2 sw=2"},
    {"conv3x3_64_56_n4", "mb=4 ic=64 oc=64 ih=56 iw=56 kh=3 kw=3 ph=1 pw=1"}};

/// A convolution, both ways backward, and memory for all of them.
struct passes {
    nn::conv2d forward;
    nn::conv2d_backward_data by_src;
    nn::conv2d_backward_weights by_weights;
    aligned_floats src, weights, dst, diff_src, diff_weights;
    nn::layer_weights packed, turned;

    explicit passes(const std::string &words)
        : forward(nn::conv2d_problem::parse("conv2d " + words)),
          by_src(nn::conv2d_backward_data_problem::parse("conv2d_backward_data " + words)),
          by_weights(
              nn::conv2d_backward_weights_problem::parse("conv2d_backward_weights " + words)),
          src(randoms(by_src.problem().diff_src().size(), 1)),
          weights(randoms(by_src.problem().weights().size(), 2)),
          dst(randoms(by_src.problem().diff_dst().size(), 3)), diff_src(src.size()),
          diff_weights(weights.size()), packed(forward.pack(weights.data())),
          turned(by_src.pack(weights.data())) {}

    void run_forward() { forward.run(src.data(), packed, nullptr, dst.data()); }
    void run_by_src() { by_src.run(dst.data(), turned, diff_src.data()); }
    void run_by_weights() { by_weights.run({src.data(), dst.data()}, diff_weights.data()); }
};

void run_passes(session &here, const std::string &id, const std::string &words) {
    for (const int threads : here.threads) {
        const thread_setting as_before(threads);
        passes all(words);
        const std::vector<timing> times = interleaved_rounds(
            {timed_here([&] { all.run_forward(); }), timed_here([&] { all.run_by_src(); }),
             timed_here([&] { all.run_by_weights(); })},
            here.rounds());
        const std::vector<std::string> variants = {"backward_data:" + all.by_src.solver(),
                                                   "backward_weights:" + all.by_weights.solver()};
        for (std::size_t i = 0; i < variants.size(); i++) {
            row one;
            one.id = id;
            one.variant = variants[i];
            one.threads = threads;
            one.ours_ms = times[i + 1].median;
            one.ours_min_ms = times[i + 1].fastest;
            one.peer = "forward:" + all.forward.solver();
            one.peer_ms = times[0].median;
            one.peer_min_ms = times[0].fastest;
            one.gflops = all.forward.problem().operations() / times[i + 1].median / 1e6;
            one.peak_share = here.peak_share(*one.gflops, threads);
            here.add(one);
        }
    }
}

} // namespace

void run_training(session &here) {
    std::vector<std::function<void(session &)>> parts;
    for (const auto &one : problems) {
        if (here.wants(one.first)) {
            parts.emplace_back([one](session &now) { run_passes(now, one.first, one.second); });
        }
    }
    here.run_parts(parts);
}

} // namespace tiramisu::bench
