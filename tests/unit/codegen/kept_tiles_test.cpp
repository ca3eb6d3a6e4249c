// Loops that update a tile of elements, some lanes of which may be off.
#include "codegen/loops/kept_tiles.h"

#include <functional>
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "codegen/expressions/for_loop.h"

namespace tiramisu::lower {
namespace {

using Halide::Expr;
using hir::Stmt;
using ::testing::HasSubstr;
using ::testing::Not;

Expr variable(const char *name) {
    return hir::Variable::make(Halide::Int(32), name);
}

Expr load(const char *buffer, const Expr &place, Halide::Type type = Halide::Float(32)) {
    return hir::Load::make(type, buffer, place, {}, {}, hir::const_true(), {});
}

/// out[l] = out[l] + added, in lanes l for which l < m.
Stmt lanes_below_m(const Expr &added) {
    const Expr lane = variable("l");
    const Stmt update = hir::Store::make("out", load("out", lane, added.type()) + added, lane, {},
                                         hir::const_true(), {});
    return for_loop("l", 0, 8, hir::ForType::Vectorized,
                    hir::IfThenElse::make(lane < variable("m"), update));
}

std::string kept(const Stmt &body) {
    name_supply names;
    std::ostringstream text;
    text << keep_tile(for_loop("k", 0, variable("n"), hir::ForType::Serial, body), "out", names);
    return text.str();
}

Stmt where_the_first_lane_is_on(const Stmt &body) {
    return hir::IfThenElse::make(0 < variable("m"), body);
}

TEST(KeptTiles, MayHaveLanesThatAreOff) {
    const std::string text =
        kept(where_the_first_lane_is_on(lanes_below_m(load("in", variable("l")))));
    EXPECT_THAT(text, HasSubstr("allocate out.tile[float32 * 8]"));
    EXPECT_THAT(text, HasSubstr("out.tile[l] = out.tile[l] + ((float32)in[l] if (l < m))"));
    EXPECT_THAT(text, HasSubstr("out.tile[l] = (float32)out[l] if (l < m)"));
}

/// They would be read for no lane at all.
TEST(KeptTiles, ReadWhatLanesShareOnlyWhereOneIsOn) {
    const Expr shared = load("in", variable("k"));
    EXPECT_THAT(kept(lanes_below_m(shared)), Not(HasSubstr("out.tile")));
    EXPECT_THAT(kept(hir::IfThenElse::make(1 < variable("m"), lanes_below_m(shared))),
                Not(HasSubstr("out.tile")));
    EXPECT_THAT(kept(where_the_first_lane_is_on(lanes_below_m(shared))),
                HasSubstr("out.tile[l] = out.tile[l] + (float32)in[k]"));
}

TEST(KeptTiles, DoNotDivideInLanesThatAreOff) {
    const Expr number = load("in", variable("l"), Halide::Int(32));
    EXPECT_THAT(kept(where_the_first_lane_is_on(lanes_below_m(7 / number))),
                Not(HasSubstr("out.tile")));
    EXPECT_THAT(kept(where_the_first_lane_is_on(lanes_below_m(number / 7))), HasSubstr("out.tile"));
    const Expr call = hir::Call::make(Halide::Float(32), "work", {}, hir::Call::PureExtern);
    EXPECT_THAT(kept(where_the_first_lane_is_on(lanes_below_m(call))), Not(HasSubstr("out.tile")));
}

TEST(KeptTiles, HaveConditionsThatTheLoopDoesNotDecide) {
    const Stmt update = lanes_below_m(load("in", variable("l")));
    EXPECT_THAT(kept(hir::IfThenElse::make(variable("k") < 5, where_the_first_lane_is_on(update))),
                Not(HasSubstr("out.tile")));
    const Stmt copies =
        for_loop("c", 0, 2, hir::ForType::Unrolled,
                 hir::IfThenElse::make(variable("c") < variable("m"),
                                       hir::Store::make("out", load("out", variable("c")) + 1.0f,
                                                        variable("c"), {}, hir::const_true(), {})));
    EXPECT_THAT(kept(copies), HasSubstr("if (c < m) {"));
    EXPECT_THAT(kept(copies), HasSubstr("(c.1 < m)) {"));
}

} // namespace
} // namespace tiramisu::lower
