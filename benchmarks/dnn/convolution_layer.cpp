#include "dnn/convolution_layer.h"

#include "accuracy.h"
#include "contest.h"
#include "dnn/convolution_reference.h"
#include "dnn/pictures.h"
#include "thread_setting.h"

#include <cstdio>
#include <optional>

namespace tiramisu::bench {

namespace {

/// Our layer with its tensors as it wants them.
struct prepared_layer {
    nn::conv2d layer;
    nn::conv2d::packed_weights weights;
    aligned_floats src, dst;

    void run() { layer.run(src.data(), weights, nullptr, dst.data()); }
};

prepared_layer prepare(const nn::conv2d_problem &problem, const nn::conv2d_options &how,
                       const aligned_floats &src, const aligned_floats &weights) {
    nn::conv2d layer(problem, how);
    nn::conv2d::packed_weights packed = layer.pack(weights.data());
    aligned_floats own_src(nn::element_count(how.layouts.src, problem.src_extents()));
    rearrange(problem.src_extents(), nn::layout::nchw, src, how.layouts.src, own_src);
    aligned_floats own_dst(nn::element_count(how.layouts.dst, problem.dst_extents()));
    return {std::move(layer), std::move(packed), std::move(own_src), std::move(own_dst)};
}

} // namespace

convolution_layer::convolution_layer(const std::string &id, const nn::conv2d_problem &problem)
    : id_(id), problem_(problem), src_(randoms(plain_count(problem.src_extents()), 5)),
      weights_(randoms(plain_count(problem.weights_extents()), 6)),
      dst_(plain_count(problem.dst_extents())), dst_of_peer_(dst_.size()),
      reference_(reference_convolution(problem, src_.data(), weights_.data())) {}

nn::conv2d_layouts convolution_layer::layouts_of(onednn_formats formats) const {
    if (formats == onednn_formats::plain) {
        return {};
    }
    // Blocks of 16 would be mostly empty where a picture has three channels.
    const auto blocked_if_full = [](int channels) {
        return channels % 16 == 0 ? nn::layout::nchw16c : nn::layout::nhwc;
    };
    return {blocked_if_full(problem_.ic), blocked_if_full(problem_.oc)};
}

bool convolution_layer::find_fastest(const session &here, nn::conv2d_options &chosen) const {
    nn::find_options how;
    how.layouts = chosen.layouts;
    how.configurations = here.quick ? 1 : 4;
    for (const nn::solver_verdict &one : nn::conv2d_solvers(problem_, how.layouts)) {
        // What is compared with is slow, and never the fastest.
        if (one.why_not.empty() && one.solver != "naive") {
            how.solvers.push_back(one.solver);
        }
    }
    const std::vector<nn::find_result> found = nn::find(problem_, how);
    if (found.empty() || !found.front().why_not.empty()) {
        return false;
    }
    chosen.solver = found.front().record.solver;
    chosen.configuration = found.front().record.configuration;
    return true;
}

void convolution_layer::run_variant(session &here, const variant &which, int threads) {
    const bool is_plain = which.formats == onednn_formats::plain;
    nn::conv2d_options how;
    how.layouts = layouts_of(which.formats);
    how.solver = which.solver;
    contest all;
    all.id = id_;
    all.operations = problem_.operations();
    all.bytes = static_cast<double>((src_.size() + weights_.size() + dst_.size()) * sizeof(float));
    std::optional<prepared_layer> ours;
    try {
        if (which.solver != "find" || find_fastest(here, how)) {
            ours.emplace(prepare(problem_, how, src_, weights_));
            all.ours = [&] { ours->run(); };
        }
    } catch (const error &refused) {
        std::printf("%s: %s cannot do it: %s\n", id_.c_str(), which.solver.c_str(), refused.what());
    }
    const std::string chosen = which.solver == "find" ? "find:" + how.solver : which.solver;
    all.variant = (all.ours ? chosen : which.solver) + (is_plain ? "/nchw" : "");
    all.result = dst_.data();
    all.unpack = [&] {
        rearrange(problem_.dst_extents(), how.layouts.dst, ours->dst, nn::layout::nchw, dst_);
    };
    all.reference = reference_;
    all.tolerance = nn::find_tolerance;
    const prepared_convolution onednn = onednn_convolution(problem_, which.formats, src_.data(),
                                                           weights_.data(), dst_of_peer_.data());
    all.peers = {
        {is_plain ? "onednn_nchw" : "onednn", onednn.run, dst_of_peer_.data(), {}, onednn.unpack}};
    run_contest(here, all, threads);
}

void convolution_layer::run(session &here) {
    for (const int threads : here.threads) {
        for (const onednn_formats formats : {onednn_formats::own, onednn_formats::plain}) {
            for (const char *solver : {"find", "direct"}) {
                // Both libraries fix what depends on it when they prepare a layer.
                const thread_setting as_before(threads);
                run_variant(here, {formats, solver}, threads);
            }
        }
    }
}

} // namespace tiramisu::bench
