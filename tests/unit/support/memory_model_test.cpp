// What lowered code may do with memory, on statements made for it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "codegen/expressions/for_loop.h"
#include "support/lowered_run.h"

namespace tiramisu::oracle {
namespace {

namespace hir = lower::hir;
using Halide::Expr;
using hir::Stmt;
using ::testing::HasSubstr;

constexpr int elements = 8;
const Halide::Type int32 = Halide::Int(32);

Expr all(int lanes) {
    return hir::const_true(lanes);
}

Expr load(const std::string &from, const Expr &index, const Expr &mask = all(1)) {
    return hir::Load::make(int32.with_lanes(index.type().lanes()), from, index, {}, {}, mask, {});
}

Stmt store(const std::string &to, const Expr &value, const Expr &index, const Expr &mask = all(1)) {
    return hir::Store::make(to, value, index, {}, mask, {});
}

Expr variable(const std::string &name) {
    return hir::Variable::make(int32, name);
}

Expr ramp(const Expr &from, int lanes) {
    return hir::Ramp::make(from, 1, lanes);
}

Stmt loop(const std::string &name, int extent, hir::ForType type, const Stmt &body) {
    return lower::for_loop(name, 0, extent, type, body);
}

Stmt with_temporary(const std::string &name, const Stmt &body) {
    return hir::Allocate::make(name, int32, Halide::MemoryType::Stack, {elements}, all(1), body);
}

/// Arguments "in", which holds 0, 10, 20, ..., and "out".
memory arguments() {
    array in(p_int32, {elements}), out(p_int32, {elements});
    for (int i = 0; i < elements; ++i) {
        in.set(i, value::of_integer(p_int32, 10 * i));
        out.set(i, value::of_integer(p_int32, -1));
    }
    return {{"in", in}, {"out", out}};
}

Stmt with_memory(Stmt body) {
    for (const char *name : {"in", "out"}) {
        const Expr structure = hir::Variable::make(Halide::type_of<halide_buffer_t *>(),
                                                   std::string(name) + ".buffer");
        body = hir::LetStmt::make(name,
                                  hir::Call::make(Halide::Handle(), hir::Call::buffer_get_host,
                                                  {structure}, hir::Call::Extern),
                                  body);
    }
    return body;
}

std::vector<std::int64_t> results_of(const Stmt &body) {
    memory data = arguments();
    EXPECT_TRUE(run_lowered(with_memory(body), {"in", "out"}, {}, data));
    std::vector<std::int64_t> results;
    for (int i = 0; i < elements; ++i) {
        results.push_back(data.at("out")[i].integer);
    }
    return results;
}

std::string fault_in(const Stmt &body) {
    memory data = arguments();
    try {
        run_lowered(with_memory(body), {"in", "out"}, {}, data);
    } catch (const memory_fault &fault) {
        return fault.what();
    }
    return "";
}

TEST(MemoryModel, RunsLoopsAndVectors) {
    const Expr i = variable("i");
    EXPECT_EQ((std::vector<std::int64_t>{0, 20, 40, 60, -1, -1, -1, -1}),
              results_of(loop("i", 4, hir::ForType::Serial, store("out", 2 * load("in", i), i))));
    const Expr reversed = hir::Shuffle::make({load("in", ramp(0, 4), all(4))}, {3, 2, 1, 0});
    const Expr sum = hir::VectorReduce::make(hir::VectorReduce::Add, reversed, 1);
    EXPECT_EQ((std::vector<std::int64_t>{-1, 30, 20, 10, 0, 60, -1, -1}),
              results_of(hir::Block::make(store("out", reversed, ramp(1, 4), all(4)),
                                          store("out", sum, 5))));
}

TEST(MemoryModel, BuffersEndWhereTheyEnd) {
    EXPECT_EQ("reads element 8 of \"in\", which has 8", fault_in(store("out", load("in", 8), 0)));
    EXPECT_EQ("reads element -1 of \"in\", which has 8", fault_in(store("out", load("in", -1), 0)));
    EXPECT_EQ("writes element 8 of \"out\", which has 8",
              fault_in(store("out", load("in", ramp(0, 4), all(4)), ramp(5, 4), all(4))));
    EXPECT_THAT(fault_in(with_temporary("t", store("t", 1, elements))), HasSubstr("of \"t\""));
}

TEST(MemoryModel, LanesThatAreOffTouchNothing) {
    const Expr mask = ramp(0, 4) < hir::Broadcast::make(Expr(2), 4);
    EXPECT_EQ((std::vector<std::int64_t>{-1, -1, -1, -1, -1, -1, 60, 70}),
              results_of(store("out", load("in", ramp(6, 4), mask), ramp(6, 4), mask)));
    EXPECT_THAT(fault_in(store("out", load("in", ramp(6, 4), all(4)), ramp(6, 4), mask)),
                HasSubstr("reads element 8"));
}

TEST(MemoryModel, BothArmsOfASelectRun) {
    const Expr i = variable("i"), before = load("in", i - 1);
    const auto over_all = [&](const Expr &value) {
        return loop("i", elements, hir::ForType::Serial, store("out", value, i));
    };
    EXPECT_THAT(fault_in(over_all(hir::Select::make(i > 0, before, 7))), HasSubstr("element -1"));
    EXPECT_THAT(fault_in(over_all(hir::Cast::make(int32, i > 0 && before > 0))),
                HasSubstr("element -1"));
    EXPECT_EQ(
        (std::vector<std::int64_t>{7, 0, 10, 20, 30, 40, 50, 60}),
        results_of(over_all(hir::Call::make(int32, hir::Call::if_then_else,
                                            {i > 0, before, Expr(7)}, hir::Call::PureIntrinsic))));
}

TEST(MemoryModel, LanesOfAChoiceReadWhatTheyTake) {
    const Expr lanes = ramp(0, 4), zero = hir::Broadcast::make(Expr(0), 4);
    const Expr chosen = hir::Call::make(
        int32.with_lanes(4), hir::Call::if_then_else,
        {lanes > zero, load("in", lanes - hir::Broadcast::make(Expr(1), 4), all(4)), zero},
        hir::Call::PureIntrinsic);
    EXPECT_EQ((std::vector<std::int64_t>{0, 0, 10, 20, -1, -1, -1, -1}),
              results_of(store("out", chosen, lanes, all(4))));
}

TEST(MemoryModel, WhatNothingHasSetReachesNoArgument) {
    EXPECT_THAT(fault_in(with_temporary("t", store("out", load("t", 0), 0))),
                HasSubstr("what nothing has computed"));
    EXPECT_THAT(fault_in(with_temporary("t", store("out", load("in", load("t", 0)), 0))),
                HasSubstr("an index is made of what nothing has computed"));
    const Expr mask = ramp(0, 4) < hir::Broadcast::make(Expr(2), 4);
    const Stmt set = store("t", load("in", ramp(0, 2), all(2)), ramp(0, 2), all(2));
    const Stmt whole = store("out", load("t", ramp(0, 4), all(4)), ramp(0, 4), mask);
    EXPECT_EQ((std::vector<std::int64_t>{0, 10, -1, -1, -1, -1, -1, -1}),
              results_of(with_temporary("t", hir::Block::make(set, whole))));
}

TEST(MemoryModel, ConditionsOfLanesThatAreOffAreUnknownWhateverTheOthersAre) {
    const Expr lanes = ramp(0, 4), mask = lanes < hir::Broadcast::make(Expr(2), 4);
    const auto choice = [&](const Expr &read) {
        const Expr is_small = mask && read < hir::Broadcast::make(Expr(50), 4);
        return store("out", hir::Select::make(is_small, lanes, lanes + lanes), lanes, all(4));
    };
    EXPECT_THAT(fault_in(choice(load("in", lanes, mask))), HasSubstr("what nothing has computed"));
    const Expr zero = hir::make_zero(lanes.type());
    EXPECT_EQ((std::vector<std::int64_t>{0, 1, 4, 6, -1, -1, -1, -1}),
              results_of(choice(hir::Select::make(mask, load("in", lanes, mask), zero))));
    // What memory holds is some number, if nobody knows which.
    const Stmt set = store("t", load("in", ramp(0, 2), all(2)), ramp(0, 2), all(2));
    EXPECT_EQ(
        (std::vector<std::int64_t>{0, 1, 4, 6, -1, -1, -1, -1}),
        results_of(with_temporary("t", hir::Block::make(set, choice(load("t", lanes, all(4)))))));
}

TEST(MemoryModel, SignedNumbersThatOverflowAreNone) {
    const Expr largest = load("in", 1) + Expr(2147483647);
    EXPECT_THAT(fault_in(store("out", largest, 0)), HasSubstr("what nothing has computed"));
    const Expr wrapped =
        Halide::cast(int32, Halide::cast(Halide::UInt(32), load("in", 1)) + Expr(2147483647u));
    EXPECT_EQ(-2147483639, results_of(store("out", wrapped, 0))[0]);
}

TEST(MemoryModel, IterationsOfAParallelLoopShareNothing) {
    const Expr i = variable("i");
    const auto parallel = [&](const Stmt &body) {
        return loop("i", 4, hir::ForType::Parallel, body);
    };
    EXPECT_THAT(
        fault_in(parallel(store("out", load("out", i) + load("out", i + 1), i))),
        HasSubstr("an iteration of a parallel loop writes of \"out\" what another one reads"));
    EXPECT_THAT(fault_in(parallel(store("out", i, 0))), HasSubstr("what another one writes"));
    EXPECT_THAT(
        fault_in(with_temporary(
            "t", parallel(hir::Block::make(store("t", i, 0), store("out", load("t", 0), i))))),
        HasSubstr("of \"t\""));
    EXPECT_EQ((std::vector<std::int64_t>{0, 1, 2, 3, -1, -1, -1, -1}),
              results_of(parallel(with_temporary(
                  "t", hir::Block::make(store("t", i, 0), store("out", load("t", 0), i))))));
}

TEST(MemoryModel, IterationsOfParallelLoopsInsideOfOthersShareNothing) {
    const Expr i = variable("i"), j = variable("j");
    const auto nested = [&](const Stmt &body) {
        return loop("i", 2, hir::ForType::Parallel,
                    with_temporary("t", loop("j", 3, hir::ForType::Parallel, body)));
    };
    const auto through = [&](const Expr &at) {
        return hir::Block::make(store("t", i, at), store("out", load("t", at), 3 * i + j));
    };
    EXPECT_THAT(fault_in(nested(through(0))), HasSubstr("of \"t\" what another one reads"));
    EXPECT_EQ((std::vector<std::int64_t>{0, 0, 0, 1, 1, 1, -1, -1}),
              results_of(nested(through(j))));
}

TEST(MemoryModel, IterationsOfAParallelLoopReadForNothingWhatOthersWrite) {
    const Expr i = variable("i"), next = load("out", i + 1);
    const auto parallel = [&](const Expr &value) {
        return loop("i", 4, hir::ForType::Parallel, store("out", value, i));
    };
    EXPECT_EQ((std::vector<std::int64_t>{0, 1, 2, -1, -1, -1, -1, -1}),
              results_of(parallel(hir::Select::make(i < 3, i, next))));
    EXPECT_THAT(fault_in(parallel(hir::Select::make(i < 2, i, next))),
                HasSubstr("an iteration of a parallel loop"));
}

} // namespace
} // namespace tiramisu::oracle
