// Loops that are split again and again: whole vectors stay whole.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/functions.h"

namespace tiramisu::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// What is generated for columns in blocks of tiles of vectors.
std::string statement_of(int columns, int tile, int tiles, bool is_unrolled) {
    in_function named("tiles_of_tiles_" + std::to_string(columns) + "_" + std::to_string(tile) +
                      "_" + std::to_string(tiles) + (is_unrolled ? "_unrolled" : ""));
    const var i("i", 0, 8), j("j", 0, columns), v("v");
    buffer memory("memory", {8, columns}, p_float32, a_output);
    computation c("c", {i, j}, 1.0f);
    c.store_in(&memory);
    c.split(j, tile * tiles, "block", "in_block").split("in_block", tile, "tile", "in_tile");
    c.interchange(i, "block").vectorize("in_tile", 16, v, "lane");
    if (is_unrolled) {
        c.unroll(v);
    }
    return current().stmt_text({&memory});
}

TEST(TilesOfTiles, HaveNoScalarLoops) {
    for (const int columns : {512, 500, 1000, 1536}) {
        for (const int tile : {32, 48, 64}) {
            for (const int tiles : {2, 3, 4}) {
                for (const bool is_unrolled : {false, true}) {
                    const std::string made = statement_of(columns, tile, tiles, is_unrolled);
                    EXPECT_THAT(made, HasSubstr("= x16("));
                    EXPECT_THAT(made, Not(HasSubstr("= 1.000000f")))
                        << columns << " by " << tiles << " tiles of " << tile;
                }
            }
        }
    }
}

} // namespace
} // namespace tiramisu::testing
