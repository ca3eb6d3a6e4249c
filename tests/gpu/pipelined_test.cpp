// Loops of kernels whose copies are read one iteration ahead, and vectors in kernels.

#include <gmock/gmock.h>

#include "gpu/device.h"
#include "support/gpu_trial.h"
#include "support/random_source.h"
#include "support/throws.h"
#include "tiramisu/jit.h"

namespace tiramisu {
namespace {

using oracle::throws;
using oracle::value;
using ::testing::HasSubstr;
using ::testing::Not;

/// How a product of matrices is cut up.
struct product_tiles {
    int rows, columns, steps; ///< of a block
    int elements;             ///< that a thread copies at once
    bool transposes, pads, is_pipelined;
};

/// c(i, j) = sum of a(i, k) b(k, j) in integers, by blocks of 4 x 4 threads.
struct tiled_sums {
    tiramisu::function owner;
    int n, m, depth;
    var i, j, k;
    buffer b_a, b_b, b_c, transposed;
    input a, b;
    computation zero, c;

    tiled_sums(int rows, int columns, int steps, const product_tiles &tiles)
        : owner((init("product"), *global::get_implicit_function())), n(rows), m(columns),
          depth(steps), i("i", 0, n), j("j", 0, m), k("k", 0, depth),
          b_a("b_a", {n, depth}, p_int32, a_input), b_b("b_b", {depth, m}, p_int32, a_input),
          b_c("b_c", {n, m}, p_int32, a_output),
          transposed("transposed", {tiles.steps, tiles.rows + (tiles.pads ? 1 : 0)}, p_int32,
                     a_temporary),
          a("a", {i, k}, p_int32), b("b", {k, j}, p_int32), zero("zero", {i, j}, expr(0)),
          c("c", {i, j, k}, p_int32) {
        a.store_in(&b_a);
        b.store_in(&b_b);
        zero.store_in(&b_c);
        c.store_in(&b_c, {i, j});
        c.set_expression(c(i, j, k) + a(i, k) * b(k, j));
        const var i0("i0"), j0("j0"), i1("i1"), j1("j1"), k0("k0"), k1("k1");
        zero.tile(i, j, tiles.rows, tiles.columns, i0, j0, i1, j1).gpu_block(i0).gpu_block(j0);
        share_out(zero, i1, j1);
        c.tile(i, j, tiles.rows, tiles.columns, i0, j0, i1, j1).split(k, tiles.steps, k0, k1);
        c.interchange(j1, k0).interchange(i1, k0).gpu_block(i0).gpu_block(j0);
        share_out(c, i1, j1);
        zero.then(c, j0);
        computation copy_a = c.cache_read(a, k0, memory::shared, {var("ai"), var("ak")});
        computation copy_b = c.cache_read(b, k0, memory::shared, {var("bk"), var("bj")});
        if (tiles.transposes) {
            copy_a.store_in(&transposed, {var("ak"), var("ai")});
        }
        copy_a.gpu_spread(tiles.elements);
        copy_b.gpu_spread(tiles.elements);
        if (tiles.is_pipelined) {
            c.pipeline(k0);
        }
    }

    static void share_out(computation &of, const var &rows, const var &columns) {
        const std::string r = rows.get_name(), s = columns.get_name();
        of.split(rows, 4, var(r + "_o"), var(r + "_t"));
        of.split(columns, 4, var(s + "_o"), var(s + "_t"));
        of.interchange(var(r + "_t"), var(s + "_o"));
        std::vector<var> order = {var(r + "_t"), var(s + "_t"), var(r + "_o"), var(s + "_o")};
        of.reorder(order).gpu_thread(order[0]).gpu_thread(order[1]);
    }

    std::vector<buffer *> arguments() { return {&b_a, &b_b, &b_c}; }
    std::string text() { return owner.stmt_text(arguments(), testing::on_device()); }

