// What NVIDIA's assembler makes of kernels: registers, spills, how many blocks run at once, and how
// much of the loop that works most is work. No device is needed.

#include <cstdio>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <sstream>
#include <tuple>

#include <gmock/gmock.h>

#include "codegen/machine_code/kernel_code.h"
#include "codegen/ptx_kernels.h"
#include "gpu/device.h"
#include "nn/layers/conv2d/solvers.h"
#include "nn/layers/gemm/solvers.h"
#include "support/environment_setting.h"
#include "support/golden.h"
#include "support/gpu_programs.h"
#include "support/temporary_folder.h"
#include "support/throws.h"
#include "tiramisu/jit.h"

namespace tiramisu {
namespace {

using lower::kernel_code;
using oracle::gpu_program;
using oracle::throws;
using ::testing::HasSubstr;

options for_target(const std::string &target) {
    options opts;
    opts.target = target;
    return opts;
}

/// The version that `./dev setup cuda` fetches: others may take other registers.
constexpr const char *golden_version = "13.2.78";

const std::vector<std::string> machines = {"sm_80", "sm_90"};

/// What the solver for devices makes of a layer. Its program is kept.
template <typename Task, typename Solvers>
gpu_program layer_program(const std::string &name, Task task, const Solvers &solvers) {
    static std::vector<std::unique_ptr<nn::program>> kept;
    task.target = nn::machine::of(for_target("host-cuda"));
    const auto choice = solvers.by_name(task, "device_tiles", "", "", {});
    kept.push_back(
        std::make_unique<nn::program>(choice.solver->generate(task, choice.values, name).run));
    std::vector<buffer *> arguments;
    for (buffer &one : kept.back()->arguments) {
        arguments.push_back(&one);
    }
    return {kept.back()->what, arguments};
}

gpu_program layer_product(const std::string &name, const std::string &rest) {
    const auto problem = nn::gemm_problem::parse("gemm m=4096 n=4096 k=4096 " + rest);
    return layer_program(name, nn::gemm_task{problem, false, {}}, nn::all_gemm_solvers());
}

gpu_program layer_convolution(const std::string &name, const std::string &sizes) {
    const auto problem = nn::conv2d_problem::parse("conv2d " + sizes + " bias=1 post=relu");
    nn::conv2d_task task;
    task.problem = problem.completed();
    return layer_program(name, task, nn::all_conv2d_solvers());
}

/// Programs with one kernel each, by what the table calls them.
const std::vector<std::pair<std::string, std::function<gpu_program()>>> &programs() {
    static const std::vector<std::pair<std::string, std::function<gpu_program()>>> all = {
        {"product, tiles", [] { return oracle::shared_tiles_product(512); }},
        {"product, 64 x 64", [] { return oracle::register_product(512, 64); }},
        {"product, 128 x 128", [] { return oracle::register_product(512, 128); }},
        {"convolution", [] { return oracle::register_convolution(64); }},
        {"stencil", [] { return oracle::five_point_stencil(512); }},
        {"row sums", [] { return oracle::row_sums(512); }},
        {"layer: product", [] { return layer_product("layer_product", ""); }},
        {"layer: with bias", [] { return layer_product("layer_bias", "bias=1 post=relu"); }},
        {"layer: 3x3",
         [] {
             return layer_convolution("layer_3x3",
                                      "mb=8 ic=64 oc=128 ih=56 iw=56 kh=3 kw=3 ph=1 pw=1");
         }},
        {"layer: 1x1, small",
         [] { return layer_convolution("layer_1x1", "ic=512 oc=256 ih=14 iw=14"); }}};
    return all;
}

class MachineCode : public ::testing::Test {
protected:
    const core::public_call call_ = {"function \"tested\"", "sass_text", {}};
    lower::cuda_tools tools_;

    void SetUp() override {
        try {
            tools_ = lower::find_cuda_tools(call_);
        } catch (const user_error &missing) {
            GTEST_SKIP() << missing.what();
        }
    }

    kernel_code code_of(const lower::offloaded_function &kernels, const std::string &machine) {
        const lower::multiprocessor &asked = lower::machine_called(machine, {}, call_);
        return lower::machine_code(kernels, asked, tools_, call_).at(0);
    }

    lower::offloaded_function kernels_of(const gpu_program &program) {
        return lower::ptx_kernels(*program.what.state(), program.arguments,
                                  for_target("x86-64-cuda-cuda_capability_80"), call_);
    }

