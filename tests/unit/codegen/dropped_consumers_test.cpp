// A computation whose values are all computed where they are read does not run, and with it goes
// what is staged for its loops.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/functions.h"
#include "unit/codegen/nest.h"

namespace tiramisu::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// An update that is declared behind its only reader, which therefore does not read what it adds.
struct late_update : in_function {
    explicit late_update(const std::string &name) : in_function(name) {
        in.store_in(&in_mem);
        doubled.store_in(&out);
    }
    const var i = var("i", 0, 6), k = var("k", 0, 24);
    buffer in_mem = buffer("in_mem", {6, 24}, p_int32, a_input),
           out = buffer("out", {6}, p_int32, a_output);
    input in = input("in", {i, k}, p_int32);
    computation sums = computation("sums", {i}, expr(7));
    computation doubled = computation("doubled", {i}, sums(i) * 2);
    computation steps = (sums(i) += in(i, k));

    void expect_first_values() {
        std::vector<std::int32_t> given(6 * 24, 1), results(6);
        const compiled_function code = current().compile({&in_mem, &out});
        ASSERT_EQ(0, code({{given.data(), {6, 24}}, {results.data(), {6}}}));
        EXPECT_EQ(std::vector<std::int32_t>(6, 14), results);
        EXPECT_THAT(current().loops_text(), Not(HasSubstr("_in_sums")));
    }
};

TEST(DroppedConsumers, NeedNoCopies) {
    late_update f("copy_behind");
    f.sums.compute_at(f.doubled, f.i);
    f.steps.cache_read(f.in, f.i);
    f.expect_first_values();
}

TEST(DroppedConsumers, NeedNoCopiesThatWereThereBefore) {
    late_update f("copy_before");
    f.steps.cache_read(f.in, f.i);
    f.sums.compute_at(f.doubled, f.i);
    f.expect_first_values();
}

TEST(DroppedConsumers, AskTheCachesForNothing) {
    late_update f("hint");
    f.sums.compute_at(f.doubled, f.i);
    f.steps.prefetch(f.in, f.i, 1);
    f.expect_first_values();
}

TEST(DroppedConsumers, KeepNoResultsInRegisters) {
    late_update f("registers");
    f.sums.compute_at(f.doubled, f.i);
    f.steps.cache_write(f.i, memory::registers);
    f.expect_first_values();
}

} // namespace
} // namespace tiramisu::testing
