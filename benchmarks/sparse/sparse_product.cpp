#include "sparse/sparse_product.h"

#include <stdexcept>

#include "accuracy.h"
#include "aligned_floats.h"
#include "contest.h"
#include "peers/mkl_sparse.h"
#include "peers/python_peers.h"
#include "peers/sgemm.h"
#include "peers/xsmm_sparse.h"
#include "thread_setting.h"

#include <tiramisu/nn/spmm.h>

namespace tiramisu::bench {

namespace {

std::size_t place(int row, int column, int columns) {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
           static_cast<std::size_t>(column);
}

std::vector<double> reference(const nn::spmm_problem &p, const sparse::csr_matrix &a,
                              const std::vector<float> &b) {
    std::vector<double> c(place(p.m, 0, p.n));
    for (const sparse::coo_element &one : a.to_coo()) {
        for (int j = 0; j < p.n; j++) {
            const double met = b[p.transb ? place(j, one.column, p.k) : place(one.column, j, p.n)];
            c[p.transc ? place(j, one.row, p.m) : place(one.row, j, p.n)] += one.value * met;
        }
    }
    return c;
}

/// a with its zeros; its columns as rows where the product is computed as c' = b' a'.
std::vector<float> dense(const nn::spmm_problem &p, const sparse::csr_matrix &a) {
    std::vector<float> made(place(p.m, 0, p.k));
    for (const sparse::coo_element &one : a.to_coo()) {
        made[p.transb ? place(one.column, one.row, p.m) : place(one.row, one.column, p.k)] =
            one.value;
    }
    return made;
}

contender onednn(const nn::spmm_problem &p, const std::vector<float> &dense_a,
                 const std::vector<float> &b, std::vector<float> &c) {
    for (const sgemm_peer &peer : sgemm_peers()) {
        if (peer.name == "onednn" && peer.multiply) {
            const auto work = [&, multiply = peer.multiply] {
                if (p.transb) {
                    multiply({p.n, p.m, p.k}, b.data(), dense_a.data(), c.data());
                } else {
                    multiply({p.m, p.n, p.k}, dense_a.data(), b.data(), c.data());
                }
            };
            return {peer.name, work, c.data(), peer.set_threads};
        }
    }
    return {"onednn", {}};
}

/// Libraries that take b and c row by row. All write to `c`.
void add_row_by_row(contest &all, const nn::spmm_problem &p, const sparse::csr_matrix &a,
                    const std::vector<float> &dense_a, const std::vector<float> &b,
                    std::vector<float> &c, int threads) {
    all.peers.push_back({"libxsmm_spmdm", xsmm_sparse_mm(a, p.n, b.data(), c.data()), c.data()});
    add_python_peer(all, "torch", {"torch_sparse", {}, c.data()},
                    {"sparse_product m=" + std::to_string(p.m) + " n=" + std::to_string(p.n) +
                         " k=" + std::to_string(p.k),
                     {{dense_a.data(), dense_a.size()}, {b.data(), b.size()}},
                     c.data(),
                     c.size()},
                    threads);
}

} // namespace

void run_sparse_product(session &here, const std::string &id, const nn::spmm_problem &problem,
                        const sparse::csr_matrix &a) {
    if (problem.transb != problem.transc) {
        throw std::runtime_error(id + ": transb and transc must be equal");
    }
    const std::vector<float> b = random_floats(place(problem.k, 0, problem.n), 1);
    const std::vector<float> dense_a = dense(problem, a);
    aligned_floats ours(place(problem.m, 0, problem.n));
    std::vector<float> of_mkl(ours.size()), of_onednn(ours.size()), of_others(ours.size());
    const mkl_sparse_product mkl =
        problem.n == 1
            ? mkl_sparse_mv(a, b.data(), of_mkl.data())
            : mkl_sparse_mm(a, problem.n, b.data(), of_mkl.data(),
                            problem.transb ? dense_order::by_column : dense_order::by_row);
    for (const int threads : here.threads) {
        const thread_setting so_many(threads); // on which the choice depends
        nn::spmm_options opts;
        opts.density = a.density();
        const nn::spmm product(problem, opts);
        const nn::spmm::packed_weights packed = product.pack(a);
        contest all;
        all.id = id;
        all.variant = product.solver();
        all.operations = problem.operations(a.nonzeros());
        all.ours = [&] { product.run(b.data(), packed, nullptr, ours.data()); };
        all.result = ours.data();
        all.reference = reference(problem, a, b);
        all.peers = {{"mkl_sparse", mkl.run, of_mkl.data(), mkl.set_threads},
                     onednn(problem, dense_a, b, of_onednn)};
        if (!problem.transb) {
            add_row_by_row(all, problem, a, dense_a, b, of_others, threads);
        }
        run_contest(here, all, threads);
    }
}

} // namespace tiramisu::bench
