// Where temporaries lie, and how their elements follow one another.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "codegen/entry/arguments.h"
#include "codegen/entry/entry.h"
#include "codegen/expressions/environment.h"
#include "codegen/expressions/target.h"
#include "codegen/loops/allocations.h"
#include "codegen/output/jit.h"
#include "support/functions.h"
#include "support/throws.h"
#include "tiramisu/jit.h"
#include "unit/codegen/nest.h"

namespace tiramisu::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

core::program_buffer temporary(int size, int alignment) {
    return {"t", p_float32, a_temporary, {size}, alignment};
}

/// The address of the first element of a temporary, as generated code finds it.
std::uint64_t address_of_first_element(const core::program_buffer &temporary) {
    const core::program p = make_program("address", {{"out", p_uint64, a_output, {1}}}, {});
    const lower::environment none;
    lower::buffer_table buffers;
    buffers.emplace("out", lower::buffer_layout(p.arguments[0], none));
    const lower::buffer_layout layout(temporary, none);
    const Halide::Expr address =
        Halide::reinterpret<std::uint64_t>(lower::hir::Variable::make(Halide::Handle(), "t")) +
        Halide::cast<std::uint64_t>(layout.flat_index({0})) * Halide::Expr(std::uint64_t{4});
    const lower::hir::Stmt store =
        lower::hir::Store::make("out", address, 0, buffers.at("out").parameter(),
                                lower::hir::const_true(), lower::hir::ModulusRemainder());
    lower::name_supply supply;
    options unchecked;
    unchecked.checks = argument_checks::none;
    const lower::function_entry entry(p, buffers, none, unchecked, supply);
    Halide::Module module("address", lower::parse_jit_target("host"));
    module.append(lower::hir::LoweredFunc(
        "address", lower::function_arguments(p),
        lower::find_starts(entry.before(lower::allocate(layout, store, supply))),
        Halide::LinkageType::ExternalPlusArgv));
    std::uint64_t found = 1;
    EXPECT_EQ(0, lower::load(p, module, "address")({{&found, {1}}}));
    return found;
}

TEST(Allocations, AreAlignedOnTheStackAndOnTheHeap) {
    for (const int size : {5, 100000}) {
        for (const int bytes : {8, 32, 64, 128, 1024, 4096}) {
            const std::uint64_t address = address_of_first_element(temporary(size, bytes));
            EXPECT_NE(0u, address);
            EXPECT_EQ(0u, address % static_cast<unsigned>(bytes))
                << size << " elements at a multiple of " << bytes;
        }
    }
}

/// The allocation of a temporary that lies there.
std::string allocated_in(memory space) {
    core::program_buffer one = temporary(8, 0);
    one.space = space;
    one.called = "buffer \"t\"";
    const lower::buffer_layout layout(one, lower::environment());
    const lower::hir::Stmt store =
        lower::hir::Store::make("t", 1.0f, 0, Halide::Parameter(), lower::hir::const_true(),
                                lower::hir::ModulusRemainder());
    lower::name_supply supply;
    std::ostringstream text;
    text << lower::allocate(layout, store, supply);
    const std::string all = text.str();
    return all.substr(0, all.find('\n'));
}

TEST(Allocations, LieOnTheStackOutsideOfKernels) {
    for (const memory space :
         {memory::temporary, memory::registers, memory::shared, memory::local, memory::global}) {
        EXPECT_EQ("allocate t[float32 * max(8, 1)] in Stack", allocated_in(space));
    }
}

TEST(Allocations, HaveRoomBeforeTheFirstElementOnlyWhereItIsAligned) {
    const lower::environment none;
    EXPECT_EQ(0, lower::buffer_layout(temporary(5, 0), none).largest_start());
    EXPECT_EQ(0, lower::buffer_layout(temporary(5, 4), none).largest_start());
    EXPECT_EQ(15, lower::buffer_layout(temporary(5, 64), none).largest_start());
}

TEST(Allocations, PaddingSetsRowsApart) {
    const lower::environment none;
    core::program_buffer padded{"t", p_float32, a_temporary, {3, 5, 16}, 0, {1, 2, 4}};
    const lower::buffer_layout layout(padded, none);
    EXPECT_TRUE(lower::hir::is_const(layout.stride(2), 1));
    EXPECT_TRUE(lower::hir::is_const(layout.stride(1), 20));
    EXPECT_TRUE(lower::hir::is_const(layout.stride(0), 140));
    EXPECT_EQ(4 * 7 * 20 * 4, layout.constant_bytes());
}

