// Pictures of whole functions, as reports have them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/report/overview_pictures.h"
#include "core/staging/staged_analysis.h"
#include "support/functions.h"

namespace tiramisu::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::vector<core::titled_picture> pictures_of_current(const core::overview_request &asked = {}) {
    core::function_state &state = *current().state();
    return core::overview_pictures(state, core::analyse_schedule(state, {}), asked);
}

/// out(y, x) = b(y, x) + 1, where b is in + in, staged inside of a tile of out.
std::vector<core::titled_picture> pictures_of_tiles(const expr &rows, const expr &columns) {
    const var y("y", 0, rows), x("x", 0, columns);
    input in("in", {y, x}, p_float32);
    buffer memory("memory", {rows, columns}, p_float32, a_input);
    in.store_in(&memory);
    computation b("b", {y, x}, in(y, x) + in(y, x)), out("out", {y, x}, b(y, x) + 1.0f);
    out.tile(y, x, 4, 4);
    b.compute_at(out, var("x_outer"));
    return pictures_of_current();
}

TEST(OverviewPictures, ShowWhatIsComputedInsideOfTiles) {
    init("tiles_of_known_size");
    EXPECT_FALSE(pictures_of_tiles(expr(16), expr(16)).empty());
    init("tiles_of_any_size");
    const constant rows("rows", p_int32), columns("columns", p_int32);
    for (const core::titled_picture &one : pictures_of_tiles(rows, columns)) {
        EXPECT_NE(std::string::npos, one.svg.find("<svg")) << one.title;
    }
}

/// s(t, y, x) = s(t, y - 1, x) + s(t, y, x - 1), of which the wavefronts over (y, x) are parallel.
struct wavefronts {
    var t{"t", 0, 3}, y{"y", 1, 6}, x{"x", 1, 6};
    buffer grid{"grid", {7, 7}, p_float32, a_output};
    computation s{"s", {t, y, x}, p_float32};

    wavefronts() {
        s.set_expression(s(t, y - 1, x) + s(t, y, x - 1));
        s.store_in(&grid, {y, x});
    }
};

TEST(OverviewPictures, AreDrawnAlongTheLoopsThatAreSkewed) {
    init("skewed");
    wavefronts p;
    EXPECT_THAT(pictures_of_current().at(0).svg, HasSubstr("t down, y to the right"));
    p.s.skew(p.y, p.x, 1, 0, 1, 1, "y1", "x1");
    EXPECT_THAT(pictures_of_current().at(0).svg, HasSubstr("y down, x to the right"));
}

TEST(OverviewPictures, AreDrawnAlongTheLoopsThatAreAskedFor) {
    init("asked");
    wavefronts p;
    p.s.skew(p.y, p.x, 1, 0, 1, 1, "y1", "x1");
    EXPECT_THAT(pictures_of_current({{}, "t", "y1"}).at(0).svg,
                HasSubstr("t down, y1 to the right"));
    EXPECT_THAT(pictures_of_current({{}, "t", "other"}).at(0).svg,
                HasSubstr("y down, x to the right"));
}

TEST(OverviewPictures, TellWhatIsAskedForAndNotThere) {
    init("asked");
    wavefronts p;
    const std::vector<core::titled_picture> pictures =
        pictures_of_current({{{"m", 3}}, "t", "other"});
    ASSERT_LE(3U, pictures.size());
    EXPECT_NE("", pictures.front().svg);
    EXPECT_THAT(pictures[pictures.size() - 2].problem,
                HasSubstr("there is no scalar argument \"m\""));
    EXPECT_EQ("no computation has a loop or an iterator \"other\"", pictures.back().problem);
}

TEST(OverviewPictures, ShowTheLanesOfVectors) {
    init("lanes");
    const var y("y", 0, 4), x("x", 0, 8);
    computation out("out", {y, x}, cast(p_float32, y + x));
    EXPECT_THAT(pictures_of_current().at(0).svg, Not(HasSubstr("class=\"vector\"")));
    out.vectorize(x, 4);
    EXPECT_THAT(pictures_of_current().at(0).svg, HasSubstr("class=\"vector\""));
    EXPECT_THAT(pictures_of_current().at(0).svg, HasSubstr("lanes of one vector, along x_vec"));
}

TEST(OverviewPictures, SayThatATileIsLargerThanWhatIsShown) {
    init("large_tiles");
    const var y("y", 0, 64), x("x", 0, 64);
    computation out("out", {y, x}, cast(p_float32, y + x));
    out.tile(y, x, 32, 32);
    EXPECT_THAT(pictures_of_current().at(0).svg, HasSubstr("one is larger than what is shown"));
}

TEST(OverviewPictures, SayWhatCannotBeDrawnAndWhy) {
    init("rows_from_memory");
    const var i("i", 0, 4), k("k", 0, 5);
    input first("first", {k}, p_int32);
    buffer memory("memory", {5}, p_int32, a_input);
    first.store_in(&memory);
    computation plain("plain", {i}, cast(p_float32, i));
    computation ragged("ragged", {i, var("j", first(i), first(i + 1))}, plain(i));
    buffer sums("sums", {4}, p_float32, a_output);
    ragged.store_in(&sums, {i});
    const std::vector<core::titled_picture> pictures = pictures_of_current();
    ASSERT_EQ(2U, pictures.size());
    EXPECT_THAT(pictures[0].svg, HasSubstr("<svg"));
    EXPECT_EQ("", pictures[1].svg);
    EXPECT_THAT(pictures[1].problem, HasSubstr("computation \"ragged\""));
}

} // namespace
} // namespace tiramisu::testing
