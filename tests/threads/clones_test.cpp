// What several threads may do at once with clones of one function. Built without layers, so that
// the thread sanitizer has little to compile.
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "tiramisu/tiramisu.h"

namespace tiramisu::testing {
namespace {

/// s(i) = 7, s(i) += 2 * in(i, k)
function sums() {
    init("sums");
    const var i("i", 0, 20), k("k", 0, 20);
    buffer in_memory("in_memory", {20, 20}, p_int32, a_input), out("out", {20}, p_int32, a_output);
    input in("in", {i, k}, p_int32);
    computation s("s", {i}, expr(7));
    in.store_in(&in_memory);
    s.store_in(&out);
    s(i) += in(i, k) * 2;
    return *global::get_implicit_function();
}

/// Fifty schedules, of which every second is illegal.
std::vector<schedule> tilings(const std::string &function_name) {
    std::vector<schedule> all;
    for (int at = 0; at < 50; ++at) {
        const loop_reference i("i"), k("k");
        const schedule one =
            schedule(function_name).with({"s_update_1", "tile", {i, k, 1 + at % 7, 2 + at % 5}});
        const char *parallel = at % 2 == 0 ? "i_outer" : "k_outer";
        all.push_back(one.with({"s_update_1", "parallelize", {loop_reference(parallel)}}));
    }
    return all;
}

std::string judged(function what) {
    std::string text;
    for (const schedule &one : tilings(what.get_name())) {
        const verdict found = what.is_legal(one);
        text += found ? "legal\n" : found.error->problem() + '\n';
        what.set_schedule(one);
        text += what.schedule_text();
    }
    return text;
}

std::vector<std::int32_t> computed(function what) {
    what.set_schedule(tilings(what.get_name()).front());
    std::vector<std::int32_t> from(400, 3), to(20);
    const auto code =
        what.compile({what.get_buffer_by_name("in_memory"), what.get_buffer_by_name("out")});
    EXPECT_EQ(0, code({{from.data(), p_int32, {20, 20}}, {to.data(), p_int32, {20}}}));
    return to;
}

/// What `of` says of a clone in this thread and of another one in another thread, at once.
template <typename Result>
void expect_same_in_threads(const function &original, Result (*of)(function)) {
    function first = original.clone("first"), second = original.clone("second");
    Result by_first, by_second;
    std::thread other([&] { by_first = of(first); });
    by_second = of(second);
    other.join();
    EXPECT_EQ(by_first, by_second);
    EXPECT_EQ(of(original.clone("third")), by_first);
}

TEST(Clones, TakeFiftySchedulesInEachOfTwoThreads) {
    const function original = sums();
    expect_same_in_threads(original, judged);
    EXPECT_TRUE(original.get_schedule().empty());
    EXPECT_NE(judged(original.clone("last")).find("cannot be parallel"), std::string::npos);
}

TEST(Clones, AreCompiledByTwoThreads) {
    const function original = sums();
    expect_same_in_threads(original, computed);
    EXPECT_EQ(std::vector<std::int32_t>(20, 7 + 20 * 6), computed(original.clone("last")));
}

} // namespace
} // namespace tiramisu::testing