/// out(i, j) = 2 * t(i, j), t(i, j) = i * 100 + j.
struct staged_sums : in_function {
    explicit staged_sums(const expr &rows)
        : in_function("staged"), i("i", 0, rows), j("j", 0, 10),
          kept("kept", {rows, 10}, p_int32, a_temporary), out("out", {rows, 10}, p_int32, a_output),
          t("t", {i, j}, i * 100 + j), sums("sums", {i, j}, 2 * t(i, j)) {
        t.store_in(&kept);
        sums.store_in(&out);
    }
    void expect_sums(int rows, const std::vector<jit_argument> &scalars = {}) {
        std::vector<std::int32_t> found(static_cast<std::size_t>(10 * rows));
        std::vector<jit_argument> arguments = {{found.data(), {rows, 10}}};
        arguments.insert(arguments.end(), scalars.begin(), scalars.end());
        ASSERT_EQ(0, current().compile({&out})(arguments)) << compiled_function::error_text();
        for (int at = 0; at < 10 * rows; ++at) {
            EXPECT_EQ(2 * (at / 10 * 100 + at % 10), found[static_cast<std::size_t>(at)]);
        }
    }
    const var i, j;
    buffer kept, out;
    computation t, sums;
};

TEST(Temporaries, HoldTheirValuesWhereverTheyLie) {
    staged_sums p(7);
    p.kept.align(4096).pad(1, 6);
    p.t.vectorize(p.j, 4);
    p.sums.parallelize(p.i).vectorize(p.j, 8, tail::masked).after(p.t, computation::root);
    const std::string text = current().stmt_text({&p.out});
    EXPECT_THAT(text, HasSubstr("allocate kept[int32 * 1135]"));
    EXPECT_THAT(text, HasSubstr("kept.start"));
    p.expect_sums(7);
}

TEST(Temporaries, OfRunTimeSizesTakeALayout) {
    const expr i = it("i"), j = it("j"), n = expr::variable("n", p_int32);
    core::program p =
        make_program("run_time", {{"out", p_int32, a_output, {n, n}}},
                     {assign("A", {"i", "j"}, "t", {i, j}, i * expr(50) + j),
                      assign("B", {"i", "j"}, "out", {i, j}, at("t", {j, i}, p_int32))});
    p.scalar_arguments.push_back({"n", p_int32, {}});
    p.temporaries.push_back({"t", p_int32, a_temporary, {n, n}, 256, {0, 3}});
    const nest loops(
        "[n] -> { A[i,j] -> [0,i,j] : 0 <= i, j < n; B[i,j] -> [1,i,j] : 0 <= i, j < n }");
    std::vector<std::int32_t> out(49, -1);
    ASSERT_EQ(0, lower::jit(p, loops.ast(), {})({{out.data(), {7, 7}}, 7}));
    for (int k = 0; k < 49; ++k) {
        EXPECT_EQ(k % 7 * 50 + k / 7, out[static_cast<std::size_t>(k)]);
    }
}

TEST(Temporaries, AreAllocatedInTheLoopThatIsNamed) {
    staged_sums p(6);
    p.sums.parallelize(p.i).after(p.t, p.i);
    p.t.parallelize(p.i);
    p.kept.allocate_at(p.sums, p.i);
    const std::string text = current().stmt_text({&p.out});
    EXPECT_LT(text.find("parallel (i"), text.find("allocate kept")) << text;
    p.expect_sums(6);
}

TEST(Temporaries, AreAllocatedInSerialLoopsToo) {
    staged_sums p(6);
    p.sums.after(p.t, p.i);
    EXPECT_THAT(current().stmt_text({&p.out}), Not(HasSubstr("for (i, 0, 6) {\n allocate")));
    p.kept.align(64).pad(1, 2).allocate_at(p.t, 0);
    const std::string text = current().stmt_text({&p.out});
    EXPECT_LT(text.find("for (i"), text.find("allocate kept")) << text;
    p.expect_sums(6);
}

TEST(Temporaries, ThatAWindowReplacesTakeNoMemory) {
    in_function program("replaced");
    constexpr int rows = 64, columns = 4096;
    const var i("i", 0, rows), j("j", 0, columns);
    computation p("p", {i, j}, i + j), first("first", {i, j}, p(i, j) * 2),
        second("second", {i, j}, first(rows - 1 - i, j) + 1),
        result("result", {i, j}, second(rows - 1 - i, j) * 3);
    buffer out("out", {rows, columns}, p_int32, a_output);
    result.store_in(&out);
    p.compute_at(first, i);
    EXPECT_THAT(current().stmt_text({&out}),
                HasSubstr("allocate temporaries[uint8 * (int64)" +
                          std::to_string(2 * rows * columns * 4) + "]")); // first and second
}

/// A rest of one iteration is no loop, so that a temporary of the loop is allocated around it, too.
TEST(Temporaries, OfALoopWithARestHaveOneSize) {
    for (const int n : {1, 2, 7}) {
        tiramisu::init("loop_with_a_rest");
        constant size("n", p_int32);
        buffer in("in", {size}, p_int32, a_input), out("out", {size}, p_int32, a_output);
        buffer kept("kept", {size, size}, p_int32, a_temporary);
        var i("i", 0, size);
        input x("x", {i}, p_int32);
        x.store_in(&in);
        computation twice("twice", {i}, x(i) * 2), sums("sums", {i}, twice(i) + 1);
        twice.store_in(&kept, {i, i});
        sums.store_in(&out);
        sums.after(twice, i);
        twice.unroll(i, 2);
        sums.unroll(i, 2);
        kept.allocate_at(twice, 0);
        std::vector<std::int32_t> values(static_cast<std::size_t>(n), 20),
            found(static_cast<std::size_t>(n), -1);
        const compiled_function compiled = current().compile({&in, &out});
        ASSERT_EQ(0, compiled({{values.data(), {n}}, {found.data(), {n}}, n}));
        EXPECT_EQ(std::vector<std::int32_t>(static_cast<std::size_t>(n), 41), found);
    }
}

