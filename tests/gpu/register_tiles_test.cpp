// Products of matrices of which every thread keeps a tile of sums in registers while its block goes
// through tiles of the factors.

#include <fstream>
#include <sstream>

#include <gmock/gmock.h>

#include "gpu/device.h"
#include "gpu/tripled.h"
#include "support/gpu_trial.h"
#include "support/random_source.h"
#include "support/temporary_folder.h"
#include "tiramisu/jit.h"

namespace tiramisu {
namespace {

using oracle::value;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr int tile = 16, own = 4; ///< of a block, and of a thread, in both directions

/// The loops of one tile of a block, over `rows` and `columns`: threads, then what each has.
void share_out(computation &of, const var &rows, const var &columns) {
    const std::string r = rows.get_name(), c = columns.get_name();
    const var rt(r + "_t"), ro(r + "_o"), ct(c + "_t"), co(c + "_o");
    of.split(rows, own, rt, ro).split(columns, own, ct, co).interchange(ro, ct);
    of.gpu_thread(rt).gpu_thread(ct).tag_unroll_level(ro);
    of.tag_unroll_level(co);
}

/// c(i, j) = sum of a(i, k) b(k, j).
struct register_product {
    tiramisu::function owner;
    int n, m, depth;
    var i, j, k;
    buffer b_a, b_b, b_c;
    input a, b;
    computation c;

    register_product(int rows, int columns, int steps)
        : owner((init("product"), *global::get_implicit_function())), n(rows), m(columns),
          depth(steps), i("i", 0, n), j("j", 0, m), k("k", 0, depth),
          b_a("b_a", {n, depth}, p_int32, a_input), b_b("b_b", {depth, m}, p_int32, a_input),
          b_c("b_c", {n, m}, p_int32, a_output), a("a", {i, k}, p_int32), b("b", {k, j}, p_int32),
          c("c", {i, j}, expr(0)) {
        a.store_in(&b_a);
        b.store_in(&b_b);
        c.store_in(&b_c);
        c(i, j) += a(i, k) * b(k, j);
        const var i0("i0"), j0("j0"), i1("i1"), j1("j1"), k0("k0"), k1("k1");
        computation zero = c.init();
        zero.tile(i, j, tile, tile, i0, j0, i1, j1).gpu_block(i0).gpu_block(j0);
        share_out(zero, i1, j1);
        c.tile(i, j, tile, tile, i0, j0, i1, j1).split(k, 8, k0, k1);
        c.interchange(j1, k0).interchange(i1, k0); // i0 j0 k0 j1 i1 k1
        c.gpu_block(i0).gpu_block(j0);
        zero.then(c, j0);
    }

