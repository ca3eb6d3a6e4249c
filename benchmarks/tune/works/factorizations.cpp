#include "dnn/images.h"
#include "peers/lu_loops.h"
#include "tune/works/families.h"

namespace tiramisu::bench {

namespace {

/// What is added keeps the pivots of random numbers away from 0.
constexpr float added = 1000;

scheduled_function declare_lu(int size) {
    init("lu");
    const var k("k", 0, size), any_i("any_i", 0, size), any_j("any_j", 0, size);
    const var i("i", expr(k) + 1, size), j("j", expr(k) + 1, size);
    buffer matrix("matrix", {size, size}, p_float32, a_output);
    input a("a", {any_i, any_j}, p_float32);
    a.store_in(&matrix);
    computation lower("lower", {k, i}, a(i, k) / (a(k, k) + added));
    computation rest("rest", {k, i, j}, a(i, j) - a(i, k) * a(k, j));
    lower.store_in(&matrix, {i, k});
    rest.store_in(&matrix, {i, j});
    lower.then(rest, k);
    return {*global::get_implicit_function(), {matrix}};
}

tuned_work lu(int size) {
    const double n = size;
    return {"lu_" + std::to_string(size), 2.0 / 3 * n * n * n, [=] { return declare_lu(size); },
            [=] {
                return std::vector<aligned_floats>{
                    randoms(static_cast<std::size_t>(size) * static_cast<std::size_t>(size), 1)};
            },
            [=](const std::vector<aligned_floats> &, int, aligned_floats &result) {
                float *const matrix = result.data();
                return std::vector<contender>{
                    {"plain", [=] { lu_plain_loops(matrix, size, added); }, matrix}};
            }};
}

} // namespace

std::vector<tuned_work> factorization_works() {
    return {lu(512), lu(2000)};
}

} // namespace tiramisu::bench
