// Kernels whose tiles do not divide the domain: what is left over has blocks and threads of its
// own, and what a thread keeps is in registers there, too.

#include <gmock/gmock.h>

#include "gpu/device.h"
#include "gpu/tripled.h"
#include "support/random_source.h"

namespace tiramisu {
namespace {

using oracle::value;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr int rows_of_block = 6, columns_of_block = 16;

/// out(i, j) = 3 in(i, j), by way of 2 in(i, j), which a thread keeps for `rows_of_block` rows.
struct kept_rows {
    tiramisu::function owner;
    constant n;
    var i, j;
    buffer b_in, b_out, kept;
    input in;
    computation twice, out;
    int columns;

    /// The number of rows is known while compiling, or that of the call.
    kept_rows(int rows, int columns_, bool is_sized)
        : owner((init("kept_rows"), *global::get_implicit_function())), n("n", p_int32),
          i("i", 0, is_sized ? expr(rows) : expr(n)), j("j", 0, columns_),
          b_in("b_in", {is_sized ? expr(rows) : expr(n), columns_}, p_int32, a_input),
          b_out("b_out", {is_sized ? expr(rows) : expr(n), columns_}, p_int32, a_output),
          kept("kept", {rows_of_block, columns_of_block}, p_int32, a_temporary),
          in("in", {i, j}, p_int32), twice("twice", {i, j}, in(i, j) * 2),
          out("out", {i, j}, twice(i, j) + in(i, j)), columns(columns_) {
        in.store_in(&b_in);
        out.store_in(&b_out);
        const var i0("i0"), i1("i1"), j0("j0"), j1("j1");
        for (computation *part : {&twice, &out}) {
            part->tile(i, j, rows_of_block, columns_of_block, i0, j0, i1, j1);
            part->interchange(i1, j1).gpu_block(i0).gpu_block(j0).gpu_thread(j1);
            part->tag_unroll_level(i1);
        }
        twice.then(out, j0);
        twice.store_in(&kept, {i % rows_of_block, j % columns_of_block});
        kept.allocate_at(out, j0);
    }

    std::vector<buffer *> arguments() { return {&b_in, &b_out}; }

    oracle::gpu_trial trial(int rows) {
        oracle::gpu_trial made = testing::tripled(owner, arguments(), {rows, columns});
        made.scalar_names = {"n"};
        made.calls.front().scalars["n"] = value::of_integer(p_int32, rows);
        return made;
    }
};

TEST(EdgesOfTiles, HaveBlocksOfTheirOwn) {
    kept_rows p(38, 21, true);
    const std::string text = p.owner.stmt_text(p.arguments(), testing::on_device());
    EXPECT_THAT(text, HasSubstr("i0.block_id_y, 0, 7)")) << text;
    EXPECT_THAT(text, HasSubstr("i0.block_id_x, 0, 2)")) << text;
    EXPECT_THAT(text, HasSubstr("kept[int32 * 81] in Register")) << text; // of 6 rows
    EXPECT_THAT(text, HasSubstr("kept[int32 * 17] in Register")) << text; // of the last 2
    EXPECT_THAT(text, Not(HasSubstr("GPUShared"))) << text;
    EXPECT_THAT(text, Not(HasSubstr("gpu_thread_barrier"))) << text;
}

TEST(EdgesOfTiles, AreInRegistersWhereSizesAreThoseOfTheCall) {
    kept_rows p(0, 21, false);
    const std::string text = p.owner.stmt_text(p.arguments(), testing::on_device());
    EXPECT_THAT(text, HasSubstr("in Register")) << text;
    EXPECT_THAT(text, Not(HasSubstr("GPUShared"))) << text;
}

TEST(EdgesOfTiles, AreComputed) {
    const oracle::random_run asked = oracle::random_run::from_environment(98000, 12);
    for (int at = 0; at < asked.cases; ++at) {
        const std::uint64_t seed = asked.seed + static_cast<std::uint64_t>(at);
        oracle::random_source random(seed);
        const int rows = random.between(1, 40), columns = random.between(1, 40);
        for (const bool is_sized : {true, false}) {
            kept_rows p(rows, columns, is_sized);
            const oracle::gpu_trial trial = p.trial(rows);
            EXPECT_EQ("", trial.fault_in_model(trial.lowered()))
                << "TIRAMISU_SEED=" << seed << " TIRAMISU_CASES=1: " << rows << " x " << columns
                << (is_sized ? "" : ", of the call");
        }
    }
}

class EdgesOfTilesOnDevice : public testing::DeviceTest {};

TEST_F(EdgesOfTilesOnDevice, AreComputed) {
    for (const auto &[rows, columns] : {std::pair{38, 21}, {5, 16}, {1, 1}}) {
        for (const bool is_sized : {true, false}) {
            kept_rows p(rows, columns, is_sized);
            EXPECT_EQ("", p.trial(rows).fault_on_device()) << rows << " x " << columns;
        }
    }
}

} // namespace
} // namespace tiramisu
