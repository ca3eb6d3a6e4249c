#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/functions.h"
#include "tiramisu/jit.h"

// The last tile of a loop whose size is no multiple of it, where the last vector of the tile has
// fewer lanes, and the array that is read lies in blocks of a tile.

namespace tiramisu::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr int lanes = 16, tile = 2 * lanes, terms = 6, columns = 28;

/// out(x, f) = the sum over k of w(k, f) * s(x + k), with f in blocks of w.
struct blocked_sums : in_function {
    explicit blocked_sums(int results)
        : in_function("blocked_sums"), f("f", 0, results), in_block("in_block", 0, tile),
          block("block", 0, (results + tile - 1) / tile),
          w("w", {block, in_k, in_block}, p_float32), s("s", {in_x}, p_float32),
          sums("sums", {x, f}, 0.0f),
          w_memory("w_memory", {(results + tile - 1) / tile, terms, tile}, p_float32, a_input),
          s_memory("s_memory", {columns + terms}, p_float32, a_input),
          memory("memory", {columns, results}, p_float32, a_output) {
        w.store_in(&w_memory);
        s.store_in(&s_memory);
        sums(x, f) += w(f / tile, k, f % tile) * s(x + k);
        computation out("out", {x, f}, sums(x, f));
        out.store_in(&memory);
        const var x_tile("x_tile"), x_in("x_in"), f_tile("f_tile"), f_in("f_in"), vector("vector"),
            lane("lane");
        out.tile(x, f, 14, tile, x_tile, f_tile, x_in, f_in);
        out.vectorize(f_in, lanes, vector, lane).tag_unroll_level(vector);
        out.tag_unroll_level(x_in);
        computation start = sums.init(), steps = sums.update(0);
        steps.reorder({k, x, f});
        for (computation part : {start, steps}) {
            part.vectorize(f, lanes, vector, lane).tag_unroll_level(x).tag_unroll_level(vector);
        }
        sums.compute_at(out, f_tile);
    }

    std::vector<buffer *> arguments() { return {&w_memory, &s_memory, &memory}; }

    const var k = var("k", 0, terms), x = var("x", 0, columns), in_k = var("in_k", 0, terms),
              in_x = var("in_x", 0, columns + terms);
    const var f, in_block, block;
    input w, s;
    computation sums;
    buffer w_memory, s_memory, memory;
};

TEST(UnevenTiles, EndInVectors) {
    for (const int results : {49, 50, 63, 17, 33, 64}) {
        blocked_sums program(results);
        const std::string text = current().stmt_text(program.arguments());
        EXPECT_THAT(text, Not(HasSubstr("for (lane"))) << results;
    }
}

TEST(UnevenTiles, ComputeAllThatThereIs) {
    for (const int results : {1, 15, 17, 33, 48, 49, 50, 63, 64, 81}) {
        blocked_sums program(results);
        const compiled_function code = current().compile(program.arguments());
        const int blocks = (results + tile - 1) / tile;
        std::vector<float> w(static_cast<std::size_t>(blocks * terms * tile)), s(columns + terms),
            made(static_cast<std::size_t>(columns * results));
        for (std::size_t i = 0; i < w.size(); i++) {
            w[i] = static_cast<float>(i * 7 % 23);
        }
        for (std::size_t i = 0; i < s.size(); i++) {
            s[i] = static_cast<float>(i * 5 % 11);
        }
        ASSERT_EQ(0, code({{w.data(), {blocks, terms, tile}},
                           {s.data(), {columns + terms}},
                           {made.data(), {columns, results}}}))
            << compiled_function::error_text();
        for (int x = 0; x < columns; x++) {
            for (int f = 0; f < results; f++) {
                float sum = 0;
                for (int k = 0; k < terms; k++) {
                    sum += w[static_cast<std::size_t>((f / tile * terms + k) * tile + f % tile)] *
                           s[static_cast<std::size_t>(x + k)];
                }
                ASSERT_EQ(sum, made[static_cast<std::size_t>(x * results + f)])
                    << results << " results, " << x << ", " << f;
            }
        }
    }
}

} // namespace
} // namespace tiramisu::testing
