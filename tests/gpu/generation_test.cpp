// What is generated for loops on a GPU, and what is refused. No device is needed.

#include <filesystem>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>

#include "support/temporary_folder.h"
#include "support/throws.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu {
namespace {

using oracle::throws;
using ::testing::HasSubstr;

/// out(i, j) = 2 in(i, j), 100 x 70.
struct doubled {
    tiramisu::function owner;
    var i, j;
    buffer b_in, b_out;
    input in;
    computation out;

    doubled()
        : owner((init("doubled"), *global::get_implicit_function())), i("i", 0, 100), j("j", 0, 70),
          b_in("b_in", {100, 70}, p_float32, a_input),
          b_out("b_out", {100, 70}, p_float32, a_output), in("in", {i, j}, p_float32),
          out("out", {i, j}, in(i, j) * 2.0f) {
        in.store_in(&b_in);
        out.store_in(&b_out);
    }
};

options for_target(const std::string &target) {
    options opts;
    opts.target = target;
    return opts;
}

std::string contents(const std::filesystem::path &path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

TEST(GpuGeneration, ShowsBlocksAndThreads) {
    doubled p;
    p.out.gpu_tile(p.i, p.j, 8, 32);
    EXPECT_EQ("// GPU block loop i_outer\n"
              "for (int c0 = 0; c0 <= 12; c0 += 1)\n"
              "  // GPU block loop j_outer\n"
              "  for (int c1 = 0; c1 <= 2; c1 += 1)\n"
              "    // GPU thread loop i_inner\n"
              "    for (int c2 = 0; c2 <= min(7, -8 * c0 + 99); c2 += 1)\n"
              "      // GPU thread loop j_inner\n"
              "      for (int c3 = 0; c3 <= min(31, -32 * c1 + 69); c3 += 1)\n"
              "        out(8 * c0 + c2, 32 * c1 + c3);\n",
              p.owner.loops_text());
    EXPECT_THAT(p.owner.schedule_outline(), HasSubstr("loop i_outer (GPU block)"));
}

TEST(GpuGeneration, LaunchesTheSameThreadsInEveryBlock) {
    doubled p;
    p.out.gpu_tile(p.i, p.j, 8, 32);
    const std::string text = p.owner.stmt_text({&p.b_in, &p.b_out}, for_target("host-opencl"));
    EXPECT_THAT(text, HasSubstr("gpu_block<Default_GPU> (i_outer.block_id_y, 0, 13)"));
    EXPECT_THAT(text, HasSubstr("gpu_block<Default_GPU> (i_outer.block_id_x, 0, 3)"));
    EXPECT_THAT(text, HasSubstr("gpu_thread<Default_GPU> (i_outer.thread_id_y, 0, 8)"));
    EXPECT_THAT(text, HasSubstr("gpu_thread<Default_GPU> (i_outer.thread_id_x, 0, 32)"));
}

TEST(GpuGeneration, IsRecordedAsOneCommand) {
    doubled p;
    p.out.gpu_tile(p.i, p.j, 8, 32);
    const std::string text = p.owner.schedule_text();
    EXPECT_EQ("out.gpu_tile(i, j, 8, 32);\n", text);
    const schedule made = p.owner.get_schedule();
    const std::string loops = p.owner.loops_text();
    p.owner.set_schedule(schedule("doubled", {}));
    EXPECT_NE(loops, p.owner.loops_text());
    p.owner.set_schedule(schedule::from_json(made.to_json()));
    EXPECT_EQ(loops, p.owner.loops_text());
}

TEST(GpuGeneration, LeavesObjectsWithoutSuchLoopsAsTheyAre) {
    const testing::temporary_folder folder;
    doubled p;
    p.out.vectorize(p.j, 8).parallelize(p.i);
    std::vector<std::string> objects;
    for (const std::string target : {"avx2", "avx2-opencl", "avx2-cuda"}) {
        const std::filesystem::path object = std::filesystem::path(folder.path()) / (target + ".o");
        p.owner.codegen({&p.b_in, &p.b_out}, object.string(), for_target(target));
        objects.push_back(contents(object));
    }
    EXPECT_EQ(objects[0], objects[1]);
    EXPECT_EQ(objects[0], objects[2]);
    EXPECT_THAT(objects[0], ::testing::Not(HasSubstr("tiramisu_device")));
}

TEST(GpuGeneration, GivesTheSameBytesAgain) {
    const testing::temporary_folder folder;
    for (const std::string target : {"avx2-opencl", "avx2-cuda"}) {
        std::vector<std::string> objects;
        for (const std::string name : {"first", "second"}) {
            doubled p;
            p.out.gpu_tile(p.i, p.j, 8, 32);
            const std::filesystem::path object =
                std::filesystem::path(folder.path()) / (name + ".o");
            p.owner.codegen({&p.b_in, &p.b_out}, object.string(), for_target(target));
            objects.push_back(contents(object));
        }
        EXPECT_EQ(objects[0], objects[1]) << target;
    }
}

TEST(GpuGeneration, MakesPtxForOlderPrograms) {
    const testing::temporary_folder folder;
    doubled p;
    p.out.gpu_tile(p.i, p.j, 8, 32);
    p.owner.codegen({&p.b_in, &p.b_out}, folder / "doubled.o", true);
    EXPECT_THAT(contents(folder / "doubled.o"), HasSubstr(".visible .entry doubled_kernel_0("));
}

class GpuRefusals : public ::testing::Test {
protected:
    doubled p;

    template <typename Call>
    void refused(Call &&call, const std::string &text) {
        const std::string before = p.owner.schedule_text();
        EXPECT_TRUE(throws<user_error>(call, {text, "generation_test.cpp:"}));
        EXPECT_EQ(before, p.owner.schedule_text());
    }
    template <typename Error = user_error>
    void not_generated(const std::string &text) {
        EXPECT_TRUE(throws<Error>(
            [&] {
                p.owner.compile({&p.b_in, &p.b_out}, for_target("host-opencl"));
            },
            {text}));
    }
};

TEST_F(GpuRefusals, OfBlocksThatAreTooLarge) {
    refused([&] { p.out.gpu_tile(p.i, p.j, 64, 32); },
            "computation \"out\": gpu_tile(i, j, 64, 32): makes blocks of more than 1024 threads, "
            "which no GPU runs; use smaller tiles");
}

TEST_F(GpuRefusals, OfLoopsThatAreTooLongForThreads) {
    const var n("i", 0, 5000);
    computation longer("longer", {n}, n * 2);
    refused([&] { longer.gpu_thread(n); },
            "computation \"longer\": gpu_thread(i): makes blocks of more than 1024 threads");
}

TEST_F(GpuRefusals, OfThreadsOfUnknownNumber) {
    const constant size("size", p_int32);
    const var n("i", 0, size);
    computation unknown("unknown", {n}, n * 2);
    refused([&] { unknown.gpu_thread(n); },
            "computation \"unknown\": gpu_thread(i): the values of loop \"i\" are not known while "
            "compiling; split it, or use gpu_tile, and run the inner part on threads");
}

TEST_F(GpuRefusals, OfBlocksInsideOfThreads) {
    p.out.gpu_thread(p.i);
    refused([&] { p.out.gpu_block(p.j); },
            "gpu_block(j): loop \"j\" on blocks is inside of loop \"i\" on threads; blocks consist "
            "of threads: interchange them first");
}

TEST_F(GpuRefusals, OfLoopsThatRunOtherwise) {
    p.out.parallelize(p.i);
    refused([&] { p.out.gpu_block(p.i); },
            "gpu_block(i): loop \"i\" already is parallel; a loop runs in one way");
}

TEST_F(GpuRefusals, OfKernelsInLoopsOnThreadsOfTheProcessor) {
    p.out.gpu_tile({p.j}, {32}).parallelize(p.i);
    not_generated("computation \"out\": loop \"j_outer\" runs on a GPU inside of loop \"i\", which "
                  "is parallel; loops around a kernel run one after the other");
}

TEST_F(GpuRefusals, OfVectorsInKernels) {
    p.out.gpu_block(p.i).vectorize(p.j, 8);
    not_generated("loop \"j_vec\" is vectorized inside of loop \"i\", which runs on a GPU");
}

TEST_F(GpuRefusals, OfOtherLoopsBetweenThreads) {
    const var j0("j0"), j1("j1"), i0("i0"), i1("i1");
    p.out.split(p.i, 4, i0, i1).split(p.j, 8, j0, j1).gpu_block(i0).gpu_thread(i1).gpu_thread(j1);
    not_generated("loop \"j1\" does not stand directly inside of the loop on threads \"i1\"");
}

TEST_F(GpuRefusals, OfOtherLoopsBetweenBlocks) {
    const var j0("j0"), j1("j1"), i0("i0"), i1("i1");
    p.out.split(p.i, 4, i0, i1).split(p.j, 8, j0, j1).gpu_block(i0).gpu_block(j0);
    not_generated("loop \"j0\" on blocks does not stand directly inside of the loop on blocks "
                  "\"i0\"; blocks of one kernel cannot wait for one another");
}

TEST_F(GpuRefusals, OfTargetsWithoutADevice) {
    p.out.gpu_tile(p.i, p.j, 8, 8);
    EXPECT_TRUE(throws<unsupported_error>(
        [&] {
            p.owner.compile({&p.b_in, &p.b_out});
        },
        {"runs on a GPU, and the target has none; name one that has in options::target, as "
         "\"host-opencl\" or \"host-cuda\""}));
}

TEST(GpuGeneration, RoundsEachOperationForCudaWhereThatIsAsked) {
    for (const bool strict : {false, true}) {
        init("fused");
        const var i("i", 0, 64);
        buffer b_in("b_in", {64}, p_float32, a_input), b_out("b_out", {64}, p_float32, a_output);
        input in("in", {i}, p_float32);
        computation out("out", {i}, in(i)*in(i) + 3.0f);
        in.store_in(&b_in);
        out.store_in(&b_out);
        out.gpu_tile({i}, {32});
        options opts = for_target("host-cuda");
        opts.strict_float = strict;
        const std::string text = global::get_implicit_function()->ptx_text({&b_in, &b_out}, opts);
        EXPECT_EQ(strict, text.find("fma.rn.f32") == std::string::npos) << text;
        EXPECT_EQ(strict, text.find("mul.rn.f32") != std::string::npos) << text;
    }
}

TEST_F(GpuRefusals, OfTwoKindsOfDevices) {
    EXPECT_TRUE(throws<unsupported_error>(
        [&] {
            p.owner.compile({&p.b_in, &p.b_out}, for_target("host-cuda-opencl"));
        },
        {"target \"host-cuda-opencl\": a function's kernels are for one kind of device"}));
}

TEST_F(GpuRefusals, OfDependencesBetweenThreadsHaveTwoOfThemAsWitness) {
    const var n("i", 1, 64), whole("k", 0, 64);
    buffer b("b", {64}, p_int32, a_output);
    input before("before", {whole}, p_int32);
    computation sum("sum", {n}, before(n - 1) + 1);
    before.store_in(&b);
    sum.store_in(&b);
    sum.gpu_tile({n}, {16});
    EXPECT_TRUE(throws<schedule_error>(
        [&] {
            p.owner.compile({&p.b_in, &p.b_out, &b}, for_target("host-opencl"));
        },
        {"loop \"i_outer\" cannot be a GPU block loop: its iterations depend on one another"}));
    sum.split(var("i_inner"), 4, var("a"), var("b"));
}

TEST_F(GpuRefusals, OfFunctionsThatDevicesDoNotHave) {
    const var n("i", 0, 64);
    buffer b("b", {64}, p_float32, a_output);
    computation called("called", {n}, expr(o_call, "my_function", {cast(p_float32, n)}, p_float32));
    called.store_in(&b);
    called.gpu_tile({n}, {16});
    EXPECT_TRUE(throws<unsupported_error>(
        [&] {
            p.owner.compile({&p.b_in, &p.b_out, &b}, for_target("host-opencl"));
        },
        {"loops on a GPU call the function \"my_function\", which devices do not have; call it in "
         "loops of the processor"}));
}

} // namespace
} // namespace tiramisu
