#include "codegen/passes/long_sequences.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "codegen/expressions/for_loop.h"
#include "support/functions.h"
#include "tiramisu/jit.h"

namespace tiramisu::testing {
namespace {

using ::testing::HasSubstr;

namespace hir = lower::hir;

/// One loop around one store.
hir::Stmt nest_over(const std::string &buffer) {
    const Halide::Expr k = hir::Variable::make(Halide::Int(32), "k");
    const hir::Stmt store = hir::Store::make(buffer, k, k, Halide::Parameter(), hir::const_true(),
                                             hir::ModulusRemainder());
    return lower::for_loop("k", 0, 8, hir::ForType::Serial, store);
}

hir::Stmt sequence_of(int nests) {
    return hir::Block::make(
        std::vector<hir::Stmt>(static_cast<std::size_t>(nests), nest_over("b")));
}

class part_finder : public hir::IRVisitor {
public:
    std::vector<hir::Stmt> parts;

private:
    using hir::IRVisitor::visit;
    void visit(const hir::For *op) override {
        if (op->for_type == hir::ForType::Parallel) {
            EXPECT_TRUE(hir::is_const_one(op->extent));
            parts.push_back(op->body);
        }
        hir::IRVisitor::visit(op);
    }
};

std::vector<hir::Stmt> parts_of(const hir::Stmt &stmt) {
    part_finder finder;
    stmt.accept(&finder);
    return finder.parts;
}

constexpr int nests_in_function = lower::largest_function / 2;

TEST(LongSequences, StayAsTheyAreUpToTheLimit) {
    const hir::Stmt body = sequence_of(nests_in_function);
    EXPECT_TRUE(lower::cut_long_sequences(body).same_as(body));
}

TEST(LongSequences, AreCutIntoPartsInOrder) {
    hir::Stmt body = hir::Block::make(sequence_of(nests_in_function), nest_over("last"));
    const std::vector<hir::Stmt> parts = parts_of(lower::cut_long_sequences(body));
    ASSERT_EQ(2u, parts.size());
    EXPECT_TRUE(hir::equal(parts[0], sequence_of(nests_in_function)));
    EXPECT_TRUE(hir::equal(parts[1], nest_over("last")));
}

TEST(LongSequences, CallsCountAndTheirChecksStayWithThem) {
    const Halide::Expr status = hir::Variable::make(Halide::Int(32), "status");
    const hir::Stmt call = hir::LetStmt::make(
        "status", hir::Call::make(Halide::Int(32), "called", {}, hir::Call::Extern),
        hir::AssertStmt::make(status == 0, status));
    const std::vector<hir::Stmt> calls(lower::largest_function + 1, call);
    const std::vector<hir::Stmt> parts =
        parts_of(lower::cut_long_sequences(hir::Block::make(calls)));
    ASSERT_EQ(2u, parts.size());
    EXPECT_TRUE(hir::equal(parts[1], call));
}

TEST(LongSequences, AreFoundInsideDefinitions) {
    const hir::Stmt body = hir::LetStmt::make("x", 1, sequence_of(2 * nests_in_function));
    EXPECT_EQ(2u, parts_of(lower::cut_long_sequences(body)).size());
}

TEST(LongSequences, StayWholeInsideLoops) {
    const hir::Stmt loop =
        lower::for_loop("t", 0, 3, hir::ForType::Serial, sequence_of(2 * nests_in_function));
    EXPECT_TRUE(lower::cut_long_sequences(loop).same_as(loop));
}

TEST(LongSequences, KeepTheirChecksInFront) {
    const hir::Stmt check = hir::AssertStmt::make(hir::Variable::make(Halide::Bool(), "fits"), 1);
    const hir::Stmt cut =
        lower::cut_long_sequences(hir::Block::make(check, sequence_of(2 * nests_in_function)));
    ASSERT_NE(nullptr, cut.as<hir::Block>());
    EXPECT_TRUE(cut.as<hir::Block>()->first.same_as(check));
}

/// Temporaries of 40,000 bytes each: no stack holds all of them.
TEST(LongSequences, GiveTheValuesOfAllTheirComputations) {
    constexpr int length = 300, columns = 1000;
    in_function scope("chain");
    const var i("i", 0, 10), j("j", 0, columns);
    constant scale("scale", p_int32);
    std::vector<std::unique_ptr<computation>> chain;
    for (int k = 0; k < length; ++k) {
        const expr value = k == 0 ? scale * (i + j) : (*chain.back())(i, j) + scale;
        chain.push_back(
            std::make_unique<computation>("c" + std::to_string(k), std::vector<var>{i, j}, value));
        chain.back()->vectorize(j, 8);
    }
    buffer out("out", {10, columns}, p_int32, a_output);
    chain.back()->store_in(&out);
    EXPECT_THAT(current().stmt_text({&out}), HasSubstr("allocate temporaries[uint8 * "));
    std::vector<std::int32_t> found(10 * columns);
    ASSERT_EQ(0, current().compile({&out})({{found.data(), {10, columns}}, 3}))
        << compiled_function::error_text();
    for (int at = 0; at < 10 * columns; ++at) {
        ASSERT_EQ(3 * (at / columns + at % columns) + 3 * (length - 1),
                  found[static_cast<std::size_t>(at)]);
    }
}

} // namespace
} // namespace tiramisu::testing
