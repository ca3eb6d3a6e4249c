#include "dnn/images.h"
#include "peers/sgemm.h"
#include "tune/works/families.h"

#include <tiramisu/nn/gemm.h>

#include <memory>

namespace tiramisu::bench {

namespace {

scheduled_function declare(product_sizes s) {
    init("product");
    const var i("i", 0, s.m), j("j", 0, s.n), k("k", 0, s.k);
    const input a("a", {i, k}, p_float32), b("b", {k, j}, p_float32);
    computation c("c", {i, j}, 0.0f);
    c(i, j) += a(i, k) * b(k, j);
    buffer a_memory("a_memory", {s.m, s.k}, p_float32, a_input);
    buffer b_memory("b_memory", {s.k, s.n}, p_float32, a_input);
    buffer c_memory("c_memory", {s.m, s.n}, p_float32, a_output);
    keep(a, a_memory);
    keep(b, b_memory);
    keep(c, c_memory);
    return {*global::get_implicit_function(), {a_memory, b_memory, c_memory}};
}

std::vector<aligned_floats> values(product_sizes s) {
    const auto count = [](int rows, int columns) {
        return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
    };
    return {randoms(count(s.m, s.k), 1), randoms(count(s.k, s.n), 2),
            aligned_floats(count(s.m, s.n))};
}

std::vector<contender> peers(product_sizes s, const std::vector<aligned_floats> &values,
                             aligned_floats &result) {
    const float *const a = values[0].data(), *const b = values[1].data();
    std::vector<contender> all;
    for (const sgemm_peer &library : sgemm_peers()) {
        std::function<void()> work;
        if (library.multiply) {
            work = [&library, s, a, b, &result] { library.multiply(s, a, b, result.data()); };
        }
        all.push_back({library.name, work, result.data(), library.set_threads});
    }
    nn::gemm_problem problem;
    problem.m = s.m;
    problem.n = s.n;
    problem.k = s.k;
    const auto layer = std::make_shared<const nn::gemm>(problem);
    all.push_back(
        {"layer", [layer, a, b, &result] { layer->run(a, b, result.data()); }, result.data()});
    return all;
}

} // namespace

std::vector<tuned_work> product_works() {
    std::vector<tuned_work> all;
    for (const product_sizes s : {product_sizes{128, 128, 128}, product_sizes{512, 512, 32},
                                  product_sizes{512, 512, 512}, product_sizes{1024, 1024, 1024}}) {
        all.push_back(
            {"gmm_" + std::to_string(s.m) + "x" + std::to_string(s.k) + "x" + std::to_string(s.n),
             s.operations(), [s] { return declare(s); }, [s] { return values(s); },
             [s](const std::vector<aligned_floats> &given, int, aligned_floats &result) {
                 return peers(s, given, result);
             }});
    }
    return all;
}

} // namespace tiramisu::bench
