// Storage that is used again, and reads of memory: which computations have a meaning one after
// another, so that an ordering command cannot change what they compute, and which alternate in the
// loops that commands name. Rows of the second table of the second decision record.

#include <functional>

#include <gtest/gtest.h>

#include "unit/codegen/named_reads.h"

namespace tiramisu::testing {
namespace {

using oracle::throws;
using numbers = std::vector<std::int32_t>;

/// P lies in `row`; B reads it, and C, which lies there, too, reads B. T reads C.
struct reused : reading {
    explicit reused(const std::function<expr(reused &)> &start,
                    const std::function<expr(reused &)> &read) {
        P.set_expression(start(*this));
        P.store_in(&row);
        memory.store_in(&row);
        B.set_expression(read(*this));
        C.set_expression(B(x) * 7);
        C.store_in(&row);
        T.set_expression(C(x) + 1);
        T.store_in(&out);
    }
    const var x = var("x", 1, rows - 1);
    input memory = input("memory", {i}, p_int32);
    computation P = computation("P", {i}, p_int32), B = computation("B", {x}, p_int32),
                C = computation("C", {x}, p_int32), T = computation("T", {x}, p_int32);
};

expr first_of_row(reused &program) {
    return program.A(program.i, 0);
}
expr running_sum(reused &program) {
    const var &i = program.i;
    return select(i >= 1, program.P(i - 1), 0) + program.A(i, 0);
}
expr difference(reused &program) {
    return program.P(program.x + 1) - program.P(program.x - 1);
}

/// Refused is the order in which C writes what B is still to read.
void expect_declaration_order(const numbers &values, const std::function<expr(reused &)> &start,
                              const std::function<expr(reused &)> &read) {
    {
        reused program(start, read);
        EXPECT_EQ(values, program.result());
        program.C.after(program.B, computation::root);
        EXPECT_EQ(values, program.result());
    }
    reused program(start, read);
    program.C.after(program.B, program.x);
    EXPECT_TRUE(throws<schedule_error>(
        [&] { program.result(); },
        {"computation \"C\": C.after(B, x);: breaks an anti dependence: B(", "before C("}));
}

TEST(ReusedStorage, LeavesAReadByNameItsValue) {
    expect_declaration_order({-1, 57, 57, 57, 57, 57, 57, -1}, first_of_row, difference);
}

TEST(ReusedStorage, LeavesAReadAtAnIndexFromMemoryItsValue) {
    expect_declaration_order({-1, 8, 8, 8, 8, 8, 8, -1}, first_of_row, [](reused &program) {
        return program.P(clamp(program.A(program.x, 0) % 2 - 1, 0, 7));
    });
}

TEST(ReusedStorage, LeavesReadsOfWhatReadsItselfTheirValues) {
    expect_declaration_order({-1, 99, 155, 211, 267, 323, 379, -1}, running_sum, difference);
}

TEST(ReusedStorage, LeavesAReadByNameItsValueBesideOneOfMemory) {
    expect_declaration_order(
        {-1, 71, 127, 183, 239, 295, 351, -1}, first_of_row, [](reused &program) {
            return program.P(program.x - 1) + program.memory(program.x + 1) - 0;
        });
}

TEST(ReusedStorage, OfMemoryAloneCommandsSayWhatIsRead) {
    const auto read = [](reused &program) { return program.memory(program.x - 1); };
    {
        reused program(first_of_row, read);
        EXPECT_EQ((numbers{-1, 8, 36, 64, 92, 120, 148, -1}), program.result());
    }
    reused program(first_of_row, read);
    program.C.after(program.B, program.x);
    EXPECT_EQ((numbers{-1, 8, 50, 344, 2402, 16808, 117650, -1}), program.result());
}

/// A running sum in place, and its doubles in the same place.
struct doubled_in_place : scan {
    doubled_in_place()
        : scan(1), doubled("doubled", {i}, sum(i) * 2), last("last", {i}, doubled(i)) {
        T.set_expression(A(i, 0));
        T.store_in(&two, {expr(0)});
        sum.store_in(&row);
        doubled.store_in(&row);
        last.store_in(&out);
    }
    computation doubled, last;
};

TEST(ReusedStorage, LeavesWhatReadsItselfItsValues) {
    numbers doubles = running_sums();
    std::for_each(doubles.begin(), doubles.end(), [](std::int32_t &value) { value *= 2; });
    {
        doubled_in_place program;
        EXPECT_EQ(doubles, program.result());
    }
    doubled_in_place program;
    program.doubled.after(program.sum, program.i);
    EXPECT_TRUE(throws<schedule_error>([&] { program.result(); }, {"doubled.after(sum, i)"}));
}

/// Sums as older programs write them, of the computation's own element, and what starts them.
struct older_sums : reading {
    older_sums() {
        sum.set_expression(sum(i, k) + A(i, k));
        difference.set_expression(sum(x + 1, 0) - sum(x - 1, 0));
        scaled.set_expression(difference(x) * 7);
        for (computation *stored : {&start, &scaled}) {
            stored->store_in(&row);
        }
        sum.store_in(&row, {i});
        last.store_in(&out);
    }
    const var x = var("x", 1, rows - 1);
    computation start = computation("start", {i}, expr(0)),
                sum = computation("sum", {i, k}, p_int32),
                difference = computation("difference", {x}, p_int32),
                scaled = computation("scaled", {x}, p_int32),
                last = computation("last", {x}, scaled(x));
};

TEST(ReusedStorage, LeavesSumsInPlaceTheirValues) {
    {
        older_sums program;
        EXPECT_EQ((numbers{-1, 224, 224, 224, 224, 224, 224, -1}), program.result());
    }
    older_sums program;
    program.scaled.after(program.difference, program.x);
    EXPECT_TRUE(throws<schedule_error>([&] { program.result(); }, {"scaled.after(difference, x)"}));
}

/// Older programs declare computations in any order: `late`, which nobody would read, is written
/// before `reader` reads it as memory where commands say so.
struct written_late : reading {
    written_late()
        : first("first", {i}, A(i, 0)), reader("reader", {i}, memory(i) + 1),
          late("late", {i}, first(i) * 10) {
        first.store_in(&row);
        memory.store_in(&row);
        reader.store_in(&out);
        late.store_in(&row);
    }
    input memory = input("memory", {i}, p_int32);
    computation first, reader, late;
};

TEST(ReusedStorage, MeansToBeReadWhereCommandsSaySo) {
    {
        written_late program;
        EXPECT_EQ((numbers{2, 6, 10, 14, 18, 22, 26, 30}), program.result());
    }
    {
        written_late program;
        program.late.after(program.reader, program.i);
        EXPECT_EQ((numbers{2, 6, 10, 14, 18, 22, 26, 30}), program.result());
    }
    written_late program;
    program.first.then(program.late, computation::root).then(program.reader, computation::root);
    EXPECT_EQ((numbers{11, 51, 91, 131, 171, 211, 251, 291}), program.result());
}

TEST(ReusedStorage, IsReadInDeclarationOrderWhereThatLeavesNothingUnread) {
    written_late program;
    computation last("last", {program.i}, program.late(program.i));
    buffer all("all", {program.rows}, p_int32, a_temporary);
    last.store_in(&all);
    program.first.then(program.late, computation::root).then(program.reader, computation::root);
    EXPECT_TRUE(throws<schedule_error>([&] { program.result(); },
                                       {"reader(0) reads row[0] before late(0) writes it"}));
}

} // namespace
} // namespace tiramisu::testing
