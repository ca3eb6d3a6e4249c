// Layers that are compiled for a target are cut for its vectors.
#include <gtest/gtest.h>

#include "nn/layers/conv2d/solvers.h"
#include "support/conv2d_reference.h"
#include "support/conv2d_run.h"
#include "support/environment_setting.h"
#include "support/gemm_run.h"
#include "support/input_file.h"
#include "support/recurrent_run.h"
#include "support/spmm_run.h"
#include "support/temporary_folder.h"
#include "support/throws.h"
#include "tiramisu/nn/nn.h"
#include "tiramisu/target.h"

namespace tiramisu::nn {
namespace {

constexpr const char *sse41 = "x86-64-linux-sse41";
constexpr double tolerance = 1e-4;

options compiled_for(const std::string &target) {
    options opts;
    opts.target = target;
    return opts;
}

template <typename Options>
Options layer_for(const std::string &target) {
    Options opts;
    opts.compiled.target = target;
    return opts;
}

TEST(Target, TellsItsVectors) {
    for (const auto &[target, floats, registers] : {std::tuple{"x86-64", 4, 16},
                                                    {"sse41", 4, 16},
                                                    {sse41, 4, 16},
                                                    {"avx2", 8, 16},
                                                    {"avx512", 16, 32}}) {
        EXPECT_EQ(vectors_of(target).floats, floats) << target;
        EXPECT_EQ(vectors_of(target).registers, registers) << target;
    }
    EXPECT_EQ(vectors_of("sse41").target, vectors_of(sse41).target);
    EXPECT_EQ(vectors_of("x86-64-linux-avx-sse41").target, vectors_of("avx").target);
    EXPECT_TRUE(oracle::throws<unsupported_error>([] { vectors_of("vax"); },
                                                  {"target \"vax\"", "known are \"host\""}));
}

TEST(Target, TellsTheVectorsThatGeneratorsCompileFor) {
    EXPECT_EQ(vectors_of_output().target, vectors_of("host").target);
    const tiramisu::testing::environment_setting other("TIRAMISU_TARGET", "sse41");
    EXPECT_EQ(vectors_of_output().target, vectors_of("sse41").target);
}

TEST(Target, IsOfTheMachineThatLayersAreCutFor) {
    EXPECT_EQ(machine::of({}).fingerprint(), machine::here().fingerprint());
    const machine narrow = machine::of(compiled_for("sse41"));
    EXPECT_EQ(narrow.lanes, 4);
    EXPECT_EQ(narrow.registers, 16);
    EXPECT_EQ(narrow.l2_bytes, machine::here().l2_bytes);
    EXPECT_NE(narrow.fingerprint().find(" target=x86-64-linux-sse41"), std::string::npos);
    EXPECT_TRUE(oracle::throws<unsupported_error>(
        [] {
            conv2d(conv2d_problem::parse("conv2d ic=2 oc=2 ih=4 iw=4"),
                   layer_for<conv2d_options>("vax"));
        },
        {"target \"vax\""}));
}

TEST(Target, MayNameAMachine) {
    for (const auto &[name, lanes, registers, l1, l2] : {std::tuple{"nehalem", 4, 16, 32, 256},
                                                         {"sandybridge", 8, 16, 32, 256},
                                                         {"haswell", 8, 16, 32, 256},
                                                         {"skylake-avx512", 16, 32, 32, 1024},
                                                         {"icelake-server", 16, 32, 48, 1280},
                                                         {"sapphirerapids", 16, 32, 48, 2048},
                                                         {"zen3", 8, 16, 32, 512},
                                                         {"zen4", 16, 32, 32, 1024},
                                                         {"zen5", 16, 32, 48, 1024}}) {
        const machine found = machine::of(compiled_for(name));
        EXPECT_EQ(found.lanes, lanes) << name;
        EXPECT_EQ(found.registers, registers) << name;
        EXPECT_EQ(found.l1_bytes, l1 * 1024) << name;
        EXPECT_EQ(found.l2_bytes, l2 * 1024) << name;
        EXPECT_EQ(found.threads, machine::here().threads) << name;
        EXPECT_EQ(found.fingerprint().find(std::string(name) + " lanes="), 0u) << name;
    }
    EXPECT_TRUE(oracle::throws<unsupported_error>([] { vectors_of("zen"); },
                                                  {"target \"zen\"", "\"zen4\"", "\"haswell\""}));
}

TEST(Target, OfAMachineIsOneWithTheFeaturesThatItsNameStandsFor) {
    for (const target_machine &one : target_machines()) {
        EXPECT_EQ(vectors_of(one.name).target, vectors_of(one.target).target) << one.name;
        EXPECT_GT(one.l2_bytes, one.l1_bytes) << one.name;
    }
}

/// Whatever target there is, solvers cut for its vectors.
TEST(Target, IsTheOneThatEveryLayerIsCutFor) {
    std::vector<std::string> targets = {"host", "x86-64", "sse41", "avx", "avx2", "avx512"};
    for (const target_machine &one : target_machines()) {
        targets.push_back(one.name);
    }
    for (const std::string &target : targets) {
        const machine found = machine::of(compiled_for(target));
        EXPECT_EQ(found.lanes, vectors_of(target).floats) << target;
        EXPECT_EQ(found.registers, vectors_of(target).registers) << target;
    }
}

#if defined(__x86_64__)

/// The C functions of any kind of layer, cut for the machine that the options or the environment
/// name, use its registers alone.
TEST(Target, OfObjectFilesDecidesWhichRegistersTheyUse) {
    const testing::environment_setting emit("TIRAMISU_EMIT", "assembly");
    for (const layer_kind *const kind : layer_kinds()) {
        SCOPED_TRACE(kind->name());
        const testing::temporary_folder folder;
        kind->write_object(kind->example(), folder / "layer.o", "layer",
                           layer_for<layer_options>("nehalem"));
        EXPECT_EQ(support::text_of_file(folder / "layer.s").find("ymm"), std::string::npos);
        EXPECT_EQ(support::text_of_file(folder / "layer.s").find("zmm"), std::string::npos);
    }
    const testing::temporary_folder folder;
    const testing::environment_setting target("TIRAMISU_TARGET", "nehalem");
    gemm::write_object(gemm_problem::parse("gemm m=64 n=64 k=64"), folder / "layer.o", "layer");
    EXPECT_EQ(support::text_of_file(folder / "layer.s").find("ymm"), std::string::npos);
    EXPECT_NE(support::text_of_file(folder / "layer.s").find("xmm"), std::string::npos);
}

std::string assembly(const conv2d_task &task, const conv2d_choice &choice, const options &opts) {
    const testing::temporary_folder folder;
    const testing::environment_setting emit("TIRAMISU_EMIT", "assembly");
    choice.solver->generate(task, choice.values, "layer")
        .run.write_object(folder / "layer.o", opts);
    return support::text_of_file(folder / "layer.s");
}

TEST(Target, DecidesWhichRegistersLayersUse) {
    const options opts = compiled_for(sse41);
    const conv2d_task task{
        conv2d_problem::parse("conv2d ic=16 oc=32 ih=14 iw=14 kh=3 kw=3"), {}, machine::of(opts)};
    for (const char *const solver : {"gspc", "direct"}) {
        const conv2d_choice choice = all_conv2d_solvers().by_name(task, solver, "", "", {});
        const std::string text = assembly(task, choice, opts);
        EXPECT_NE(text.find("xmm"), std::string::npos) << solver;
        EXPECT_EQ(text.find("ymm"), std::string::npos) << solver;
        EXPECT_EQ(text.find("zmm"), std::string::npos) << solver;
        if (choice.values.count("t_o") != 0) {
            EXPECT_LE(choice.values.at("t_o"), 4);
        }
    }
}

/// Compares each solver that can with the reference.
void expect_right(const conv2d_problem &problem, const conv2d_layouts &layouts,
                  const std::string &target) {
    const oracle::conv2d_data data(problem, 1);
    const std::vector<double> expected = oracle::reference_conv2d(problem, data);
    const conv2d_task task{problem, layouts, machine::of(compiled_for(target))};
    for (const auto &solver : all_conv2d_solvers()) {
        if (!all_conv2d_solvers().refusal(*solver, task).empty()) {
            continue;
        }
        auto opts = layer_for<conv2d_options>(target);
        opts.layouts = layouts;
        opts.solver = solver->name();
        const conv2d layer(problem, opts);
        EXPECT_LE(oracle::largest_error(expected, oracle::run_conv2d(layer, layouts, data)),
                  tolerance)
            << solver->name() << " for " << target;
        EXPECT_EQ(layer.configuration(), to_text(solver->default_configuration(task)));
    }
}

TEST(Target, OfNarrowVectorsGivesRightConvolutions) {
    const auto plain =
        conv2d_problem::parse("conv2d ic=8 oc=12 ih=9 iw=10 kh=3 kw=3 ph=1 pw=1 bias=1 post=relu");
    const auto depthwise = conv2d_problem::parse("conv2d g=8 ic=8 oc=8 ih=9 iw=9 kh=3 kw=3");
    expect_right(plain, {}, sse41);
    expect_right(plain, {layout::nhwc, layout::nhwc}, sse41);
    expect_right(depthwise, {}, sse41);
    expect_right(conv2d_problem::parse("conv2d ic=16 oc=16 ih=8 iw=8"),
                 {layout::nchw16c, layout::nchw16c}, sse41);
}

TEST(Target, OfNarrowVectorsGivesRightProducts) {
    const auto problem = gemm_problem::parse("gemm m=13 n=21 k=17 bias=1");
    const oracle::gemm_data data(problem, 1);
    for (const char *const solver : {"packed", "dot", "naive"}) {
        auto opts = layer_for<gemm_options>(sse41);
        opts.solver = solver;
        EXPECT_LE(oracle::largest_error(oracle::reference_gemm(problem, data),
                                        oracle::run_gemm(gemm(problem, opts), data, false)),
                  tolerance)
            << solver;
    }
    const auto sparse = spmm_problem::parse("spmm m=16 n=21 k=17");
    const oracle::spmm_data of_sparse(
        sparse, oracle::random_csr(16, 17, 0.3, oracle::spread::anywhere, 1), 1);
    EXPECT_LE(oracle::largest_error(
                  oracle::reference_spmm(sparse, of_sparse),
                  oracle::run_spmm(spmm(sparse, layer_for<spmm_options>(sse41)), of_sparse)),
              tolerance);
}

TEST(Target, OfNarrowVectorsGivesRightRecurrentLayers) {
    const auto problem = recurrent_problem::parse("lstm t=3 mb=2 ic=9 hc=10");
    EXPECT_LE(oracle::recurrent_error(recurrent(problem, layer_for<layer_options>(sse41)),
                                      oracle::recurrent_values(problem, 1)),
              tolerance);
}

/// Sums of 2x2 windows in 16 lanes take 16 registers of SSE, which has no more.
TEST(Target, DecidesWhichStepsOfAChainAreLifted) {
    const auto step = [](const char *size) {
        return conv2d_problem::parse("conv2d mb=16 ic=4 oc=4 kh=3 kw=3 ph=1 pw=1 "
                                     "post=max_pool:2x2:1x1:0x0 " +
                                     std::string(size));
    };
    const sparse_conv2d_chain narrow({step("ih=8 iw=8"), step("ih=7 iw=7")},
                                     layer_for<sparse_conv2d_chain_options>(sse41));
    for (const sparse_conv2d &layer : narrow.steps()) {
        EXPECT_NE(layer.solver(), "naive");
    }
}

#endif

} // namespace
} // namespace tiramisu::nn
