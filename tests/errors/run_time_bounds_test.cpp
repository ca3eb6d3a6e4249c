// Bounds that are known only while the program runs, where they cannot be known.

#include <gtest/gtest.h>

#include "support/sparse_product.h"
#include "support/throws.h"

namespace tiramisu::oracle {
namespace {

using testing::current;
using testing::in_function;
using testing::sparse_product;

void expect_refused(sparse_product &p, const std::vector<std::string> &parts) {
    EXPECT_TRUE(throws<unsupported_error>([&] { current().compile(p.arguments()); }, parts));
    EXPECT_TRUE(throws<unsupported_error>([&] { current().check_legality_of_function(); }, parts));
    current().set_legality(legality::off);
    EXPECT_TRUE(throws<unsupported_error>([&] { current().compile(p.arguments()); }, parts));
}

TEST(RunTimeBoundErrors, TheRowsStayOutsideOfTheirElements) {
    sparse_product p;
    p.y.interchange(p.f, p.k);
    expect_refused(p, {"computation \"y\" (update 1)",
                       "loop \"k\" needs the bound start(f), but that is only known inside loop "
                       "\"f\"; keep the loops that start(f) depends on outside of \"k\""});
}

TEST(RunTimeBoundErrors, ATileOfRowsAndElementsIsNotKnown) {
    sparse_product p;
    p.y.tile(p.f, p.k, 2, 4);
    expect_refused(p, {"loop \"k_outer\" needs the bound start(f)", "inside loop \"f_inner\""});
}

TEST(RunTimeBoundErrors, ASkewThatMixesThemIsNotKnown) {
    sparse_product p;
    p.y.skew(p.f, p.k, 1, 1, "wave", "along");
    expect_refused(p, {"loop \"wave\" needs the bound start(f)", "inside loop \"along\""});
}

TEST(RunTimeBoundErrors, ALoopOutsideOfWhatBoundsIt) {
    const in_function here("triangle");
    const var f("f", 0, 8);
    input length("length", {f}, p_int32);
    buffer lengths("lengths", {8}, p_int32, a_input), out("out", {8}, p_int32, a_output);
    length.store_in(&lengths);
    const var k("k", 0, length(f)), c("c", 0, k);
    computation y("y", {f, k, c}, expr(1));
    y.store_in(&out, {f});
    y.interchange(k, c);
    EXPECT_TRUE(throws<unsupported_error>(
        [&] {
            current().compile({&lengths, &out});
        },
        {"computation \"y\"",
         "loop \"c\" has no bounds where it stands: they follow from length(f)",
         "keep the loop that these bound outside of it"}));
}

TEST(RunTimeBoundErrors, ABoundNamesIteratorsBeforeItsOwn) {
    const in_function here("order");
    const var f("f", 0, 8);
    input start("start", {f}, p_int32);
    const var k("k", start(f), start(f + 1));
    EXPECT_TRUE(throws<user_error>(
        [&] {
            computation("c", {k, f}, expr(1));
        },
        {"computation \"c\"", "lower bound start(f) of iterator \"k\" names \"f\", which is "
                              "no constant and no iterator before \"k\""}));
    EXPECT_NO_THROW(computation("c", {f, k}, expr(1)));
}

TEST(RunTimeBoundErrors, StorageWithoutKnownSizeIsGiven) {
    sparse_product p;
    computation c("c", {p.f, p.k}, p.value(p.k));
    EXPECT_TRUE(throws<unsupported_error>(
        [&] { current().compile(p.arguments()); },
        {"computation \"c\"",
         "has no buffer, and the bounds of iterator \"k\" are known only while "
         "the program runs: give it one by store_in()"}));
}

TEST(RunTimeBoundErrors, ALoopDoesNotWriteItsOwnBounds) {
    const in_function here("changing");
    const var f("f", 0, 8);
    input start("start", {f}, p_int32);
    buffer starts("starts", {9}, p_int32, a_output);
    start.store_in(&starts);
    const var k("k", start(f), start(f + 1));
    computation c("c", {f, k}, cast(p_int32, k));
    c.store_in(&starts, {f + 1});
    EXPECT_TRUE(throws<user_error>([&] { current().compile({&starts}); },
                                   {"computation \"c\"", "loop \"k\" has the bound start(f)",
                                    "computation \"c\" writes buffer "
                                    "\"starts\" inside that loop",
                                    "have to keep their values while it runs"}));
}

TEST(RunTimeBoundErrors, AWindowIsMadeOutsideOfTheLoop) {
    sparse_product p;
    EXPECT_TRUE(throws<user_error>(
        [&] { p.y.cache_write(p.k); },
        {"loop \"k\" has the bound start(f), which is known only while the program runs; name a "
         "loop outside of it"}));
    EXPECT_TRUE(throws<user_error>(
        [&] { p.y.cache_read(p.start, p.f); },
        {"the bound start(f) of a loop of \"y_update_1\" reads \"start\"; what bounds are read "
         "from is not staged"}));
    EXPECT_NO_THROW(p.y.cache_write(p.f));
}

TEST(RunTimeBoundErrors, SumsOfRowsAreNotComputedInPart) {
    sparse_product p;
    buffer out("out", {p.rows}, p_int32, a_output);
    computation twice("twice", {p.f}, p.y(p.f) * 2);
    twice.store_in(&out);
    EXPECT_TRUE(throws<user_error>([&] { p.y.compute_at(twice, p.f); },
                                   {"\"y_update_1\" has a bound that is only known when it runs; "
                                    "it cannot be computed in part"}));
}

TEST(RunTimeBoundErrors, ABoundIsNotOverwrittenBeforeItIsRead) {
    sparse_product p;
    computation next("next", {var("r", 0, p.rows + 1)}, p.start(var("r", 0, p.rows + 1)) + 1);
    next.store_in(&p.start_memory);
    EXPECT_NO_THROW(current().compile(p.arguments()));
    next.then(p.y, computation::root);
    EXPECT_TRUE(throws<schedule_error>([&] { current().compile(p.arguments()); },
                                       {"start_memory", "anti"}));
}

} // namespace
} // namespace tiramisu::oracle
