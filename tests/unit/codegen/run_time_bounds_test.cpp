// Programs whose loops have a length that is known only when they run, compiled and called.

#include <HalideRuntime.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <limits>

#include "support/functions.h"
#include "support/guarded_memory.h"
#include "support/sparse_product.h"
#include "tiramisu/jit.h"

namespace tiramisu::testing {
namespace {

using numbers = std::vector<std::int32_t>;

jit_argument all_of(numbers &data) {
    data.reserve(1); // memory, even for no element
    return {data.data(), {static_cast<std::int64_t>(data.size())}};
}

/// Compressed rows of the given lengths.
struct sparse_matrix {
    explicit sparse_matrix(const numbers &lengths) {
        for (const std::int32_t length : lengths) {
            for (std::int32_t element = 0; element < length; ++element) {
                const auto at = static_cast<std::int32_t>(value.size());
                column.push_back(at * 7 % static_cast<std::int32_t>(lengths.size()));
                value.push_back(at - 20);
            }
            start.push_back(static_cast<std::int32_t>(value.size()));
        }
    }
    numbers start = {0}, column, value;

    std::int32_t rows() const { return static_cast<std::int32_t>(start.size()) - 1; }

    numbers times(const numbers &x) const {
        numbers y(start.size() - 1, 0);
        for (std::size_t row = 0; row + 1 < start.size(); ++row) {
            for (auto k = static_cast<std::size_t>(start[row]);
                 k < static_cast<std::size_t>(start[row + 1]); ++k) {
                y[row] += value[k] * x[static_cast<std::size_t>(column[k])];
            }
        }
        return y;
    }
};

const std::vector<numbers> row_lengths = {
    {3, 0, 9, 16, 1, 8, 0}, // of all kinds
    {0, 0, 0},              // nothing
    {40},                   // one row
    {1, 1, 1, 1, 1, 1, 1, 1, 1},
    {}, // no rows
};

void expect_product(const std::function<void(sparse_product &)> &schedule) {
    sparse_product p;
    schedule(p);
    const compiled_function code = current().compile(p.arguments());
    for (const numbers &lengths : row_lengths) {
        sparse_matrix m(lengths);
        numbers x;
        for (std::int32_t i = 0; i < m.rows(); ++i) {
            x.push_back(i * i + 1);
        }
        numbers y(x.size(), 99);
        ASSERT_EQ(0, code({all_of(m.start), all_of(m.column), all_of(m.value), all_of(x), all_of(y),
                           m.rows(), static_cast<std::int32_t>(m.value.size())}));
        EXPECT_EQ(m.times(x), y) << current().schedule_text();
    }
}

TEST(SparseProduct, UnderManySchedules) {
    expect_product([](sparse_product &) {});
    expect_product([](sparse_product &p) { p.y.split(p.k, 4); });
    expect_product([](sparse_product &p) { p.y.split(p.k, 4).split("k_outer", 2); });
    expect_product([](sparse_product &p) { p.y.unroll(p.k, 3); });
    expect_product([](sparse_product &p) { p.y.vectorize(p.k, 8); });
    expect_product([](sparse_product &p) { p.y.vectorize(p.k, 4).unroll(p.k, 2); });
    expect_product([](sparse_product &p) { p.y.shift(p.f, 3).shift(p.k, -2).split(p.k, 4); });
    expect_product([](sparse_product &p) { p.y.loop_reversal(p.k, "back").vectorize("back", 4); });
    expect_product([](sparse_product &p) { p.y.loop_reversal(p.f, "back"); });
    expect_product([](sparse_product &p) { p.y.parallelize(p.f); });
    expect_product([](sparse_product &p) { p.y.split(p.f, 2).parallelize("f_outer"); });
    expect_product([](sparse_product &p) { p.y.vectorize(p.f, 4); });
    expect_product([](sparse_product &p) { p.y.vectorize(p.k, 8, tail::masked); });
    expect_product([](sparse_product &p) { p.y.vectorize(p.f, 4, tail::masked); });
    expect_product([](sparse_product &p) { p.y.unroll(p.f, 4); });
    expect_product([](sparse_product &p) { p.y.skew(p.f, p.k, 1, 0, 1, 1, "row", "sum"); });
}

TEST(SparseProduct, UnderCommandsThatCutAndStage) {
    expect_product([](sparse_product &p) { p.y.peel_first(p.k); });
    expect_product([](sparse_product &p) { p.y.peel_last(p.k, 2); });
    expect_product([](sparse_product &p) { p.y.split(p.k, 4).separate("k_inner"); });
    expect_product([](sparse_product &p) { p.y.cache_write(p.f); });
    expect_product([](sparse_product &p) {
        p.y.vectorize(p.k, 4).parallelize(p.f);
        p.y.cache_write(p.f);
    });
}

TEST(SparseProduct, FusedWithItsStart) {
    expect_product([](sparse_product &p) {
        computation zero = p.y.init();
        p.y.after(zero, p.f);
    });
    expect_product([](sparse_product &p) {
        computation zero = p.y.init();
        zero.split(p.f, 4).parallelize("f_outer");
        p.y.split(p.f, 4).parallelize("f_outer").vectorize(p.k, 8).after(zero, "f_inner");
    });
    expect_product([](sparse_product &p) { // the rows of the sums run late: some have no bounds yet
        computation zero = p.y.init();
        p.y.shift(p.f, 2).after(zero, p.f);
    });
    expect_product([](sparse_product &p) {
        computation zero = p.y.init();
        zero.vectorize(p.f, 4);
        p.y.shift(p.f, 4).vectorize(p.f, 4).after(zero, "f_vec");
    });
}

/// How many iterations there are from one number to another, which lie in memory; or the code of
/// the error.
template <typename Bound>
std::int32_t iterations(Bound first, Bound end, bool is_vectorized) {
    init("counted");
    const var i("i", 0, 1);
    input lower("lower", {i}, primitive_type_of<Bound>()),
        upper("upper", {i}, primitive_type_of<Bound>());
    const var k("k", lower(i), upper(i));
    computation count("count", {i}, expr(0));
    count(i) += 1 + 0 * k;
    buffer low("low", {1}, primitive_type_of<Bound>(), a_input),
        high("high", {1}, primitive_type_of<Bound>(), a_input), out("out", {1}, p_int32, a_output);
    lower.store_in(&low);
    upper.store_in(&high);
    count.store_in(&out);
    if (is_vectorized) {
        count.vectorize(k, 4);
    }
    std::int32_t found = -1;
    const compiled_function code = current().compile({&low, &high, &out});
    const int code_of_error = code({{&first, {1}}, {&end, {1}}, {&found, {1}}});
    return code_of_error != 0 ? code_of_error : found;
}

TEST(RunTimeBounds, BeyondLoopsAreEmptyOrAnError) {
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    for (const bool is_vectorized : {false, true}) {
        EXPECT_EQ(0, (iterations<std::int64_t>(4294967295, 2, is_vectorized)));
        EXPECT_EQ(0, (iterations<std::int64_t>(4294967296, 3, is_vectorized)));
        EXPECT_EQ(0, (iterations<std::int64_t>(-2, -4294967290, is_vectorized)));
        EXPECT_EQ(5, (iterations<std::int64_t>(-2, 3, is_vectorized)));
        EXPECT_EQ(4, (iterations<std::int64_t>(most - 4, most, is_vectorized)));
        EXPECT_EQ(halide_error_code_constraint_violated,
                  (iterations<std::int64_t>(most - 4, most + 1, is_vectorized)));
        EXPECT_THAT(
            compiled_function::error_text(),
            ::testing::HasSubstr("iterator \"k\" ends before upper(i), which is 2147483648"));
        EXPECT_EQ(halide_error_code_constraint_violated,
                  (iterations<std::int64_t>(-most - 2, 3, is_vectorized)));
        EXPECT_THAT(
            compiled_function::error_text(),
            ::testing::HasSubstr("iterator \"k\" starts at lower(i), which is -2147483649"));
        EXPECT_EQ(halide_error_code_constraint_violated,
                  (iterations<std::uint64_t>(5000000000, 5000000002, is_vectorized)));
        EXPECT_EQ(0, (iterations<std::uint32_t>(4294967295, 2, is_vectorized)));
        EXPECT_EQ(0, (iterations<std::uint64_t>(18446744073709551615U, 2, is_vectorized)));
        EXPECT_EQ(2, (iterations<std::uint32_t>(1, 3, is_vectorized)));
    }
}

/// Counts the iterations of rows whose ends lie in memory, of which one is beyond 32 bits, and
/// says what the function tells.
std::string told_of_row(int beyond, const std::function<void(computation &)> &schedule) {
    constexpr int rows = 9;
    init("counted_rows");
    const var t("t", 0, 3), f("f", 0, rows);
    input end("end", {f}, p_int64);
    const var k("k", 0, end(f));
    computation count("count", {f}, expr(0)), more("more", {t, f, k}, p_int32);
    more.set_expression(count(f) + 1);
    more.after(count, computation::root);
    buffer ends("ends", {rows}, p_int64, a_input), out("out", {rows}, p_int32, a_output);
    end.store_in(&ends);
    count.store_in(&out);
    more.store_in(&out, {f});
    schedule(more);
    std::array<std::int64_t, rows> given = {};
    for (int row = 0; row < rows; ++row) {
        given[static_cast<std::size_t>(row)] = row == beyond ? 3000000000 : row;
    }
    std::array<std::int32_t, rows> found = {};
    const compiled_function code = current().compile({&ends, &out});
    if (code({{given.data(), {rows}}, {found.data(), {rows}}}) != 0) {
        return compiled_function::error_text();
    }
    for (int row = 0; row < rows; ++row) {
        EXPECT_EQ(3 * row, found[static_cast<std::size_t>(row)]);
    }
    return "";
}

TEST(RunTimeBounds, OfOneRowEndTheFunctionFromAnyLoop) {
    const std::vector<std::function<void(computation &)>> schedules = {
        [](computation &) {},
        [](computation &c) { c.parallelize("f"); }, // inside of the loop t
        [](computation &c) { c.vectorize("f", 4); },
        [](computation &c) { c.vectorize("k", 4); },
        [](computation &c) { c.interchange("t", "f").parallelize("f").unroll("k", 2); },
    };
    for (const auto &schedule : schedules) {
        EXPECT_EQ("", told_of_row(-1, schedule));
        for (const int row : {0, 5, 8}) {
            EXPECT_THAT(told_of_row(row, schedule),
                        ::testing::HasSubstr("ends before end(f), which is 3000000000"));
        }
    }
}

/// A sparse filter bank over an image: filter f has the taps start(f) .. start(f + 1) - 1, each
/// with a channel, a place and a weight.
TEST(SparseConvolution, EqualsPlainLoops) {
    constexpr int filters = 5, channels = 3, height = 6, width = 21, taps = 14;
    init("sparse_convolution");
    const var f("f", 0, filters), y("y", 0, height), x("x", 0, width);
    input start("start", {f}, p_int32), channel("channel", {f}, p_int32), row("row", {f}, p_int32),
        column("column", {f}, p_int32), weight("weight", {f}, p_int32),
        image("image", {f, y, x}, p_int32);
    const var k("k", start(f), start(f + 1));
    computation out("out", {f, y, x}, expr(0));
    out(f, y, x) += weight(k) * image(channel(k), y + row(k), x + column(k));
    buffer start_memory("start_memory", {filters + 1}, p_int32, a_input),
        channel_memory("channel_memory", {taps}, p_int32, a_input),
        row_memory("row_memory", {taps}, p_int32, a_input),
        column_memory("column_memory", {taps}, p_int32, a_input),
        weight_memory("weight_memory", {taps}, p_int32, a_input),
        image_memory("image_memory", {channels, height + 2, width + 2}, p_int32, a_input),
        out_memory("out_memory", {filters, height, width}, p_int32, a_output);
    start.store_in(&start_memory);
    channel.store_in(&channel_memory);
    row.store_in(&row_memory);
    column.store_in(&column_memory);
    weight.store_in(&weight_memory);
    image.store_in(&image_memory);
    out.store_in(&out_memory);
    // f y x k -> f k y x: every tap meets a whole image, in vectors along x.
    out.interchange(x, k).interchange(y, k).interchange(y, x).interchange(y, x);
    out.vectorize(x, 8).parallelize(f);
    const compiled_function code =
        current().compile({&start_memory, &channel_memory, &row_memory, &column_memory,
                           &weight_memory, &image_memory, &out_memory});

    numbers starts = {0, 4, 4, 9, 13, 14}, of_channel, of_row, of_column, weights;
    for (int tap = 0; tap < taps; ++tap) {
        of_channel.push_back(tap % channels);
        of_row.push_back(tap * 5 % 3);
        of_column.push_back(tap * 7 % 3);
        weights.push_back(tap - 6);
    }
    const auto pixel = [](int c, int at_y, int at_x) { return c * 100 + at_y * 10 + at_x; };
    numbers pixels;
    for (int at = 0; at < channels * (height + 2) * (width + 2); ++at) {
        pixels.push_back(pixel(at / ((height + 2) * (width + 2)), at / (width + 2) % (height + 2),
                               at % (width + 2)));
    }
    numbers found(filters * height * width, 99), expected;
    for (int at = 0; at < filters * height * width; ++at) {
        const auto filter = static_cast<std::size_t>(at / (height * width));
        std::int32_t sum = 0;
        for (auto tap = static_cast<std::size_t>(starts[filter]);
             tap < static_cast<std::size_t>(starts[filter + 1]); ++tap) {
            sum += weights[tap] * pixel(of_channel[tap], at / width % height + of_row[tap],
                                        at % width + of_column[tap]);
        }
        expected.push_back(sum);
    }
    ASSERT_EQ(0,
              code({all_of(starts), all_of(of_channel), all_of(of_row), all_of(of_column),
                    all_of(weights), jit_argument(pixels.data(), {channels, height + 2, width + 2}),
                    jit_argument(found.data(), {filters, height, width})}));
    EXPECT_EQ(expected, found);
}

/// c(f) = w(f) + the last k of row f. Only the first two rows have elements.
struct mostly_empty : in_function {
    explicit mostly_empty(bool has_parameter)
        : in_function("mostly_empty"),
          w_memory("w_memory", {has_parameter ? expr(constant("n", p_int32)) : expr(8)}, p_int32,
                   a_input) {
        start.store_in(&starts);
        w.store_in(&w_memory);
        c.store_in(&out, {f});
    }

