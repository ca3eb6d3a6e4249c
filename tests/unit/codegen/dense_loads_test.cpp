// Loads of vectors whose lanes lie close together. Arrays end at a page that may not be touched.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "support/functions.h"
#include "support/guarded_memory.h"
#include "tiramisu/jit.h"

namespace tiramisu::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// out(i) = in(element of i), in a vector of 8.
struct gather : in_function {
    gather(const std::string &name, int in_elements)
        : in_function(name), elements(in_elements),
          in_mem("in_mem", {in_elements}, p_int32, a_input) {
        in.store_in(&in_mem);
    }
    void read(const expr &element) {
        computation out("out", {i}, in(element));
        out.store_in(&out_mem);
        out.vectorize(i, 8);
    }
    std::string text() { return current().stmt_text({&in_mem, &out_mem}); }
    std::vector<std::int32_t> run() {
        std::vector<std::int32_t> counted(static_cast<std::size_t>(elements));
        for (int k = 0; k < elements; ++k) {
            counted[static_cast<std::size_t>(k)] = 10 * k;
        }
        guarded_memory<std::int32_t> read_only(counted);
        std::vector<std::int32_t> result(8);
        const compiled_function code = current().compile({&in_mem, &out_mem});
        EXPECT_EQ(0, code({{read_only.data(), {elements}}, {result.data(), {8}}}));
        return result;
    }
    int elements;
    const var i = var("i", 0, 8);
    buffer in_mem, out_mem = buffer("out_mem", {8}, p_int32, a_output);
    input in = input("in", {"k"}, p_int32);
};

TEST(DenseLoads, WhatLanesShareIsLoadedOnce) {
    gather g("pairs", 4);
    g.read(g.i / 2);
    EXPECT_THAT(g.text(), HasSubstr("in_mem[ramp(0, 1, 4)]"));
    EXPECT_EQ((std::vector<std::int32_t>{0, 0, 10, 10, 20, 20, 30, 30}), g.run());
}

TEST(DenseLoads, NothingIsReadBesideTheBuffer) {
    gather g("scattered", 5);
    g.read(g.i % 4 - g.i / 2 + 2); // bounds of the terms give -1 to 5, lanes read 0 to 4
    EXPECT_EQ((std::vector<std::int32_t>{20, 30, 30, 40, 0, 10, 10, 20}), g.run());
}

/// out(r, l) = in(starts(r) + step(r, l)), rows and lanes in one vector of 8.
struct rows_of_runs : in_function {
    using steps = std::function<expr(const expr &r, const expr &l)>;
    rows_of_runs(const std::string &name, const steps &step) : in_function(name) {
        in.store_in(&in_mem);
        starts.store_in(&starts_mem);
        computation out("out", {r, l}, in(starts(r) + step(r, l)));
        out.store_in(&out_mem);
        out.tag_vector_level(r, 2);
        out.tag_vector_level(l, 4);
    }
    std::vector<buffer *> arguments() { return {&in_mem, &starts_mem, &out_mem}; }
    std::string text() { return current().stmt_text(arguments()); }
    std::vector<std::int32_t> run(std::vector<std::int32_t> first) {
        std::vector<std::int32_t> counted(elements), result(8);
        for (int k = 0; k < elements; ++k) {
            counted[static_cast<std::size_t>(k)] = 10 * k;
        }
        guarded_memory<std::int32_t> read_only(counted);
        const compiled_function code = current().compile(arguments());
        EXPECT_EQ(
            0,
            code({{read_only.data(), {elements}}, {first.data(), {2}}, {result.data(), {2, 4}}}));
        return result;
    }
    static constexpr int elements = 14;
    const var r = var("r", 0, 2), l = var("l", 0, 4);
    buffer in_mem = buffer("in_mem", {elements}, p_int32, a_input);
    buffer starts_mem = buffer("starts_mem", {2}, p_int32, a_input);
    buffer out_mem = buffer("out_mem", {2, 4}, p_int32, a_output);
    input in = input("in", {"k"}, {expr(elements)}, p_int32);
    input starts = input("starts", {r}, p_int32);
};

TEST(DenseLoads, RunsThatBeginAnywhereAreVectorsSideBySide) {
    rows_of_runs g("runs", [](const expr &, const expr &l) { return l; });
    EXPECT_THAT(g.text(), HasSubstr("concat_vectors(in_mem[ramp(starts_mem[0], 1, 4)], "
                                    "in_mem[ramp(starts_mem[1], 1, 4)])"));
    EXPECT_EQ((std::vector<std::int32_t>{100, 110, 120, 130, 30, 40, 50, 60}), g.run({10, 3}));
}

TEST(DenseLoads, RunsOfDifferentLengthsStayGathers) {
    rows_of_runs g("uneven", [](const expr &r, const expr &l) { return l + r * (l / 2); });
    EXPECT_THAT(g.text(), Not(HasSubstr("concat_vectors(in_mem")));
    EXPECT_EQ((std::vector<std::int32_t>{100, 110, 120, 130, 30, 40, 60, 70}), g.run({10, 3}));
}

TEST(DenseLoads, LanesThatAreNoNeighboursStayGathers) {
    rows_of_runs g("strides", [](const expr &, const expr &l) { return 3 * l; });
    EXPECT_THAT(g.text(), Not(HasSubstr("concat_vectors(in_mem")));
    EXPECT_EQ((std::vector<std::int32_t>{40, 70, 100, 130, 0, 30, 60, 90}), g.run({4, 0}));
}

} // namespace
} // namespace tiramisu::testing
