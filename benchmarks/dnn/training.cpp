// Layers that go backward through a convolution, beside oneDNN's and beside the convolution itself,
// which has as many multiplications and additions.
#include "contest.h"
#include "dnn/backward_reference.h"
#include "dnn/images.h"
#include "dnn/problem_file.h"
#include "peers/onednn_backward_convolution.h"
#include "sets.h"
#include "thread_setting.h"

#include <tiramisu/nn/nn.h>

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace tiramisu::bench {

namespace {

/// Of plain tensors, each in the layout of the layers as well.
struct passes_data {
    nn::conv2d_problem problem;
    nn::layout format;
    aligned_floats src, weights, diff_dst;
    aligned_floats src_there, diff_dst_there; ///< in the layout

    passes_data(const nn::conv2d_problem &of, nn::layout as)
        : problem(of), format(as), src(randoms(plain_count(of.src_extents()), 1)),
          weights(randoms(plain_count(of.weights_extents()), 2)),
          diff_dst(randoms(plain_count(of.conv_extents()), 3)),
          src_there(arranged(of.src_extents(), src)),
          diff_dst_there(arranged(of.conv_extents(), diff_dst)) {}

    template <typename Pass>
    Pass pass() const {
        Pass made;
        static_cast<nn::conv2d_problem &>(made) = problem;
        made.format = format;
        return made.completed();
    }
    bool is_plain() const { return format == nn::layout::nchw; }
    onednn_formats formats() const {
        return is_plain() ? onednn_formats::plain : onednn_formats::own;
    }

private:
    aligned_floats arranged(const std::array<int, 4> &extents, const aligned_floats &plain) const {
        aligned_floats made(nn::tensor{"", extents, format}.size());
        rearrange(extents, nn::layout::nchw, plain, format, made);
        return made;
    }
};

template <typename Layer, typename Problem>
nn::layer_options fastest(const Problem &problem, const session &here) {
    nn::search_options search;
    search.configurations = here.only_checks ? 1 : 4;
    const nn::perf_record best = Layer::find(problem, search).front().record;
    nn::layer_options chosen;
    chosen.solver = best.solver;
    chosen.configuration = best.configuration;
    return chosen;
}

/// What both passes are compared with.
contest begun(const std::string &id, const passes_data &data, const std::string &pass,
              const std::string &solver) {
    contest all;
    all.id = id;
    all.variant = pass + ":" + solver + (data.is_plain() ? "/nchw" : "");
    all.operations = data.problem.operations();
    all.bytes = static_cast<double>((data.src.size() + data.weights.size() + data.diff_dst.size()) *
                                    sizeof(float));
    all.tolerance = nn::find_tolerance;
    return all;
}

void add_peers(contest &all, const passes_data &data, const prepared_chain &onednn,
               const aligned_floats &result, const std::function<void()> &forward) {
    all.peers = {
        {data.is_plain() ? "onednn_nchw" : "onednn", onednn.run, result.data(), {}, onednn.unpack},
        {"forward", forward}};
}

void run_by_data(session &here, const std::string &id, const passes_data &data,
                 const std::function<void()> &forward, int threads) {
    using layer = nn::conv2d_backward_data;
    const auto problem = data.pass<nn::conv2d_backward_data_problem>();
    const layer ours(problem, fastest<layer>(problem, here));
    const nn::layer_weights packed = ours.pack(data.weights.data());
    aligned_floats there(problem.diff_src().size()), plain(data.src.size()), of_peer(plain.size());
    contest all = begun(id, data, "data", ours.solver());
    all.ours = [&] { ours.run(data.diff_dst_there.data(), packed, there.data()); };
    all.result = plain.data();
    all.unpack = [&] {
        rearrange(data.problem.src_extents(), data.format, there, nn::layout::nchw, plain);
    };
    all.reference = reference_backward_data(data.problem, data.diff_dst, data.weights);
    add_peers(all, data,
              onednn_backward_data(data.problem, data.formats(), data.diff_dst.data(),
                                   data.weights.data(), of_peer.data()),
              of_peer, forward);
    run_contest(here, all, threads);
}

void run_by_weights(session &here, const std::string &id, const passes_data &data,
                    const std::function<void()> &forward, int threads) {
    using layer = nn::conv2d_backward_weights;
    const auto problem = data.pass<nn::conv2d_backward_weights_problem>();
    const layer ours(problem, fastest<layer>(problem, here));
    aligned_floats result(data.weights.size()), of_peer(result.size());
    contest all = begun(id, data, "weights", ours.solver());
    all.ours = [&] {
        ours.run({data.src_there.data(), data.diff_dst_there.data()}, result.data());
    };
    all.result = result.data();
    all.reference = reference_backward_weights(data.problem, data.src, data.diff_dst);
    add_peers(all, data,
              onednn_backward_weights(data.problem, data.formats(), data.src.data(),
                                      data.diff_dst.data(), of_peer.data()),
              of_peer, forward);
    run_contest(here, all, threads);
}

/// The convolution, in the same layout, as find() takes it.
std::function<void()> forward_pass(const session &here, const passes_data &data) {
    nn::find_options search;
    search.layouts = {data.format, data.format};
    search.configurations = here.only_checks ? 1 : 4;
    const nn::perf_record best = nn::conv2d::find(data.problem, search).front().record;
    nn::conv2d_options chosen;
    chosen.layouts = search.layouts;
    chosen.solver = best.solver;
    chosen.configuration = best.configuration;
    const auto layer = std::make_shared<const nn::conv2d>(data.problem, chosen);
    const auto weights =
        std::make_shared<const nn::layer_weights>(layer->pack(data.weights.data()));
    const auto dst = std::make_shared<aligned_floats>(data.diff_dst_there.size());
    return [=, src = data.src_there.data()] { layer->run(src, *weights, nullptr, dst->data()); };
}

void run_passes(session &here, const std::string &id, const nn::conv2d_problem &problem) {
    const bool fills_blocks = problem.ic % 16 == 0 && problem.oc % 16 == 0;
    for (const int threads : here.threads) {
        const thread_setting as_before(threads);
        for (const nn::layout format :
             {fills_blocks ? nn::layout::nchw16c : nn::layout::nhwc, nn::layout::nchw}) {
            const passes_data data(problem, format);
            const std::function<void()> forward = forward_pass(here, data);
            run_by_data(here, id, data, forward, threads);
            run_by_weights(here, id, data, forward, threads);
        }
    }
}

} // namespace

void run_training(session &here) {
    std::vector<std::function<void(session &)>> parts;
    for (const dense_problem &one : wanted_problems(here, TIRAMISU_BENCH_TRAINING)) {
        const auto *of = std::get_if<convolutions>(&one.problem);
        if (of == nullptr || of->is_chain()) {
            throw std::runtime_error(one.id + ": the set training has single convolutions");
        }
        parts.emplace_back([id = one.id, problem = of->steps.front()](session &now) {
            run_passes(now, id, problem);
        });
    }
    here.run_parts(parts);
}

} // namespace tiramisu::bench
