// Elements that are read behind guards, in conditions of lanes in which the guards do not hold:
// nothing is made of what nobody has read.

#include <functional>

#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/memory_model.h"

namespace tiramisu::oracle {
namespace {

using ::tiramisu::testing::current;

constexpr int size = 8;

array filled(const std::vector<int> &elements) {
    array made(p_int32, {size});
    for (int at = 0; at < size; ++at) {
        made.set(at, value::of_integer(p_int32, elements[static_cast<std::size_t>(at)]));
    }
    return made;
}

const std::vector<int> firsts = {-1, 0, -7, 3, 5, -2, 7, 1}, seconds = {4, -3, 2, -9, 6, 0, 8, -1};

/// What is wrong with c(i) = value(x, y, i) in vectors of four; x has the first numbers, y the
/// second ones.
std::string
fault_of_choice(const std::function<expr(const input &x, const input &y, const var &i)> &make,
                const std::function<int(int)> &expected) {
    init("guarded_conditions");
    buffer first("first", {size}, p_int32, a_input), second("second", {size}, p_int32, a_input);
    buffer out("out", {size}, p_int32, a_output);
    const var k("k"), i("i", 0, size);
    input x("x", {k}, p_int32), y("y", {k}, p_int32);
    x.store_in(&first);
    y.store_in(&second);
    computation c("c", {i}, make(x, y, i));
    c.store_in(&out);
    c.vectorize(i, 4);
    std::vector<int> chosen;
    for (int at = 0; at < size; ++at) {
        chosen.push_back(expected(at));
    }
    const memory before = {{"first", filled(firsts)},
                           {"second", filled(seconds)},
                           {"out", filled(std::vector<int>(size, 99))}};
    memory after = before;
    after["out"] = filled(chosen);
    function made = current();
    return fault_of(lowered(made, {&first, &second, &out}), {&first, &second, &out}, {}, before,
                    after);
}

int first(int at) {
    return firsts[static_cast<std::size_t>(at)];
}
int second(int at) {
    return seconds[static_cast<std::size_t>(at)];
}

TEST(GuardedConditions, AreKnownWhereAnotherOneDecides) {
    const auto either = [](const input &x, const input &y, const var &i) {
        return select(x(i) < 0 || y(x(i)) < 0, expr(1), expr(2));
    };
    EXPECT_EQ("", fault_of_choice(
                      either, [](int i) { return first(i) < 0 || second(first(i)) < 0 ? 1 : 2; }));
    const auto both = [](const input &x, const input &y, const var &i) {
        return select(x(i) >= 0 && y(x(i)) >= 0, expr(1), expr(2));
    };
    EXPECT_EQ("", fault_of_choice(
                      both, [](int i) { return first(i) >= 0 && second(first(i)) >= 0 ? 1 : 2; }));
}

TEST(GuardedConditions, AreKnownWhereTheyGuardOthers) {
    const auto nested = [](const input &x, const input &y, const var &i) {
        return select(x(i) >= 0, select(y(x(i)) >= 0 && y(x(i)) < 8, x(y(x(i))), expr(1)), expr(2));
    };
    EXPECT_EQ("", fault_of_choice(nested, [](int i) {
                  const int at = first(i) >= 0 ? second(first(i)) : 0;
                  return first(i) < 0 ? 2 : at >= 0 && at < 8 ? first(at) : 1;
              }));
}

} // namespace
} // namespace tiramisu::oracle
