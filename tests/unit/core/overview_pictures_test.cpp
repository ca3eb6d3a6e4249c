// Pictures of whole functions, as reports have them.

#include <gtest/gtest.h>

#include "core/overview_pictures.h"
#include "core/staged_analysis.h"
#include "support/functions.h"

namespace tiramisu::testing {
namespace {

std::vector<core::titled_picture> pictures_of_current() {
    core::function_state &state = *current().state();
    return core::overview_pictures(state, core::analyse_schedule(state, {}), {});
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

} // namespace
} // namespace tiramisu::testing
