// Tiles of a product whose sizes come with the call: what its innermost loops update is kept in
// registers, and what is left over of its vectors runs on some of their lanes.

#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/guarded_memory.h"
#include "tiramisu/jit.h"

namespace tiramisu::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

enum class product_schedule {
    tiles,        ///< of 4 rows and 16 columns
    staged_tiles, ///< kept in an array
    jammed_rows   ///< 4 of them, in vectors of 16 columns
};

/// c(i, j) += a(i, k) * b(k, j). Without a size it is a scalar argument.
struct product : in_function {
    explicit product(product_schedule how, int known_size = 0)
        : in_function("product"),
          size(known_size == 0 ? expr(constant("n", p_int32)) : expr(known_size)) {
        const var i("i", 0, size), j("j", 0, size), k("k", 0, size);
        const var i0("i0"), j0("j0"), i1("i1"), j1("j1");
        input a("a", {i, k}, p_float32), b("b", {k, j}, p_float32);
        computation c("c", {i, j}, 0.5f);
        a.store_in(&a_memory);
        b.store_in(&b_memory);
        c.store_in(&c_memory);
        c(i, j) += a(i, k) * b(k, j);
        if (how == product_schedule::jammed_rows) {
            c.vectorize(j, 16, j0, j1).reorder({"j0", "i", "k", "j1"}).unroll_and_jam(i, 4);
            return;
        }
        c.tile(i, j, 4, 16, i0, j0, i1, j1).reorder({"i0", "j0", "k", "i1", "j1"});
        c.vectorize(j1, 8).unroll(i1).unroll(j1);
        if (how == product_schedule::staged_tiles) {
            c.cache_write(j0, memory::registers);
        }
    }

    std::vector<buffer *> arguments() { return {&a_memory, &b_memory, &c_memory}; }

    expr size;
    buffer a_memory = buffer("a_memory", {size, size}, p_float32, a_input);
    buffer b_memory = buffer("b_memory", {size, size}, p_float32, a_input);
    buffer c_memory = buffer("c_memory", {size, size}, p_float32, a_output);
};

std::vector<float> counting(int count, int factor) {
    std::vector<float> values;
    for (int at = 0; at < count; ++at) {
        values.push_back(static_cast<float>(at * factor % 23) / 8);
    }
    return values;
}

std::vector<float> plain_product(const std::vector<float> &a, const std::vector<float> &b,
                                 std::size_t n) {
    std::vector<float> c(n * n, 0.5f);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            for (std::size_t k = 0; k < n; ++k) {
                const volatile float product = a[i * n + k] * b[k * n + j]; // not fused
                c[i * n + j] += product;
            }
        }
    }
    return c;
}

/// Whether the product is that of plain loops, bit by bit, in memory that ends at a page's end.
void expect_plain_product(const compiled_function &code, int n) {
    const std::vector<float> a = counting(n * n, 7), b = counting(n * n, 5);
    guarded_memory<float> a_memory(a), b_memory(b), c_memory(counting(n * n, 3));
    ASSERT_EQ(
        0,
        code({{a_memory.data(), {n, n}}, {b_memory.data(), {n, n}}, {c_memory.data(), {n, n}}, n}))
        << compiled_function::error_text();
    EXPECT_EQ(plain_product(a, b, static_cast<std::size_t>(n)), c_memory.elements()) << n;
}

class RunTimeTiles : public ::testing::TestWithParam<const char *> {};

