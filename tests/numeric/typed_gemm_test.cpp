// Products of narrow numbers by every solver, against sums in double precision. What is allowed
// follows from the number of roundings (docs/layers/gemm.md).

#include <gtest/gtest.h>

#include <cmath>

#include "support/guarded_memory.h"
#include "support/layer_values.h"
#include "support/typed_elements.h"
#include "tiramisu/nn/gemm.h"
#include "tiramisu/target.h"

namespace tiramisu {
namespace {

using nn::element_type;
using nn::gemm_problem;
using oracle::place;

struct matrices {
    std::vector<float> a, b, c, bias;

    explicit matrices(const gemm_problem &p) {
        std::mt19937 source(1);
        const nn::product_types types = p.types();
        a = oracle::random_elements(types.left, place(p.m, 0, p.k), source);
        b = oracle::random_elements(types.right, place(p.k, 0, p.n), source);
        c = oracle::random_elements(types.result, place(p.m, 0, p.n), source);
        bias = oracle::random_elements(types.arithmetic(),
                                       p.bias ? static_cast<std::size_t>(p.n) : 0, source);
    }
};

oracle::bounded_sum expected_at(const gemm_problem &p, const matrices &of, int i, int j) {
    oracle::bounded_sum sum;
    for (int k = 0; k < p.k; k++) {
        const double a = of.a[p.transa ? place(k, i, p.m) : place(i, k, p.k)];
        sum.add(p.alpha * a * of.b[p.transb ? place(j, k, p.k) : place(k, j, p.n)]);
    }
    if (p.beta != 0) {
        sum.add(static_cast<double>(p.beta) * of.c[place(i, j, p.n)]);
    }
    if (p.bias) {
        sum.add(of.bias[static_cast<std::size_t>(j)]);
    }
    for (const nn::post_op &op : p.post_ops) { // whose slopes are at most 1
        sum.value = oracle::after_post_op(op, sum.value);
    }
    return sum;
}

std::vector<double> computed(const nn::gemm &product, const matrices &of, bool packs) {
    const gemm_problem &p = product.problem();
    const nn::product_types types = p.types();
    using memory = testing::guarded_memory<std::uint8_t>;
    memory a(oracle::bytes_of(types.left, of.a)), b(oracle::bytes_of(types.right, of.b)),
        c(oracle::bytes_of(types.result, of.c)),
        bias(oracle::bytes_of(types.arithmetic(), of.bias));
    const nn::const_elements of_a(a.data(), types.left), of_b(b.data(), types.right),
        of_bias(p.bias ? bias.data() : nullptr, types.arithmetic());
    const nn::elements of_c(c.data(), types.result);
    if (packs) {
        product.run(of_a, product.pack(of_b), of_c, of_bias);
    } else {
        product.run(of_a, of_b, of_c, of_bias);
    }
    return oracle::numbers_of(types.result, c.elements());
}

struct forced {
    std::string solver, configuration;
    bool constant_b = false;
    std::string target = "host";
};

/// What goes wrong when the problem is computed so; empty if nothing does.
std::string failure(const gemm_problem &p, const forced &asked) {
    nn::gemm_options opts;
    opts.solver = asked.solver;
    opts.configuration = asked.configuration;
    opts.constant_b = asked.constant_b;
    opts.compiled.target = asked.target;
    const matrices of(p);
    const std::vector<double> found = computed(nn::gemm(p, opts), of, asked.constant_b);
    const int rounded_sums = p.types().sums() == element_type::f32 ? p.k : 0;
    for (int i = 0; i < p.m; i++) {
        for (int j = 0; j < p.n; j++) {
            const oracle::bounded_sum expected = expected_at(p, of, i, j);
            const double here = found[place(i, j, p.n)];
            if (!oracle::is_near(p.types().result, expected, rounded_sums, here)) {
                return "c[" + std::to_string(i) + ", " + std::to_string(j) + "] is " +
                       std::to_string(here) + ", must be " + std::to_string(expected.value);
            }
        }
    }
    return "";
}

/// Of all solvers that can.
void expect_right(const std::string &text, const std::string &target = "host") {
    const gemm_problem p = gemm_problem::parse(text);
    nn::gemm_options opts;
    opts.compiled.target = target;
    int computed_by = 0;
    for (const nn::solver_verdict &one : nn::gemm::solvers(p, opts)) {
        for (const bool constant_b : {false, true}) {
            if (one.why_not.empty()) {
                EXPECT_EQ(failure(p, {one.solver, "", constant_b, target}), "")
                    << text << " by " << one.solver << " for " << target;
                computed_by++;
            }
        }
    }
    EXPECT_GE(computed_by, 4) << text << ": the naive solver and another one, each b in two ways";
}

const std::vector<std::string> sizes = {"m=1 n=1 k=1", "m=7 n=33 k=18", "m=37 n=61 k=43",
                                        "m=3 n=5 k=9001"};

class TypedGemm : public ::testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Types, TypedGemm,
                         ::testing::Values("type=bf16", "type=bf16 c_type=f32", "type=f16",
                                           "type=f16 c_type=f32", "type=u8 b_type=s8 c_type=s32",
                                           "type=s8 b_type=u8 c_type=s32", "type=s8 c_type=s32",
                                           "type=u8 c_type=s32"));

TEST_P(TypedGemm, OfAnySize) {
    for (const std::string &size : sizes) {
        expect_right("gemm " + size + " " + GetParam());
    }
}

TEST_P(TypedGemm, WithTransposesBiasAndWhatCHeld) {
    const std::string more = " beta=1 bias=1 post=relu ";
    expect_right("gemm m=19 n=35 k=50 transa=1" + more + GetParam());
    expect_right("gemm m=19 n=35 k=50 transb=1" + more + GetParam());
}

TEST_P(TypedGemm, ForProcessorsWithoutDotProducts) {
    expect_right("gemm m=19 n=35 k=50 bias=1 " + GetParam(), "avx2");
}

TEST(TypedGemm, OfBytesMayBeScaledIntoFloatsAndBytes) {
    const std::string product = "gemm m=19 n=35 k=50 bias=1 beta=0.5 post=relu ";
    expect_right(product + "alpha=0.001 type=u8 b_type=s8 c_type=f32");
    expect_right(product + "alpha=0.01 type=u8 b_type=s8 c_type=s8");
    expect_right(product + "alpha=0.01 type=u8 b_type=s8");
}

TEST(TypedGemm, SumsOfBytesAreExactInEveryBlockOfDepth) {
    const std::string tiles = "column_tiles=2,row_tiles=2,rows=3,vectors=1,depth=";
    const gemm_problem p = gemm_problem::parse("gemm m=23 n=61 k=43 bias=1 post=relu type=u8 "
                                               "b_type=s8 c_type=s32");
    for (const bool constant_b : {false, true}) {
        EXPECT_EQ(failure(p, {"interleaved", tiles + "43", constant_b}), "");
        EXPECT_EQ(failure(p, {"interleaved", tiles + "15", constant_b}), "");
    }
}

TEST(TypedGemm, TheRuleTakesDotProductsWhereTheyAreFast) {
    const auto solver_for = [](const std::string &types) {
        return nn::gemm(gemm_problem::parse("gemm m=9 n=40 k=12 type=" + types)).solver();
    };
    const bool is_fast =
        vectors_of("host").dot_products &&
        vectors_of("host").target.find("avx512_sapphirerapids") == std::string::npos;
    EXPECT_EQ(solver_for("u8 b_type=s8 c_type=s32"), "interleaved");
    EXPECT_EQ(solver_for("bf16"), is_fast ? "interleaved" : "packed");
    EXPECT_EQ(solver_for("f16"), "packed");
}

} // namespace
} // namespace tiramisu