    oracle::gpu_trial trial() {
        oracle::gpu_trial made{owner, arguments(), {}, {}};
        oracle::gpu_trial::call call;
        const auto fill = [&](const std::string &name, int rows, int columns, int factor) {
            oracle::array values(p_int32, {rows, columns});
            for (std::int64_t at = 0; at < values.size(); ++at) {
                values.set(at, value::of_integer(p_int32, at * factor % 11 - 4));
            }
            call.before[name] = values;
        };
        fill("b_a", n, depth, 7);
        fill("b_b", depth, m, 5);
        fill("b_c", n, m, 3);
        call.after = call.before;
        for (int row = 0; row < n; ++row) {
            for (int column = 0; column < m; ++column) {
                std::int64_t sum = 0;
                for (int step = 0; step < depth; ++step) {
                    sum += call.before["b_a"][row * depth + step].integer *
                           call.before["b_b"][step * m + column].integer;
                }
                call.after["b_c"].set(row * m + column, value::of_integer(p_int32, sum));
            }
        }
        made.calls.push_back(call);
        return made;
    }
};

constexpr product_tiles whole_rows = {8, 16, 8, 4, true, true, true};

TEST(PipelinedLoops, ReadCopiesOneIterationAheadIntoRegisters) {
    tiled_sums p(32, 32, 32, whole_rows);
    EXPECT_THAT(p.owner.loops_text(), HasSubstr("// pipelined loop k0"));
    const std::string text = p.text();
    const std::size_t loop = text.find("for (k0, 0, 4)");
    ASSERT_NE(std::string::npos, loop) << text;
    const std::string before = text.substr(0, loop), inside = text.substr(loop);
    EXPECT_THAT(before, HasSubstr(".ahead[int32 * 4] in Register"));
    EXPECT_THAT(before, HasSubstr("_b_in_c_buffer.ahead[ramp(0, 1, 4)] = b_b[ramp("));
    const std::size_t first_barrier = inside.find("gpu_thread_barrier"),
                      deposit = inside.find("= _b_in_c_buffer.ahead[ramp(0, 1, 4)]"),
                      is_there = inside.find("if (k0 < 3)"),
                      next = inside.find("_b_in_c_buffer.ahead[ramp(0, 1, 4)] = b_b[ramp("),
                      second_barrier = inside.find("gpu_thread_barrier", first_barrier + 1);
    EXPECT_LT(first_barrier, deposit) << text;
    EXPECT_LT(deposit, is_there) << text;
    EXPECT_LT(is_there, next) << text;
    EXPECT_LT(next, second_barrier) << text;
}

TEST(PipelinedLoops, AreOneCommand) {
    tiled_sums p(32, 32, 32, whole_rows);
    EXPECT_THAT(p.owner.schedule_text(), HasSubstr("c.pipeline(k0, 2);\n"));
}

/// Sizes that tiles divide, and do not, of one tile, and of less.
const std::vector<std::vector<int>> sizes = {{32, 32, 32}, {16, 32, 8}, {19, 37, 21}, {9, 17, 33},
                                             {1, 1, 1},    {5, 40, 3},  {1, 10, 4}};

TEST(PipelinedLoops, ArePartOfWhatTheModelOfThreadsRuns) {
    for (const std::vector<int> &size : sizes) {
        tiled_sums p(size[0], size[1], size[2], whole_rows);
        const oracle::gpu_trial trial = p.trial();
        EXPECT_EQ("", trial.fault_in_model(trial.lowered()))
            << size[0] << " x " << size[1] << " x " << size[2];
    }
}

class PipelinedLoopsOnDevice : public testing::DeviceTest {};

TEST_F(PipelinedLoopsOnDevice, GiveProducts) {
    for (const std::vector<int> &size : sizes) {
        tiled_sums p(size[0], size[1], size[2], whole_rows);
        EXPECT_EQ("", p.trial().fault_on_device())
            << size[0] << " x " << size[1] << " x " << size[2];
    }
}

/// Random tiles and sizes, each judged by `fault`.
template <typename Fault>
void expect_random_products(const oracle::random_run &asked, const Fault &fault) {
    for (int at = 0; at < asked.cases; ++at) {
        const std::uint64_t seed = asked.seed + static_cast<std::uint64_t>(at);
        oracle::random_source random(seed);
        const product_tiles tiles = {4 * random.between(1, 3), 4 * random.between(1, 4),
                                     random.between(1, 9),     random.one_of<int>({1, 2, 3, 4, 8}),
                                     random.chance(50),        random.chance(50),
                                     random.chance(75)};
        const int n = random.between(1, 30), m = random.between(1, 30),
                  depth = random.between(1, 25);
        std::string found;
        try {
            tiled_sums p(n, m, depth, tiles);
            found = fault(p.trial());
        } catch (const user_error &error) {
            const std::string text = error.what(); // of one element, which one thread copies
            found = text.find("gpu_spread") != std::string::npos ? "" : text;
        }
        EXPECT_EQ("", found) << "TIRAMISU_SEED=" << seed << " TIRAMISU_CASES=1: " << n << " x " << m
                             << " x " << depth;
    }
}

TEST(PipelinedLoops, KeepRandomProducts) {
    expect_random_products(
        oracle::random_run::from_environment(9100036, 12),
        [](const oracle::gpu_trial &trial) { return trial.fault_in_model(trial.lowered()); });
}

TEST_F(PipelinedLoopsOnDevice, KeepRandomProducts) {
    expect_random_products(oracle::random_run::from_environment(97000, 3),
                           [](const oracle::gpu_trial &trial) { return trial.fault_on_device(); });
}

class PipelineRefusals : public ::testing::Test {
protected:
    template <typename Call>
    void refused(Call &&call, const std::string &text) {
        EXPECT_TRUE(throws<user_error>(call, {text}));
    }
};

TEST_F(PipelineRefusals, OfOtherNumbersOfStages) {
    tiled_sums p(32, 32, 32, {8, 16, 8, 4, true, true, false});
    refused(
        [&] { p.c.pipeline(var("k0"), 3); },
        "computation \"c\": pipeline(k0, 3): asks for 3 stages; there are 2, one that is computed "
        "with and one that is copied");
}

TEST_F(PipelineRefusals, OfLoopsThatRunOtherwise) {
    tiled_sums p(32, 32, 32, {8, 16, 8, 4, true, true, false});
    refused([&] { p.c.pipeline(var("i0")); }, "pipeline(i0, 2): loop \"i0\" already is GPU block");
}

TEST_F(PipelineRefusals, OfLoopsInWhichNothingIsCopied) {
    tiled_sums p(32, 32, 32, {8, 16, 8, 4, true, true, false});
    p.c.pipeline(var("k1"));
    refused([&] { p.text(); }, "is pipelined inside of the loop on threads");
}

TEST_F(PipelineRefusals, OfLoopsWithoutWindows) {
    init("rows");
    const var i("i", 0, 64), k("k", 0, 10);
    buffer b_out("b_out", {64}, p_int32, a_output);
    computation zero("zero", {i}, expr(0)), out("out", {i, k}, p_int32);
    zero.store_in(&b_out);
    out.store_in(&b_out, {i});
    out.set_expression(out(i, k) + cast(p_int32, k));
    out.split(i, 8, var("i0"), var("i1")).interchange(var("i1"), k);
    out.gpu_block(var("i0")).gpu_thread(var("i1")).pipeline(k);
    zero.gpu_tile({i}, {8});
    zero.then(out, computation::root);
    refused([&] { global::get_implicit_function()->stmt_text({&b_out}, testing::on_device()); },
            "computation \"out\": pipeline(k): no window is filled in each iteration of the loop "
            "by one "
            "statement; give cache_read or compute_at at it before");
}

TEST_F(PipelineRefusals, OfLoopsOfTheProcessor) {
    init("rows");
    const var i("i", 0, 64);
    buffer b_out("b_out", {64}, p_int32, a_output);
    computation out("out", {i}, cast(p_int32, i));
    out.store_in(&b_out);
    out.pipeline(i);
    function &rows = *global::get_implicit_function();
    refused([&] { rows.stmt_text({&b_out}); },
            "computation \"out\": pipeline(i): the loop is in no kernel; run loops around it on "
            "blocks of a GPU, or leave the command out");
    const verdict answer = rows.is_legal(rows.get_schedule());
    ASSERT_FALSE(answer);
    EXPECT_EQ("pipeline(i)", answer.error->call());
}

/// Rows of a matrix, each the sum of the one before and a copied one: what is copied was written by
/// the iteration before.
TEST_F(PipelineRefusals, OfCopiesOfWhatTheKernelWrites) {
    init("rows");
    const var k("k", 1, 10), i("i", 0, 64), kk("kk", 0, 10);
    buffer b("b", {10, 64}, p_int32, a_output);
    input before("before", {kk, i}, p_int32);
    computation row("row", {k, i}, before(k - 1, i) + 1);
    before.store_in(&b);
    row.store_in(&b);
    row.split(i, 32, var("i0"), var("i1")).interchange(k, var("i0"));
    row.gpu_block(var("i0")).gpu_thread(var("i1"));
    row.cache_read(before, k, memory::shared, {var("r"), var("s")}).gpu_spread();
    row.pipeline(k);
    refused(
        [&] { global::get_implicit_function()->stmt_text({&b}, testing::on_device()); },
        "computation \"row\": pipeline(k): \"before_in_row_load\" would run one iteration ahead, "
        "and computation \"row\" writes what it reads in the same kernel; compute that in a "
        "kernel before, or leave the command out");
}

/// out(i, j) = 2 in(i, j), of rows of any length.
struct doubled_rows {
    tiramisu::function owner;
    constant columns;
    var i, j;
    buffer b_in, b_out;
    input in;
    computation out;

