// Masked vectors of arrays on the stack, as statements and as programs.

#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "codegen/expressions/for_loop.h"
#include "codegen/vectors/whole_vectors.h"
#include "support/functions.h"
#include "support/golden.h"

namespace tiramisu::testing {
namespace {

namespace hir = lower::hir;
using Halide::Expr;
using hir::Stmt;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr int lanes = 8;

Expr variable(const std::string &name) {
    return hir::Variable::make(Halide::Int(32), name);
}

Expr vector_at(const Expr &first) {
    return hir::Ramp::make(first, 1, lanes);
}

/// The first `count` lanes.
Expr mask(const Expr &count) {
    return hir::Ramp::make(0, 1, lanes) < hir::Broadcast::make(count, lanes);
}

Expr load(const Expr &first, const Expr &which) {
    return hir::Load::make(Halide::Int(32, lanes), "tile", vector_at(first), {}, {}, which, {});
}

Stmt store(const Expr &value, const Expr &first, const Expr &which) {
    return hir::Store::make("tile", value, vector_at(first), {}, which, {});
}

/// The vector at `first` is set to 0, then 1 is added.
Stmt set_and_add(const Expr &first, const Expr &set_where, const Expr &add_where) {
    const Expr zeros = hir::make_zero(Halide::Int(32, lanes)),
               ones = hir::make_one(Halide::Int(32, lanes));
    return hir::Block::make(store(zeros, first, set_where),
                            store(load(first, add_where) + ones, first, add_where));
}

Stmt on_stack(const Stmt &body, int elements = 24) {
    return hir::Allocate::make("tile", Halide::Int(32), Halide::MemoryType::Stack, {elements},
                               hir::const_true(), body);
}

std::string whole(const Stmt &stmt) {
    std::ostringstream text;
    text << lower::make_vectors_whole(stmt);
    return text.str();
}

MATCHER(HasNoMasks, "") {
    return arg.find("predicate") == std::string::npos && arg.find(" if ") == std::string::npos;
}

TEST(WholeVectors, WriteAnythingWhereNobodyReads) {
    const std::string text = whole(on_stack(set_and_add(8, mask(5), mask(5))));
    EXPECT_THAT(text, HasNoMasks());
    EXPECT_THAT(text, Not(HasSubstr("select")));
}

TEST(WholeVectors, SeeThroughNamesOfMasks) {
    const Stmt inside = hir::LetStmt::make(
        "n", variable("m") - 3, set_and_add(8, mask(variable("n")), mask(variable("m") - 3)));
    const std::string text = whole(on_stack(inside));
    EXPECT_THAT(text, HasNoMasks());
    EXPECT_THAT(text, Not(HasSubstr("select")));
}

TEST(WholeVectors, WriteBackWhatIsReadUnderAnotherMask) {
    for (const Expr &other : {mask(6), mask(variable("n")), hir::const_true(lanes)}) {
        const std::string text = whole(on_stack(set_and_add(8, other, mask(5))));
        EXPECT_THAT(text, HasNoMasks());
        EXPECT_THAT(text, HasSubstr("select(ramp(0, 1, 8) < x8(5), tile[ramp(8, 1, 8)] + x8(1), "
                                    "tile[ramp(8, 1, 8)])"));
    }
}

TEST(WholeVectors, WriteBackWhatOtherVectorsRead) {
    const Stmt reader = store(load(4, hir::const_true(lanes)), 16, hir::const_true(lanes));
    const std::string text =
        whole(on_stack(hir::Block::make(set_and_add(8, mask(5), mask(5)), reader)));
    EXPECT_THAT(text, HasNoMasks());
    EXPECT_THAT(text, HasSubstr("select"));
}

TEST(WholeVectors, WriteBackWhereTheMaskChangesWhileTheArrayLives) {
    const Expr n = variable("n");
    const Stmt loop =
        lower::for_loop("n", 0, 8, hir::ForType::Serial, set_and_add(8, mask(n), mask(n)));
    EXPECT_THAT(whole(on_stack(loop)), HasSubstr("select"));
    const Stmt array_inside = lower::for_loop("n", 0, 8, hir::ForType::Serial,
                                              on_stack(set_and_add(8, mask(n), mask(n))));
    EXPECT_THAT(whole(array_inside), Not(HasSubstr("select")));
}

TEST(WholeVectors, WriteBackWhereTheMaskIsReadFromMemory) {
    const Expr n = hir::Load::make(Halide::Int(32), "n", 0, {}, {}, hir::const_true(), {});
    EXPECT_THAT(whole(on_stack(set_and_add(8, mask(n), mask(n)))), HasSubstr("select"));
}

TEST(WholeVectors, StayInTheirArrays) {
    const Stmt stmt = on_stack(set_and_add(17, mask(5), mask(5)));
    EXPECT_THAT(whole(stmt), HasSubstr("predicate (ramp(0, 1, 8) < x8(5))"));
}

TEST(WholeVectors, AreNotMadeWhereTheArrayStaysInMemory) {
    const auto masked = HasSubstr("predicate (ramp(0, 1, 8) < x8(5))");
    const Stmt body = set_and_add(8, mask(5), mask(5));
    const Stmt moving = set_and_add(variable("x"), mask(5), mask(5));
    EXPECT_THAT(whole(on_stack(hir::Block::make(body, moving))), masked);
    const Stmt address = hir::Evaluate::make(hir::Call::make(
        Halide::Int(32), "f", {hir::Variable::make(Halide::Handle(), "tile")}, hir::Call::Extern));
    EXPECT_THAT(whole(on_stack(hir::Block::make(body, address))), masked);
    const Stmt on_heap = hir::Allocate::make("tile", Halide::Int(32), Halide::MemoryType::Heap,
                                             {24}, hir::const_true(), body);
    EXPECT_THAT(whole(on_heap), masked);
}

TEST(WholeVectors, AreNotMadeWhereTasksShareTheArray) {
    const Stmt tasks =
        lower::for_loop("p", 0, 2, hir::ForType::Parallel, set_and_add(8, mask(5), mask(5)));
    EXPECT_THAT(whole(on_stack(tasks)), HasSubstr("predicate"));
    const Stmt own = lower::for_loop("p", 0, 2, hir::ForType::Parallel,
                                     on_stack(set_and_add(8, mask(5), mask(5))));
    EXPECT_THAT(whole(own), HasNoMasks());
}

/// c(i, j) = sum over l of a(i, l) * b(l, j) for 4 rows of `columns`, in tiles of 2 rows that lie
/// in temporaries, in vectors of 8.
struct product : in_function {
    product(const std::string &name, int columns)
        : in_function(name), j("j", 0, columns), b_mem("b_mem", {3, columns}, p_float32, a_input),
          c_mem("c_mem", {4, columns}, p_float32, a_output) {
        a.store_in(&a_mem);
        b.store_in(&b_mem);
        c.store_in(&c_mem);
        sums.update(0).reorder({l, i, j});
        c.split(i, 2, var("tile"), var("row"));
        for (computation part : {sums.init(), sums.update(0)}) {
            part.vectorize(j, lanes, var("vector"), var("lane"), tail::masked);
            part.tag_unroll_level(var("vector")).tag_unroll_level(i);
        }
        c.vectorize(j, lanes, var("vector"), var("lane"), tail::masked);
        c.tag_unroll_level(var("vector")).tag_unroll_level(var("row"));
    }
    computation products() {
        computation all("sums", {i, j}, 0.0f);
        all(i, j) += a(i, l) * b(l, j);
        return all;
    }
    std::string text() {
        options opts;
        opts.checks = argument_checks::none;
        return current().stmt_text({&a_mem, &b_mem, &c_mem}, opts);
    }

