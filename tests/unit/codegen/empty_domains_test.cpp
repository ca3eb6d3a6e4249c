// Schedules of programs that a size of 0 leaves without iterations.

#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/throws.h"
#include "tiramisu/jit.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::testing {
namespace {

/// o(i, j) = 1 + the sum over k of 2 a(i, k) * b(k, j), in tiles.
struct product : in_function {
    product(int n, int m, int l) : in_function("product"), rows(n), columns(m), terms(l) {
        a.store_in(&a_memory);
        b.store_in(&b_memory);
        o.store_in(&o_memory);
        o(i, j) += twice(i, k) * b(k, j);
        o.split(i, 4, i0, i1).split(j, 8, j0, j1).split(k, 4, k0, k1);
        o.reorder({i0, j0, k0, k1, i1, j1});
    }

    std::vector<float> run() {
        const auto size = [](int x, int y) { return static_cast<std::size_t>(x * y); };
        std::vector<float> from(size(rows, terms), 1.0f), by(size(terms, columns), 3.0f),
            to(size(rows, columns), 7.0f);
        const compiled_function code = current().compile({&a_memory, &b_memory, &o_memory});
        EXPECT_EQ(0, code({{from.data(), {rows, terms}},
                           {by.data(), {terms, columns}},
                           {to.data(), {rows, columns}}}))
            << compiled_function::error_text();
        return to;
    }

    const int rows, columns, terms;
    const var i = var("i", 0, rows), j = var("j", 0, columns), k = var("k", 0, terms);
    const var i0 = var("i0"), i1 = var("i1"), j0 = var("j0"), j1 = var("j1"), k0 = var("k0"),
              k1 = var("k1");
    buffer a_memory = buffer("a_memory", {rows, terms}, p_float32, a_input),
           b_memory = buffer("b_memory", {terms, columns}, p_float32, a_input),
           o_memory = buffer("o_memory", {rows, columns}, p_float32, a_output);
    input a = input("a", {i, k}, p_float32), b = input("b", {k, j}, p_float32);
    computation twice = computation("twice", {i, k}, a(i, k) * 2.0f);
    computation o = computation("o", {i, j}, 1.0f);
};

TEST(EmptyDomains, TakeTheSchedulesOfAllSizes) {
    const std::vector<std::function<void(product &)>> schedules = {
        [](product &p) { p.o.cache_write(p.j0, memory::registers); },
        [](product &p) { p.o.cache_read(p.b, p.k0); },
        [](product &p) { p.o.cache_read(p.twice, p.j0); },
        [](product &p) { p.twice.compute_at(p.o, p.k0); },
        [](product &p) { p.twice.compute_at(p.o, p.k1).store_at(p.o, p.j0); },
        [](product &p) { p.o.prefetch(p.b, p.k1, 2); },
        [](product &p) {
            p.o.cache_write(p.j0, memory::registers);
            p.o.cache_read(p.b, p.k0).pack(p.j, 8).vectorize(p.j, 8);
            p.o.vectorize(p.j1, 8).unroll(p.i1).parallelize(p.i0);
        },
    };
    const int sizes[][3] = {{0, 5, 5}, {5, 0, 5}, {5, 5, 0}, {0, 0, 0}, {1, 1, 1}};
    for (std::size_t at = 0; at < schedules.size(); ++at) {
        for (const auto &[rows, columns, terms] : sizes) {
            SCOPED_TRACE(::testing::Message() << "schedule " << at << ", sizes " << rows << ", "
                                              << columns << ", " << terms);
            product made(rows, columns, terms);
            ASSERT_NO_THROW(schedules[at](made));
            for (const float element : made.run()) {
                EXPECT_EQ(1.0f + 6.0f * static_cast<float>(terms), element);
            }
        }
    }
}

TEST(EmptyDomains, WindowsOfWhatIsNotReadAreRefused) {
    product made(0, 5, 5);
    EXPECT_TRUE(oracle::throws<user_error>([&] { made.o.cache_read(made.a, made.i0); },
                                           {"\"o_update_1\" does not use \"a\""}));
}

} // namespace
} // namespace tiramisu::testing
