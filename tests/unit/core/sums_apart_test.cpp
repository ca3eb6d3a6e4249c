#include <algorithm>

#include <gtest/gtest.h>

#include "core/search/sums_apart.h"
#include "support/functions.h"

namespace tiramisu::testing {
namespace {

class SumsApart : public ::testing::Test, protected in_function {
protected:
    SumsApart() : in_function("sums_apart") {
        a.store_in(&a_memory);
        b.store_in(&b_memory);
        c_before.store_in(&out);
    }

    static std::vector<poly::scheduled_statement> as_they_run() {
        const function f = current();
        return core::with_sums_apart(*f.state(), analysis_of(f), core::float_sums::as_written)
            .statements;
    }
    static int shared_loops(const computation &one, const computation &other) {
        const auto all = as_they_run();
        const auto named = [&](const computation &of) {
            return *std::find_if(all.begin(), all.end(),
                                 [&](const auto &each) { return each.name == of.get_name(); });
        };
        return poly::shared_levels(named(one), named(other));
    }

    computation stored(const std::string &name, const std::vector<var> &loops, const expr &value) {
        computation made(name, loops, value);
        made.store_in(&out, {i, j});
        return made;
    }

    const var i = var("i", 0, 40), j = var("j", 0, 50), k = var("k", 0, 60);
    buffer a_memory = buffer("a_memory", {60, 60}, p_float32, a_input);
    buffer b_memory = buffer("b_memory", {60, 60}, p_float32, a_input);
    buffer out = buffer("out", {60, 60}, p_float32, a_output);
    input a = input("a", {i, k}, p_float32), b = input("b", {k, j}, p_float32),
          c_before = input("c_before", {i, j}, p_float32);
};

TEST_F(SumsApart, HaveLoopsOfTheirOwnWhereTermsLieFarApart) {
    computation zero = stored("zero", {i, j}, expr(0.0f));
    computation c = stored("c", {i, j, k}, c_before(i, j) + a(i, k) * b(k, j));
    computation half = stored("half", {i, j}, c_before(i, j) * 0.5f);
    c.after(zero, j);
    half.after(c, j);
    EXPECT_EQ(0, shared_loops(zero, c));
    EXPECT_EQ(0, shared_loops(c, half));
    EXPECT_EQ(0, shared_loops(zero, half));
    std::vector<std::vector<int>> places;
    for (const poly::scheduled_statement &one : as_they_run()) {
        places.push_back(one.position);
    }
    EXPECT_TRUE(std::is_sorted(places.begin(), places.end()));
}

TEST_F(SumsApart, AreNotMadeOfRowsThatLieSideBySide) {
    input rows("rows", {j, k}, p_float32);
    rows.store_in(&b_memory);
    computation zero = stored("zero", {i, j}, expr(0.0f));
    computation c = stored("c", {i, j, k}, c_before(i, j) + a(i, k) * rows(j, k));
    c.after(zero, j);
    EXPECT_EQ(2, shared_loops(zero, c));
}

TEST_F(SumsApart, AreNotMadeOfAFewTerms) {
    const var few("few", 0, 12);
    computation zero = stored("zero", {i, j}, expr(0.0f));
    computation c = stored("c", {i, j, few}, c_before(i, j) + a(i, few) * b(few, j));
    c.after(zero, j);
    EXPECT_EQ(2, shared_loops(zero, c));
}

TEST_F(SumsApart, StayInTheLoopInWhichWhatIsReadOfThemChanges) {
    computation c = stored("c", {i, j, k}, c_before(i, j) + a(i, k) * b(k, j));
    const var later("i", 1, 40);
    buffer copied("copied", {60, 60}, p_float32, a_output);
    computation copy("copy", {later, j}, c_before(later - 1, j)); // of the row before
    copy.store_in(&copied);
    c.after(copy, 1);
    EXPECT_EQ(1, shared_loops(copy, c));
}

TEST_F(SumsApart, StayWhereACommandOrdersThem) {
    computation zero = stored("zero", {i, j}, expr(0.0f));
    computation c = stored("c", {i, j, k}, c_before(i, j) + a(i, k) * b(k, j));
    c.after(zero, j);
    for (computation part : {zero, c}) {
        part.interchange(i, j);
    }
    EXPECT_EQ(2, shared_loops(zero, c));
}

} // namespace
} // namespace tiramisu::testing
