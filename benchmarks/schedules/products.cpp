#include "schedules/schedules.h"

#include "product_contest.h"
#include "schedules/narrow_product.h"
#include "schedules/packed_product.h"

namespace tiramisu::bench {

namespace {

void run_product(session &here, const std::string &id, product_sizes s,
                 const std::function<scheduled_function()> &declare) {
    if (!here.wants(id)) {
        return;
    }
    const compiled_function multiply = declare().compile();
    product_contest(s).run(here, id, "dsl", [&](float *a, float *b, float *c) {
        multiply({{a, {s.m, s.k}}, {b, {s.k, s.n}}, {c, {s.m, s.n}}});
    });
    time_generator(here, id, declare);
}

} // namespace

void run_products(session &here) {
    const product_sizes small = {512, 512, 512};
    run_product(here, "gemm_512", small, [&] { return narrow_product(small, {8, 32}); });
    for (const int size : {1024, 2048}) {
        const product_sizes sizes = {size, size, size};
        run_product(here, "gemm_" + std::to_string(size), sizes, [&] {
            return packed_product(sizes, {13, 32, 130, 1024, 1024});
        });
    }
    const product_sizes skinny = {4096, 100, 1024};
    run_product(here, "gemm_4096x100x1024", skinny, [&] {
        return narrow_product(skinny, {8, 48});
    });
}

} // namespace tiramisu::bench