    const var i = var("i", 0, 4), l = var("l", 0, 3), j;
    buffer a_mem = buffer("a_mem", {4, 3}, p_float32, a_input), b_mem, c_mem;
    input a = input("a", {i, l}, p_float32), b = input("b", {l, j}, p_float32);
    computation sums = products();
    computation c = computation("c", {i, j}, sums(i, j));
};

TEST(WholeVectors, HoldTheSumsOfRowsThatEndInsideOfThem) {
    product p("product", 13);
    p.sums.compute_at(p.c, var("tile"));
    expect_golden("codegen/whole_vectors.txt", p.text());
}

TEST(PaddedRows, HoldWholeVectorsOfSmallTemporaries) {
    product p("product", 13);
    p.sums.compute_at(p.c, var("tile"));
    EXPECT_THAT(p.text(), HasSubstr("float32 * 16 * 2]"));
}

TEST(PaddedRows, AreNotMadeInLargeTemporaries) {
    product p("product", 1003);
    p.sums.compute_at(p.c, var("tile"));
    EXPECT_THAT(p.text(), HasSubstr("float32 * 1003 * 2]"));
}

TEST(PaddedRows, LieAlongTheLanes) {
    product p("product", 13);
    buffer transposed("transposed", {13, 4}, p_float32, a_temporary);
    p.sums.store_in(&transposed, {p.j, p.i});
    EXPECT_THAT(p.text(), HasSubstr("allocate transposed[float32 * (4 * 13"));
}

} // namespace
} // namespace tiramisu::testing
