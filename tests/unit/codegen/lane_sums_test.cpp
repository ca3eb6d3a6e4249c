// Sums over the lanes of vectors, of which a loop keeps one for each lane.
#include "codegen/vectors/lane_sums.h"

#include <algorithm>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "codegen/expressions/for_loop.h"
#include "support/functions.h"
#include "tiramisu/jit.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// o(i) = start, then in each row o(i) = update of o(i) and a(i, j), four rows at once on lanes.
struct reduced_rows : in_function {
    using update = void (*)(computation &o, const expr &element, const var &i);

    reduced_rows(int n, int m, float start, update add)
        : in_function("reduced_rows"), rows(n), columns(m), o("o", {i}, start) {
        a.store_in(&a_memory);
        o.store_in(&o_memory);
        add(o, a(i, j), i);
        o.split(i, 4, i0, i1).reorder({i0, j, i1});
        o.unroll(i1).vectorize(j, 8);
    }

    std::string text(const options &opts = {}) {
        return current().stmt_text({&a_memory, &o_memory}, opts);
    }

    std::vector<float> run() {
        std::vector<float> from(static_cast<std::size_t>(rows * columns));
        for (std::size_t at = 0; at < from.size(); ++at) {
            from[at] = element(at);
        }
        std::vector<float> to(static_cast<std::size_t>(rows));
        EXPECT_EQ(0, current().compile({&a_memory, &o_memory})(
                         {{from.data(), {rows, columns}}, {to.data(), {rows}}}))
            << compiled_function::error_text();
        return to;
    }

    static float element(std::size_t at) { return static_cast<float>(at * 37 % 101) - 50; }

    template <typename Combine>
    std::vector<float> expected(float start, const Combine &combine) const {
        std::vector<float> all(static_cast<std::size_t>(rows), start);
        for (std::size_t at = 0; at < all.size() * static_cast<std::size_t>(columns); ++at) {
            float &row = all[at / static_cast<std::size_t>(columns)];
            row = combine(row, element(at));
        }
        return all;
    }

    const int rows, columns;
    const var i = var("i", 0, rows), j = var("j", 0, columns), i0 = var("i0"), i1 = var("i1");
    buffer a_memory = buffer("a_memory", {rows, columns}, p_float32, a_input),
           o_memory = buffer("o_memory", {rows}, p_float32, a_output);
    input a = input("a", {i, j}, p_float32);
    computation o;
};

void add(computation &o, const expr &element, const var &i) {
    o(i) += element;
}
void subtract(computation &o, const expr &element, const var &i) {
    o(i) -= element;
}
void take_least(computation &o, const expr &element, const var &i) {
    o(i).min_with(element);
}
void take_largest(computation &o, const expr &element, const var &i) {
    o(i).max_with(element);
}

TEST(LaneSums, AreAddedUpAfterTheLoop) {
    const std::string text = reduced_rows(8, 64, 0, add).text();
    const auto loop = text.find("for (j"), end = text.find("\n }", loop),
               lanes = text.find("vector_reduce_add");
    ASSERT_NE(std::string::npos, loop);
    ASSERT_NE(std::string::npos, lanes);
    EXPECT_GT(lanes, end) << text;
    EXPECT_THAT(text, HasSubstr("allocate o_memory.lanes[float32 * 8] in Stack"));
}

TEST(LaneSums, AreRightForAllReductionsAndSizes) {
    const auto sum = [](float x, float y) { return x + y; };
    const auto difference = [](float x, float y) { return x - y; };
    const auto least = [](float x, float y) { return std::min(x, y); };
    const auto largest = [](float x, float y) { return std::max(x, y); };
    for (const int rows : {1, 4, 7}) {
        for (const int columns : {0, 1, 7, 8, 16, 37}) {
            SCOPED_TRACE(::testing::Message() << rows << " rows of " << columns);
            const auto check = [&](reduced_rows::update update, const auto &combine) {
                reduced_rows made(rows, columns, 3, update);
                EXPECT_EQ(made.expected(3, combine), made.run());
            };
            check(add, sum);
            check(subtract, difference);
            check(take_least, least);
            check(take_largest, largest);
        }
    }
}

