// Windows in blocks: where values lie, and that they are the same ones.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/temporary_file.h"
#include "unit/codegen/nest.h"

namespace tiramisu::testing {
namespace {

using ::testing::HasSubstr;

constexpr int rows = 12, columns = 40, depth = 7;

/// c = a b, by columns in two parts of which b is copied.
struct product : in_function {
    explicit product(const std::string &name) : in_function(name) {
        a.store_in(&a_memory);
        b.store_in(&b_memory);
        c.store_in(&c_memory);
        c(i, j) += a(i, k) * b(k, j);
        c.split(j, 20, "jo", "ji").interchange(i, "jo");
    }

    const var i = var("i", 0, rows), j = var("j", 0, columns), k = var("k", 0, depth);
    const var row = var("row"), column = var("column");
    buffer a_memory = buffer("a_memory", {rows, depth}, p_int32, a_input),
           b_memory = buffer("b_memory", {depth, columns}, p_int32, a_input),
           c_memory = buffer("c_memory", {rows, columns}, p_int32, a_output);
    input a = input("a", {i, k}, p_int32), b = input("b", {k, j}, p_int32);
    computation c = computation("c", {i, j}, expr(0));

    std::vector<buffer *> arguments() { return {&a_memory, &b_memory, &c_memory}; }
};

void expect_product(const compiled_function &compiled) {
    std::vector<std::int32_t> a(rows * depth), b(depth * columns), c(rows * columns);
    for (std::size_t e = 0; e < a.size(); ++e) {
        a[e] = static_cast<std::int32_t>(e % 11) - 5;
    }
    for (std::size_t e = 0; e < b.size(); ++e) {
        b[e] = static_cast<std::int32_t>(e % 17) - 8;
    }
    compiled(
        {{a.data(), {rows, depth}}, {b.data(), {depth, columns}}, {c.data(), {rows, columns}}});
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < columns; ++j) {
            std::int32_t sum = 0;
            for (std::size_t k = 0; k < depth; ++k) {
                sum += a[i * depth + k] * b[k * columns + j];
            }
            ASSERT_EQ(sum, c[i * columns + j]) << i << " " << j;
        }
    }
}

TEST(Pack, HasTheOtherDimensionsInABlock) {
    const temporary_folder folder;
    const environment_setting extra("TIRAMISU_EMIT", "stmt");
    product p("packed_columns");
    p.c.cache_read(p.b, "jo", {p.row, p.column}).pack(p.column, 8);
    current().codegen(p.arguments(), folder / "packed.o");
    // The 20 columns of a window are 3 blocks of 8, in each of which 7 rows lie.
    EXPECT_THAT(read_file(folder / "packed.stmt"),
                HasSubstr("allocate _b_in_c_buffer[int32 * 8 * 7 * 3]"));
    expect_product(current().compile(p.arguments()));
}

TEST(Pack, IsRightForEachDimensionAndSize) {
    for (const char *dimension : {"row", "column"}) {
        for (const int size : {1, 4, 7, 20, 33}) {
            product p("packed_" + std::string(dimension) + std::to_string(size));
            computation copy = p.c.cache_read(p.b, "jo", {p.row, p.column});
            copy.pack(dimension, size).vectorize(p.column, 4);
            p.c.vectorize("ji", 4);
            expect_product(current().compile(p.arguments()));
        }
    }
}

TEST(Pack, IsOfWhatCacheWriteCopiesIn) {
    product p("packed_results");
    p.c.cache_write("jo").load.pack(p.j, 8);
    expect_product(current().compile(p.arguments()));
}

TEST(Pack, GoesWithTheSchedule) {
    product p("packed_again");
    const schedule plain = current().get_schedule();
    p.c.cache_read(p.b, "jo", {p.row, p.column}).pack(p.column, 8);
    const schedule packed = current().get_schedule();
    EXPECT_THAT(packed.text(), HasSubstr("b_in_c_load.pack(column, 8);"));
    current().set_schedule(plain);
    current().set_schedule(packed);
    current().set_schedule(schedule::from_json(packed.to_json()));
    EXPECT_EQ(packed, current().get_schedule());
    expect_product(current().compile(p.arguments()));
}

} // namespace
} // namespace tiramisu::testing