TEST_P(RunTimeTiles, GiveWhatPlainLoopsGiveBitByBit) {
    for (const auto how :
         {product_schedule::tiles, product_schedule::staged_tiles, product_schedule::jammed_rows}) {
        product made(how);
        options opts;
        opts.target = GetParam();
        opts.strict_float = true;
        const compiled_function code = current().compile(made.arguments(), opts);
        for (const int n : {0, 1, 3, 4, 5, 15, 16, 17, 20, 31, 33, 50}) {
            expect_plain_product(code, n);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Targets, RunTimeTiles, ::testing::Values("host", "avx2", "x86-64"));

TEST(RunTimeTiles, AreKeptInRegistersAroundTheLoopThatUpdatesThem) {
    product made(product_schedule::tiles);
    EXPECT_THAT(current().stmt_text(made.arguments()),
                HasSubstr("allocate c_memory.tile[float32 * 64] in Stack"));
}

/// Staged, the number in a tile follows from the element and that of the tile: no mix of iterators.
TEST(RunTimeTiles, ComeApartWhereTheyAreStaged) {
    product made(product_schedule::staged_tiles);
    current().compile(made.arguments());
    EXPECT_THAT(current().notes(), Not(Contains(HasSubstr("would take too long to make"))));
}

/// isl leaves the end of the last columns to a branch inside of the loop over them.
TEST(RunTimeTiles, ColumnsThatAreLeftOverAreLanesOfAWholeVector) {
    product made(product_schedule::jammed_rows);
    const std::string text = current().stmt_text(made.arguments());
    EXPECT_THAT(text, Not(HasSubstr(", 1, 15)")));
    EXPECT_THAT(text, HasSubstr("predicate (ramp(0, 1, 16) < x16("));
}

TEST(RunTimeTiles, OfKnownSizesAreLeftToLlvm) {
    product made(product_schedule::tiles, 40);
    EXPECT_THAT(current().stmt_text(made.arguments()), Not(HasSubstr("c_memory.tile")));
}

TEST(RunTimeTiles, WholeOnesOfKnownSizesComeApartFromTheOthers) {
    product made(product_schedule::tiles,
                 40); // tiles of 16 columns: two whole ones and half of one
    const std::string text = current().stmt_text(made.arguments());
    EXPECT_THAT(text, HasSubstr("for (j0, 0, 2)"));
    EXPECT_THAT(text, Not(HasSubstr("for (j1_vec")));
}

/// A sum over lanes updates one element, which no lane may keep for itself.
TEST(RunTimeTiles, SumsOverLanesAreNone) {
    init("row_sums");
    const constant n("n", p_int32);
    const var i("i", 0, n), k("k", 0, 64), k0("k0"), k1("k1");
    buffer rows("rows", {n, 64}, p_int32, a_input), out("out", {n}, p_int32, a_output);
    input row("row", {i, k}, p_int32);
    computation sum("sum", {i}, 0);
    row.store_in(&rows);
    sum.store_in(&out);
    sum(i) += row(i, k);
    sum.vectorize(k, 8, k0, k1);
    EXPECT_THAT(current().stmt_text({&rows, &out}), Not(HasSubstr("out.tile")));
}

/// x(place(i)) = x(place(i)) + added(k), for k below `steps` and 4 values of i, which are unrolled.
std::string outcome_of_updates(const expr &place,
                               const std::function<expr(input &, var, var)> &added,
                               const std::function<void(std::vector<int> &)> &plain) {
    init("updates");
    const constant n("n", p_int32);
    const var k("k", 0, n), i("i", 0, 4), any("any", 0, n);
    buffer memory("memory", {n}, p_int32, a_output);
    input x("x", {any}, p_int32);
    x.store_in(&memory);
    computation c("c", {k, i}, x(place) + added(x, k, i));
    c.store_in(&memory, {place});
    c.unroll(i, 4);
    const std::string text = current().stmt_text({&memory});
    std::vector<int> found(6), expected;
    std::iota(found.begin(), found.end(), 3);
    expected = found;
    plain(expected);
    if (current().compile({&memory})({{found.data(), {6}}, 6}) != 0) {
        return compiled_function::error_text();
    }
    return found != expected                               ? "wrong"
           : text.find("memory.tile") == std::string::npos ? "not kept"
                                                           : "kept";
}

TEST(UpdatedTiles, AreKeptIfNothingElseTouchesThem) {
    const var i("i");
    EXPECT_EQ("kept", outcome_of_updates(
                          i, [](input &, var k, var) { return expr(k); },
                          [](std::vector<int> &x) {
                              for (int k = 0; k < 6; ++k) {
                                  for (std::size_t at = 0; at < 4; ++at) {
                                      x[at] += k;
                                  }
                              }
                          }));
}

TEST(UpdatedTiles, StayInMemoryWhereTheLoopReadsThemOtherwise) {
    const var i("i");
    EXPECT_EQ("not kept", outcome_of_updates(
                              i, [](input &x, var k, var) { return x(k); },
                              [](std::vector<int> &x) {
                                  for (std::size_t k = 0; k < 6; ++k) {
                                      for (std::size_t at = 0; at < 4; ++at) {
                                          x[at] += x[k];
                                      }
                                  }
                              }));
}

TEST(UpdatedTiles, StayInMemoryWhereTwoCopiesUpdateOneElement) {
    const var i("i");
    EXPECT_EQ("not kept", outcome_of_updates(
                              i / 2, [](input &, var k, var) { return expr(k); },
                              [](std::vector<int> &x) {
                                  for (int k = 0; k < 6; ++k) {
                                      for (std::size_t at = 0; at < 4; ++at) {
                                          x[at / 2] += k;
                                      }
                                  }
                              }));
}

/// Halide reads an element that is multiplied in 16 bits as one without a sign.
TEST(UpdatedTiles, StayInMemoryWhereTheyAreReadAsAnotherType) {
    init("small_products");
    const constant n("n", p_int32);
    const var j("j", 0, n), k("k", 0, n), jo("jo"), ji("ji");
    buffer factors("factors", {n}, p_int16, a_input), out("out", {n}, p_int16, a_output);
    input a("a", {k}, p_int16);
    a.store_in(&factors);
    computation o("o", {j}, cast(p_int16, j));
    o.store_in(&out);
    o(j) += o(j) * a(k);
    o.split(j, 8, jo, ji).reorder({"jo", "k", "ji"}).vectorize(ji, 8);
    const compiled_function code = current().compile({&factors, &out});
    std::vector<std::int16_t> given(21), found(21, -1), expected(21);
    for (std::size_t at = 0; at < 21; ++at) {
        given[at] = static_cast<std::int16_t>(at * 37 - 300);
    }
    for (std::size_t at = 0; at < 21; ++at) {
        auto value = static_cast<std::int16_t>(at);
        for (const std::int16_t factor : given) {
            value = static_cast<std::int16_t>(value + value * factor);
        }
        expected[at] = value;
    }
    ASSERT_EQ(0, code({{given.data(), {21}}, {found.data(), {21}}, 21}))
        << compiled_function::error_text();
    EXPECT_EQ(expected, found);
}

/// out(i) = 2 in(places(i)) + 1, where `places` is i itself or read from memory.
std::string vectorized_for(const std::string &target, bool is_gathered) {
    init("left_over");
    const constant n("n", p_int32);
    const var i("i", 0, n);
    buffer in("in", {n}, p_float32, a_input), places("places", {n}, p_int32, a_input),
        out("out", {n}, p_float32, a_output);
    input x("x", {i}, p_float32), place("place", {i}, p_int32);
    x.store_in(&in);
    place.store_in(&places);
    computation c("c", {i}, 2.0f * (is_gathered ? x(place(i)) : x(i)) + 1.0f);
    c.store_in(&out);
    c.vectorize(i, 8);
    options opts;
    opts.target = target;
    return current().stmt_text({&in, &places, &out}, opts);
}

TEST(LeftOverLanes, AreOneMaskedVectorWhereTheProcessorHasMasks) {
    for (const char *target : {"avx2", "avx512"}) {
        const std::string text = vectorized_for(target, false);
        EXPECT_THAT(text, HasSubstr("predicate (")) << target;
        EXPECT_THAT(text, Not(HasSubstr("for (i_vec"))) << target;
    }
}

TEST(LeftOverLanes, RunOneByOneElsewhere) {
    EXPECT_THAT(vectorized_for("sse41", false), HasSubstr("for (i_vec"));
    EXPECT_THAT(vectorized_for("avx512", true), HasSubstr("for (i_vec"));
}

} // namespace
} // namespace tiramisu::testing
