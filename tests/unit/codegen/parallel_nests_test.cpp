#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "codegen/expressions/for_loop.h"
#include "codegen/passes/parallel_nests.h"

namespace tiramisu::testing {
namespace {

using Halide::Expr;
namespace hir = lower::hir;
using hir::Stmt;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

Stmt loop(const std::string &name, hir::ForType type, const Stmt &body) {
    return lower::for_loop(name, 0, 10, type, body);
}

Stmt store(const Expr &value) {
    return hir::Store::make("memory", value, hir::Variable::make(Halide::Int(32), "i"), {},
                            hir::const_true(), {});
}

std::string marked(const Stmt &stmt) {
    std::ostringstream text;
    text << lower::mark_parallel_nests(stmt);
    return text.str();
}

TEST(ParallelNests, AreSerialLoopsWithParallelOnesInside) {
    const Stmt parallel = loop("i", hir::ForType::Parallel, store(1));
    const Stmt steps = loop("t", hir::ForType::Serial, hir::Block::make(parallel, parallel));
    EXPECT_THAT(marked(loop("s", hir::ForType::Serial, steps)),
                StartsWith("parallel (.nest, -2147483648, 1) {\n for (s, "));
}

TEST(ParallelNests, AreNotInParallelLoops) {
    const Stmt inside =
        loop("t", hir::ForType::Serial, loop("i", hir::ForType::Parallel, store(1)));
    EXPECT_THAT(marked(loop("s", hir::ForType::Parallel, inside)), Not(HasSubstr(".nest")));
}

TEST(ParallelNests, AreNotSerialLoopsAlone) {
    EXPECT_THAT(marked(loop("t", hir::ForType::Serial, store(1))), Not(HasSubstr(".nest")));
}

// What a user calls may have threads of its own, which would find those of the team in their place.
TEST(ParallelNests, CallNothingOfTheUser) {
    const auto nest_with = [](const char *function, hir::Call::CallType type) {
        const Expr call = hir::Call::make(Halide::Float(32), function, {}, type);
        const Stmt parallel = loop("i", hir::ForType::Parallel, store(1));
        const Stmt both = hir::Block::make(parallel, hir::Evaluate::make(call));
        return marked(loop("t", hir::ForType::Serial, both));
    };
    EXPECT_THAT(nest_with("users_product", hir::Call::Extern), Not(HasSubstr(".nest")));
    EXPECT_THAT(nest_with("users_number", hir::Call::PureExtern), Not(HasSubstr(".nest")));
    EXPECT_THAT(nest_with("sin_f32", hir::Call::PureExtern), HasSubstr(".nest"));
}

} // namespace
} // namespace tiramisu::testing
