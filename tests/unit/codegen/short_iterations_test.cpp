// Parallel loops whose iterations are short run over blocks of these.
#include "codegen/passes/short_iterations.h"

#include <vector>

#include <gtest/gtest.h>

#include "codegen/expressions/for_loop.h"
#include "tiramisu/jit.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::lower {
namespace {

using Halide::Expr;
using hir::Stmt;

Stmt parallel(const Expr &extent, const Stmt &body) {
    return for_loop("i", 3, extent, hir::ForType::Parallel, body);
}

Stmt store_at(const Expr &place) {
    return hir::Store::make(
        "out", hir::Load::make(Halide::Float(32), "in", place, {}, {}, hir::const_true(), {}),
        place, {}, hir::const_true(), {});
}

Expr variable(const char *name) {
    return hir::Variable::make(Halide::Int(32), name);
}

bool is_in_blocks(const Stmt &loop) {
    return !hir::equal(loop, put_short_iterations_in_blocks(loop));
}

TEST(ShortIterations, AreThoseOfAFewInstructions) {
    const Stmt element = store_at(variable("i"));
    EXPECT_TRUE(is_in_blocks(parallel(variable("n"), element)));
    EXPECT_TRUE(is_in_blocks(parallel(1000, element)));
    EXPECT_FALSE(is_in_blocks(parallel(20, element))) << "too few";
    EXPECT_FALSE(is_in_blocks(for_loop("i", 0, 1000, hir::ForType::Serial, element)));
    const Stmt row = for_loop("j", 0, variable("n"), hir::ForType::Serial,
                              store_at(variable("i") * 100 + variable("j")));
    EXPECT_FALSE(is_in_blocks(parallel(1000, row)));
    std::vector<Stmt> many(30, element);
    EXPECT_FALSE(is_in_blocks(parallel(1000, hir::Block::make(many))));
    const Stmt call = hir::Evaluate::make(
        hir::Call::make(Halide::Int(32), "work", {variable("i")}, hir::Call::Extern));
    EXPECT_FALSE(is_in_blocks(parallel(1000, call)));
}

TEST(ShortIterations, RunOnceEach) {
    init("blocks");
    const constant n("n", p_int32);
    const var i("i", 0, n);
    buffer memory("memory", {n}, p_int32, a_output);
    input x("x", {i}, p_int32);
    computation c("c", {i}, x(i) + i);
    x.store_in(&memory);
    c.store_in(&memory);
    c.vectorize(i, 4).parallelize(i);
    const compiled_function code = global::get_implicit_function()->compile({&memory});
    for (const int size : {0, 1, 2, 63, 64, 65, 127, 128, 129, 191, 4 * 127, 4 * 128, 4 * 129 + 1,
                           4 * 191, 4 * 8000 + 3}) {
        std::vector<std::int32_t> found(static_cast<std::size_t>(size), 7);
        ASSERT_EQ(0, code({{found.data(), {size}}, size})) << compiled_function::error_text();
        for (int k = 0; k < size; ++k) {
            ASSERT_EQ(7 + k, found[static_cast<std::size_t>(k)]) << size;
        }
    }
}

} // namespace
} // namespace tiramisu::lower
