// Layers on a device: what their solvers write, in the model of threads; and the layers themselves,
// against the double-precision references. TIRAMISU_TEST_SEED starts the random problems elsewhere,
// TIRAMISU_TEST_CASES says how many there are.

#include <algorithm>
#include <cstring>

#include <gtest/gtest.h>

#include "gpu/device.h"
#include "nn/framework/program/kernel.h"
#include "nn/layers/conv2d/solvers.h"
#include "nn/layers/gemm/solvers.h"
#include "support/conv2d_run.h"
#include "support/environment_number.h"
#include "support/gemm_run.h"
#include "support/gpu_trial.h"
#include "support/random_conv2d.h"
#include "support/throws.h"
#include "tiramisu/target.h"

namespace tiramisu {
namespace {

using nn::conv2d_problem;
using nn::gemm_problem;

/// Numbers whose products and sums are exact.
std::vector<float> small_numbers(std::size_t count, unsigned seed) {
    oracle::random_source source(seed);
    std::vector<float> made(count);
    std::generate(made.begin(), made.end(),
                  [&] { return static_cast<float>(source.between(-3, 3)); });
    return made;
}

/// The program with values for its arguments, the result last.
oracle::gpu_trial trial_of(nn::program &what, const std::vector<std::vector<float>> &given,
                           const std::vector<float> &expected) {
    oracle::gpu_trial made{what.what, {}, {}, {}};
    oracle::gpu_trial::call call;
    for (std::size_t i = 0; i < what.arguments.size(); i++) {
        buffer &argument = what.arguments[i];
        made.arguments.push_back(&argument);
        oracle::array values(p_float32, nn::extents_of(argument));
        const auto filled = [&](const std::vector<float> &with) {
            std::vector<std::uint8_t> bytes(with.size() * sizeof(float));
            std::memcpy(bytes.data(), with.data(), bytes.size());
            values.set_bytes(bytes);
            return values;
        };
        call.before[argument.get_name()] = filled(given[i]);
        call.after[argument.get_name()] = filled(i < given.size() - 1 ? given[i] : expected);
    }
    made.calls.push_back(call);
    return made;
}

nn::machine device_machine() {
    options opts;
    opts.target = "host-opencl";
    return nn::machine::of(opts);
}

/// What the model of threads finds wrong with a convolution; empty if nothing is.
std::string fault_in_model(const std::string &text, const std::string &configuration,
                           nn::layout format = nn::layout::nchw) {
    nn::conv2d_options opts;
    opts.solver = "naive";
    opts.layouts = {format, format};
    const nn::conv2d naive(conv2d_problem::parse(text), opts);
    const conv2d_problem &problem = naive.problem();
    const auto count = [](const std::array<int, 4> &extents) {
        return nn::element_count(nn::layout::nchw, extents);
    };
    const std::vector<float> src = small_numbers(count(problem.src_extents()), 1);
    const std::vector<float> weights = small_numbers(count(problem.weights_extents()), 2);
    const auto filters = static_cast<std::size_t>(problem.oc);
    const std::vector<float> bias = small_numbers(problem.bias ? filters : 0, 3);
    const std::vector<float> residual =
        small_numbers(problem.has_residual() ? count(problem.conv_extents()) : 0, 4);
    std::vector<float> expected(count(problem.dst_extents()));
    naive.run(src.data(), weights.data(), problem.bias ? bias.data() : nullptr, expected.data(),
              problem.has_residual() ? residual.data() : nullptr);

    nn::conv2d_task task = {problem, opts.layouts, device_machine()};
    const auto choice =
        nn::all_conv2d_solvers().by_name(task, "device_tiles", configuration, "", {});
    nn::conv2d_program made = choice.solver->generate(task, choice.values, "layer");
    std::vector<float> packed(weights.size());
    const compiled_function pack = made.pack_weights->compile();
    nn::call(pack, {{const_cast<float *>(weights.data()),
                     nn::extents_of(made.pack_weights->arguments[0])},
                    {packed.data(), nn::extents_of(made.pack_weights->arguments[1])}});
    std::vector<std::vector<float>> given = {src, packed};
    if (problem.bias) {
        given.push_back(bias);
    }
    if (problem.has_residual()) {
        given.push_back(residual);
    }
    given.push_back(small_numbers(expected.size(), 5));
    const oracle::gpu_trial trial = trial_of(made.run, given, expected);
    return trial.is_on_device() ? trial.fault_in_model(trial.lowered())
                                : "no loop is on the device";
}

TEST(DeviceConvolution, IsRightInTheModelOfThreads) {
    const std::string small = "rows=16,columns=64,depth=8", large = "rows=128,columns=64,depth=8";
    EXPECT_EQ(fault_in_model("conv2d ic=8 oc=16 ih=10 iw=10 kh=3 kw=3 ph=1 pw=1", small), "");
    EXPECT_EQ(fault_in_model("conv2d mb=2 g=2 ic=18 oc=6 ih=5 iw=6 kh=3 kw=2 sh=2 ph=1 bias=1 "
                             "post=residual_add+relu",
                             small, nn::layout::nhwc),
              "");
    EXPECT_EQ(fault_in_model("conv2d ic=5 oc=7 ih=7 iw=3 kh=1 kw=2 dw=1", large), "");
    EXPECT_EQ(fault_in_model("conv2d ic=1 oc=7 ih=7 iw=3 kh=1 kw=2 dw=1", large), "");
}

/// The same of a product.
std::string fault_of_product(const std::string &text, const std::string &configuration) {
    nn::gemm_options opts;
    opts.solver = "naive";
    const nn::gemm naive(gemm_problem::parse(text), opts);
    const gemm_problem &problem = naive.problem();
    const auto count = [](int rows, int columns) {
        return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
    };
    const std::vector<float> a = small_numbers(count(problem.m, problem.k), 1);
    const std::vector<float> b = small_numbers(count(problem.k, problem.n), 2);
    const std::vector<float> bias = small_numbers(problem.bias ? count(1, problem.n) : 0, 3);
    const std::vector<float> before = small_numbers(count(problem.m, problem.n), 4);
    std::vector<float> expected = before;
    naive.run(a.data(), b.data(), expected.data(), problem.bias ? bias.data() : nullptr);

    const nn::gemm_task task = {problem, false, device_machine()};
    const auto choice = nn::all_gemm_solvers().by_name(task, "device_tiles", configuration, "", {});
    nn::gemm_program made = choice.solver->generate(task, choice.values, "layer");
    std::vector<std::vector<float>> given = {a, b};
    if (problem.bias) {
        given.push_back(bias);
    }
    given.push_back(before);
    const oracle::gpu_trial trial = trial_of(made.run, given, expected);
    return trial.is_on_device() ? trial.fault_in_model(trial.lowered())
                                : "no loop is on the device";
}

TEST(DeviceProduct, IsRightInTheModelOfThreads) {
    EXPECT_EQ(fault_of_product("gemm m=16 n=64 k=32", "rows=16,columns=64,depth=16"), "");
    EXPECT_EQ(fault_of_product("gemm m=21 n=70 k=19 transa=1 transb=1 beta=0.5 bias=1 post=relu",
                               "rows=16,columns=64,depth=8"),
              "");
    EXPECT_EQ(fault_of_product("gemm m=1 n=9 k=3 alpha=2", "rows=128,columns=128,depth=16"), "");
}

nn::conv2d_options on_device(const std::string &configuration = "",
                             nn::layout format = nn::layout::nchw) {
    nn::conv2d_options opts;
    opts.solver = "device_tiles";
    opts.configuration = configuration;
    opts.layouts = {format, format};
    opts.compiled = testing::on_device();
    return opts;
}

/// What goes wrong when the convolution is computed so; empty if nothing does.
std::string failure(const conv2d_problem &problem, const nn::conv2d_options &opts, unsigned seed) {
    const oracle::conv2d_data data(problem, seed);
    try {
        const double found = oracle::largest_error(
            oracle::reference_conv2d(problem, data),
            oracle::run_conv2d(nn::conv2d(problem, opts), opts.layouts, data));
        return found <= 1e-5 ? "" : "error " + std::to_string(found);
    } catch (const error &refused) {
        return refused.what();
    }
}

/// What goes wrong when the product is computed so; empty if nothing does.
std::string failure(const gemm_problem &problem, const std::string &configuration, unsigned seed) {
    const oracle::gemm_data data(problem, seed);
    try {
        nn::gemm_options opts;
        opts.solver = "device_tiles";
        opts.configuration = configuration;
        opts.compiled = testing::on_device();
        const double found =
            oracle::largest_error(oracle::reference_gemm(problem, data),
                                  oracle::run_gemm(nn::gemm(problem, opts), data, false));
        return found <= 1e-5 ? "" : "error " + std::to_string(found);
    } catch (const error &refused) {
        return refused.what();
    }
}

class DeviceLayers : public testing::DeviceTest {
protected:
    /// PoCL compiles kernels with barriers slowly, and larger tiles are longer kernels.
    const std::string small_tiles = "rows=16,columns=64,depth=8";
    const unsigned cases = oracle::environment_number("TIRAMISU_TEST_CASES", 6);
    const unsigned first = oracle::environment_number("TIRAMISU_TEST_SEED", 1);
};

TEST_F(DeviceLayers, RandomProducts) {
    for (unsigned seed = first; seed < first + cases; seed++) {
        oracle::random_source source(seed);
        const gemm_problem problem = oracle::random_gemm(source);
        EXPECT_EQ(failure(problem, small_tiles, seed), "") << problem.text() << ", seed " << seed;
    }
}

TEST_F(DeviceLayers, RandomConvolutions) {
    for (unsigned seed = first; seed < first + cases; seed++) {
        oracle::random_source source(seed);
        conv2d_problem problem = oracle::random_conv2d(source).completed();
        if (problem.pooling() != nullptr) {
            problem.post_ops.clear();
        }
        const auto format = source.chance(50) ? nn::layout::nchw : nn::layout::nhwc;
        EXPECT_EQ(failure(problem, on_device(small_tiles, format), seed), "")
            << problem.text() << ", seed " << seed;
    }
}

// PoCL's optimizer makes wrong values of these kernels, or does not end.
TEST_F(DeviceLayers, OfTilesThatAreAlmostEmpty) {
    const nn::conv2d_options opts = on_device("rows=128,columns=64,depth=8");
    for (const std::string channels : {"1", "5"}) {
        const auto problem =
            conv2d_problem::parse("conv2d ic=" + channels + " oc=7 ih=7 iw=3 kh=1 kw=2 dw=1");
        EXPECT_EQ(failure(problem, opts, 1), "") << problem.text();
    }
}

TEST_F(DeviceLayers, AreTakenByTheRuleAndInTurns) {
    nn::gemm_options opts;
    opts.compiled = testing::on_device();
    EXPECT_EQ("device_tiles", nn::gemm(gemm_problem::parse("gemm m=16 n=8 k=8"), opts).solver());
    EXPECT_NE("device_tiles", nn::gemm(gemm_problem::parse("gemm m=1 n=8 k=8"), opts).solver());
    const auto problem = conv2d_problem::parse("conv2d ic=4 oc=16 ih=5 iw=5 kh=3 kw=3");
    nn::conv2d_options layer = on_device();
    layer.solver = "auto";
    EXPECT_EQ("device_tiles", nn::conv2d(problem, layer).solver());
    nn::find_options search;
    search.compiled = testing::on_device();
    search.repeats = 1;
    search.solvers = {"device_tiles", "naive"};
    const auto found = nn::conv2d::find(problem, search);
    EXPECT_TRUE(std::any_of(found.begin(), found.end(), [](const nn::find_result &one) {
        return one.record.solver == "device_tiles" && one.why_not.empty();
    }));
}

TEST(DeviceSolvers, AreForTargetsWithADevice) {
    nn::gemm_options opts;
    opts.solver = "device_tiles";
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] { nn::gemm(gemm_problem::parse("gemm m=16 n=8 k=8"), opts); },
        {"solver \"device_tiles\"", "cannot do it: a target without a device, must be one with "
                                    "opencl or cuda"}));
    const auto refused = [](const std::string &text, nn::conv2d_options with,
                            const std::string &reason) {
        with.compiled.target = "host-opencl";
        return oracle::throws<user_error>([&] { nn::conv2d(conv2d_problem::parse(text), with); },
                                          {reason});
    };
    const std::string small = "conv2d ic=4 oc=16 ih=5 iw=5 kh=3 kw=3";
    EXPECT_TRUE(
        refused(small, on_device("", nn::layout::nchw16c), "layout nchw16c, must be nchw or nhwc"));
    EXPECT_TRUE(refused(small + " post=max_pool:3x3:1x1:0x0", on_device(), "post-op pooling"));
    nn::conv2d_options any = on_device();
    any.any_batch = true;
    EXPECT_TRUE(refused(small, any, "sizes of images that calls tell"));
}

TEST(DeviceTargets, SayWhichDevice) {
    EXPECT_EQ("", device_of("host"));
    EXPECT_EQ("opencl", device_of("host-opencl"));
    EXPECT_EQ("cuda", device_of("x86-64-linux-avx2-cuda-cuda_capability_80"));
}

} // namespace
} // namespace tiramisu
