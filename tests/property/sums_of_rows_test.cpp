// Random sums over rows, whose terms and results the library adds several at a time: of any sizes
// and orders, triangles, rows that move with the sum, terms that read other results.

#include <functional>
#include <iostream>
#include <optional>
#include <sstream>

#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/random_source.h"
#include "tiramisu/jit.h"

namespace tiramisu::oracle {
namespace {

using ::tiramisu::testing::current;

enum class bound { none, from_i, up_to_i };
enum class second_factor { plain, next_column, diagonal, own_row, next_row };

/// c(i, j) += a(i, k) * second factor, in loops i, k, j or k, i, j or i, j, k, behind or inside of
/// the loops that set c(i, j) to 1, and before or inside of those that multiply it by 3.
struct sum_case {
    int rows, columns, terms;
    bound k_bound, j_bound;
    second_factor factor;
    bool k_is_outermost, k_is_innermost, is_turned, is_parallel, is_followed;
    int shared, shared_behind; ///< loops, with what comes before and with what follows

    int first_term(int i) const { return k_bound == bound::from_i ? std::min(i, terms) : 0; }
    int end_of_terms(int i) const {
        return k_bound == bound::up_to_i ? std::min(i + 1, terms) : terms;
    }
    int first_column(int i) const { return j_bound == bound::from_i ? std::min(i, columns) : 0; }
    int end_of_columns(int i) const {
        return j_bound == bound::up_to_i ? std::min(i + 1, columns) : columns;
    }
};

sum_case draw(random_source &random) {
    sum_case drawn{};
    drawn.rows = random.between(1, 40);
    drawn.columns = random.between(6, 80);
    drawn.terms = random.between(1, 30);
    drawn.k_bound =
        random.weighted<bound>({{bound::none, 70}, {bound::from_i, 15}, {bound::up_to_i, 15}});
    drawn.j_bound =
        random.weighted<bound>({{bound::none, 80}, {bound::from_i, 10}, {bound::up_to_i, 10}});
    drawn.factor = random.weighted<second_factor>({{second_factor::plain, 50},
                                                   {second_factor::next_column, 15},
                                                   {second_factor::diagonal, 15},
                                                   {second_factor::own_row, 10},
                                                   {second_factor::next_row, 10}});
    drawn.k_is_outermost = drawn.k_bound == bound::none && random.chance(25);
    drawn.is_turned = random.chance(20);
    const bool reads_others = drawn.factor == second_factor::next_row;
    drawn.k_is_innermost = !drawn.k_is_outermost && random.chance(40);
    const bool may_share = !drawn.k_is_outermost && !reads_others;
    const int most = drawn.k_is_innermost ? 2 : 1;
    drawn.shared = may_share && random.chance(50) ? random.between(1, most) : 0;
    drawn.is_followed = random.chance(30);
    drawn.shared_behind = may_share ? random.between(0, drawn.shared) : 0;
    drawn.is_parallel = !drawn.k_is_outermost && !reads_others && random.chance(20);
    return drawn;
}

std::string text_of(const sum_case &of) {
    std::ostringstream text;
    text << of.rows << " x " << of.columns << ", " << of.terms << " terms, bounds of k "
         << static_cast<int>(of.k_bound) << ", of j " << static_cast<int>(of.j_bound)
         << ", second factor " << static_cast<int>(of.factor)
         << (of.k_is_outermost ? ", k outermost" : "") << (of.is_turned ? ", a turned" : "")
         << (of.k_is_innermost ? ", k innermost" : "") << ", " << of.shared << " loops shared, "
         << (of.is_followed ? std::to_string(of.shared_behind) + " behind" : "not followed")
         << (of.is_parallel ? ", parallel" : "");
    return text.str();
}

constexpr int width = 128; ///< of all matrices, whose elements any case reads inside

using matrix = std::vector<std::int32_t>;

std::int32_t &at(matrix &of, int row, int column) {
    return of[static_cast<std::size_t>(row * width + column)];
}

matrix numbers(random_source &random) {
    matrix made(static_cast<std::size_t>(width * width));
    for (std::int32_t &one : made) {
        one = random.between(-9, 9);
    }
    return made;
}

/// As the loops stand.
void sum_up(const sum_case &of, matrix a, matrix b, matrix &c) {
    const auto add = [&](int i, int k) {
        for (int j = of.first_column(i); j < of.end_of_columns(i); ++j) {
            const std::int32_t other = of.factor == second_factor::plain         ? at(b, k, j)
                                       : of.factor == second_factor::next_column ? at(b, k, j + 1)
                                       : of.factor == second_factor::diagonal    ? at(b, i + k, j)
                                       : of.factor == second_factor::own_row
                                           ? at(c, i, j) + at(b, k, j)
                                           : at(c, i + 1, j) + at(b, k, j);
            at(c, i, j) = static_cast<std::int32_t>(
                static_cast<std::uint32_t>(at(c, i, j)) +
                static_cast<std::uint32_t>(of.is_turned ? at(a, k, i) : at(a, i, k)) *
                    static_cast<std::uint32_t>(other));
        }
    };
    const auto change_all = [&](const std::function<void(std::int32_t &)> &change) {
        for (int i = 0; i < of.rows; ++i) {
            for (int j = 0; j < of.columns; ++j) {
                change(at(c, i, j));
            }
        }
    };
    const auto finish = [&] {
        if (of.is_followed) {
            change_all([](std::int32_t &one) {
                one = static_cast<std::int32_t>(3 * static_cast<std::uint32_t>(one));
            });
        }
    };
    // No element depends on others where loops are shared.
    change_all([](std::int32_t &one) { one = 1; });
    if (of.k_is_outermost) {
        for (int k = 0; k < of.terms; ++k) {
            for (int i = 0; i < of.rows; ++i) {
                add(i, k);
            }
        }
        finish();
        return;
    }
    for (int i = 0; i < of.rows; ++i) {
        for (int k = of.first_term(i); k < of.end_of_terms(i); ++k) {
            add(i, k);
        }
    }
    finish();
}

matrix compiled_sums(const sum_case &of, matrix a, matrix b, matrix c) {
    init("sums_of_rows");
    const var i("i", 0, of.rows), column("column", 0, of.columns), row("row", 0, width),
        place("place", 0, width);
    const expr first_term = of.k_bound == bound::from_i ? min(expr(i), expr(of.terms)) : expr(0);
    const expr last_term =
        of.k_bound == bound::up_to_i ? min(expr(i) + 1, expr(of.terms)) : expr(of.terms);
    const expr first_column =
        of.j_bound == bound::from_i ? min(expr(i), expr(of.columns)) : expr(0);
    const expr last_column =
        of.j_bound == bound::up_to_i ? min(expr(i) + 1, expr(of.columns)) : expr(of.columns);
    const var k("k", first_term, last_term), j("j", first_column, last_column);
    buffer a_memory("a_memory", {width, width}, p_int32, a_input),
        b_memory("b_memory", {width, width}, p_int32, a_input),
        c_memory("c_memory", {width, width}, p_int32, a_output);
    input left("left", {row, place}, p_int32), right("right", {row, place}, p_int32),
        known("known", {row, place}, p_int32);
    left.store_in(&a_memory);
    right.store_in(&b_memory);
    known.store_in(&c_memory);
    computation start("start", {i, column}, expr(1));
    start.store_in(&c_memory);
    const expr other = of.factor == second_factor::plain         ? right(k, j)
                       : of.factor == second_factor::next_column ? right(k, j + 1)
                       : of.factor == second_factor::diagonal    ? right(i + k, j)
                       : of.factor == second_factor::own_row     ? known(i, j) + right(k, j)
                                                                 : known(i + 1, j) + right(k, j);
    const std::vector<var> loops = of.k_is_outermost   ? std::vector<var>{k, i, j}
                                   : of.k_is_innermost ? std::vector<var>{i, j, k}
                                                       : std::vector<var>{i, k, j};
    computation sums("sums", loops, known(i, j) + (of.is_turned ? left(k, i) : left(i, k)) * other);
    sums.store_in(&c_memory, {i, j});
    const auto after = [](computation &later, computation &earlier, int shared) {
        if (shared == 0) {
            later.after(earlier, computation::root);
        } else {
            later.after(earlier, shared - 1);
        }
    };
    after(sums, start, of.shared);
    std::optional<computation> finish;
    if (of.is_followed) {
        finish.emplace("finish", std::vector<var>{i, column}, known(i, column) * 3);
        finish->store_in(&c_memory);
        after(*finish, sums, of.shared_behind);
    }
    if (of.is_parallel) {
        sums.parallelize(i);
    }
    const compiled_function code = current().compile({&a_memory, &b_memory, &c_memory});
    EXPECT_EQ(
        0,
        code({{a.data(), {width, width}}, {b.data(), {width, width}}, {c.data(), {width, width}}}));
    return c;
}

TEST(RandomSumsOfRows, GiveWhatTheirLoopsGive) {
    const random_run run = random_run::from_environment(110000, 200);
    for (int n = 0; n < run.cases; ++n) {
        const std::uint64_t seed = run.seed + static_cast<std::uint64_t>(n);
        random_source random(seed);
        const sum_case drawn = draw(random);
        SCOPED_TRACE("TIRAMISU_SEED=" + std::to_string(seed) +
                     " TIRAMISU_CASES=1: " + text_of(drawn));
        const matrix a = numbers(random), b = numbers(random), before = numbers(random);
        matrix expected = before;
        sum_up(drawn, a, b, expected);
        ASSERT_EQ(expected, compiled_sums(drawn, a, b, before));
    }
}

} // namespace
} // namespace tiramisu::oracle
