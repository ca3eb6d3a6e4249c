#include "product_contest.h"

#include "accuracy.h"
#include "peers/python_peers.h"

namespace tiramisu::bench {

namespace {

std::size_t count(int rows, int columns) {
    return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
}

std::vector<double> reference_product(product_sizes s, const float *a, const float *b) {
    std::vector<double> c(count(s.m, s.n), 0.0);
#pragma omp parallel for
    for (int i = 0; i < s.m; i++) {
        double *const to = c.data() + count(i, s.n);
        for (int k = 0; k < s.k; k++) {
            const double factor = a[i * s.k + k];
            const float *const from = b + count(k, s.n);
            for (int j = 0; j < s.n; j++) {
                to[j] += factor * from[j];
            }
        }
    }
    return c;
}

} // namespace

product_contest::product_contest(product_sizes sizes)
    : sizes_(sizes), a_(random_floats(count(sizes.m, sizes.k), 1)),
      b_(random_floats(count(sizes.k, sizes.n), 2)), c_(count(sizes.m, sizes.n)),
      c_of_peer_(c_.size()) {}

void product_contest::run(session &here, const std::string &id, const std::string &variant,
                          const multiplication &ours) {
    for (const int threads : here.threads) {
        run(here, id, variant, ours, threads);
    }
}

void product_contest::run(session &here, const std::string &id, const std::string &variant,
                          const multiplication &ours, int threads) {
    contest all;
    all.id = id;
    all.variant = variant;
    all.operations = sizes_.operations();
    all.bytes = static_cast<double>((a_.size() + b_.size() + c_.size()) * sizeof(float));
    all.ours = [&] { ours(a_.data(), b_.data(), c_.data()); };
    all.result = c_.data();
    if (reference_.empty()) {
        reference_ = reference_product(sizes_, a_.data(), b_.data());
    }
    all.reference = reference_;
    for (const sgemm_peer &peer : sgemm_peers()) {
        contender one = {peer.name, {}, c_of_peer_.data(), peer.set_threads};
        if (peer.multiply) {
            one.work = [&] { peer.multiply(sizes_, a_.data(), b_.data(), c_of_peer_.data()); };
        }
        all.peers.push_back(std::move(one));
    }
    python_problem theirs = {"gemm m=" + std::to_string(sizes_.m) + " n=" +
                                 std::to_string(sizes_.n) + " k=" + std::to_string(sizes_.k),
                             {{a_.data(), a_.size()}, {b_.data(), b_.size()}},
                             c_of_peer_.data(),
                             c_of_peer_.size()};
    add_python_peers(all, {{}, {}, c_of_peer_.data()}, theirs, threads);
    theirs.text += " by=onednn";
    add_python_peer(all, "torch", {"torch_onednn", {}, c_of_peer_.data()}, theirs, threads);
    run_contest(here, all, threads);
}

} // namespace tiramisu::bench
