#include "dnn/convolution_layer.h"

#include "dnn/convolution_reference.h"
#include "dnn/images.h"
#include "peers/halide_blur.h"
#include "peers/halide_convolution.h"
#include "peers/python_convolutions.h"
#include "thread_setting.h"

#include <algorithm>
#include <cstdio>

namespace tiramisu::bench {

namespace {

double bytes_of(const convolution_data &data, const aligned_floats &dst) {
    std::size_t floats = data.src.size() + dst.size();
    for (const aligned_floats &weights : data.weights) {
        floats += weights.size();
    }
    return static_cast<double>(floats * sizeof(float));
}

bool has_bias(const convolution_data &data) {
    return std::any_of(data.biases.begin(), data.biases.end(),
                       [](const aligned_floats &bias) { return !bias.empty(); });
}

/// Of a single convolution direct, which the rule takes for most, but not where it would pool
/// windows that overlap.
std::string unmeasured(const convolution_data &data) {
    const nn::post::pool *pool = data.steps.front().pooling();
    const bool overlap = pool != nullptr && (pool->kh != pool->sh || pool->kw != pool->sw);
    return data.is_chain() || overlap ? "auto" : "direct";
}

} // namespace

convolution_layer::convolution_layer(const std::string &id, const convolutions &of)
    : id_(id), data_(of), dst_(plain_count(of.steps.back().dst_extents())),
      dst_of_peer_(dst_.size()), reference_(reference_convolutions(data_)) {}

std::vector<std::string> convolution_layer::asked_solvers(const session &here) const {
    if (!here.solvers.empty() && !data_.is_chain()) {
        return here.solvers;
    }
    return here.quick ? std::vector<std::string>{"find"}
                      : std::vector<std::string>{"find", unmeasured(data_)};
}

std::vector<nn::conv2d_layouts> convolution_layer::layouts_of(onednn_formats formats) const {
    const nn::conv2d_layouts plain;
    if (formats == onednn_formats::plain) {
        return {plain};
    }
    // Blocks of 16 would be mostly empty where an image has three channels.
    const auto blocked_if_full = [](int channels) {
        return channels % 16 == 0 ? nn::layout::nchw16c : nn::layout::nhwc;
    };
    const nn::conv2d_problem &first = data_.steps.front();
    const nn::conv2d_layouts blocked = {blocked_if_full(first.ic),
                                        blocked_if_full(data_.steps.back().oc)};
    // What is fastest for products of matrices depends on their sizes.
    const bool is_product = !data_.is_chain() && first.kh * first.kw == 1;
    return is_product ? std::vector<nn::conv2d_layouts>{blocked,
                                                        {nn::layout::nhwc, nn::layout::nhwc},
                                                        plain}
                      : std::vector<nn::conv2d_layouts>{blocked};
}

contender convolution_layer::halide(int threads) {
    if (halide_.count(threads) == 0) {
        halide_[threads] = halide_convolution(data_, threads, dst_of_peer_);
    }
    const prepared_chain &made = halide_[threads];
    contender one = {"halide", made.run, dst_of_peer_.data(), {}, made.unpack};
    if (made.run) {
        one.set_threads = [run = made.run](int number) { set_halide_threads(number, run); };
    }
    return one;
}

void convolution_layer::run_variant(session &here, const variant &which, int threads) {
    const bool is_plain = which.formats == onednn_formats::plain;
    contest all;
    all.id = id_;
    all.operations = data_.operations();
    all.bytes = bytes_of(data_, dst_);
    all.variant = which.solver;
    our_convolutions ours;
    try {
        ours = prepare_ours(data_, layouts_of(which.formats), which.solver, here.quick ? 1 : 4);
        all.ours = ours.run;
        all.variant += which.solver == ours.solvers ? "" : ":" + ours.solvers;
    } catch (const error &refused) {
        std::printf("%s: %s cannot do it: %s\n", id_.c_str(), which.solver.c_str(), refused.what());
    }
    all.variant += is_plain ? "/nchw" : "";
    all.result = dst_.data();
    all.unpack = [&] { ours.unpack(dst_); };
    all.reference = reference_;
    all.tolerance = nn::find_tolerance;
    if (!data_.residual.empty()) { // which no peer is given
        run_contest(here, all, threads);
        return;
    }
    const prepared_chain onednn =
        onednn_chain(data_, which.formats, data_.src.data(), data_.weight_pointers(),
                     dst_of_peer_.data(), data_.bias_pointers());
    all.peers = {
        {is_plain ? "onednn_nchw" : "onednn", onednn.run, dst_of_peer_.data(), {}, onednn.unpack}};
    if (!has_bias(data_)) { // which the others are not given
        if (!is_plain) {
            all.peers.push_back(halide(threads));
        }
        add_python_convolutions(all, data_, which.formats, dst_of_peer_, threads);
    }
    run_contest(here, all, threads);
}

void convolution_layer::run(session &here) {
    for (const int threads : here.threads) {
        for (const onednn_formats formats : {onednn_formats::own, onednn_formats::plain}) {
            // Both libraries fix what depends on it when they prepare a layer.
            const thread_setting as_before(threads);
            for (const std::string &solver : asked_solvers(here)) {
                run_variant(here, {formats, solver}, threads);
            }
        }
    }
}

} // namespace tiramisu::bench
