#include "schedules/schedules.h"

#include "product_contest.h"
#include "schedules/narrow_product.h"
#include "schedules/packed_product.h"
#include "tiramisu/target.h"

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

// Tiles of C of as many vectors as leave registers for a row of B and an element of A: with 32
// registers of AVX-512, and with 16.
narrow_blocks tile_in_registers(int vectors_in_row) {
    const target_vectors vectors = vectors_of("host");
    const bool many = vectors.registers >= 32;
    const int in_row = many ? vectors_in_row : 2;
    return {many ? 8 : 6, in_row * vectors.floats, vectors.floats};
}

product_blocks blocks_of_large_product() {
    const target_vectors vectors = vectors_of("host");
    const int rows = vectors.registers >= 32 ? 13 : 6;
    return {rows, 2 * vectors.floats, vectors.floats, 130 / rows * rows, 1024, 1024};
}

} // namespace

void run_products(session &here) {
    const product_sizes small = {512, 512, 512};
    run_product(here, "gemm_512", small,
                [&] { return narrow_product(small, tile_in_registers(2)); });
    for (const int size : {1024, 2048}) {
        const product_sizes sizes = {size, size, size};
        run_product(here, "gemm_" + std::to_string(size), sizes,
                    [&] { return packed_product(sizes, blocks_of_large_product()); });
    }
    const product_sizes skinny = {4096, 100, 1024};
    run_product(here, "gemm_4096x100x1024", skinny,
                [&] { return narrow_product(skinny, tile_in_registers(3)); });
}

} // namespace tiramisu::bench
