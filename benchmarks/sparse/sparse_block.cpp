#include "sparse/sparse_block.h"

#include "contest.h"
#include "dnn/convolution_reference.h"
#include "dnn/layout_choice.h"
#include "dnn/pictures.h"
#include "peers/onednn_chain.h"
#include "scratch_folder.h"
#include "sparse/able_solver.h"
#include "thread_setting.h"

#include <tiramisu/nn/nn.h>

namespace tiramisu::bench {

namespace {

/// Measures solvers for each member, which the results then know; milliseconds of the fastest ones.
double find_fastest(const convolutions &of, const std::vector<double> &densities,
                    const nn::conv2d_layouts &layouts, int configurations, nn::perf_db &results) {
    nn::sparse_chain_find_options how;
    how.layouts = layouts;
    how.densities = densities;
    how.configurations = configurations;
    how.results = &results;
    return sum_of_fastest(of.shortcut ? nn::sparse_conv2d_chain::find(*of.shortcut, of.steps, how)
                                      : nn::sparse_conv2d_chain::find(of.steps, how));
}

/// "find:lifted+shifted".
std::string found(const nn::sparse_conv2d_chain &chain) {
    std::string names;
    for (const nn::sparse_conv2d &step : chain.steps()) {
        names += (names.empty() ? "find:" : "+") + step.solver();
    }
    return names;
}

nn::sparse_conv2d_chain made_chain(const convolutions &of,
                                   const nn::sparse_conv2d_chain_options &how) {
    return of.shortcut  ? nn::sparse_conv2d_chain(*of.shortcut, of.steps, how)
           : of.resized ? nn::sparse_conv2d_chain(*of.resized, of.steps, how)
                        : nn::sparse_conv2d_chain(of.steps, how);
}

} // namespace

void run_sparse_block(session &here, const std::string &id, const convolutions &of,
                      const std::vector<sparse::csr_matrix> &weights) {
    const std::vector<nn::conv2d_problem> members = of.all();
    convolution_data data(of);
    nn::sparse_conv2d_chain_options how;
    contest all;
    bool is_lifted = !of.resized;
    for (std::size_t i = 0; i < members.size(); i++) {
        const std::vector<float> dense = weights[i].to_dense();
        data.weights[i].assign(dense.begin(), dense.end());
        how.densities.push_back(weights[i].density());
        is_lifted = is_lifted && can_lift(members[i]);
        all.operations +=
            2.0 * weights[i].nonzeros() * members[i].mb * members[i].oh * members[i].ow;
    }
    std::vector<nn::conv2d_layouts> choice = {{}};
    if (is_lifted) {
        choice.push_back({nn::layout::lifted, nn::layout::lifted});
    }
    const auto src_extents = of.src_extents(), dst_extents = of.steps.back().dst_extents();
    aligned_floats dst(plain_count(dst_extents)), of_onednn(dst);
    all.reference = reference_convolutions(data);
    for (const int threads : here.threads) {
        const thread_setting so_many(threads); // both fix what depends on it beforehand
        const scratch_folder folder;
        nn::perf_db results((folder.path / "perf.sqlite").string());
        how.results = &results;
        how.layouts = fastest_layouts(choice, [&](const nn::conv2d_layouts &layouts) {
            return find_fastest(of, how.densities, layouts, here.quick ? 1 : 4, results);
        });
        aligned_floats src(nn::element_count(how.layouts.src, src_extents));
        aligned_floats arranged(nn::element_count(how.layouts.dst, dst_extents));
        rearrange(src_extents, nn::layout::nchw, data.src, how.layouts.src, src);
        const nn::sparse_conv2d_chain chain = made_chain(of, how);
        const auto packed = chain.pack(weights);
        const std::vector<const float *> no_biases(members.size(), nullptr);
        const prepared_chain onednn = onednn_chain(of, onednn_formats::own, data.src.data(),
                                                   data.weight_pointers(), of_onednn.data());
        all.id = id;
        all.variant = found(chain) + "/" + to_string(how.layouts.src);
        all.tolerance = nn::find_tolerance;
        all.ours = [&] { chain.run(src.data(), packed, no_biases, arranged.data()); };
        all.result = dst.data();
        all.unpack = [&] {
            rearrange(dst_extents, how.layouts.dst, arranged, nn::layout::nchw, dst);
        };
        all.peers = {{"onednn", onednn.run, of_onednn.data(), {}, onednn.unpack}};
        run_contest(here, all, threads);
    }
}

} // namespace tiramisu::bench
