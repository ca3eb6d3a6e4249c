// Tables and weights that kernels find in constant memory.

#include <fstream>
#include <sstream>

#include <gmock/gmock.h>

#include "gpu/device.h"
#include "support/temporary_folder.h"
#include "support/throws.h"
#include "tiramisu/jit.h"

namespace tiramisu {
namespace {

using oracle::throws;
using ::testing::HasSubstr;
using ::tiramisu::testing::on_device;

/// out(i) = in(i) * (table(0) + ... + table(3)), 50 elements.
struct weighted {
    tiramisu::function owner;
    var i{"i", 0, 50}, r{"r", 0, 4};
    buffer b_in{"b_in", {50}, p_float32, a_input}, b_table{"b_table", {4}, p_float32, a_input};
    buffer b_out{"b_out", {50}, p_float32, a_output};
    input in, table;
    computation out;

    weighted()
        : owner((init("weighted"), *global::get_implicit_function())), in("in", {i}, p_float32),
          table("table", {r}, p_float32),
          out("out", {i}, in(i) * (table(0) + table(1) + table(2) + table(3))) {
        in.store_in(&b_in);
        table.store_in(&b_table);
        out.store_in(&b_out);
        out.split(i, 16, var("i0"), var("i1"));
        out.gpu_block(var("i0")).gpu_thread(var("i1"));
    }

    compiled_function compiled() { return owner.compile({&b_in, &b_table, &b_out}, on_device()); }

    /// The number of wrong elements, or what went wrong otherwise.
    std::string run() {
        std::vector<float> from(50), weights = {1, 2, 3, 4}, to(50, -1);
        for (std::size_t at = 0; at < from.size(); ++at) {
            from[at] = static_cast<float>(at);
        }
        if (compiled()({jit_argument(from.data(), {50}), jit_argument(weights.data(), {4}),
                        jit_argument(to.data(), {50})}) != 0) {
            return compiled_function::error_text();
        }
        int wrong = 0;
        for (std::size_t at = 0; at < from.size(); ++at) {
            wrong += to[at] == 10 * from[at] ? 0 : 1;
        }
        return wrong == 0 ? "" : std::to_string(wrong) + " wrong elements";
    }
};

class ConstantMemory : public testing::DeviceTest {};

TEST_F(ConstantMemory, HoldsArguments) {
    weighted p;
    p.b_table.tag_gpu_constant();
    EXPECT_EQ("", p.run());
}

TEST_F(ConstantMemory, HoldsWindowsThatTheProcessorFills) {
    weighted p;
    p.out.cache_read(p.table, computation::root, memory::constant);
    EXPECT_EQ("", p.run());
}

TEST(ConstantMemoryText, IsAnAddressSpaceOfKernels) {
    weighted p;
    p.b_table.tag_gpu_constant();
    const testing::temporary_folder folder;
    const std::string object = folder / "weighted.o";
    options opts;
    opts.target = "host-opencl";
    p.owner.codegen({&p.b_in, &p.b_table, &p.b_out}, object, opts);
    std::ifstream file(object, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    EXPECT_THAT(text.str(), HasSubstr("#define MAX_CONSTANT_BUFFER_SIZE 65536\n"
                                      "#define MAX_CONSTANT_ARGS 8\n"));
    EXPECT_THAT(text.str(), HasSubstr("#define __address_space__b_table __constant"));
    EXPECT_THAT(text.str(), ::testing::Not(HasSubstr("#define __address_space__b_in __constant")));
}

TEST(ConstantMemoryRefusals, OfWhatThreadsReadAtSeveralPlaces) {
    weighted p;
    p.b_in.tag_gpu_constant();
    EXPECT_TRUE(throws<unsupported_error>(
        [&] { p.compiled(); },
        {"function \"weighted\": code generation: \"b_in\" is to lie in constant memory, which "
         "gives one element at a time to all threads of a block, but they read several at once; "
         "take memory::shared, or leave the tag out"}));
}

} // namespace
} // namespace tiramisu
