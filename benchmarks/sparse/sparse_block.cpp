#include "sparse/sparse_block.h"

#include "contest.h"
#include "dnn/convolution_reference.h"
#include "dnn/images.h"
#include "dnn/layout_choice.h"
#include "peers/onednn_chain.h"
#include "scratch_folder.h"
#include "sparse/able_solver.h"
#include "thread_setting.h"

#include <tiramisu/nn/nn.h>

#include <algorithm>

namespace tiramisu::bench {

namespace {

/// With plain images all through, lifted ones between or, where all can do so, everywhere.
std::vector<nn::sparse_conv2d_chain_options>
ways_of(const convolutions &of, const std::vector<sparse::csr_matrix> &weights) {
    nn::sparse_conv2d_chain_options opts;
    opts.patterns.assign(weights.begin(), weights.end());
    std::vector<nn::sparse_conv2d_chain_options> ways(2, opts);
    ways.front().between = nn::layout::nchw;
    const std::vector<nn::conv2d_problem> members = of.all();
    if (!of.resizing && std::all_of(members.begin(), members.end(), can_lift)) {
        opts.layouts = {nn::layout::lifted, nn::layout::lifted};
        ways.push_back(opts);
    }
    return ways;
}

/// Measures solvers for each member, which the results then know; milliseconds of the fastest ones.
double find_fastest(const convolutions &of, const nn::sparse_conv2d_chain_options &chain,
                    int configurations, nn::perf_db &results) {
    nn::sparse_chain_find_options opts;
    static_cast<nn::sparse_chain_steps &>(opts) = chain;
    opts.layouts = chain.layouts;
    opts.configurations = configurations;
    opts.results = &results;
    return nn::sparse_conv2d_chain::find(of, opts).front().record.milliseconds;
}

} // namespace

void run_sparse_block(session &here, const std::string &id, const convolutions &of,
                      const std::vector<sparse::csr_matrix> &weights) {
    const std::vector<nn::conv2d_problem> members = of.all();
    convolution_data data(of);
    contest all;
    for (std::size_t i = 0; i < members.size(); i++) {
        const std::vector<float> dense = weights[i].to_dense();
        data.weights[i].assign(dense.begin(), dense.end());
        all.operations +=
            2.0 * weights[i].nonzeros() * members[i].mb * members[i].oh * members[i].ow;
    }
    const std::vector<nn::sparse_conv2d_chain_options> ways = ways_of(of, weights);
    const auto src_extents = of.src_extents(), dst_extents = of.steps.back().dst_extents();
    aligned_floats dst(plain_count(dst_extents)), of_onednn(dst);
    all.reference = reference_convolutions(data);
    for (const int threads : here.threads) {
        const thread_setting so_many(threads); // both fix what depends on it beforehand
        const scratch_folder folder;
        nn::perf_db results((folder.path / "perf.sqlite").string());
        auto opts = fastest_of(ways, [&](const nn::sparse_conv2d_chain_options &way) {
            return find_fastest(of, way, here.quick ? 1 : 4, results);
        });
        opts.results = &results;
        aligned_floats src(nn::element_count(opts.layouts.src, src_extents));
        aligned_floats arranged(nn::element_count(opts.layouts.dst, dst_extents));
        rearrange(src_extents, nn::layout::nchw, data.src, opts.layouts.src, src);
        const nn::sparse_conv2d_chain chain(of, opts);
        const auto packed = chain.pack(weights);
        const std::vector<const float *> no_biases(members.size(), nullptr);
        const prepared_chain onednn = onednn_chain(of, onednn_formats::own, data.src.data(),
                                                   data.weight_pointers(), of_onednn.data());
        all.id = id;
        all.variant = "find:" + chain.solver() + "/" + to_string(opts.layouts.src);
        all.tolerance = nn::find_tolerance;
        all.ours = [&] { chain.run(src.data(), packed, no_biases, arranged.data()); };
        all.result = dst.data();
        all.unpack = [&] {
            rearrange(dst_extents, opts.layouts.dst, arranged, nn::layout::nchw, dst);
        };
        all.peers = {{"onednn", onednn.run, of_onednn.data(), {}, onednn.unpack}};
        run_contest(here, all, threads);
    }
}

} // namespace tiramisu::bench