    /// Of all programs on all machines, assembled once: program, machine, code.
    using code_table = std::vector<std::tuple<std::string, std::string, kernel_code>>;
    const code_table &codes() {
        static const code_table all = [&] {
            code_table made;
            for (const auto &program : programs()) {
                const lower::offloaded_function kernels = kernels_of(program.second());
                for (const std::string &machine : machines) {
                    made.emplace_back(program.first, machine, code_of(kernels, machine));
                }
            }
            return made;
        }();
        return all;
    }
};

std::string row(const std::string &program, const std::string &machine, const kernel_code &code) {
    char text[200];
    std::snprintf(text, sizeof text, "%-20s%-9s%7ld%11ld%9ld%8ld%8ld%8ld%14d%15.1f\n",
                  program.c_str(), machine.c_str(), code.all_threads(), code.resources.registers,
                  code.resources.spill_store_bytes + code.resources.spill_load_bytes,
                  code.shared_bytes, code.running.blocks, code.running.warps,
                  code.hottest.is_loop ? code.hottest.mix.all() : 0,
                  code.hottest.mix.multiply_add_share() * 100);
    return text;
}

TEST_F(MachineCode, TakesTheRegistersThatItDid) {
    const std::string version = lower::assembler_version(tools_);
    if (version != golden_version) {
        GTEST_SKIP() << "the table is that of ptxas " << golden_version << ", here is " << version
                     << "; ./dev setup cuda fetches it";
    }
    std::string table =
        "kernel              machine  threads  registers  spilled  shared  blocks   "
        "warps  hottest loop  multiply-adds %\n";
    for (const auto &[program, machine, code] : codes()) {
        table += row(program, machine, code);
    }
    testing::expect_golden("machine_code/kernels.txt", table);
}

TEST_F(MachineCode, SpillsNothing) {
    for (const auto &[program, machine, code] : codes()) {
        EXPECT_EQ(0, code.resources.spill_store_bytes) << program << " on " << machine;
        EXPECT_EQ(0, code.resources.spill_load_bytes) << program << " on " << machine;
        EXPECT_EQ(0, code.resources.stack_bytes) << program << " on " << machine;
        EXPECT_LT(0, code.running.blocks) << program << " on " << machine;
    }
}

// What is not a multiply-add: of 570 instructions 32 loads of four elements from shared memory, and
// 8 elements that are copied there one by one. Blocks of 64 x 64 copy twice as many for each
// product.
TEST_F(MachineCode, OfProductsAndConvolutionsIsMultiplyAdds) {
    const std::map<std::string, double> least = {
        {"product, 64 x 64", 0.87}, {"product, 128 x 128", 0.89}, {"convolution", 0.86},
        {"layer: product", 0.91},   {"layer: with bias", 0.84},   {"layer: 3x3", 0.80}};
    int looked_at = 0;
    for (const auto &[program, machine, code] : codes()) {
        const auto found = least.find(program);
        if (found != least.end()) {
            ++looked_at;
            EXPECT_TRUE(code.hottest.is_loop) << program << " on " << machine;
            EXPECT_GE(code.hottest.mix.multiply_add_share(), found->second)
                << program << " on " << machine << ": " << code.hottest.mix.text();
        }
    }
    EXPECT_EQ(12, looked_at);
}

TEST_F(MachineCode, OfRegisterTilesReadsFourElementsAtOnce) {
    for (const auto &[program, machine, code] : codes()) {
        if (program == "product, 128 x 128") {
            // 8 steps, in which a thread reads 8 elements of a column and 8 of a row.
            EXPECT_EQ(8 * (8 + 8) / 4, code.hottest.mix.count("LDS.128")) << machine;
            EXPECT_EQ(8 * 8 * 8, code.hottest.mix.count("FFMA")) << machine;
            EXPECT_EQ(0, code.hottest.mix.count("LDS.32")) << machine;
            EXPECT_EQ(0, code.hottest.mix.count("MOV")) << machine;
        }
    }
}

// docs/gpu.md shows it.
TEST_F(MachineCode, OfAProductIsThatOfTheDocumentation) {
    if (lower::assembler_version(tools_) != golden_version) {
        GTEST_SKIP() << "the text is that of ptxas " << golden_version;
    }
    const gpu_program program = oracle::register_product(512, 128);
    const std::string text = program.what.sass_text(
        program.arguments, for_target("x86-64-cuda-cuda_capability_80"), "sm_80");
    testing::expect_golden("machine_code/product.txt", text.substr(0, text.find("\n\n") + 1));
}

TEST_F(MachineCode, IsShownBehindWhatItTakes) {
    const gpu_program program = oracle::shared_tiles_product(64);
    const std::string text =
        program.what.sass_text(program.arguments, for_target("host-cuda"), "sm_90");
    EXPECT_EQ(0U, text.find("tiles_kernel_0 on sm_90, by ptxas ")) << text;
    for (const char *part :
         {"    threads        8 x 8 x 1 of a block\n", " of a thread; nothing is spilled\n",
          "    shared memory  2048 bytes of a block\n", "    occupancy      ",
          "    hottest loop   ", "1 FFMA", "banks of shared memory\n    b_in_c_load writes ",
          "    c_update_1 reads the buffer of \"a_in_c\": a bank is asked 4 times\n",
          "\n\ntiles_kernel_0:\n    ", "    LDS ", "    BAR.SYNC", " EXIT\n"}) {
        EXPECT_THAT(text, HasSubstr(part));
    }
}

TEST_F(MachineCode, IsThatOfTheTargetsCapabilityWhereNoneIsNamed) {
    const gpu_program program = oracle::five_point_stencil(512);
    for (const auto &[target, machine] :
         std::map<std::string, std::string>{{"host-cuda", "sm_75"},
                                            {"host-cuda-cuda_capability_75", "sm_75"},
                                            {"host-cuda-cuda_capability_80", "sm_80"},
                                            {"host-cuda-cuda_capability_86", "sm_86"}}) {
        EXPECT_THAT(program.what.sass_text(program.arguments, for_target(target)),
                    HasSubstr("stencil_kernel_0 on " + machine + ", by ptxas "));
    }
}

TEST_F(MachineCode, ErrorsHaveWhatTheAssemblerSays) {
    const lower::multiprocessor &machine = lower::machine_called("sm_80", {}, call_);
    lower::offloaded_function broken;
    broken.text = ".version 7.0\n.target sm_80\n.address_size 64\nnonsense\n";
    EXPECT_TRUE(
        throws<unsupported_error>([&] { lower::machine_code(broken, machine, tools_, call_); },
                                  {"function \"tested\": sass_text: \"",
                                   "ptxas\" does not assemble the kernels (exit status ",
                                   "it says:\n", "kernels.ptx, line 4; "}));
}

TEST(MachineCodeErrors, NameTheProgramThatIsMissing) {
    const testing::environment_setting nowhere("TIRAMISU_CUDA_TOOLS", "/no/such/folder");
    const gpu_program program = oracle::five_point_stencil(512);
    EXPECT_TRUE(throws<user_error>(
        [&] { program.what.sass_text(program.arguments, for_target("host-cuda")); },
        {"machine_code_test.cpp:",
         "function \"stencil\": sass_text: machine code is made by NVIDIA's program \"ptxas\", "
         "which "
         "is not in \"/no/such/folder\", which TIRAMISU_CUDA_TOOLS names; ./dev setup cuda fetches "
         "it, or name the folder that has ptxas and nvdisasm in TIRAMISU_CUDA_TOOLS"}));
}

TEST(MachineCodeErrors, ListTheMachinesThatAreKnown) {
    const gpu_program program = oracle::five_point_stencil(512);
    EXPECT_TRUE(throws<user_error>(
        [&] { program.what.sass_text(program.arguments, for_target("host-cuda"), "sm_81"); },
        {"machine_code_test.cpp:",
         "function \"stencil\": sass_text(sm_81): \"sm_81\" is no machine that kernels are "
         "assembled "
         "for; known are sm_70, sm_75, sm_80, sm_86, sm_89, sm_90, sm_100, sm_120"}));
}

TEST(PtxErrors, SayWhichTargetsHaveKernelsInPtx) {
    const gpu_program program = oracle::five_point_stencil(512);
    for (const std::string target : {"host", "host-opencl"}) {
        for (const std::string call : {"ptx_text", "sass_text"}) {
            EXPECT_TRUE(throws<unsupported_error>(
                [&] {
                    call == "ptx_text"
                        ? program.what.ptx_text(program.arguments, for_target(target))
                        : program.what.sass_text(program.arguments, for_target(target));
                },
                {"machine_code_test.cpp:", "function \"stencil\": " + call + ": the target \"" +
                                               target +
                                               "\" has no kernels in PTX, which are CUDA's; name "
                                               "one that has in options::target, as \"host-cuda\" "
                                               "or \"host-cuda-cuda_capability_80\""}));
        }
    }
}

TEST(PtxErrors, SayThatNoLoopRunsOnAGpu) {
    init("plain");
    const var i("i", 0, 8);
    computation out("out", {i}, i * 2);
    buffer memory("memory", {8}, p_int32, a_output);
    out.store_in(&memory);
    const tiramisu::function plain = *global::get_implicit_function();
    EXPECT_TRUE(throws<user_error>(
        [&] { plain.ptx_text({&memory}, for_target("host-cuda")); },
        {"machine_code_test.cpp:", "function \"plain\": ptx_text: no loop runs on a GPU, so there "
                                   "are no kernels; give gpu_tile, or gpu_block and gpu_thread, to "
                                   "loops"}));
}

TEST(Ptx, IsThatOfTheObject) {
    gpu_program program = oracle::five_point_stencil(512);
    const std::string text = program.what.ptx_text(program.arguments, for_target("host-cuda"));
    EXPECT_THAT(text, HasSubstr(".visible .entry stencil_kernel_0("));
    const testing::temporary_folder folder;
    program.what.codegen(program.arguments, folder / "stencil.o", for_target("host-cuda"));
    std::ifstream file(folder / "stencil.o", std::ios::binary);
    std::ostringstream object;
    object << file.rdbuf();
    EXPECT_NE(std::string::npos, object.str().find(text));
}

// Unless it is told, the assembler may give a thread so many registers that no device starts large
// blocks.
TEST(Ptx, SaysHowManyThreadsBlocksHave) {
    init("two_sizes");
    const var i("i", 0, 4096), j("j", 0, 4096);
    computation first("first", {i}, i * 2), second("second", {j}, j * 3);
    buffer b_first("b_first", {4096}, p_int32, a_output),
        b_second("b_second", {4096}, p_int32, a_output);
    first.store_in(&b_first);
    second.store_in(&b_second);
    first.gpu_tile({i}, {1024});
    second.gpu_tile({j}, {64});
    first.then(second, computation::root);
    const std::string text =
        global::get_implicit_function()->ptx_text({&b_first, &b_second}, for_target("host-cuda"));
    const std::size_t entry = text.find(".entry two_sizes_kernel_1(");
    ASSERT_NE(std::string::npos, entry) << text;
    EXPECT_THAT(text.substr(0, entry), HasSubstr("\n.maxntid 1024, 1, 1\n"));
    EXPECT_THAT(text.substr(entry), HasSubstr("\n.maxntid 64, 1, 1\n"));
}

/// Elements of small whole numbers, whose sums are exact.
std::vector<float> numbers(std::size_t count, int step) {
    std::vector<float> made(count);
    for (std::size_t at = 0; at < count; ++at) {
        made[at] = static_cast<float>(static_cast<int>(at) * step % 11 - 5);
    }
    return made;
}

class MeasuredKernels : public testing::DeviceTest {};

TEST_F(MeasuredKernels, GiveProducts) {
    constexpr int size = 128;
    const std::vector<float> a = numbers(size * size, 7), b = numbers(size * size, 5);
    std::vector<float> expected(size * size, 0);
    for (std::size_t at = 0; at < expected.size(); ++at) {
        for (std::size_t k = 0; k < size; ++k) {
            expected[at] += a[at / size * size + k] * b[k * size + at % size];
        }
    }
    for (gpu_program program :
         {oracle::shared_tiles_product(size), oracle::register_product(size, 64),
          oracle::register_product(size, 128)}) {
        std::vector<float> left = a, right = b, c(expected.size(), -1);
        const compiled_function code =
            program.what.compile(program.arguments, testing::on_device());
        ASSERT_EQ(0, code({jit_argument(left.data(), {size, size}),
                           jit_argument(right.data(), {size, size}),
                           jit_argument(c.data(), {size, size})}))
            << compiled_function::error_text();
        EXPECT_EQ(expected, c);
    }
}

TEST_F(MeasuredKernels, GiveConvolutions) {
    constexpr int channels = 4, outs = 64, size = 64, padded = 66;
    std::vector<float> src = numbers(channels * padded * padded, 3),
                       weights = numbers(outs * channels * 9, 7), dst(outs * size * size, -1);
    std::vector<float> expected;
    for (int o = 0; o < outs; ++o) {
        for (int at = 0; at < size * size; ++at) {
            float sum = 0;
            for (int term = 0; term < channels * 9; ++term) {
                const int c = term / 9, r = term % 9 / 3, s = term % 3;
                const int pixel = (c * padded + at / size + r) * padded + at % size + s;
                sum += weights[static_cast<std::size_t>(o * channels * 9 + term)] *
                       src[static_cast<std::size_t>(pixel)];
            }
            expected.push_back(sum);
        }
    }
    gpu_program program = oracle::register_convolution(channels);
    const compiled_function code = program.what.compile(program.arguments, testing::on_device());
    ASSERT_EQ(0, code({jit_argument(src.data(), {channels, padded, padded}),
                       jit_argument(weights.data(), {outs, channels, 3, 3}),
                       jit_argument(dst.data(), {outs, size, size})}))
        << compiled_function::error_text();
    EXPECT_EQ(expected, dst);
}

TEST_F(MeasuredKernels, GiveSumsOfRows) {
    constexpr int size = 96;
    std::vector<float> in = numbers(size * size, 7), out(size, -1), expected(size, 0);
    for (std::size_t at = 0; at < in.size(); ++at) {
        expected[at / size] += in[at];
    }
    gpu_program program = oracle::row_sums(size);
    const compiled_function code = program.what.compile(program.arguments, testing::on_device());
    ASSERT_EQ(0, code({jit_argument(in.data(), {size, size}), jit_argument(out.data(), {size})}))
        << compiled_function::error_text();
    EXPECT_EQ(expected, out);
}

} // namespace
} // namespace tiramisu