    doubled_rows()
        : owner((init("doubled"), *global::get_implicit_function())), columns("columns", p_int32),
          i("i", 0, 8), j("j", 0, columns), b_in("b_in", {8, columns}, p_float32, a_input),
          b_out("b_out", {8, columns}, p_float32, a_output), in("in", {i, j}, p_float32),
          out("out", {i, j}, in(i, j) * 2.0f) {
        in.store_in(&b_in);
        out.store_in(&b_out);
        out.split(j, 64, var("j0"), var("j1")).split(var("j1"), 4, var("t"), var("v"));
        out.gpu_block(i).gpu_block(var("j0")).gpu_thread(var("t"));
    }
};

TEST(KernelVectors, AreLoadedAndStoredAtOnce) {
    doubled_rows p;
    p.out.vectorize(var("v"), 4);
    const std::string text = p.owner.stmt_text({&p.b_in, &p.b_out}, testing::on_device());
    EXPECT_THAT(text, HasSubstr("b_out[ramp("));
    EXPECT_THAT(text, HasSubstr("b_in[ramp("));
}

TEST(KernelVectors, AreLoopsWhereDevicesHaveNoSuchVectors) {
    doubled_rows p;
    const var j("j"), v("v");
    p.out.set_expression(expr(o_select, p.in(p.i, p.j) > 1.0f, p.in(p.i, p.j), expr(0.0f)));
    p.out.vectorize(v, 4);
    EXPECT_THAT(p.owner.stmt_text({&p.b_in, &p.b_out}, testing::on_device()),
                Not(HasSubstr("ramp(")));
}

class KernelVectorsOnDevice : public testing::DeviceTest {};

TEST_F(KernelVectorsOnDevice, HaveRowsOfAnyLength) {
    doubled_rows p;
    p.out.vectorize(var("v"), 4);
    const compiled_function code = p.owner.compile({&p.b_in, &p.b_out}, testing::on_device());
    for (const int columns : {1, 3, 4, 63, 64, 65, 200}) {
        std::vector<float> from(static_cast<std::size_t>(8 * columns)), to(from.size(), -1);
        for (std::size_t at = 0; at < from.size(); ++at) {
            from[at] = static_cast<float>(at);
        }
        ASSERT_EQ(0, code({jit_argument(from.data(), {8, columns}),
                           jit_argument(to.data(), {8, columns}), jit_argument(columns)}))
            << compiled_function::error_text();
        for (std::size_t at = 0; at < from.size(); ++at) {
            ASSERT_EQ(2 * from[at], to[at]) << columns << " columns, element " << at;
        }
    }
}

} // namespace
} // namespace tiramisu
