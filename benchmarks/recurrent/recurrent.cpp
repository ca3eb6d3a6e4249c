#include "accuracy.h"
#include "aligned_floats.h"
#include "contest.h"
#include "peers/mkl_recurrent.h"
#include "peers/onednn_lstm.h"
#include "peers/python_peers.h"
#include "recurrent/lstm_reference.h"
#include "recurrent/pruned_weights.h"
#include "sets.h"

#include <omp.h>
#include <tiramisu/nn/recurrent.h>
#include <tiramisu/nn/sparse_recurrent.h>
#include <tiramisu/runtime.h>

#include <algorithm>
#include <cmath>

namespace tiramisu::bench {

namespace {

constexpr int layers = 4, units = 1024, steps = 100, quick_steps = 20;
constexpr double sparse_density = 0.15;

/// LSTM layers of one batch: our solvers beside oneDNN's, which are dense even if weights are
/// sparse.
class lstm_layers {
public:
    lstm_layers(const std::string &id, const nn::recurrent_problem &problem, double density)
        : id_(id), problem_(problem), density_(density), src_(randoms(problem.src_count(), 1, 7)),
          // Sums of so many products come to about 1.
          weights_(some_weights(problem, density)), dst_(problem.dst_count()),
          dst_of_peer_(problem.dst_count()),
          reference_(reference_lstm(problem, src_.data(), weights_.data())) {}

    void run(session &here) {
        const int before = omp_get_max_threads();
        for (const int threads : here.threads) {
            // Both libraries fix what depends on it when they prepare a layer.
            tiramisu_set_num_threads(threads);
            omp_set_num_threads(threads);
            if (density_ < 1) {
                run_sparse(here, threads);
            } else {
                run_solver(here, "layer_order", threads);
                run_solver(here, "wavefront", threads);
            }
        }
        tiramisu_set_num_threads(0);
        omp_set_num_threads(before);
    }

private:
    std::string id_;
    nn::recurrent_problem problem_;
    double density_;
    aligned_floats src_, weights_, dst_, dst_of_peer_;
    std::vector<double> reference_;

    static aligned_floats randoms(std::size_t count, double largest, unsigned seed) {
        const std::vector<float> values = random_floats(count, seed);
        aligned_floats scaled(values.size());
        std::transform(values.begin(), values.end(), scaled.begin(),
                       [&](float one) { return one * static_cast<float>(largest); });
        return scaled;
    }

    static aligned_floats some_weights(const nn::recurrent_problem &problem, double density) {
        aligned_floats weights = randoms(problem.weights_count(), 1 / std::sqrt(units), 8);
        if (density < 1) {
            prune(weights, density, 9);
        }
        return weights;
    }

    void run_solver(session &here, const std::string &solver, int threads) {
        nn::layer_options opts;
        opts.solver = solver;
        const nn::recurrent layer(problem_, opts);
        const nn::layer_weights packed = layer.pack(weights_.data());
        run(here, solver, threads, problem_.operations(),
            [&](const nn::recurrent_data &data) { layer.run(data, packed); }, {});
    }

    void run_sparse(session &here, int threads) {
        const nn::sparse_recurrent layer(problem_);
        const std::vector<sparse::csr_matrix> matrices = compressed(problem_, weights_.data());
        const auto packed = layer.pack({matrices});
        double nonzeros = 0;
        for (const sparse::csr_matrix &one : matrices) {
            nonzeros += one.nonzeros();
        }
        run(
            here, layer.solver(), threads, 2 * nonzeros * problem_.t * problem_.mb,
            [&](const nn::recurrent_data &data) { layer.run(data, packed); },
            mkl_recurrent_products(problem_, matrices));
    }

    void run(session &here, const std::string &solver, int threads, double operations,
             const std::function<void(const nn::recurrent_data &)> &layer,
             const contender &further) {
        nn::recurrent_data data;
        data.src = src_.data();
        data.dst = dst_.data();
        std::vector<float> ours, peer;
        ours.resize(reference_.size());
        peer.resize(reference_.size());

        contest all;
        all.id = id_;
        all.variant = solver;
        all.operations = operations;
        all.bytes =
            static_cast<double>((src_.size() + weights_.size() + dst_.size()) * sizeof(float));
        all.ours = [&] { layer(data); };
        all.result = ours.data();
        all.unpack = [&] { copy_compared(dst_, ours); };
        all.reference = reference_;
        const auto onednn =
            onednn_lstm(problem_, src_.data(), weights_.data(), dst_of_peer_.data());
        all.peers = {
            {"onednn", onednn, peer.data(), {}, [&] { copy_compared(dst_of_peer_, peer); }}};
        add_python_peers(all, all.peers.front(),
                         {problem_.text(),
                          {{src_.data(), src_.size()}, {weights_.data(), weights_.size()}},
                          dst_of_peer_.data(),
                          dst_of_peer_.size()},
                         threads);
        if (further.work) {
            all.peers.push_back(further);
        }
        run_contest(here, all, threads);
    }

    void copy_compared(const aligned_floats &dst, std::vector<float> &to) const {
        const std::vector<float> part = sequences_compared(problem_, dst.data());
        std::copy(part.begin(), part.end(), to.begin());
    }
};

} // namespace

void run_recurrent(session &here) {
    std::vector<std::function<void(session &)>> batches;
    for (const auto &[kind, density] : {std::pair{"lstm_b", 1.0}, {"splstm_b", sparse_density}}) {
        for (const int mb : {1, 8, 32, 64}) {
            // Few steps cost a layer more than many do: a quick problem is another one.
            const std::string id =
                kind + std::to_string(mb) + (here.quick ? "_t" + std::to_string(quick_steps) : "");
            if (here.wants(id)) {
                nn::recurrent_problem problem;
                problem.l = layers;
                problem.t = here.quick ? quick_steps : steps;
                problem.mb = mb;
                problem.ic = problem.hc = units;
                batches.emplace_back([id, problem, part = density](session &now) {
                    lstm_layers(id, problem, part).run(now);
                });
            }
        }
    }
    here.run_parts(batches);
}

} // namespace tiramisu::bench