TEST(LaneSums, StayInTheLoopWhereTheOrderOfSumsIsFixed) {
    options strict;
    strict.strict_float = true;
    EXPECT_THAT(reduced_rows(8, 64, 0, take_least).text(strict), Not(HasSubstr(".lanes[")));
}

} // namespace
} // namespace tiramisu::testing

namespace tiramisu::lower {
namespace {

using Halide::Expr;
using hir::Stmt;

/// Statements of a loop over j, with vectors of 4.
struct loop_over_vectors {
    static Expr load(const std::string &name, const Expr &index) {
        return hir::Load::make(Halide::Float(32, index.type().lanes()), name, index, {}, {},
                               hir::const_true(index.type().lanes()), {});
    }
    static Expr vector(const std::string &name) {
        return load(name, hir::Ramp::make(j() * 4, 1, 4));
    }
    static Expr j() { return hir::Variable::make(Halide::Int(32), "j"); }
    static Expr reduced(const Expr &lanes) {
        return hir::VectorReduce::make(hir::VectorReduce::Add, lanes, 1);
    }
    static Stmt store(const std::string &name, const Expr &value, const Expr &index) {
        return hir::Store::make(name, value, index, {}, hir::const_true(), {});
    }
    static Stmt sum(const Expr &index, const Expr &lanes) {
        return store("o", load("o", index) + reduced(lanes), index);
    }
    static bool is_kept(const Stmt &body, const Expr &extent = 10) {
        const Stmt loop = for_loop("j", 0, extent, hir::ForType::Serial, body);
        return !hir::equal(loop, keep_sums_in_lanes(loop));
    }
};

TEST(LaneSums, AreThoseOfOneElementThatNothingElseTouches) {
    using made = loop_over_vectors;
    const Stmt sum = made::sum(0, made::vector("a"));
    EXPECT_TRUE(made::is_kept(sum));
    EXPECT_TRUE(made::is_kept(hir::Block::make(sum, made::sum(0, made::vector("b")))));
    EXPECT_FALSE(made::is_kept(made::sum(made::j(), made::vector("a")))) << "another element each";
    EXPECT_FALSE(made::is_kept(made::sum(0, made::vector("o")))) << "reads other elements";
    EXPECT_FALSE(made::is_kept(hir::Block::make(sum, made::store("p", made::load("o", 0), 0))));
    EXPECT_FALSE(made::is_kept(hir::Block::make(sum, made::store("o", 1.0f, 1))));
    EXPECT_FALSE(made::is_kept(hir::IfThenElse::make(made::j() < 3, sum)))
        << "the element may not be there";
    const Stmt named = hir::LetStmt::make(
        "at", made::j() * 2,
        made::sum(hir::Variable::make(Halide::Int(32), "at"), made::vector("a")));
    EXPECT_FALSE(made::is_kept(named));
    const Expr narrow = hir::Cast::make(
        Halide::Float(32, 4), hir::Load::make(Halide::BFloat(16, 4), "a", hir::Ramp::make(0, 1, 4),
                                              {}, {}, hir::const_true(4), {}));
    EXPECT_FALSE(made::is_kept(made::sum(0, narrow * narrow)));
    const Stmt largest =
        made::store("o",
                    max(made::load("o", 0),
                        hir::VectorReduce::make(hir::VectorReduce::Max, made::vector("a"), 1)),
                    0);
    EXPECT_TRUE(made::is_kept(largest));
    EXPECT_FALSE(made::is_kept(hir::Block::make(sum, largest))) << "of one element, perhaps";
}

TEST(LaneSums, OfALoopThatMayNotRunTouchNothing) {
    using made = loop_over_vectors;
    const Expr n = hir::Variable::make(Halide::Int(32), "n");
    const Stmt loop = keep_sums_in_lanes(
        for_loop("j", 0, n, hir::ForType::Serial, made::sum(0, made::vector("a"))));
    const auto *guard = loop.as<hir::IfThenElse>();
    ASSERT_NE(nullptr, guard);
    EXPECT_TRUE(hir::equal(0 < n, guard->condition));
}

} // namespace
} // namespace tiramisu::lower
