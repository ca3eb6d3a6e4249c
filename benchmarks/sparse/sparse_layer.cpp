#include "sparse/sparse_layer.h"

#include "contest.h"
#include "dnn/convolution_reference.h"
#include "dnn/images.h"
#include "dnn/layout_choice.h"
#include "peers/mkl_sparse.h"
#include "peers/python_convolutions.h"
#include "peers/python_peers.h"
#include "peers/xsmm_sparse.h"
#include "scratch_folder.h"
#include "sparse/able_solver.h"
#include "thread_setting.h"

#include <tiramisu/nn/nn.h>

#include <algorithm>
#include <iterator>
#include <limits>

namespace tiramisu::bench {

namespace {

/// Lifted images where a solver takes them, blocks of channels for dense solvers, and plain ones.
std::vector<nn::conv2d_layouts> own_layouts(const nn::conv2d_problem &problem) {
    std::vector<nn::conv2d_layouts> choice = {{}};
    if (problem.ic % 16 == 0 && problem.oc % 16 == 0) {
        choice.push_back({nn::layout::nchw16c, nn::layout::nchw16c});
    }
    if (can_lift(problem)) {
        choice.push_back({nn::layout::lifted, nn::layout::lifted});
    }
    return choice;
}

/// Those of `asked` that can do it.
std::vector<std::string> able_of(const std::vector<std::string> &asked,
                                 const nn::conv2d_problem &problem,
                                 const nn::sparse_find_options &opts) {
    nn::sparse_conv2d_options in;
    in.layouts = opts.layouts;
    in.pattern = opts.pattern;
    std::vector<std::string> able;
    std::copy_if(asked.begin(), asked.end(), std::back_inserter(able),
                 [&](const std::string &solver) { return is_able(solver, problem, in); });
    return able;
}

/// Measures the solvers that were asked for, which the results then know; milliseconds of the
/// fastest one.
double find_fastest(const nn::conv2d_problem &problem, const sparse::csr_matrix &weights,
                    const nn::conv2d_layouts &layouts, const session &here, nn::perf_db &results) {
    nn::sparse_find_options opts;
    opts.layouts = layouts;
    opts.configurations = here.quick ? 1 : 4;
    opts.results = &results;
    opts.pattern = weights;
    opts.solvers = able_of(here.solvers, problem, opts);
    if (opts.solvers.empty() && !here.solvers.empty()) {
        return std::numeric_limits<double>::infinity();
    }
    return nn::sparse_conv2d::find(problem, opts).front().record.milliseconds;
}

} // namespace

sparse_layer::sparse_layer(const std::string &id, const nn::conv2d_problem &problem,
                           const sparse::csr_matrix &weights)
    : id_(id), problem_(problem), weights_(weights), data_(convolutions{{{problem}}}),
      dst_(plain_count(problem.dst_extents())), dst_of_onednn_(dst_), dst_of_product_(dst_) {
    const std::vector<float> dense = weights.to_dense();
    data_.weights.front().assign(dense.begin(), dense.end());
    reference_ = reference_convolutions(data_);
}

aligned_floats sparse_layer::columns() const {
    const nn::conv2d_problem &p = problem_;
    aligned_floats made;
    for (int column = 0; column < weights_.columns(); column++) {
        const int c = column / (p.kh * p.kw), ky = column / p.kw % p.kh, kx = column % p.kw;
        for (int n = 0; n < p.mb; n++) {
            for (int y = 0; y < p.oh; y++) {
                for (int x = 0; x < p.ow; x++) {
                    const int row = y * p.sh - p.ph + ky, at = x * p.sw - p.pw + kx;
                    const bool is_inside = row >= 0 && row < p.ih && at >= 0 && at < p.iw;
                    made.push_back(is_inside
                                       ? data_.src[nn::element_position(
                                             nn::layout::nchw, p.src_extents(), {n, c, row, at})]
                                       : 0.0f);
                }
            }
        }
    }
    return made;
}

void sparse_layer::copy_product(const aligned_floats &product) {
    const int pixels = problem_.oh * problem_.ow;
    for (int f = 0; f < problem_.oc; f++) {
        for (int n = 0; n < problem_.mb; n++) {
            const auto from = product.begin() + (f * problem_.mb + n) * std::ptrdiff_t{pixels};
            const auto to =
                dst_of_product_.begin() + (n * problem_.oc + f) * std::ptrdiff_t{pixels};
            std::copy_n(from, pixels, to);
        }
    }
}

void sparse_layer::add_products(contest &all, const aligned_floats &met, aligned_floats &product,
                                int threads) {
    const int pixels = problem_.mb * problem_.oh * problem_.ow;
    const auto unpack = [this, &product] { copy_product(product); };
    const mkl_sparse_product mkl = mkl_sparse_mm(weights_, pixels, met.data(), product.data());
    all.peers.push_back({"mkl_sparse", mkl.run, dst_of_product_.data(), mkl.set_threads, unpack});
    const auto xsmm = xsmm_sparse_mm(weights_, pixels, met.data(), product.data());
    all.peers.push_back({"libxsmm_spmdm", xsmm, dst_of_product_.data(), {}, unpack});
    const aligned_floats &weights = data_.weights.front();
    add_python_peer(all, "torch", {"torch_sparse", {}, dst_of_product_.data(), {}, unpack},
                    {"sparse_product m=" + std::to_string(problem_.oc) + " n=" +
                         std::to_string(pixels) + " k=" + std::to_string(weights_.columns()),
                     {{weights.data(), weights.size()}, {met.data(), met.size()}},
                     product.data(),
                     product.size()},
                    threads);
}

void sparse_layer::run_variant(session &here, onednn_formats formats, int threads) {
    const bool is_plain = formats == onednn_formats::plain;
    const auto src_extents = problem_.src_extents(), dst_extents = problem_.dst_extents();
    const scratch_folder folder;
    nn::perf_db results((folder.path / "perf.sqlite").string());
    nn::sparse_conv2d_options opts;
    opts.pattern = weights_;
    opts.results = &results;
    const auto choice = is_plain ? std::vector<nn::conv2d_layouts>(1) : own_layouts(problem_);
    opts.layouts = fastest_of(choice, [&](const nn::conv2d_layouts &layouts) {
        return find_fastest(problem_, weights_, layouts, here, results);
    });
    const nn::sparse_conv2d layer(problem_, opts);
    const nn::sparse_conv2d::packed_weights packed = layer.pack(weights_);
    aligned_floats src(nn::element_count(opts.layouts.src, src_extents));
    aligned_floats dst(nn::element_count(opts.layouts.dst, dst_extents));
    rearrange(src_extents, nn::layout::nchw, data_.src, opts.layouts.src, src);

    contest all;
    all.id = id_;
    all.variant = "find:" + layer.solver() + (is_plain ? "/nchw" : "");
    all.tolerance = nn::find_tolerance;
    all.operations = 2.0 * weights_.nonzeros() * problem_.mb * problem_.oh * problem_.ow;
    all.ours = [&] { layer.run(src.data(), packed, nullptr, dst.data()); };
    all.result = dst_.data();
    all.unpack = [&] { rearrange(dst_extents, opts.layouts.dst, dst, nn::layout::nchw, dst_); };
    all.reference = reference_;
    const prepared_chain onednn =
        onednn_chain(convolutions{{{problem_}}}, formats, data_.src.data(), data_.weight_pointers(),
                     dst_of_onednn_.data());
    all.peers = {{is_plain ? "onednn_nchw" : "onednn",
                  onednn.run,
                  dst_of_onednn_.data(),
                  {},
                  onednn.unpack}};
    add_python_convolutions(all, data_, formats, dst_of_onednn_, threads);
    const aligned_floats met = is_plain ? aligned_floats() : columns();
    aligned_floats product(is_plain ? 0 : dst_.size());
    if (!is_plain && problem_.post_ops.empty()) { // which products do not compute
        add_products(all, met, product, threads);
    }
    run_contest(here, all, threads);
}

void sparse_layer::run(session &here) {
    for (const int threads : here.threads) {
        for (const onednn_formats formats : {onednn_formats::own, onednn_formats::plain}) {
            // Both libraries fix what depends on it when they prepare a layer.
            const thread_setting as_before(threads);
            run_variant(here, formats, threads);
        }
    }
}

} // namespace tiramisu::bench
