// Reductions in two steps: the program and its loops as text. Compared with
// tests/golden/reductions/.

#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/golden.h"

namespace tiramisu::testing {
namespace {

struct dot_products : in_function {
    explicit dot_products(const std::string &name) : in_function(name) {
        a.store_in(&a_mem);
        b.store_in(&b_mem);
        sum.store_in(&out);
        sum(i) += a(i, k) * b(i, k);
    }
    const var i = var("i", 0, 10), k = var("k", 0, 200), u = var("u");
    buffer a_mem = buffer("a_mem", {10, 200}, p_float32, a_input),
           b_mem = buffer("b_mem", {10, 200}, p_float32, a_input),
           out = buffer("out", {10}, p_float32, a_output);
    input a = input("a", {i, k}, p_float32), b = input("b", {i, k}, p_float32);
    computation sum = computation("sum", {i}, expr(0.0f));
};

void expect_program(const std::string &name) {
    function f = current();
    expect_golden("reductions/" + name + ".txt",
                  f.algorithm_text() + "\n" + f.schedule_text() + "\n" + f.loops_text());
}

TEST(Reductions, BlocksAreAddedUpInParallel) {
    dot_products p("blocks");
    p.sum.split(p.k, 64, "ko", "ki");
    computation part = p.sum.rfactor("ko", p.u);
    part.interchange(p.i, p.u).parallelize(p.u).vectorize("ki", 8);
    expect_program("blocks_in_parallel");
}

TEST(Reductions, LanesAreAddedUpAtTheEnd) {
    dot_products p("lanes");
    p.sum.split(p.k, 8, "ko", "ki");
    computation part = p.sum.rfactor("ki", p.u);
    computation start = part.init();
    start.tag_vector_level(p.u, 8);
    part.after(start, p.i).tag_vector_level(p.u, 8);
    p.sum.after(part, p.i);
    expect_program("lanes_merged_at_the_end");
}

} // namespace
} // namespace tiramisu::testing