TEST(Temporaries, OfWindowsTakeALayout) {
    init("window");
    const var i("i", 0, 32), j("j", 0, 32), k("k", 0, 32);
    input a("a", {i, k}, p_int32), b("b", {k, j}, p_int32);
    buffer a_memory("a_memory", {32, 32}, p_int32, a_input),
        b_memory("b_memory", {32, 32}, p_int32, a_input), out("out", {32, 32}, p_int32, a_output),
        panel("panel", {32, 8}, p_int32, a_temporary);
    a.store_in(&a_memory);
    b.store_in(&b_memory);
    computation c("c", {i, j}, cast(p_int32, 0));
    c.store_in(&out);
    c(i, j) += a(i, k) * b(k, j);
    c.split(j, 8, "jo", "ji").reorder({"jo", "i", "k", "ji"});
    computation packed = c.cache_read(b, "jo", {"row", "column"});
    packed.store_in(&panel, {expr(var("row")), expr(var("column"))});
    panel.align(128).pad(1, 8);
    EXPECT_THAT(current().stmt_text({&a_memory, &b_memory, &out}), HasSubstr("panel.start"));
    std::vector<std::int32_t> left(1024), right(1024), found(1024);
    for (int at = 0; at < 1024; ++at) {
        left[static_cast<std::size_t>(at)] = at % 7;
        right[static_cast<std::size_t>(at)] = at % 11;
    }
    ASSERT_EQ(0,
              current().compile({&a_memory, &b_memory, &out})(
                  {{left.data(), {32, 32}}, {right.data(), {32, 32}}, {found.data(), {32, 32}}}));
    for (std::size_t row = 0; row < 32; ++row) {
        for (std::size_t column = 0; column < 32; ++column) {
            std::int32_t sum = 0;
            for (std::size_t at = 0; at < 32; ++at) {
                sum += left[row * 32 + at] * right[at * 32 + column];
            }
            EXPECT_EQ(sum, found[row * 32 + column]);
        }
    }
}

TEST(Allocations, WindowsThatOnlyTheFirstIterationFillsAreFoundByIt) {
    init("filled_once");
    constexpr int rows = 3, columns = 39;
    buffer in("in", {8}, p_int32, a_input), out("out", {rows, columns}, p_int32, a_output);
    const var x("x"), i("i", 2, 2 + rows), j("j", 0, columns);
    input A("A", {x}, p_int32);
    A.store_in(&in);
    computation c("c", {i, j}, select(i + 2 <= 4, A(i + 2), j));
    c.store_in(&out, {i - 2, j});
    c.cache_read(A, i);
    const compiled_function code = current().compile({&in, &out});
    std::vector<std::int32_t> from = {0, 1, 2, 3, 12345, 5, 6, 7}, found(rows * columns), expected;
    for (int at = 0; at < rows * columns; ++at) {
        expected.push_back(at < columns ? 12345 : at % columns);
    }
    ASSERT_EQ(0, code({{from.data(), {8}}, {found.data(), {rows, columns}}}));
    EXPECT_EQ(expected, found);
}

// isl makes the inner loop, which runs once, three times: for the copy, the update and the copy
// back.
TEST(Allocations, WindowsOfALoopThatRunsOnceAreFoundByAllOfItsStatements) {
    init("runs_once");
    buffer in("in", {7, 6, 11}, p_int32, a_input), out("out", {5, 6}, p_int32, a_output);
    const var x("x"), y("y"), z("z"), i("i", 2, 4), j("j", 0, var("i"));
    input A("A", {x, y, z}, p_int32);
    A.store_in(&in);
    computation c("c", {i, j}, A(i + 1, j, i - 1));
    c.store_in(&out);
    c(i, j).min_with(A(i + 1, j, 3 - i));
    c.skew(i, j, 2, 1, var("wave"), var("inside"));
    c.update(0).cache_write(var("inside"), memory::registers);
    const compiled_function code = current().compile({&in, &out});
    std::vector<std::int32_t> from(7 * 6 * 11), found(30, -1), expected(30, -1);
    const auto element = [](int row, int column, int plane) {
        return static_cast<std::size_t>((row * 6 + column) * 11 + plane);
    };
    for (std::size_t at = 0; at < from.size(); ++at) {
        from[at] = static_cast<std::int32_t>(at * 37 % 101);
    }
    for (int row = 2; row < 4; ++row) {
        for (int column = 0; column < row; ++column) {
            expected[static_cast<std::size_t>(row * 6 + column)] = std::min(
                from[element(row + 1, column, row - 1)], from[element(row + 1, column, 3 - row)]);
        }
    }
    ASSERT_EQ(0, code({{from.data(), {7, 6, 11}}, {found.data(), {5, 6}}}));
    EXPECT_EQ(expected, found);
}

} // namespace
} // namespace tiramisu::testing
