// Branches in vectorized loops into which no lane goes, under the memory model: what all lanes
// share is not read there.

#include <functional>

#include <gtest/gtest.h>

#include "codegen/expressions/target.h"
#include "codegen/lower.h"
#include "support/functions.h"
#include "support/lowered_run.h"
#include "support/memory_model.h"
#include "unit/codegen/nest.h"

namespace tiramisu::testing {
namespace {

using oracle::array;
using oracle::value;
using poly::loop_kind;

constexpr int lanes = 4;

array filled(const std::vector<std::int64_t> &extents, int first) {
    array made(p_int32, extents);
    for (std::int64_t at = 0; at < made.size(); ++at) {
        made.set(at, value::of_integer(p_int32, first + at));
    }
    return made;
}

std::vector<std::int64_t> elements_of(const array &from) {
    std::vector<std::int64_t> elements;
    for (std::int64_t at = 0; at < from.size(); ++at) {
        elements.push_back(from[at].integer);
    }
    return elements;
}

expr parameter(const std::string &name) {
    return expr::variable(name, p_int32);
}

/// out(i, j) or out(0, j) from the statement S, and zeros(i) = 0; `in` has K elements.
core::program program_of(const core::program_statement &statement) {
    core::program made = make_program("branches",
                                      {{"in", p_int32, a_input, {parameter("K")}},
                                       {"zeros", p_int32, a_output, {lanes}},
                                       {"out", p_int32, a_output, {lanes, parameter("M")}}},
                                      {assign("Z", {"i"}, "zeros", {it("i")}, expr(0)), statement});
    for (const char *name : {"K", "M", "N"}) {
        made.scalar_arguments.push_back({name, p_int32, {}});
    }
    return made;
}

/// What is left in out, of which all elements were -1, where `in` has the elements 10, 11, ...
std::vector<std::int64_t> result_of(const core::program &program, const nest &loops, int n, int m,
                                    int k) {
    oracle::memory data = {
        {"in", filled({k}, 10)}, {"zeros", filled({lanes}, 7)}, {"out", filled({lanes, m}, 0)}};
    for (std::int64_t at = 0; at < data["out"].size(); ++at) {
        data["out"].set(at, value::of_integer(p_int32, -1));
    }
    const std::map<std::string, value> scalars = {{"K", value::of_integer(p_int32, k)},
                                                  {"M", value::of_integer(p_int32, m)},
                                                  {"N", value::of_integer(p_int32, n)}};
    EXPECT_TRUE(oracle::run_lowered(
        lower::lower_body(program, loops.ast(), {}, lower::parse_target("host")),
        {"in", "zeros", "out"}, scalars, data));
    EXPECT_EQ(std::vector<std::int64_t>(lanes, 0), elements_of(data["zeros"]));
    return elements_of(data["out"]);
}

/// out(i, j) = in(j) for N <= i < 4 and 0 <= j < M.
std::vector<std::int64_t> expected_rows(int n, int m) {
    std::vector<std::int64_t> expected;
    for (int at = 0; at < lanes * m; ++at) {
        expected.push_back(at / m >= n ? 10 + at % m : -1);
    }
    return expected;
}

const std::string &schedule() {
    static const std::string text = "[N, M] -> { Z[i] -> [i,0,0] : 0 <= i < 4; "
                                    "S[i,j] -> [i,1,j] : N <= i < 4 and 0 <= j < M }";
    return text;
}

TEST(LaneBranches, ReadWhatLanesShareOnlyWhereOneGoesThere) {
    const expr i = it("i"), j = it("j");
    for (const expr &read : {at("in", {j}, p_int32), at("in", {max(j, 0)}, p_int32)}) {
        const core::program copy = program_of(assign("S", {"i", "j"}, "out", {i, j}, read));
        nest loops(schedule());
        loops.kind(0, loop_kind::vectorized);
        for (const int n : {0, 1, 3}) {
            EXPECT_EQ(expected_rows(n, 3), result_of(copy, loops, n, 3, 3)) << n;
        }
        EXPECT_EQ(expected_rows(lanes, 3), result_of(copy, loops, lanes, 3, 1));
        EXPECT_EQ(expected_rows(lanes, 3), result_of(copy, loops, lanes, 3, 0));
    }
}

TEST(LaneBranches, ReadIndicesThatLanesShareOnlyWhereOneGoesThere) {
    const expr i = it("i"), j = it("j"), last = at("in", {j}, p_int32) - expr(10);
    const core::program copy = program_of(assign(
        "S", {"i", "j"}, "out", {i, j}, at("in", {last}, p_int32) + at("in", {last + i}, p_int32)));
    nest loops(schedule());
    loops.kind(0, loop_kind::vectorized);
    EXPECT_EQ(expected_rows(lanes, 3), result_of(copy, loops, lanes, 3, 1));
    EXPECT_EQ((std::vector<std::int64_t>{-1, 21, 22, 23}), result_of(copy, loops, 1, 1, 4));
}

TEST(LaneBranches, AddUpWhereALaneGoesThere) {
    const core::program sums = program_of(
        update("S", {"i", "j"}, "out", {expr(0), it("j")}, o_add, at("in", {it("j")}, p_int32)));
    for (const bool is_unrolled : {false, true}) {
        nest loops(schedule());
        loops.kind(0, loop_kind::vectorized, {"S"});
        if (is_unrolled) {
            loops.kind(1, loop_kind::unrolled);
        }
        EXPECT_EQ(std::vector<std::int64_t>(12, -1), result_of(sums, loops, lanes, 3, 1));
        const std::vector<std::int64_t> two_lanes = result_of(sums, loops, 2, 3, 3);
        EXPECT_EQ((std::vector<std::int64_t>{19, 21, 23}),
                  std::vector<std::int64_t>(two_lanes.begin(), two_lanes.begin() + 3));
    }
}

TEST(LaneBranches, OfStatementsReadWhatLanesShareOnlyWhereOneGoesThere) {
    const expr i = it("i"), j = it("j");
    core::program_statement copied = assign("S", {"i", "j"}, "out", {i, j}, at("in", {j}, p_int32));
    copied.condition = i * i >= parameter("N");
    const core::program copy = program_of(copied);
    nest loops("[M] -> { Z[i] -> [i,0,0] : 0 <= i < 4; "
               "S[i,j] -> [i,1,j] : 0 <= i < 4 and 0 <= j < M }");
    loops.kind(0, loop_kind::vectorized);
    EXPECT_EQ(expected_rows(2, 3), result_of(copy, loops, 4, 3, 3));
    EXPECT_EQ(expected_rows(lanes, 3), result_of(copy, loops, 10, 3, 1));
}

/// sums(i) += in(k) for k from rows(j) to below rows(j + 1), where N <= i < 4 and 0 <= j < M.
std::string fault_of_rows(int n, int m, int k) {
    init("rows_in_branches");
    const constant first("N", p_int32), count("M", p_int32), size("K", p_int32);
    buffer rows("rows", {size}, p_int32, a_input), in("in", {4}, p_int32, a_input);
    buffer zeros("zeros", {lanes}, p_int32, a_output), sums("sums", {lanes}, p_int32, a_output);
    const var x("x"), i("i", 0, lanes), part("i", max(first, 0), lanes), j("j", 0, count);
    input R("R", {x}, p_int32), A("A", {x}, p_int32);
    R.store_in(&rows);
    A.store_in(&in);
    const var l("l", R(j), R(j + 1));
    computation Z("Z", {i}, 0), S("S", {part}, 1);
    Z.store_in(&zeros);
    S.store_in(&sums);
    S(part) += A(l);
    S.init().after(Z, i);
    S.after(S.init(), i);
    Z.tag_vector_level(i, lanes);
    oracle::memory before = {{"rows", filled({k}, 0)},
                             {"in", filled({4}, 10)},
                             {"zeros", filled({lanes}, 7)},
                             {"sums", filled({lanes}, 100)}};
    oracle::memory after = before;
    for (int lane = 0; lane < lanes; ++lane) {
        after["zeros"].set(lane, value::of_integer(p_int32, 0));
        if (lane >= n) {
            after["sums"].set(lane, value::of_integer(p_int32, 1 + 10 * m + m * (m - 1) / 2));
        }
    }
    function made = current();
    const std::vector<buffer *> arguments = {&rows, &in, &zeros, &sums};
    return oracle::fault_of(oracle::lowered(made, arguments), arguments,
                            {{"N", value::of_integer(p_int32, n)},
                             {"M", value::of_integer(p_int32, m)},
                             {"K", value::of_integer(p_int32, k)}},
                            before, after);
}

TEST(LaneBranches, ReadBoundsThatLanesShareOnlyWhereOneGoesThere) {
    for (const int n : {0, 1, 3}) {
        EXPECT_EQ("", fault_of_rows(n, 3, 4)) << n;
    }
    EXPECT_EQ("", fault_of_rows(lanes, 3, 1));
}

} // namespace
} // namespace tiramisu::testing
