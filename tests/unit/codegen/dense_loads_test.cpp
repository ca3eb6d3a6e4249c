// Loads of vectors whose lanes lie close together. Arrays end at a page that may not be touched.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/guarded_memory.h"
#include "tiramisu/jit.h"

namespace tiramisu::testing {
namespace {

using ::testing::HasSubstr;

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
    EXPECT_THAT(current().stmt_text({&g.in_mem, &g.out_mem}), HasSubstr("in_mem[ramp(0, 1, 4)]"));
    EXPECT_EQ((std::vector<std::int32_t>{0, 0, 10, 10, 20, 20, 30, 30}), g.run());
}

TEST(DenseLoads, NothingIsReadBesideTheBuffer) {
    gather g("scattered", 5);
    g.read(g.i % 4 - g.i / 2 + 2); // bounds of the terms give -1 to 5, lanes read 0 to 4
    EXPECT_EQ((std::vector<std::int32_t>{20, 30, 30, 40, 0, 10, 10, 20}), g.run());
}

} // namespace
} // namespace tiramisu::testing
