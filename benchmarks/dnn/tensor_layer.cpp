#include "dnn/tensor_layer.h"

#include "contest.h"
#include "dnn/images.h"
#include "dnn/tensor_references.h"
#include "peers/onednn_layers.h"
#include "peers/python_peers.h"
#include "thread_setting.h"

#include <cmath>

namespace tiramisu::bench {

namespace {

std::vector<const float *> pointers(const std::vector<aligned_floats> &tensors) {
    std::vector<const float *> list;
    for (const aligned_floats &one : tensors) {
        list.push_back(one.data());
    }
    return list;
}

/// Plain tensors; all but the images are positive, so that they may be variances.
std::vector<aligned_floats> plain_sources(const std::vector<nn::tensor> &shapes) {
    std::vector<aligned_floats> made;
    for (const nn::tensor &one : shapes) {
        made.push_back(randoms(plain_count(one.extents), static_cast<unsigned>(made.size()) + 5));
        for (float &value : made.back()) {
            value = made.size() == 1 ? value : std::abs(value) + 0.1f;
        }
    }
    return made;
}

std::vector<floats> lists(const std::vector<aligned_floats> &tensors) {
    std::vector<floats> made;
    for (const aligned_floats &one : tensors) {
        made.push_back({one.data(), one.size()});
    }
    return made;
}

std::vector<aligned_floats> arranged(const std::vector<nn::tensor> &shapes,
                                     const std::vector<aligned_floats> &plain) {
    std::vector<aligned_floats> made;
    for (std::size_t i = 0; i < shapes.size(); i++) {
        made.emplace_back(shapes[i].size());
        rearrange(shapes[i].extents, nn::layout::nchw, plain[i], shapes[i].format, made.back());
    }
    return made;
}

double bytes_of(const std::vector<aligned_floats> &sources, const aligned_floats &dst) {
    std::size_t floats = dst.size();
    for (const aligned_floats &one : sources) {
        floats += one.size();
    }
    return static_cast<double>(floats * sizeof(float));
}

template <typename Problem>
nn::layer_options fastest(const Problem &problem, const session &here) {
    nn::search_options opts;
    opts.repeats = here.rounds();
    opts.seconds = 0;
    nn::layer_options chosen;
    chosen.solver = nn::tensor_layer<Problem>::find(problem, opts).front().record.solver;
    return chosen;
}

template <typename Problem>
void run_variant(session &here, const std::string &id, const Problem &problem,
                 const std::vector<double> &expected, int threads) {
    const nn::tensor shape = problem.dst();
    const std::vector<aligned_floats> plain = plain_sources(problem.sources());
    const std::vector<aligned_floats> sources = arranged(problem.sources(), plain);
    aligned_floats dst(shape.size()), dst_of_peer(shape.size());
    aligned_floats result(plain_count(shape.extents)), result_of_peer(result.size());
    const auto unpacking = [&](const aligned_floats &from, aligned_floats &to) {
        return [&] { rearrange(shape.extents, shape.format, from, nn::layout::nchw, to); };
    };
    const nn::tensor_layer<Problem> layer(problem, fastest(problem, here));
    const bool is_plain = shape.format == nn::layout::nchw;
    contest all;
    all.id = id;
    all.variant = "find:" + layer.solver() + (is_plain ? "/nchw" : "");
    all.operations = static_cast<double>(plain.front().size());
    all.bytes = bytes_of(sources, dst);
    all.ours = [&] {
        const auto given = pointers(sources);
        layer.run({given.begin(), given.end()}, dst.data());
    };
    all.result = result.data();
    all.unpack = unpacking(dst, result);
    all.reference = expected;
    all.peers = {{is_plain ? "onednn_nchw" : "onednn",
                  onednn_layer(problem, pointers(sources), dst_of_peer.data()),
                  result_of_peer.data(),
                  {},
                  unpacking(dst_of_peer, result_of_peer)}};
    if (is_plain) {
        add_python_peers(
            all, {{}, {}, result_of_peer.data()},
            {problem.text(), lists(plain), result_of_peer.data(), result_of_peer.size()}, threads);
    }
    run_contest(here, all, threads);
}

} // namespace

template <typename Problem>
void run_tensor_layer(session &here, const std::string &id, const Problem &problem) {
    const std::vector<double> expected = reference(problem, plain_sources(problem.sources()));
    for (const int threads : here.threads) {
        const thread_setting as_before(threads);
        Problem blocked = problem;
        blocked.format = problem.ic % 16 == 0 ? nn::layout::nchw16c : nn::layout::nhwc;
        for (const Problem &one : {blocked, problem}) {
            run_variant(here, id, one, expected, threads);
        }
    }
}

template void run_tensor_layer(session &, const std::string &, const nn::pooling_problem &);
template void run_tensor_layer(session &, const std::string &, const nn::batch_norm_problem &);
template void run_tensor_layer(session &, const std::string &, const nn::softmax_problem &);

} // namespace tiramisu::bench
