// Layers that are cut and compiled for 64-bit Arm compute what the naive solver does here.

#include <algorithm>
#include <cmath>
#include <fstream>
#include <random>
#include <sstream>

#include <gtest/gtest.h>

#include "nn/framework/program/machine.h"
#include "nn/kinds/layer_program.h"
#include "support/emulated_calls.h"
#include "support/environment_setting.h"
#include "tiramisu/nn/nn.h"

namespace tiramisu::nn {
namespace {

using ::tiramisu::testing::emulated_calls;
using ::tiramisu::testing::emulated_result;

constexpr const char *arm = "aarch64-linux";

/// Memory of a function's arguments, and the calls that fill it.
class argument_memory {
public:
    /// Numbers from -1 to 1 in what is read, the same for the same arguments.
    explicit argument_memory(const layer_program &made) {
        std::mt19937 source(23);
        for (const layer_argument &one : made.arguments) {
            values_.emplace_back(one.size());
            for (float &value : values_.back()) {
                value = one.is == layer_argument::role::result
                            ? NAN
                            : static_cast<float>(source() % 2001) / 1000.0f - 1.0f;
            }
        }
        for (const buffer &one : made.run.arguments) {
            extents_.push_back(extents_of(one));
        }
    }

    std::vector<float> &of(std::size_t argument) { return values_.at(argument); }

    std::vector<jit_argument> arguments() {
        std::vector<jit_argument> all;
        for (std::size_t i = 0; i < values_.size(); ++i) {
            all.emplace_back(values_[i].data(), extents_[i]);
        }
        return all;
    }

