#include <functional>
#include <numeric>

#include <gtest/gtest.h>

#include "unit/codegen/nest.h"

namespace tiramisu::testing {
namespace {

using poly::loop_kind;

/// out(0) = op over i of in(i), vectorized as a whole.
template <typename T>
T reduce(op_t op, T start, const std::vector<T> &in, const char *schedule,
         const std::vector<std::string> &reductions = {"S"}) {
    const expr i = it("i");
    const primitive_t type = primitive_type_of<T>();
    const int size = static_cast<int>(in.size());
    const core::program p =
        make_program("reduce", {{"in", type, a_input, {size}}, {"out", type, a_output, {1}}},
                     {update("S", {"i"}, "out", {expr(0)}, op, at("in", {i}, type))});
    nest loops(schedule);
    loops.kind(1, loop_kind::vectorized, reductions);
    std::vector<T> out = {start};
    EXPECT_EQ(0, lower::jit(p, loops.ast(),
                            {})({{const_cast<T *>(in.data()), type, {size}}, {out.data(), {1}}}));
    return out[0];
}

const char *const by_eights = "{ S[i] -> [floor(i/8),i] : 0 <= i < 45 }";

template <typename T>
std::vector<T> inputs() {
    std::vector<T> in;
    for (int k = 0; k < 45; ++k) {
        in.push_back(static_cast<T>(k * 37 % 101 - 50));
    }
    return in;
}

template <typename T>
class Reductions : public ::testing::Test {};
using types = ::testing::Types<std::int8_t, std::uint8_t, std::int16_t, std::int32_t, std::uint32_t,
                               std::int64_t, float, double>;
TYPED_TEST_SUITE(Reductions, types);

TYPED_TEST(Reductions, SumsOfLanes) {
    const auto in = inputs<TypeParam>();
    TypeParam expected = 3;
    for (const TypeParam x : in) {
        expected = static_cast<TypeParam>(expected + x);
    }
    EXPECT_EQ(expected, reduce<TypeParam>(o_add, 3, in, by_eights));
}

TYPED_TEST(Reductions, MinimaAndMaximaOfLanes) {
    const auto in = inputs<TypeParam>();
    EXPECT_EQ(*std::min_element(in.begin(), in.end()),
              reduce<TypeParam>(o_min, std::numeric_limits<TypeParam>::max(), in, by_eights));
    EXPECT_EQ(*std::max_element(in.begin(), in.end()),
              reduce<TypeParam>(o_max, std::numeric_limits<TypeParam>::lowest(), in, by_eights));
}

TYPED_TEST(Reductions, ProductsOfLanes) {
    std::vector<TypeParam> in(45, TypeParam(1));
    in[3] = in[17] = in[44] = 3;
    EXPECT_EQ(TypeParam(54), reduce<TypeParam>(o_mul, 2, in, by_eights));
}

core::program row_sums(expr condition = {}) {
    const expr i = it("i"), j = it("j");
    core::program p = make_program(
        "row_sums", {{"in", p_int32, a_input, {6, 16}}, {"out", p_int32, a_output, {6}}},
        {update("S", {"i", "j"}, "out", {i}, o_add,
                at("in", {i, j}, p_int32) * at("in", {i, j}, p_int32))});
    p.statements["S"].condition = condition;
    return p;
}

void expect_row_sums(const core::program &p, const nest &loops, bool only_even) {
    std::vector<std::int32_t> in(6 * 16), out(6, 10);
    std::iota(in.begin(), in.end(), -30);
    ASSERT_EQ(0, lower::jit(p, loops.ast(), {})({{in.data(), {6, 16}}, {out.data(), {6}}}));
    for (int i = 0; i < 6; ++i) {
        int sum = 10;
        for (int j = 0; j < 16; ++j) {
            sum += only_even && j % 2 != 0 ? 0 : in[i * 16 + j] * in[i * 16 + j];
        }
        EXPECT_EQ(sum, out[i]);
    }
}

TEST(HorizontalReductions, BecomeOneVectorReduction) {
    nest loops("{ S[i,j] -> [i,j] : 0 <= i < 6 and 0 <= j < 16 }");
    loops.kind(1, loop_kind::vectorized, {"S"});
    expect_row_sums(row_sums(), loops, false);
    const std::string text = lower::stmt_text(row_sums(), loops.ast(), {});
    EXPECT_NE(std::string::npos, text.find("vector_reduce_add")) << text;
}

TEST(HorizontalReductions, InsideAParallelLoopNeedNoAtomics) {
    nest loops("{ S[i,j] -> [i,j] : 0 <= i < 6 and 0 <= j < 16 }");
    loops.kind(0, loop_kind::parallel).kind(1, loop_kind::vectorized, {"S"});
    expect_row_sums(row_sums(), loops, false);
    const std::string text = lower::stmt_text(row_sums(), loops.ast(), {});
    EXPECT_EQ(std::string::npos, text.find("atomic")) << text;
}

TEST(HorizontalReductions, WithAGuardPerLane) {
    for (const loop_kind outer : {loop_kind::serial, loop_kind::parallel, loop_kind::vectorized}) {
        nest loops("{ S[i,j] -> [i,j] : 0 <= i < 6 and 0 <= j < 16 }");
        loops.kind(0, outer).kind(1, loop_kind::vectorized, {"S"});
        expect_row_sums(row_sums(it("j") % expr(2) == expr(0)), loops, true);
    }
}

TEST(HorizontalReductions, OfAnUnrolledAndVectorizedPair) {
    nest loops("{ S[i,j] -> [i,j] : 0 <= i < 6 and 0 <= j < 16 }");
    loops.kind(0, loop_kind::unrolled).kind(1, loop_kind::vectorized, {"S"});
    expect_row_sums(row_sums(), loops, false);
}

TEST(HorizontalReductions, OfTwoVectorizedLoops) {
    nest loops("{ S[i,j] -> [i,j] : 0 <= i < 6 and 0 <= j < 16 }");
    loops.kind(0, loop_kind::vectorized).kind(1, loop_kind::vectorized, {"S"});
    expect_row_sums(row_sums(), loops, false);
    nest swapped("{ S[i,j] -> [j,i] : 0 <= i < 6 and 0 <= j < 16 }");
    swapped.kind(0, loop_kind::vectorized, {"S"}).kind(1, loop_kind::vectorized);
    expect_row_sums(row_sums(), swapped, false);
}

TEST(HorizontalReductions, IntoSeveralElementsOfUnequallyManyLanes) {
    const expr i = it("i");
    for (const int lanes : {3, 5, 6, 7, 8}) {
        for (const int divisor : {2, 3}) {
            const core::program p = make_program(
                "pairs", {{"in", p_int32, a_input, {lanes}}, {"out", p_int32, a_output, {lanes}}},
                {update("S", {"i"}, "out", {i / divisor}, o_add, at("in", {i}, p_int32))});
            nest loops("{ S[i] -> [i] : 0 <= i < " + std::to_string(lanes) + " }");
            loops.kind(0, loop_kind::vectorized, {"S"});
            std::vector<std::int32_t> in(static_cast<std::size_t>(lanes)), out(in.size()),
                sums = out;
            std::iota(in.begin(), in.end(), 1);
            for (std::size_t k = 0; k < in.size(); ++k) {
                sums[k / static_cast<std::size_t>(divisor)] += in[k];
            }
            ASSERT_EQ(
                0, lower::jit(p, loops.ast(), {})({{in.data(), {lanes}}, {out.data(), {lanes}}}));
            EXPECT_EQ(sums, out) << lanes << " lanes, divided by " << divisor;
        }
    }
}

/// out(i / each) = op over i of in(i) + i % period, in one vector.
void expect_alternating(op_t op, int lanes, int each, int period) {
    const expr i = it("i");
    const core::program p = make_program(
        "alternating", {{"in", p_int32, a_input, {lanes}}, {"out", p_int32, a_output, {lanes}}},
        {update("S", {"i"}, "out", {i / each}, op, at("in", {i}, p_int32) + i % period)});
    nest loops("{ S[i] -> [i] : 0 <= i < " + std::to_string(lanes) + " }");
    loops.kind(0, loop_kind::vectorized, {"S"});
    std::vector<std::int32_t> in(static_cast<std::size_t>(lanes)), out(in.size()), expected = out;
    std::iota(in.begin(), in.end(), -3);
    for (int k = 0; k < lanes; ++k) {
        std::int32_t &element = expected[static_cast<std::size_t>(k / each)];
        const std::int32_t value = in[static_cast<std::size_t>(k)] + k % period;
        element = op == o_max ? std::max(element, value) : element + value;
    }
    ASSERT_EQ(0, lower::jit(p, loops.ast(), {})({{in.data(), {lanes}}, {out.data(), {lanes}}}));
    EXPECT_EQ(expected, out);
}

/// out(i % period) = sum over i of in(i), in one vector; nothing beside it is written.
void expect_sums_in_turns(int lanes, int period) {
    const expr i = it("i");
    const core::program p = make_program(
        "in_turns", {{"in", p_int32, a_input, {lanes}}, {"out", p_int32, a_output, {period}}},
        {update("S", {"i"}, "out", {i % period}, o_add, at("in", {i}, p_int32))});
    nest loops("{ S[i] -> [i] : 0 <= i < " + std::to_string(lanes) + " }");
    loops.kind(0, loop_kind::vectorized, {"S"});
    std::vector<std::int32_t> in(static_cast<std::size_t>(lanes)), out(in.size(), 7),
        expected = out;
    std::iota(in.begin(), in.end(), -3);
    for (int k = 0; k < lanes; ++k) {
        expected[static_cast<std::size_t>(k % period)] += in[static_cast<std::size_t>(k)];
    }
    ASSERT_EQ(0, lower::jit(p, loops.ast(), {})({{in.data(), {lanes}}, {out.data(), {period}}}));
    EXPECT_EQ(expected, out);
}

TEST(HorizontalReductions, IntoElementsThatTakeTurns) {
    for (const int lanes : {4, 6, 8, 15, 16}) {
        for (const int period : {2, 3, 4}) {
            SCOPED_TRACE(std::to_string(lanes) + " lanes, period " + std::to_string(period));
            expect_sums_in_turns(lanes, period);
        }
    }
}

TEST(HorizontalReductions, OfValuesThatAlternateBetweenLanes) {
    for (const op_t op : {o_add, o_max}) {
        for (const int lanes : {6, 8, 15}) {
            for (const int each : {2, 3, lanes}) {
                for (const int period : {2, 3}) {
                    SCOPED_TRACE(std::to_string(lanes) + " lanes, " + std::to_string(each) +
                                 " for an element, period " + std::to_string(period));
                    expect_alternating(op, lanes, each, period);
                }
            }
        }
    }
}

TEST(HorizontalReductions, OfAConstant) {
    const core::program p = make_program("count", {{"out", p_int32, a_output, {1}}},
                                         {update("S", {"i"}, "out", {expr(0)}, o_add, expr(1))});
    nest loops("{ S[i] -> [i] : 0 <= i < 16 }");
    loops.kind(0, loop_kind::vectorized, {"S"});
    std::vector<std::int32_t> out = {5};
    ASSERT_EQ(0, lower::jit(p, loops.ast(), {})({{out.data(), {1}}}));
    EXPECT_EQ(21, out[0]);
}

TEST(HorizontalReductions, BesideAPlainStatement) {
    const expr i = it("i");
    const core::program p =
        make_program("two",
                     {{"in", p_int32, a_input, {16}},
                      {"sum", p_int32, a_output, {1}},
                      {"twice", p_int32, a_output, {16}}},
                     {update("S", {"i"}, "sum", {expr(0)}, o_add, at("in", {i}, p_int32)),
                      assign("T", {"i"}, "twice", {i}, at("in", {i}, p_int32) * expr(2))});
    nest loops("{ S[i] -> [i,0] : 0 <= i < 16; T[i] -> [i,1] : 0 <= i < 16 }");
    loops.kind(0, loop_kind::vectorized, {"S"});
    std::vector<std::int32_t> in(16), sum = {0}, twice(16);
    std::iota(in.begin(), in.end(), 1);
    ASSERT_EQ(0, lower::jit(p, loops.ast(),
                            {})({{in.data(), {16}}, {sum.data(), {1}}, {twice.data(), {16}}}));
    EXPECT_EQ(136, sum[0]);
    EXPECT_EQ(32, twice[15]);
}

TEST(PlainUpdates, VectorizeAcrossElements) {
    nest loops("{ S[i,j] -> [j,i] : 0 <= i < 6 and 0 <= j < 16 }");
    loops.kind(1, loop_kind::vectorized);
    expect_row_sums(row_sums(), loops, false);
}

/// out(0) = (out(0) + a(i)) - b(i): longer than what Halide takes for a reduction.
template <typename T>
core::program chain() {
    const expr i = it("i");
    const primitive_t type = primitive_type_of<T>();
    const expr sum = at("out", {expr(0)}, type) + at("a", {i}, type);
    core::program p = make_program(
        "chain",
        {{"a", type, a_input, {45}}, {"b", type, a_input, {45}}, {"out", type, a_output, {1}}},
        {assign("S", {"i"}, "out", {expr(0)}, sum - at("b", {i}, type))});
    p.statements["S"].reduction = o_add;
    return p;
}

TEST(Chains, AreComputedAsTheyAreWrittenWhereNoLanesAreCombined) {
    std::vector<float> a, b, out = {0.1f};
    float expected = out[0];
    for (int k = 0; k < 45; ++k) {
        a.push_back(1e7f / static_cast<float>(k + 1));
        b.push_back(static_cast<float>(k) / 3);
        expected = (expected + a.back()) - b.back();
    }
    options opts;
    opts.strict_float = true;
    ASSERT_EQ(0, lower::jit(chain<float>(), nest(by_eights).ast(),
                            opts)({{a.data(), {45}}, {b.data(), {45}}, {out.data(), {1}}}));
    EXPECT_EQ(expected, out[0]);
}

TEST(Chains, AreReductionsOfLanes) {
    nest loops("{ S[i] -> [floor(i/16),i] : 0 <= i < 32 }");
    loops.kind(1, loop_kind::vectorized, {"S"});
    std::vector<std::int32_t> a = inputs<std::int32_t>(), b(45), out = {7};
    std::iota(b.begin(), b.end(), 3);
    const std::int32_t expected =
        std::accumulate(a.begin(), a.begin() + 32,
                        std::accumulate(b.begin(), b.begin() + 32, 0, std::minus<>()) + 7);
    ASSERT_EQ(0, lower::jit(chain<std::int32_t>(), loops.ast(),
                            {})({{a.data(), {45}}, {b.data(), {45}}, {out.data(), {1}}}));
    EXPECT_EQ(expected, out[0]);
    const std::string text = lower::stmt_text(chain<std::int32_t>(), loops.ast(), {});
    EXPECT_NE(std::string::npos, text.find("vector_reduce_add")) << text;
}

} // namespace
} // namespace tiramisu::testing
