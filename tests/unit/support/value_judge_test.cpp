// Which programs the judges of the property tests take for programs that have a meaning.

#include <functional>

#include <gtest/gtest.h>

#include "support/schedule_case.h"

namespace tiramisu::oracle {
namespace {

/// S(i) = first in element i % 3 of a temporary, and T(i) = S(i - 2) + S(i).
schedule_case rolling(const std::function<expr(const var &i)> &first) {
    const var i("i", 0, 7), k("k", 2, 7);
    const auto read = [&](const expr &at) { return expr(o_access, "S", {at}, p_int32); };
    schedule_case made;
    made.program.buffers = {{"S_mem", p_int32, a_temporary, {3}},
                            {"T_mem", p_int32, a_output, {7}}};
    program_definition s, t;
    s.name = "S";
    s.iterators = {i};
    s.value = first(i);
    s.buffer = "S_mem";
    s.storage = {i % 3};
    t.name = "T";
    t.iterators = {k};
    t.value = read(k - 2) + read(k);
    t.buffer = "T_mem";
    made.program.definitions = {s, t};
    return made;
}

TEST(ValueJudge, TakesNoLiteralForOverwrittenByItself) {
    const case_result same = run_case(rolling([](const var &) { return expr(3); }));
    EXPECT_EQ(outcome::accepted, same.what) << same.text;
    const case_result others = run_case(rolling([](const var &i) { return i * 3; }));
    EXPECT_EQ(outcome::no_meaning, others.what) << others.text;
}

} // namespace
} // namespace tiramisu::oracle
