// What a read by name means: the table of the second decision record, a test for each case. What is
// accepted has to give the values named; what would give others is refused, with any ordering
// command that restates the order of declaration as without one.

#include <gtest/gtest.h>

#include "unit/codegen/named_reads.h"

namespace tiramisu::testing {
namespace {

using oracle::throws;

/// Sums of each row, k by k, read as step `step`.
struct row_sums : reading {
    explicit row_sums(int step) : T("T", {i}, sum(i, step)) {
        sum.set_expression(select(k >= 1, sum(i, k - 1), 0) + A(i, k));
        T.store_in(&out);
    }
    computation sum = computation("sum", {i, k}, p_int32);
    computation T;
};

TEST(NamedReads, AnAccumulationIsReadByTheNameOfAnyOfItsSteps) {
    for (const given opts : all_orders) {
        for (const int step : {0, 3}) {
            row_sums program(step);
            program.sum.store_in(&program.row, {program.i});
            program.order(program.T, program.sum, opts);
            EXPECT_EQ(sums_of_rows(), program.result());
        }
    }
}

TEST(NamedReads, AnAccumulationThatStartsAnewIsAnotherValue) {
    for (const int step : {0, 3}) {
        for (const given opts : without_loops) {
            row_sums program(step);
            program.sum.store_in(&program.one, {expr(0)});
            program.order(program.T, program.sum, opts);
            EXPECT_TRUE(program.is_lost("T", "sum", "sum"));
        }
        row_sums program(step);
        program.sum.store_in(&program.one, {expr(0)});
        program.order(program.T, program.sum, given::loop);
        EXPECT_EQ(sums_of_rows(), program.result()) << "the scalar is set anew in the loop named";
    }
}

TEST(NamedReads, AnAccumulationInARollingBufferIsReadInTheLoopThatRolls) {
    for (const bool folds : {false, true}) {
        for (const int step : {0, 3}) {
            const auto store = [&](row_sums &program) {
                if (folds) {
                    program.sum.store_in(&program.row, {program.i});
                    program.sum.storage_fold(program.i, 2);
                } else {
                    program.sum.store_in(&program.two, {program.i % 2});
                }
            };
            for (const given opts : without_loops) {
                row_sums program(step);
                store(program);
                program.order(program.T, program.sum, opts);
                EXPECT_TRUE(program.is_lost("T", "sum", "sum"));
            }
            row_sums program(step);
            store(program);
            program.order(program.T, program.sum, given::loop);
            EXPECT_EQ(sums_of_rows(), program.result());
        }
    }
}

TEST(NamedReads, StepsThatAFoldLeavesOutAreOtherValues) {
    for (const given opts : all_orders) {
        for (const int step : {0, 3}) {
            row_sums program(step);
            program.sum.storage_fold(program.k, 1);
            program.order(program.T, program.sum, opts);
            if (step == 3) {
                EXPECT_EQ(sums_of_rows(), program.result());
            } else {
                EXPECT_TRUE(program.is_lost("T", "sum", "sum")) << "a fold changes no result";
            }
        }
    }
}

TEST(NamedReads, StepsThatOneReaderTellsApartAreOtherValues) {
    for (const given opts : without_loops) {
        scan program(1);
        program.sum.store_in(&program.one, {expr(0)});
        program.order(program.T, program.sum, opts);
        EXPECT_TRUE(program.is_lost("T", "sum", "sum"));
    }
}

TEST(NamedReads, TheStarterOfAnAccumulationNamesIt) {
    for (const given opts : all_orders) {
        reading program;
        const var &i = program.i, &k = program.k;
        computation start("start", {i}, 0), sum("sum", {i, k}, p_int32), T("T", {i}, start(i));
        sum.set_expression(sum(i, k - 1) + program.A(i, k));
        start.store_in(&program.row);
        sum.store_in(&program.row, {i});
        T.store_in(&program.out);
        program.order(sum, start, opts);
        program.order(T, sum, opts);
        EXPECT_EQ(sums_of_rows(), program.result());
    }
}

TEST(NamedReads, TheStarterOfTheNextAccumulationIsAnotherValue) {
    for (const bool rolls : {false, true}) {
        for (const given opts : all_orders) {
            reading program;
            const var &i = program.i, &k = program.k;
            computation start("start", {i}, 0), sum("sum", {i, k}, p_int32), T("T", {i}, sum(i, 0));
            sum.set_expression(start(i) + program.A(i, k));
            const std::vector<expr> element = {rolls ? i % 2 : expr(0)};
            start.store_in(rolls ? &program.two : &program.one, element);
            sum.store_in(rolls ? &program.two : &program.one, element);
            T.store_in(&program.out);
            program.order(sum, start, opts);
            program.order(T, sum, opts);
            if (opts == given::loop) {
                EXPECT_EQ(sums_of_rows(), program.result());
            } else {
                EXPECT_TRUE(throws<user_error>([&] { program.result(); }, {"overwritten"}));
            }
        }
    }
}

TEST(NamedReads, ARollingBufferIsReadInTheLoopThatRolls) {
    for (const bool folds : {false, true}) {
        for (const given opts : all_orders) {
            scan program(1);
            program.order(program.T, program.sum, opts);
            program.keep_two(folds);
            if (opts == given::loop) {
                EXPECT_EQ(running_sums(), program.result());
            } else {
                EXPECT_TRUE(program.is_lost("T", "sum", "sum"));
            }
        }
    }
}

TEST(NamedReads, AFoldMeansTheSameBeforeTheOrderingCommandAndAfterIt) {
    for (const given opts : all_orders) {
        scan program(1);
        program.sum.storage_fold(program.i, 2);
        program.order(program.T, program.sum, opts);
        if (opts == given::loop) {
            EXPECT_EQ(running_sums(), program.result());
        } else {
            EXPECT_TRUE(program.is_lost("T", "sum", "sum"));
        }
    }
}

TEST(NamedReads, ARollingBufferIsReadWholeInAnOuterLoopOnlyIfItHoldsTheWhole) {
    reading program;
    const var &i = program.i, &k = program.k;
    computation sum("sum", {i, k}, p_int32), T("T", {i}, sum(i, 0));
    sum.set_expression(select(k >= 1, sum(i, k - 1), 0) + program.A(i, k));
    T.store_in(&program.out);
    T.after(sum, i);
    sum.storage_fold(k, 2);
    EXPECT_TRUE(program.is_lost("T", "sum", "sum"))
        << "T shares the loop of i, in which two of four values are kept";
}

TEST(NamedReads, WhatARollingBufferStillHoldsMayBeReadAnywhere) {
    for (const given opts : without_loops) {
        scan program(1);
        program.keep_two(true);
        program.T.set_expression(program.sum(6) + program.sum(7));
        program.order(program.T, program.sum, opts);
        EXPECT_EQ(std::vector<std::int32_t>(8, 91 + 120), program.result());
    }
}

TEST(NamedReads, ARollingBufferHasToHoldWhatItsComputationReadsItself) {
    for (const bool folds : {false, true}) {
        for (const given opts : all_orders) {
            scan program(3);
            program.order(program.T, program.sum, opts);
            program.keep_two(folds);
            EXPECT_TRUE(throws<user_error>([&] { program.result(); }, {"has overwritten"}));
        }
    }
    scan program(3);
    program.keep_two(true);
    program.T.set_expression(program.sum(7));
    EXPECT_TRUE(throws<user_error>([&] { program.result(); },
                                   {"computation \"sum\"",
                                    "reads \"sum\" after computation "
                                    "\"sum\" has overwritten the value",
                                    "keep more elements in the dimension that store_in() or "
                                    "storage_fold() lets go round"}));
}

TEST(NamedReads, OfItselfAComputationReadsMemory) {
    for (const given opts : without_loops) {
        reading program;
        const var &i = program.i, t("t", 0, 2), x("x", 1, 8);
        computation start("start", {i}, program.A(i, 0)), sweep("sweep", {t, x}, p_int32),
            T("T", {i}, sweep(1, i));
        sweep.set_expression(sweep(t - 1, x - 1) + sweep(t - 1, x));
        start.store_in(&program.row);
        sweep.store_in(&program.row, {x});
        T.store_in(&program.out);
        program.order(sweep, start, opts);
        program.order(T, sweep, opts);
        std::vector<std::int32_t> expected = {1, 5, 9, 13, 17, 21, 25, 29};
        for (int step = 0; step < 2; ++step) {
            for (std::size_t at = 1; at < expected.size(); ++at) {
                expected[at] += expected[at - 1];
            }
        }
        EXPECT_EQ(expected, program.result()) << "each sweep reads what it has just written";
    }
}

TEST(NamedReads, AnotherComputationInTheSameMemoryOverwritesTheValue) {
    for (const given opts : all_orders) {
        for (const bool in_place : {false, true}) {
            reading program;
            const var &i = program.i;
            computation first("first", {i}, program.A(i, 0)),
                second("second", {i}, in_place ? first(i) * 2 : program.A(i, 1)),
                T("T", {i}, first(i));
            first.store_in(&program.row);
            second.store_in(&program.row);
            T.store_in(&program.out);
            program.order(second, first, opts);
            program.order(T, second, opts);
            EXPECT_TRUE(program.is_lost("T", "first", "second"));
        }
    }
}

TEST(NamedReads, ALoopThatIsSharedHandsItsStateOnByTheNameOfItsStart) {
    for (const given opts : all_orders) {
        reading program;
        const var &i = program.i, t("t", 0, 3);
        computation start("start", {i}, program.A(i, 0)), next("next", {t, i}, start(i) * 2 + 1),
            back("back", {t, i}, next(t, i)), T("T", {i}, back(2, i));
        start.store_in(&program.row);
        next.store_in({i}, {reading::rows});
        back.store_in(&program.row, {i});
        T.store_in(&program.out);
        if (opts == given::loop) {
            start.then(next, computation::root).then(back, t).then(T, computation::root);
            EXPECT_EQ((std::vector<std::int32_t>{15, 47, 79, 111, 143, 175, 207, 239}),
                      program.result());
            continue;
        }
        if (opts == given::root) {
            start.then(next, computation::root)
                .then(back, computation::root)
                .then(T, computation::root);
        }
        EXPECT_THROW(program.result(), user_error) << "each step would read the start";
    }
}

TEST(NamedReads, ALoopHandsItsStateOnThroughABufferThatHoldsOneTile) {
    reading program;
    const var &i = program.i, &k = program.k, o("o", 0, 3);
    buffer tile("tile", {4}, p_int32, a_temporary);
    computation start("start", {i}, 0), load("load", {o, i}, start(i)),
        sum("sum", {o, i, k}, p_int32), put("put", {o, i}, sum(o, i, 0));
    sum.set_expression(sum(o, i, k - 1) + program.A(i, k));
    start.store_in(&program.out);
    load.store_in(&tile, {i % 4});
    sum.store_in(&tile, {i % 4});
    put.store_in(&program.out, {i});
    for (computation *tiled : {&load, &sum, &put}) {
        tiled->split(i, 4, "io", "ii");
    }
    start.then(load, computation::root).then(sum, "io").then(put, "io");
    std::vector<std::int32_t> expected = sums_of_rows();
    for (std::int32_t &value : expected) {
        value *= 3;
    }
    EXPECT_EQ(expected, program.result());
}

TEST(NamedReads, TheStartIsNoNameForTheStateAfterTheLoop) {
    reading program;
    const var &i = program.i, t("t", 0, 3);
    computation start("start", {i}, program.A(i, 0)), next("next", {t, i}, start(i) * 2 + 1),
        back("back", {t, i}, next(t, i)), T("T", {i}, start(i));
    start.store_in(&program.row);
    next.store_in({i}, {reading::rows});
    back.store_in(&program.row, {i});
    T.store_in(&program.out);
    start.then(next, computation::root).then(back, t).then(T, computation::root);
    EXPECT_TRUE(program.is_lost("T", "start", "back"));
}

TEST(NamedReads, UpdatesBelongToTheValueThatTheyDefine) {
    for (const given opts : all_orders) {
        reading program;
        const var &i = program.i, &k = program.k;
        computation sum("sum", {i}, 0);
        sum(i) += program.A(i, k);
        computation T("T", {i}, sum(i));
        sum.store_in(&program.row);
        T.store_in(&program.out);
        program.order(sum.get_update(1), sum.get_update(0), opts);
        program.order(T, sum, opts);
        EXPECT_EQ(sums_of_rows(), program.result());
    }
}

TEST(NamedReads, UpdatesOfAnotherValueInTheSameElementOverwriteIt) {
    for (const given opts : all_orders) {
        reading program;
        const var &i = program.i, &k = program.k;
        computation sum("sum", {i}, 0);
        sum(i) += program.A(i, k);
        computation T("T", {i}, sum(i));
        sum.storage_fold(i, 2);
        T.store_in(&program.out);
        program.order(sum.get_update(1), sum.get_update(0), opts);
        program.order(T, sum, opts);
        if (opts == given::loop) {
            EXPECT_EQ(sums_of_rows(), program.result());
        } else {
            EXPECT_TRUE(throws<user_error>([&] { program.result(); }, {"overwritten"}));
        }
    }
}

TEST(NamedReads, AnInputThatAliasesReadsMemory) {
    for (const given opts : without_loops) {
        reading program;
        const var &i = program.i;
        input memory("memory", {i}, p_int32);
        computation first("first", {i}, program.A(i, 0)), second("second", {i}, memory(i) * 2),
            T("T", {i}, memory(i));
        memory.store_in(&program.row);
        first.store_in(&program.row);
        second.store_in(&program.row);
        T.store_in(&program.out);
        program.order(second, first, opts);
        program.order(T, second, opts);
        EXPECT_EQ((std::vector<std::int32_t>{2, 10, 18, 26, 34, 42, 50, 58}), program.result());
    }
}

TEST(NamedReads, IndicesFromMemoryDoNotReadARollingBufferWhole) {
    for (const given opts : without_loops) {
        reading program;
        const var &i = program.i;
        computation sum("sum", {i}, program.A(i, 0)), T("T", {i}, sum(program.A(i, 0) % 8));
        sum.storage_fold(i, 2);
        T.store_in(&program.out);
        program.order(T, sum, opts);
        EXPECT_TRUE(program.is_lost("T", "sum", "sum"));
    }
}

TEST(NamedReads, AConstantIsNotOverwrittenByItself) {
    for (const given opts : without_loops) {
        reading program;
        const var &i = program.i;
        computation ones("ones", {i}, 1), copies("copies", {program.once}, ones(7)),
            T("T", {i}, ones(i));
        ones.store_in(&program.row);
        copies.store_in(&program.row);
        T.store_in(&program.out);
        program.order(copies, ones, opts);
        program.order(T, copies, opts);
        EXPECT_EQ(std::vector<std::int32_t>(8, 1), program.result());
    }
}

} // namespace
} // namespace tiramisu::testing
