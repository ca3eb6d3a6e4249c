// Sums of random tiles that lie in temporaries, in vectors that end inside of a row. Arguments end
// at pages that may not be touched.

#include <algorithm>
#include <iostream>
#include <sstream>

#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/guarded_memory.h"
#include "support/random_source.h"
#include "tiramisu/jit.h"

namespace tiramisu::oracle {
namespace {

using ::tiramisu::testing::current;
using ::tiramisu::testing::guarded_memory;

/// sums(i, j) = start(j), then += or max with left(i, l) * right(l, j), then the same with
/// start(j) * left(i, 0) where j < narrow;
/// result(i, j) = (sums(i, j) + sums(i, j + halo)) / divisor(j).
struct tile_case {
    int rows, columns, depth, halo, narrow;
    bool is_maximum, divides, any_columns; ///< any_columns: their number is an argument
    int tile_rows, tile_columns;           ///< 0: whole rows
    bool depth_is_outside;

    /// How a computation runs along rows.
    struct vectors {
        int lanes; ///< 0: one by one
        tail rest;
        bool are_unrolled;
    } start, steps, last, result;
};

tile_case::vectors draw_vectors(random_source &random, int lanes) {
    if (random.chance(10)) {
        return {0, tail::masked, random.chance(50)};
    }
    return {random.chance(80) ? lanes : random.one_of<int>({2, 4, 8, 16}),
            random.chance(85) ? tail::masked : tail::separated, random.chance(90)};
}

tile_case draw(random_source &random) {
    const int lanes = random.one_of<int>({4, 8, 16});
    tile_case drawn{};
    drawn.rows = random.between(1, 7);
    drawn.columns = random.between(1, 45);
    drawn.depth = random.between(1, 5);
    drawn.halo = random.chance(25) ? random.between(1, 3) : 0;
    drawn.narrow = random.chance(50) ? random.between(1, drawn.columns + drawn.halo) : 0;
    drawn.is_maximum = random.chance(20);
    drawn.divides = random.chance(30);
    drawn.any_columns = random.chance(25);
    drawn.tile_rows = random.between(1, 4);
    drawn.tile_columns = drawn.any_columns || random.chance(70) ? random.between(1, 40) : 0;
    drawn.depth_is_outside = random.chance(80);
    drawn.start = draw_vectors(random, lanes);
    drawn.steps = draw_vectors(random, lanes);
    drawn.last = draw_vectors(random, lanes);
    drawn.result = draw_vectors(random, lanes);
    return drawn;
}

std::string text_of(const tile_case::vectors &of) {
    return std::to_string(of.lanes) + (of.rest == tail::masked ? " masked" : " separated") +
           (of.are_unrolled ? " unrolled" : "");
}

std::string text_of(const tile_case &of) {
    std::ostringstream text;
    text << of.rows << "x" << of.columns << (of.any_columns ? " (any)" : "") << ", depth "
         << of.depth << (of.depth_is_outside ? " outside" : "") << ", halo " << of.halo
         << ", narrow " << of.narrow << (of.is_maximum ? ", maximum" : "")
         << (of.divides ? ", divided" : "") << ", tiles of " << of.tile_rows << "x"
         << of.tile_columns << ", start " << text_of(of.start) << ", steps " << text_of(of.steps)
         << ", last " << text_of(of.last) << ", result " << text_of(of.result);
    return text.str();
}

void run_along(computation part, const var &row, const var &column, const tile_case::vectors &how,
               bool are_columns_known) {
    if (how.lanes > 0) {
        part.vectorize(column, how.lanes, var("vector"), var("lane"), how.rest);
    }
    if (how.are_unrolled && are_columns_known) {
        part.tag_unroll_level(how.lanes > 0 ? var("vector") : column);
    }
    if (how.are_unrolled) {
        part.tag_unroll_level(row);
    }
}

void schedule(const tile_case &tile, computation sums, computation result, const var &i,
              const var &j, const var &wide, const var &l) {
    const var i_tile("i_tile"), i_in("i_in"), j_tile("j_tile"), j_in("j_in");
    result.split(i, tile.tile_rows, i_tile, i_in);
    if (tile.tile_columns > 0) {
        result.split(j, tile.tile_columns, j_tile, j_in).reorder({i_tile, j_tile, i_in, j_in});
    }
    if (tile.depth_is_outside) {
        sums.update(0).reorder({l, i, wide});
    }
    run_along(result, i_in, tile.tile_columns > 0 ? j_in : j, tile.result, !tile.any_columns);
    run_along(sums.init(), i, wide, tile.start, !tile.any_columns);
    run_along(sums.update(0), i, wide, tile.steps, !tile.any_columns);
    if (tile.narrow > 0) {
        run_along(sums.update(1), i, wide, tile.last, true);
    }
    sums.compute_at(result, tile.tile_columns > 0 ? j_tile : i_tile);
}

template <typename Element>
void add(const tile_case &tile, Element sum, const expr &operand) {
    if (tile.is_maximum) {
        sum.max_with(operand);
    } else {
        sum += operand;
    }
}

template <typename T>
compiled_function compile(const tile_case &tile, const options &opts) {
    init("masked_tile");
    const constant any("columns", p_int32);
    const expr columns = tile.any_columns ? expr(any) : expr(tile.columns);
    const primitive_t type = primitive_type_of<T>();
    const var i("i", 0, tile.rows), j("j", 0, columns), wide("j", 0, columns + tile.halo),
        l("l", 0, tile.depth);
    buffer left_memory("left_memory", {tile.rows, tile.depth}, type, a_input),
        right_memory("right_memory", {tile.depth, columns + tile.halo}, type, a_input),
        start_memory("start_memory", {columns + tile.halo}, type, a_input),
        divisor_memory("divisor_memory", {columns}, type, a_input),
        result_memory("result_memory", {tile.rows, columns}, type, a_output);
    input left("left", {i, l}, type), right("right", {l, wide}, type), start("start", {wide}, type),
        divisor("divisor", {j}, type);
    left.store_in(&left_memory);
    right.store_in(&right_memory);
    start.store_in(&start_memory);
    divisor.store_in(&divisor_memory);

    computation sums("sums", {i, wide}, start(wide));
    add(tile, sums(i, wide), left(i, l) * right(l, wide));
    if (tile.narrow > 0) {
        const var narrow("j", 0, tile.narrow);
        add(tile, sums(i, narrow), left(i, 0) * start(narrow));
    }
    const expr sum = tile.halo > 0 ? sums(i, j) + sums(i, j + tile.halo) : sums(i, j);
    computation result("result", {i, j}, tile.divides ? sum / divisor(j) : sum);
    result.store_in(&result_memory);
    schedule(tile, sums, result, i, j, wide, l);
    return current().compile(
        {&left_memory, &right_memory, &start_memory, &divisor_memory, &result_memory}, opts);
}

/// Small whole numbers, which floats of every width hold. Divisors are powers of two; 0 among those
/// of integers, by which a quotient is 0.
template <typename T>
std::vector<T> draw_values(random_source &random, int count) {
    std::vector<T> values(static_cast<std::size_t>(count));
    std::generate(values.begin(), values.end(),
                  [&] { return static_cast<T>(random.between(0, 5)); });
    return values;
}

template <typename T>
std::vector<T> draw_divisors(random_source &random, int count) {
    std::vector<T> values(static_cast<std::size_t>(count));
    const int lowest = std::is_integral_v<T> ? -1 : 0;
    std::generate(values.begin(), values.end(), [&] {
        const int power = random.between(lowest, 3);
        return static_cast<T>(power < 0 ? 0 : 1 << power);
    });
    return values;
}

template <typename T>
struct tile_values {
    std::vector<T> left, right, start, divisor;
};

template <typename T>
std::vector<T> expected(const tile_case &tile, const tile_values<T> &in) {
    const int wide = tile.columns + tile.halo;
    const auto at = [](const std::vector<T> &values, int k) {
        return values[static_cast<std::size_t>(k)];
    };
    const auto sum_of = [&](int i, int j) {
        T sum = at(in.start, j);
        const auto add = [&](T left, T right) {
            const auto product = static_cast<T>(left * right);
            sum = static_cast<T>(tile.is_maximum ? std::max(sum, product) : sum + product);
        };
        for (int l = 0; l < tile.depth; ++l) {
            add(at(in.left, i * tile.depth + l), at(in.right, l * wide + j));
        }
        if (j < tile.narrow) {
            add(at(in.left, i * tile.depth), at(in.start, j));
        }
        return sum;
    };
    std::vector<T> all;
    for (int i = 0; i < tile.rows; ++i) {
        for (int j = 0; j < tile.columns; ++j) {
            auto sum =
                static_cast<T>(sum_of(i, j) + (tile.halo > 0 ? sum_of(i, j + tile.halo) : T()));
            if (tile.divides) {
                sum = at(in.divisor, j) == T() ? T() : static_cast<T>(sum / at(in.divisor, j));
            }
            all.push_back(sum);
        }
    }
    return all;
}

/// Whether vectors became whole.
template <typename T>
bool run_case(const tile_case &tile, random_source &random) {
    std::ostringstream passes;
    options opts;
    opts.add_debug_requests("pass:1");
    opts.debug_stream = &passes;
    const compiled_function code = compile<T>(tile, opts);

    const int wide = tile.columns + tile.halo;
    const tile_values<T> in = {
        draw_values<T>(random, tile.rows * tile.depth), draw_values<T>(random, tile.depth * wide),
        draw_values<T>(random, wide), draw_divisors<T>(random, tile.columns)};
    guarded_memory<T> left(in.left), right(in.right), start(in.start), divisor(in.divisor),
        result(std::vector<T>(static_cast<std::size_t>(tile.rows * tile.columns)));
    const std::vector<jit_argument> arguments = {{left.data(), {tile.rows, tile.depth}},
                                                 {right.data(), {tile.depth, wide}},
                                                 {start.data(), {wide}},
                                                 {divisor.data(), {tile.columns}},
                                                 {result.data(), {tile.rows, tile.columns}},
                                                 tile.columns};
    EXPECT_EQ(0, code(arguments)) << compiled_function::error_text();
    EXPECT_EQ(expected(tile, in), result.elements());
    return passes.str().find("make_vectors_whole: changed") != std::string::npos;
}

bool run_case(const tile_case &tile, random_source &random) {
    switch (random.between(0, 4)) {
    case 0: return run_case<std::uint8_t>(tile, random);
    case 1: return run_case<std::int32_t>(tile, random);
    case 2: return run_case<std::int64_t>(tile, random);
    case 3: return run_case<double>(tile, random);
    default: return run_case<float>(tile, random);
    }
}

TEST(RandomMaskedTiles, GiveWhatTheirElementsGive) {
    const random_run run = random_run::from_environment(51000, 150);
    int whole = 0;
    for (int k = 0; k < run.cases; ++k) {
        const std::uint64_t seed = run.seed + static_cast<std::uint64_t>(k);
        random_source random(seed);
        const tile_case tile = draw(random);
        SCOPED_TRACE("TIRAMISU_SEED=" + std::to_string(seed) + ": " + text_of(tile));
        whole += run_case(tile, random) ? 1 : 0;
        ASSERT_FALSE(::testing::Test::HasFailure());
    }
    std::cout << run.cases << " tiles, " << whole << " with masked vectors made whole\n";
    EXPECT_TRUE(run.cases < 50 || 4 * whole > run.cases) << "the pass is hardly tried";
}

} // namespace
} // namespace tiramisu::oracle