    /// The status of a call with two elements of w, which end at a page that may not be touched.
    int call(const options &opts, std::vector<jit_argument> sizes) {
        const compiled_function code = current().compile({&starts, &w_memory, &out}, opts);
        numbers row_starts = {0, 1, 2, 2, 2, 2, 2, 2, 2};
        found.assign(8, -1);
        guarded_memory<std::int32_t> given({5, 6});
        std::vector<jit_argument> arguments = {
            all_of(row_starts), {given.data(), {2}}, all_of(found)};
        arguments.insert(arguments.end(), sizes.begin(), sizes.end());
        return code(arguments);
    }

    const var f{"f", 0, 8};
    buffer starts{"starts", {9}, p_int32, a_input}, w_memory, out{"out", {8}, p_int32, a_output};
    input start{"start", {var("x")}, p_int32}, w{"w", {var("x")}, p_int32};
    const var k{"k", start(f), start(f + 1)};
    computation c{"c", {f, k}, w(f) + k};
    numbers found;
};

TEST(RunTimeBounds, RowsThatAreEmptyNeedNoMemory) {
    const numbers expected = {5, 7, -1, -1, -1, -1, -1, -1};
    for (const bool has_parameter : {false, true}) {
        options opts;
        opts.checks = has_parameter ? argument_checks::exact : argument_checks::memory;
        mostly_empty program(has_parameter);
        EXPECT_EQ(0, program.call(opts, has_parameter ? std::vector<jit_argument>{2}
                                                      : std::vector<jit_argument>{}));
        EXPECT_EQ(expected, program.found);
    }
    mostly_empty program(false);
    EXPECT_NE(0, program.call({}, {}));
    EXPECT_EQ(numbers(8, -1), program.found);
    EXPECT_NE(std::string::npos,
              compiled_function::error_text().find(
                  "argument \"w_memory\" has extent 2 in dimension 0 (0 is the innermost of 1), "
                  "must be 8; where only its memory is to count, generate the function with "
                  "argument_checks::memory"));
}

/// Row lengths that the function itself computes.
TEST(RunTimeBounds, MayBeComputedByTheFunction) {
    init("computed_lengths");
    const constant n("n", p_int32);
    const var f("f", 0, n);
    input in("in", {f}, p_int32);
    computation length("length", {f}, in(f) % 5);
    const var k("k", 0, length(f));
    computation sum("sum", {f}, expr(0));
    sum(f) += k + f;
    buffer in_memory("in_memory", {n}, p_int32, a_input), out("out", {n}, p_int32, a_output);
    in.store_in(&in_memory);
    sum.store_in(&out);
    computation zero = sum.init();
    zero.after(length, f);
    sum.after(zero, f);
    length.parallelize(f);
    zero.parallelize(f);
    sum.parallelize(f);
    const compiled_function code = current().compile({&in_memory, &out});
    numbers values = {4, 10, 2, 13, -1, 0}, found(6, 99), expected;
    for (std::int32_t row = 0; row < 6; ++row) {
        const std::int32_t length_here = (values[static_cast<std::size_t>(row)] + 5) % 5;
        expected.push_back(length_here * (length_here - 1) / 2 + length_here * row);
    }
    ASSERT_EQ(0, code({all_of(values), all_of(found), 6}));
    EXPECT_EQ(expected, found);
}

/// h(t, l) from h(t - 1, l) and h(t, l - 1), over a number of steps that is an argument: the cells
/// of one wave over (step, layer) run in parallel.
TEST(RecurrentLayers, RunAsAWaveOverStepsAndLayers) {
    constexpr int layers = 4, most_steps = 50;
    for (const bool skewed : {false, true}) {
        init("recurrent_layers");
        const constant steps("steps", p_int32);
        const var t("t", 1, steps + 1), l("l", 1, layers + 1);
        buffer state("state", {steps + 1, layers + 1}, p_int32, a_output);
        computation h("h", {t, l}, p_int32);
        h.set_expression(h(t - 1, l) * 3 + h(t, l - 1) + cast(p_int32, l));
        h.store_in(&state);
        if (skewed) {
            h.skew(t, l, 1, 1, "wave", "cell").parallelize("cell");
        }
        const compiled_function code = current().compile({&state});
        for (const std::int32_t length : {0, 1, 3, most_steps}) {
            const auto size = static_cast<std::size_t>((length + 1) * (layers + 1));
            numbers found(size), expected(size);
            for (std::size_t at = 0; at < size; ++at) {
                found[at] = expected[at] = static_cast<std::int32_t>(at % 11);
            }
            for (std::size_t step = 1; step <= static_cast<std::size_t>(length); ++step) {
                for (std::size_t layer = 1; layer <= layers; ++layer) {
                    const std::size_t here = step * (layers + 1) + layer;
                    const auto sum = static_cast<std::uint32_t>(expected[here - layers - 1]) * 3u +
                                     static_cast<std::uint32_t>(expected[here - 1]) +
                                     static_cast<std::uint32_t>(layer);
                    expected[here] = static_cast<std::int32_t>(sum);
                }
            }
            ASSERT_EQ(0, code({jit_argument(found.data(), {length + 1, layers + 1}), length}));
            EXPECT_EQ(expected, found) << length << " steps";
        }
    }
}

} // namespace
} // namespace tiramisu::testing
