// Vectors that read every second (third, ...) element load whole lines and take lanes of them.
// Arrays end at a page that may not be touched, so that a load too far ends the program.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/guarded_memory.h"
#include "tiramisu/jit.h"

namespace tiramisu::testing {
namespace {

using ::testing::HasSubstr;

std::vector<float> counting(int count) {
    std::vector<float> values;
    for (int k = 0; k < count; ++k) {
        values.push_back(static_cast<float>((1 + k * 37) % 101));
    }
    return values;
}

constexpr int size = 40;

/// out(i) = in(stride * i) + ... + in(stride * i + stride - 1), in vectors of 8.
void declare_sums(int stride, buffer &in_memory, buffer &out, tail rest) {
    const var i("i", 0, size), k("k", 0, stride * size);
    input in("in", {k}, p_float32);
    in.store_in(&in_memory);
    expr sum = in(stride * i);
    for (int part = 1; part < stride; ++part) {
        sum = sum + in(stride * i + part);
    }
    computation sums("sums", {i}, sum);
    sums.store_in(&out);
    sums.vectorize(i, 8, rest);
}

std::vector<float> expected_sums(const std::vector<float> &values, int stride) {
    std::vector<float> sums(size, 0.0f);
    for (std::size_t k = 0; k < values.size(); ++k) {
        sums[k / static_cast<std::size_t>(stride)] += values[k];
    }
    return sums;
}

TEST(StridedLoads, ReadNothingBeyondTheEndsOfArguments) {
    for (const tail rest : {tail::separated, tail::masked}) {
        for (const int stride : {1, 2, 3, 4, 5}) {
            init("sums");
            buffer in_memory("in_memory", {stride * size}, p_float32, a_input);
            buffer out("out", {size}, p_float32, a_output);
            declare_sums(stride, in_memory, out, rest);
            const compiled_function code = current().compile({&in_memory, &out});
            guarded_memory<float> in(counting(stride * size)), sums(counting(size));
            ASSERT_EQ(0, code({{in.data(), {stride * size}}, {sums.data(), {size}}}));
            EXPECT_EQ(expected_sums(in.elements(), stride), sums.elements()) << stride;
        }
    }
}

/// out(i) = in(stride * i), where the last group of `stride` elements is its first one alone.
template <typename T>
void expect_every(int stride) {
    init("every");
    const primitive_t type = primitive_type_of<T>();
    const constant n("n", p_int32);
    const var i("i", 0, n), k("k", 0, n * stride);
    buffer in_memory("in_memory", {n * stride}, type, a_input), out("out", {n}, type, a_output);
    input in("in", {k}, type);
    in.store_in(&in_memory);
    computation every("every", {i}, in(stride * i));
    every.store_in(&out);
    every.vectorize(i, 8, tail::masked);
    options opts;
    opts.checks = argument_checks::none;
    const compiled_function code = current().compile({&in_memory, &out}, opts);
    for (const int count : {0, 1, 7, 8, 9, 12}) {
        std::vector<T> values;
        for (int at = 0; at <= stride * (count - 1); ++at) {
            values.push_back(static_cast<T>(at % 101));
        }
        guarded_memory<T> from(values), to(std::vector<T>(static_cast<std::size_t>(count)));
        ASSERT_EQ(0, code({{from.data(), {count * stride}}, {to.data(), {count}}, count}));
        for (int at = 0; at < count; ++at) {
            EXPECT_EQ(from.data()[stride * at], to.data()[at]) << stride << ", " << at;
        }
    }
}

TEST(StridedLoads, UnderMasksReadNothingBeyondTheLastLaneThatIsOn) {
    for (const int stride : {2, 3, 4, 5}) {
        expect_every<float>(stride);
        expect_every<double>(stride);
        expect_every<std::int32_t>(stride);
        expect_every<std::int16_t>(stride);
    }
}

TEST(StridedLoads, UnderMasksOfLanesThatAreVectorsReadWhatTheLanesNeed) {
    init("diagonals");
    constexpr int rows = 3, columns = 2, wide = 5;
    const var i("i", 0, rows), j("j", 0, columns), row("row", 0, rows), column("column", 0, wide);
    buffer in_memory("in_memory", {rows, wide}, p_float32, a_input);
    buffer out("out", {rows, columns}, p_float32, a_output);
    input in("in", {row, column}, p_float32);
    in.store_in(&in_memory);
    computation diagonals("diagonals", {i, j}, in(i, i + 2 * j));
    diagonals.store_in(&out);
    const var outer("outer"), lane("lane");
    diagonals.vectorize(j, 4, outer, lane, tail::masked);
    diagonals.interchange(lane, i);
    diagonals.tag_vector_level(i, rows);
    const compiled_function code = current().compile({&in_memory, &out});
    guarded_memory<float> from(counting(rows * wide)), to(counting(rows * columns));
    ASSERT_EQ(0, code({{from.data(), {rows, wide}}, {to.data(), {rows, columns}}}));
    for (int r = 0; r < rows; ++r) {
        for (int c = 0; c < columns; ++c) {
            EXPECT_EQ(from.data()[wide * r + r + 2 * c], to.data()[columns * r + c]);
        }
    }
}

TEST(StridedLoads, OfOneElementInEachGroupReadNothingBeyondTheLastOne) {
    for (const int stride : {2, 3, 4}) {
        init("every");
        const int count = stride * (size - 1) + 1; // the last group is its first element alone
        const var i("i", 0, size), k("k", 0, count);
        buffer in_memory("in_memory", {count}, p_float32, a_input);
        buffer out("out", {size}, p_float32, a_output);
        input in("in", {k}, p_float32);
        in.store_in(&in_memory);
        computation every("every", {i}, in(stride * i));
        every.store_in(&out);
        every.vectorize(i, 8);
        const compiled_function code = current().compile({&in_memory, &out});
        guarded_memory<float> from(counting(count)), to(counting(size));
        ASSERT_EQ(0, code({{from.data(), {count}}, {to.data(), {size}}}));
        for (int at = 0; at < size; ++at) {
            EXPECT_EQ(from.data()[stride * at], to.data()[at]) << stride << ", " << at;
        }
    }
}

TEST(StridedLoads, OfTemporariesFindTheirElements) {
    init("halves");
    const var i("i", 0, size), k("k", 0, 2 * size);
    buffer in_memory("in_memory", {2 * size}, p_float32, a_input);
    buffer out("out", {size}, p_float32, a_output);
    input in("in", {k}, p_float32);
    in.store_in(&in_memory);
    computation doubled("doubled", {k}, in(k)*2.0f);
    computation halves("halves", {i}, doubled(2 * i) + doubled(2 * i + 1));
    halves.store_in(&out);
    halves.vectorize(i, 8);
    const compiled_function code = current().compile({&in_memory, &out});
    guarded_memory<float> from(counting(2 * size)), to(counting(size));
    ASSERT_EQ(0, code({{from.data(), {2 * size}}, {to.data(), {size}}}));
    for (int at = 0; at < size; ++at) {
        EXPECT_EQ(2 * (from.data()[2 * at] + from.data()[2 * at + 1]), to.data()[at]) << at;
    }
}

TEST(StridedLoads, AreDense) {
    init("sums");
    buffer in_memory("in_memory", {2 * size}, p_float32, a_input);
    buffer out("out", {size}, p_float32, a_output);
    declare_sums(2, in_memory, out, tail::separated);
    EXPECT_THAT(current().stmt_text({&in_memory, &out}), HasSubstr("in_memory[ramp(i*16, 1, 16)"));
}

TEST(StridedLoads, UnderMasksAreDense) {
    init("every");
    const var i("i", 0, 13), k("k", 0, 26);
    buffer in_memory("in_memory", {26}, p_float32, a_input), out("out", {13}, p_float32, a_output);
    input in("in", {k}, p_float32);
    in.store_in(&in_memory);
    computation every("every", {i}, in(2 * i));
    every.store_in(&out);
    every.vectorize(i, 16, tail::masked);
    EXPECT_THAT(current().stmt_text({&in_memory, &out}),
                HasSubstr("in_memory[ramp(0, 1, 32)] if (ramp(0, 1, 32) < x32(25))"));
}

} // namespace
} // namespace tiramisu::testing
