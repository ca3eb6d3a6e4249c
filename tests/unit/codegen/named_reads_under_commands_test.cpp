// What a read by name means does not depend on commands, but for the loops that ordering commands
// name: further rows of the table of the second decision record.

#include <gtest/gtest.h>

#include "unit/codegen/named_reads.h"

namespace tiramisu::testing {
namespace {

using oracle::throws;

/// Ways to say that `later` follows `earlier`, in the loop of i or after all of it.
using ordering = void (*)(computation &earlier, computation &later, const var &level);

const ordering orderings[] = {
    [](computation &earlier, computation &later, const var &level) { later.after(earlier, level); },
    [](computation &earlier, computation &later, const var &level) { earlier.then(later, level); },
    [](computation &earlier, computation &later, const var &level) {
        earlier.before(later, level);
    },
    [](computation &earlier, computation &later, const var &level) {
        later.fuse_after(level, earlier);
    },
};

TEST(NamedReadsUnderCommands, EverySpellingOfAnOrderMeansTheSame) {
    for (const ordering order : orderings) {
        for (const bool folds : {false, true}) {
            for (const bool shares : {false, true}) {
                scan program(1);
                program.keep_two(folds);
                order(program.sum, program.T, shares ? program.i : computation::root);
                if (shares) {
                    EXPECT_EQ(running_sums(), program.result());
                } else {
                    EXPECT_TRUE(program.is_lost("T", "sum", "sum"));
                }
            }
        }
    }
}

/// T reads what `middle` makes of running sums, and these.
struct three : scan {
    three() : scan(1), middle("middle", {i}, sum(i) * 2), last("last", {i}, middle(i) - sum(i)) {
        keep_two(true);
        T.set_expression(A(i, 0));
        T.store_in(&row);
        last.store_in(&out);
    }
    computation middle, last;
};

TEST(NamedReadsUnderCommands, BetweenNamesTheLoopsOfBothPairs) {
    {
        three program;
        program.middle.between(program.sum, program.i, program.last, program.i);
        EXPECT_EQ(running_sums(), program.result());
    }
    {
        three program;
        program.middle.between(program.sum, computation::root, program.last, computation::root);
        EXPECT_TRUE(throws<user_error>([&] { program.result(); }, {"overwritten"}));
    }
    three program;
    program.middle.between(program.sum, program.i, program.last, computation::root);
    EXPECT_TRUE(program.is_lost("last", "sum", "sum")) << "last has no loop with sum";
}

/// What a loop of its reader computes is schedule: it gives no read another value.
TEST(NamedReadsUnderCommands, WhereValuesAreComputedIsNoMeaning) {
    for (const bool is_stored_outside : {false, true}) {
        reading program;
        const var &i = program.i;
        computation P("P", {i}, program.A(i, 0)), T("T", {i}, P(i));
        T.store_in(&program.out);
        P.storage_fold(i, 2);
        if (is_stored_outside) {
            P.store_at(T, computation::root);
        }
        P.compute_at(T, i);
        EXPECT_TRUE(program.is_lost("T", "P", "P"));
        T.after(P, i);
        EXPECT_EQ((std::vector<std::int32_t>{1, 5, 9, 13, 17, 21, 25, 29}), program.result());
    }
}

TEST(NamedReadsUnderCommands, AnotherOrderAtTheRootHasToBeLegal) {
    for (const ordering order : orderings) {
        reading program;
        const var &i = program.i;
        computation P("P", {i}, program.A(i, 0)), apart("apart", {i}, program.A(i, 1)),
            T("T", {i}, P(i) + 1);
        T.store_in(&program.out);
        order(T, apart, computation::root);
        EXPECT_EQ((std::vector<std::int32_t>{2, 6, 10, 14, 18, 22, 26, 30}), program.result())
            << "nobody reads what is moved";
        order(T, P, computation::root);
        EXPECT_TRUE(throws<schedule_error>([&] { program.result(); },
                                           {"P(0) writes element [0] of the buffer of \"P\" before "
                                            "T(0) reads it, but the schedule runs T(0) first"}));
    }
}

TEST(NamedReadsUnderCommands, AnotherOrderAtTheRootIsTheMeaningWhereThatOfDeclarationHasNone) {
    for (const ordering order : orderings) {
        reading program;
        const var &i = program.i;
        computation T("T", {i}, p_int32), P("P", {i}, program.A(i, 0));
        T.set_expression(P(i) + 1);
        T.store_in(&program.out);
        EXPECT_TRUE(
            throws<user_error>([&] { program.result(); }, {"reads \"P\" before it is computed"}));
        order(P, T, computation::root);
        EXPECT_EQ((std::vector<std::int32_t>{2, 6, 10, 14, 18, 22, 26, 30}), program.result());
    }
}

TEST(NamedReadsUnderCommands, AnOrderThatIsFixedHasToKeepThemToo) {
    for (const bool folds_first : {false, true}) {
        scan program(1);
        program.order(program.T, program.sum, given::root);
        if (folds_first) {
            program.sum.storage_fold(program.i, 2);
        }
        perform_full_dependency_analysis();
        program.sum.storage_fold(program.i, 2);
        EXPECT_TRUE(program.is_lost("T", "sum", "sum"));
        const std::string problem = "after computation \"sum\" has overwritten the value";
        EXPECT_TRUE(throws<user_error>([] { current().check_legality_of_function(); }, {problem}));
        EXPECT_TRUE(throws<user_error>([] { current().dependences_text(); }, {problem}));
    }
    scan program(1);
    program.order(program.T, program.sum, given::loop);
    perform_full_dependency_analysis();
    program.sum.storage_fold(program.i, 2);
    EXPECT_EQ(running_sums(), program.result());
}

TEST(NamedReadsUnderCommands, SchedulesGivenWholeAreNoMeaning) {
    scan program(1);
    program.sum.storage_fold(program.i, 2);
    program.sum.set_low_level_schedule("{ sum[i] -> sum[0, 0, i, 0] }");
    program.T.set_low_level_schedule("{ T[i] -> T[0, 1, i, 0] }");
    EXPECT_TRUE(program.is_lost("T", "sum", "sum"));
}

TEST(NamedReadsUnderCommands, WhereABufferIsAllocatedChangesNothing) {
    for (const given opts : all_orders) {
        reading program;
        const var &i = program.i;
        computation sum("sum", {i}, 0);
        sum(i) += program.A(i, program.k);
        computation T("T", {i}, sum(i));
        sum.store_in(&program.two, {i % 2});
        T.store_in(&program.out);
        program.order(sum.get_update(1), sum.get_update(0), opts);
        program.order(T, sum, opts);
        program.two.allocate_at(sum.get_update(0), i);
        if (opts == given::loop) {
            EXPECT_EQ(sums_of_rows(), program.result());
        } else {
            EXPECT_TRUE(throws<user_error>([&] { program.result(); }, {"overwritten"}));
        }
    }
}

TEST(NamedReadsUnderCommands, InlinedValuesAreReadWhereTheyAreUsed) {
    for (const given opts : without_loops) {
        scan program(1);
        const var &i = program.i;
        computation middle("middle", {i}, program.sum(i) + 0), last("last", {i}, middle(i));
        last.store_in(&program.out);
        middle.compute_inline();
        program.keep_two(true);
        program.order(last, program.sum, opts);
        EXPECT_TRUE(throws<user_error>([&] { program.result(); }, {"overwritten"}));
    }
}

TEST(NamedReadsUnderCommands, StagedValuesAreReadAsTheOnesThatTheyCopy) {
    for (const given opts : without_loops) {
        scan program(1);
        program.keep_two(true);
        program.order(program.T, program.sum, opts);
        program.T.split(program.i, 4, "io", "ii");
        program.T.cache_read(program.sum, "io", {"copied"});
        EXPECT_TRUE(throws<user_error>([&] { program.result(); }, {"overwritten"}));
    }
}

TEST(NamedReadsUnderCommands, ValuesAreComputedWithTheUpdatesThatTheirReaderNames) {
    for (const bool is_kept : {false, true}) {
        reading program;
        const var &i = program.i;
        computation P("P", {i}, program.A(i, 0)), T("T", {i}, P(i));
        P(i) += program.A(i, program.k); // which T does not see
        T.store_in(&program.out);
        if (is_kept) {
            P.store_at(T, computation::root);
        }
        P.compute_at(T, i);
        EXPECT_EQ((std::vector<std::int32_t>{1, 5, 9, 13, 17, 21, 25, 29}), program.result());
    }
}

TEST(NamedReadsUnderCommands, OneWindowHasTheUpdatesOfAllThatReadIt) {
    reading program;
    const var &i = program.i;
    computation P("P", {i}, program.A(i, 0)), T("T", {i}, P(i));
    P(i) += program.A(i, program.k) * 10;
    computation last("last", {i}, T(i) + P(i));
    last.store_in(&program.out);
    T.compute_at(last, i);
    EXPECT_TRUE(throws<user_error>(
        [&] { P.compute_at(last, i); },
        {"computation \"P\" (update 1): compute_at(last, i): \"T\", which is computed inside "
         "\"last\" too, is "
         "declared before an update of \"P\" and \"last\" after it, so that they read different "
         "values"}));
}

} // namespace
} // namespace tiramisu::testing
