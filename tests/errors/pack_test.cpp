// pack where there is no window to pack, or none that the command may lay out.

#include <gtest/gtest.h>

#include "support/throws.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::oracle {
namespace {

struct product {
    product() {
        a.store_in(&a_memory);
        b.store_in(&b_memory);
        c.store_in(&c_memory);
        c(i, j) += a(i, k) * b(k, j);
    }

    int implicit = (init("product"), 0);
    const var i = var("i", 0, 16), j = var("j", 0, 32), k = var("k", 0, 8);
    const var row = var("row"), column = var("column");
    buffer a_memory = buffer("a_memory", {16, 8}, p_int32, a_input),
           b_memory = buffer("b_memory", {8, 32}, p_int32, a_input),
           c_memory = buffer("c_memory", {16, 32}, p_int32, a_output);
    input a = input("a", {i, k}, p_int32), b = input("b", {k, j}, p_int32);
    computation c = computation("c", {i, j}, expr(0));

    computation copy() { return c.cache_read(b, i, {row, column}); }
    std::string schedule() { return global::get_implicit_function()->schedule_text(); }
};

TEST(PackErrors, BlocksHaveElements) {
    product p;
    computation copy = p.copy();
    const std::string before = p.schedule();
    EXPECT_TRUE(throws<user_error>(
        [&] { copy.pack(p.column, 0); },
        {"pack_test.cpp:", "computation \"b_in_c_load\": pack(column, 0): a block has 0 elements; "
                           "it has at least 1"}));
    EXPECT_EQ(before, p.schedule());
}

TEST(PackErrors, OnlyWindowsOfCopiesArePacked) {
    product p;
    const staged_copies copies = p.c.cache_write(p.i);
    computation back = copies.store;
    for (computation other : {computation(p.c), back}) {
        EXPECT_TRUE(throws<user_error>(
            [&] { other.pack(p.j, 8); },
            {": pack(j, 8): is for what cache_read and cache_write copy into a window; store_in() "
             "says where others lie"}));
    }
}

TEST(PackErrors, DimensionsAreThoseOfTheWindow) {
    product p;
    computation copy = p.copy();
    EXPECT_TRUE(throws<user_error>(
        [&] { copy.pack(p.i, 8); },
        {"computation \"b_in_c_load\": pack(i, 8): the window has no such dimension; it has "
         "\"row\", \"column\""}));
    copy.split(p.column, 4, "c0", "c1");
    EXPECT_TRUE(throws<user_error>([&] { copy.pack("c0", 8); },
                                   {"pack(c0, 8): the window has no such dimension"}));
    copy.pack(p.column, 8); // as the copy was made
}

TEST(PackErrors, AWindowHasOneLayout) {
    product p;
    computation copy = p.copy();
    copy.pack(p.column, 8);
    const std::string before = p.schedule();
    EXPECT_TRUE(
        throws<user_error>([&] { copy.pack(p.row, 2); },
                           {"computation \"b_in_c_load\": pack(row, 2): lies in blocks already"}));
    EXPECT_EQ(before, p.schedule());
}

TEST(PackErrors, WhatTheProgramStoresStaysThere) {
    product p;
    computation stored = p.copy();
    stored.store_in({p.column, p.row}, {32, 8});
    EXPECT_TRUE(throws<user_error>(
        [&] { stored.pack(p.column, 8); },
        {"computation \"b_in_c_load\": pack(column, 8): is stored in the buffer of \"b_in_c\"",
         "by the program; leave one of both out"}));
}

} // namespace
} // namespace tiramisu::oracle