    static std::vector<std::int64_t> extents_of(const buffer &one) {
        std::vector<std::int64_t> extents;
        for (const expr &size : one.get_dim_sizes()) {
            extents.push_back(size.get_int_val());
        }
        return extents;
    }

private:
    std::vector<std::vector<float>> values_;
    std::vector<std::vector<std::int64_t>> extents_;
};

layer_program written(const std::string &text, const std::string &solver,
                      const std::string &target) {
    layer_options opts;
    opts.solver = solver;
    opts.compiled.target = target;
    return write_layer(text, "layer", opts);
}

std::size_t place_of(const layer_program &made, layer_argument::role role) {
    std::size_t at = 0;
    while (at < made.arguments.size() && made.arguments[at].is != role) {
        ++at;
    }
    return at;
}

std::vector<float> naive_result(const std::string &text) {
    const layer_program made = written(text, "naive", "host");
    argument_memory memory(made);
    EXPECT_FALSE(made.pack.has_value());
    EXPECT_EQ(0, made.run.compile()(memory.arguments())) << compiled_function::error_text();
    return memory.of(place_of(made, layer_argument::role::result));
}

/// Writes a program's function, calls it, and has what it says in the message of a failure.
void call_on_arm(const program &what, const std::string &name,
                 const std::vector<jit_argument> &arguments) {
    emulated_calls calls;
    options opts;
    opts.target = arm;
    opts.function_name = name;
    what.write_object(calls.folder() + "/" + name + ".o", opts);
    calls.add(name, arguments);
    const emulated_result result = calls.run().front();
    EXPECT_EQ(0, result.status) << result.error;
}

std::vector<float> arm_result(const std::string &text, const std::string &solver) {
    const layer_program made = written(text, solver, arm);
    argument_memory memory(made);
    if (made.pack) {
        std::vector<float> &weights = memory.of(place_of(made, layer_argument::role::weights));
        const std::vector<buffer> &taken = made.pack->arguments;
        const auto packed_extents = argument_memory::extents_of(taken.at(1));
        std::int64_t size = 1;
        for (const std::int64_t extent : packed_extents) {
            size *= extent;
        }
        std::vector<float> packed(static_cast<std::size_t>(size));
        call_on_arm(*made.pack, "pack",
                    {jit_argument(weights.data(), argument_memory::extents_of(taken.at(0))),
                     jit_argument(packed.data(), packed_extents)});
        weights = packed;
    }
    call_on_arm(made.run, "layer", memory.arguments());
    return memory.of(place_of(made, layer_argument::role::result));
}

class ArmLayers : public ::testing::TestWithParam<std::string> {
protected:
    void SetUp() override {
        if (const std::string missing = emulated_calls::missing(); !missing.empty()) {
            GTEST_SKIP() << missing;
        }
    }
};

TEST_P(ArmLayers, ComputeWhatTheNaiveSolverDoes) {
    const std::string text = GetParam();
    const std::vector<float> expected = naive_result(text);
    int computed = 0;
    for (const solver_verdict &one : kind_of(text).solvers(text)) {
        if (!one.why_not.empty()) {
            continue;
        }
        SCOPED_TRACE(text + " by " + one.solver);
        std::vector<float> found;
        ASSERT_NO_THROW(found = arm_result(text, one.solver));
        ASSERT_EQ(expected.size(), found.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            ASSERT_NEAR(expected[i], found[i], 1e-4) << "element " << i;
        }
        ++computed;
    }
    EXPECT_GE(computed, 2) << "naive, and another one";
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, ArmLayers,
    ::testing::Values("gemm m=13 n=21 k=17 bias=1", "gemm m=32 n=64 k=48 post=relu",
                      "conv2d ic=8 oc=12 ih=9 iw=10 kh=3 kw=3 ph=1 pw=1 bias=1 post=relu",
                      "conv2d g=8 ic=8 oc=8 ih=9 iw=9 kh=3 kw=3",
                      "conv2d ic=16 oc=16 ih=8 iw=8 src=nhwc dst=nhwc",
                      "pooling ic=5 ih=9 iw=11 pool=max_pool:3x3:2x2:0x0",
                      "softmax ic=37 ih=3 iw=5"));

/// The lines of assembly from a label to the next that have most of some instruction.
std::vector<std::string> block_with_most(const std::string &assembly, const std::string &what) {
    std::vector<std::string> best, now;
    const auto count = [&](const std::vector<std::string> &lines) {
        return std::count_if(lines.begin(), lines.end(), [&](const std::string &line) {
            return line.find(what) != std::string::npos;
        });
    };
    std::istringstream lines(assembly);
    for (std::string line; std::getline(lines, line);) {
        if (line.compare(0, 2, ".L") == 0 || line.compare(0, 2, "//") == 0) {
            best = count(now) > count(best) ? now : best;
            now.clear();
        } else {
            now.push_back(line);
        }
    }
    return count(now) > count(best) ? now : best;
}

/// docs/targets.md counts them.
TEST(ArmCode, OfProductsKeepsItsSumsInRegisters) {
    const tiramisu::testing::temporary_folder folder;
    const tiramisu::testing::environment_setting emit("TIRAMISU_EMIT", "assembly");
    gemm_options opts;
    opts.compiled.target = arm;
    gemm::write_object(gemm_problem::parse("gemm m=256 n=256 k=256"), folder / "product.o",
                       "product", opts);
    std::ifstream file(folder / "product.s");
    std::stringstream assembly;
    assembly << file.rdbuf();
    const std::vector<std::string> loop = block_with_most(assembly.str(), "fmla");
    int products = 0, instructions = 0;
    for (const std::string &line : loop) {
        products += line.find("\tfmla\t") != std::string::npos ? 1 : 0;
        instructions += line.find('\t') == 0 && line.find("\t.") != 0 ? 1 : 0;
        EXPECT_EQ(line.find("[sp"), std::string::npos) << line;
        EXPECT_EQ(line.find("\tst"), std::string::npos) << line;
    }
    EXPECT_EQ(24, products);
    EXPECT_LE(instructions, 36);
}

TEST(ArmMachine, IsWhatLayersAreCutFor) {
    options opts;
    opts.target = arm;
    const machine one = machine::of(opts);
    EXPECT_EQ(4, one.lanes);
    EXPECT_EQ(32, one.registers);
    EXPECT_NE(one.fingerprint().find(" target=arm-64-linux"), std::string::npos);
}

} // namespace
} // namespace tiramisu::nn
