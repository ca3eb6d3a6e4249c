#include "sparse/sparse_block.h"

#include "contest.h"
#include "dnn/convolution_reference.h"
#include "dnn/pictures.h"
#include "peers/onednn_chain.h"
#include "thread_setting.h"

#include <tiramisu/nn/nn.h>

namespace tiramisu::bench {

namespace {

/// Whether a step can read and leave lifted pictures.
bool can_lift(const nn::conv2d_problem &step) {
    nn::sparse_conv2d_options how;
    how.layouts = {nn::layout::lifted, nn::layout::lifted};
    for (const nn::solver_verdict &one : nn::sparse_conv2d_solvers(step, how)) {
        if (one.solver == "lifted") {
            return one.why_not.empty();
        }
    }
    return false;
}

} // namespace

void run_sparse_block(session &here, const std::string &id,
                      const std::vector<nn::conv2d_problem> &steps,
                      const std::vector<sparse::csr_matrix> &weights) {
    convolution_data data({{}, steps});
    nn::sparse_conv2d_chain_options how;
    contest all;
    bool is_lifted = true;
    for (std::size_t i = 0; i < steps.size(); i++) {
        const std::vector<float> dense = weights[i].to_dense();
        data.weights[i].assign(dense.begin(), dense.end());
        how.densities.push_back(weights[i].density());
        is_lifted = is_lifted && can_lift(steps[i]);
        all.operations += 2.0 * weights[i].nonzeros() * steps[i].mb * steps[i].oh * steps[i].ow;
    }
    how.layouts = is_lifted ? nn::conv2d_layouts{nn::layout::lifted, nn::layout::lifted}
                            : nn::conv2d_layouts();
    const auto src_extents = steps.front().src_extents(), dst_extents = steps.back().dst_extents();
    aligned_floats src(nn::element_count(how.layouts.src, src_extents));
    aligned_floats lifted(nn::element_count(how.layouts.dst, dst_extents));
    aligned_floats dst(plain_count(dst_extents)), of_onednn(dst);
    rearrange(src_extents, nn::layout::nchw, data.src, how.layouts.src, src);
    all.reference = reference_convolutions(data);
    for (const int threads : here.threads) {
        const thread_setting so_many(threads); // both fix what depends on it beforehand
        const nn::sparse_conv2d_chain chain(steps, how);
        const auto packed = chain.pack(weights);
        const std::vector<const float *> no_biases(steps.size(), nullptr);
        const prepared_chain onednn =
            onednn_chain({{}, steps}, onednn_formats::own, data.src.data(), data.weight_pointers(),
                         of_onednn.data());
        all.id = id;
        all.variant = chain.steps().front().solver() + "/" + to_string(how.layouts.src);
        all.ours = [&] { chain.run(src.data(), packed, no_biases, lifted.data()); };
        all.result = dst.data();
        all.unpack = [&] {
            rearrange(dst_extents, how.layouts.dst, lifted, nn::layout::nchw, dst);
        };
        all.peers = {{"onednn", onednn.run, of_onednn.data(), {}, onednn.unpack}};
        run_contest(here, all, threads);
    }
}

} // namespace tiramisu::bench
