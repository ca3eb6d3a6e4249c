#include <gtest/gtest.h>

#include <vector>

#include "support/forked_check.h"
#include "support/temporary_folder.h"
#include "tiramisu/nn/nn.h"
#include "tiramisu/runtime.h"

namespace tiramisu::nn {
namespace {

class Fork : public ::testing::Test {
protected:
    void SetUp() override { tiramisu_set_num_threads(2); }
    void TearDown() override { tiramisu_set_num_threads(0); }
};

const char *const small = "conv2d mb=2 ic=16 oc=16 ih=20 iw=20 kh=3 kw=3 ph=1 pw=1 post=relu";

std::vector<float> numbers(std::size_t count) {
    std::vector<float> made(count);
    for (std::size_t i = 0; i < count; i++) {
        made[i] = static_cast<float>(static_cast<int>(i * 7 % 13) - 6);
    }
    return made;
}

std::vector<float> run(const conv2d &layer) {
    const conv2d_problem &p = layer.problem();
    const std::vector<float> src = numbers(static_cast<std::size_t>(p.mb * p.ic * p.ih * p.iw));
    const std::vector<float> weights = numbers(static_cast<std::size_t>(p.oc * p.ic * p.kh * p.kw));
    std::vector<float> dst(static_cast<std::size_t>(p.mb * p.oc * p.oh * p.ow), -99);
    layer.run(src.data(), weights.data(), nullptr, dst.data());
    return dst;
}

TEST_F(Fork, LeavesLayersToChildren) {
    const conv2d layer(conv2d_problem::parse(small));
    const std::vector<float> expected = run(layer);
    EXPECT_TRUE(oracle::holds_in_copy([&] {
        for (int round = 0; round < 5; round++) {
            if (run(layer) != expected) {
                return false;
            }
        }
        return true;
    }));
    EXPECT_EQ(run(layer), expected);
}

TEST_F(Fork, LeavesTheCompilerToChildren) {
    const std::vector<float> expected = run(conv2d(conv2d_problem::parse(small)));
    EXPECT_TRUE(oracle::holds_in_copy(
        [&] {
            clear_layer_cache();
            return run(conv2d(conv2d_problem::parse(small))) == expected;
        },
        std::chrono::seconds(300)));
}

TEST_F(Fork, LeavesFindAndItsDatabaseToChildren) {
    const testing::temporary_folder folder;
    perf_db db(folder / "perf.sqlite");
    find_options opts;
    opts.results = &db;
    opts.solvers = {"naive"}; // the rule never takes it
    opts.configurations = opts.repeats = 1;
    const auto problem = conv2d_problem::parse("conv2d ic=2 oc=3 ih=4 iw=4");
    find(problem, opts);
    EXPECT_TRUE(oracle::holds_in_copy(
        [&] {
            const auto other = conv2d_problem::parse("conv2d ic=2 oc=3 ih=5 iw=5");
            return !find(other, opts).empty() && db.warnings().empty();
        },
        std::chrono::seconds(300)));
    find(conv2d_problem::parse("conv2d ic=2 oc=3 ih=6 iw=6"), opts);
    conv2d_options known;
    known.results = &db;
    for (const char *const size : {"ih=4 iw=4", "ih=5 iw=5", "ih=6 iw=6"}) {
        const auto each = conv2d_problem::parse(std::string("conv2d ic=2 oc=3 ") + size);
        EXPECT_EQ(conv2d(each, known).solver(), "naive") << size;
    }
}

} // namespace
} // namespace tiramisu::nn