    std::vector<buffer *> arguments() { return {&b_a, &b_b, &b_c}; }

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

/// Loops of the threads inside of k0, with the sums in a window around it.
void keep_sums(register_product &p) {
    const var i1("i1"), j1("j1"), k1("k1");
    const std::vector<var> loops = {var("i1_t"), var("j1_t"), k1, var("i1_o"), var("j1_o")};
    p.c.split(i1, own, loops[0], loops[3]).split(j1, own, loops[1], loops[4]);
    p.c.reorder(loops).gpu_thread(loops[0]).gpu_thread(loops[1]);
    p.c.tag_unroll_level(loops[3]);
    p.c.tag_unroll_level(loops[4]);
    staged_copies sums = p.c.cache_write(var("j0"));
    for (computation *copy : {&sums.load, &sums.store}) {
        const std::vector<std::string> names = copy->get_loop_names();
        share_out(*copy, var(names.at(names.size() - 2)), var(names.back()));
    }
}

TEST(RegisterTiles, AreArraysOfEachThreadAroundTheLoopOverTiles) {
    register_product p(64, 64, 32);
    keep_sums(p);
    const std::string text = p.owner.stmt_text(p.arguments(), testing::on_device());
    EXPECT_THAT(text, HasSubstr("[int32 * 52] in Register")) << text;
    EXPECT_THAT(text, Not(HasSubstr("in GPUShared"))) << text;
    // Nobody waits: no thread touches another one's sums.
    EXPECT_THAT(text, Not(HasSubstr("gpu_thread_barrier"))) << text;
    const std::size_t array = text.find("in Register"), loop = text.find("for (k0");
    EXPECT_LT(array, loop) << text;
}

std::size_t count(const std::string &text, const std::string &what) {
    std::size_t found = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
        ++found;
    }
    return found;
}

TEST(RegisterTiles, AreOneKernelWhereThereIsOneBlock) {
    register_product p(16, 16, 32);
    keep_sums(p);
    const std::string text = p.owner.stmt_text(p.arguments(), testing::on_device());
    EXPECT_EQ(2U, count(text, "gpu_block<Default_GPU>")) << text;
    EXPECT_EQ(1U, count(text, "block_id_x, 0, 1)")) << text;
    EXPECT_THAT(text, HasSubstr("[int32 * 52] in Register")) << text;
    EXPECT_LT(text.find("gpu_block<"), text.find("for (k0")) << text;
}

TEST(RegisterTiles, AreRegistersInBlocksOfTheirOwnAtTheEdges) {
    register_product p(38, 21, 9);
    keep_sums(p);
    const std::string text = p.owner.stmt_text(p.arguments(), testing::on_device());
    EXPECT_EQ(1U, count(text, "block_id_y, 0, 3)")) << text;
    EXPECT_EQ(1U, count(text, "block_id_x, 0, 2)")) << text;
    EXPECT_EQ(2U, count(text, "gpu_block<Default_GPU>")) << text;
    EXPECT_THAT(text, Not(HasSubstr("in GPUShared"))) << text;
    EXPECT_THAT(text, HasSubstr("[int32 * 52] in Register")) << text;
}

TEST(RegisterTiles, AreRegistersInPtx) {
    register_product p(64, 64, 32);
    keep_sums(p);
    const testing::temporary_folder folder;
    options opts;
    opts.target = "host-cuda";
    p.owner.codegen(p.arguments(), folder / "product.o", opts);
    std::ifstream file(folder / "product.o", std::ios::binary);
    std::ostringstream object;
    object << file.rdbuf();
    EXPECT_THAT(object.str(), HasSubstr("Generated by LLVM NVPTX"));
    for (const std::string memory : {".local", "ld.shared", "st.shared"}) {
        EXPECT_EQ(std::string::npos, object.str().find(memory)) << memory;
    }
}

TEST(RegisterTiles, ArePartOfWhatTheModelOfThreadsRuns) {
    for (const auto &[n, m, depth] :
         {std::tuple{32, 16, 8}, {16, 32, 20}, {21, 18, 9}, {1, 1, 1}}) {
        register_product p(n, m, depth);
        keep_sums(p);
        const oracle::gpu_trial trial = p.trial();
        EXPECT_EQ("", trial.fault_in_model(trial.lowered())) << n << " " << m << " " << depth;
    }
}

TEST(RegisterTiles, KeepProductsOfRandomSizes) {
    const oracle::random_run asked = oracle::random_run::from_environment(99000, 12);
    for (int at = 0; at < asked.cases; ++at) {
        const std::uint64_t seed = asked.seed + static_cast<std::uint64_t>(at);
        oracle::random_source random(seed);
        const int n = random.between(1, 40), m = random.between(1, 40),
                  depth = random.between(1, 20);
        register_product p(n, m, depth);
        keep_sums(p);
        const oracle::gpu_trial trial = p.trial();
        EXPECT_EQ("", trial.fault_in_model(trial.lowered()))
            << "TIRAMISU_SEED=" << seed << " TIRAMISU_CASES=1: " << n << " x " << m << " x "
            << depth;
    }
}

/// out(i) = 2 in(i) + in(i), by way of a temporary of every block.
struct kept_by_remainder {
    tiramisu::function owner;
    var i;
    buffer b_in, b_out, kept;
    input in;
    computation twice, out;

    explicit kept_by_remainder(int size)
        : owner((init("kept"), *global::get_implicit_function())), i("i", 0, size),
          b_in("b_in", {size}, p_int32, a_input), b_out("b_out", {size}, p_int32, a_output),
          kept("kept", {tile}, p_int32, a_temporary), in("in", {i}, p_int32),
          twice("twice", {i}, in(i)*2), out("out", {i}, twice(i) + in(i)) {
        in.store_in(&b_in);
        out.store_in(&b_out);
        const var block("block"), inside("inside"), thread("thread"), place("place");
        for (computation *part : {&twice, &out}) {
            part->split(i, tile, block, inside).split(inside, own, thread, place);
            part->gpu_block(block).gpu_thread(thread).tag_unroll_level(place);
        }
        twice.then(out, block);
        twice.store_in(&kept, {i % tile});
        kept.allocate_at(out, block);
    }

    oracle::gpu_trial trial(int size) { return testing::tripled(owner, {&b_in, &b_out}, {size}); }
};

TEST(RegisterTiles, AreThoseOfTemporariesWhoseIndicesAreRemainders) {
    for (const int size : {64, 37, 1}) {
        kept_by_remainder p(size);
        if (size == 64) {
            const std::string text = p.owner.stmt_text({&p.b_in, &p.b_out}, testing::on_device());
            EXPECT_THAT(text, HasSubstr("allocate kept[int32 * 4] in Register")) << text;
            EXPECT_THAT(text, Not(HasSubstr("gpu_thread_barrier"))) << text;
        }
        const oracle::gpu_trial trial = p.trial(size);
        EXPECT_EQ("", trial.fault_in_model(trial.lowered())) << size;
    }
}

class RegisterTilesOnDevice : public testing::DeviceTest {};

TEST_F(RegisterTilesOnDevice, GiveProducts) {
    for (const auto &[n, m, depth] :
         {std::tuple{32, 16, 8}, {16, 32, 20}, {21, 18, 9}, {1, 1, 1}}) {
        register_product p(n, m, depth);
        keep_sums(p);
        EXPECT_EQ("", p.trial().fault_on_device()) << n << " " << m << " " << depth;
    }
    for (const int size : {64, 37, 1}) {
        kept_by_remainder p(size);
        EXPECT_EQ("", p.trial(size).fault_on_device()) << size;
    }
}

} // namespace
} // namespace tiramisu
