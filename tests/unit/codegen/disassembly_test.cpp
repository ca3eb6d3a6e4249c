// Machine code as nvdisasm shows it, and the loop that works most.

#include <gtest/gtest.h>

#include "codegen/machine_code/control_flow.h"
#include "codegen/machine_code/disassembly.h"
#include "codegen/machine_code/instruction_mix.h"

namespace tiramisu::lower {
namespace {

kernel_disassembly kernel_of(const std::string &lines) {
    const auto kernels = read_disassembly("\t.target\tsm_80\n"
                                          "\t.section\t.text.k,\"ax\",@progbits\n"
                                          "        .type           k,@function\n"
                                          "k:\n"
                                          ".text.k:\n" +
                                          lines);
    return kernels.count("k") > 0 ? kernels.at("k") : kernel_disassembly();
}

/// Numbers of the instructions of every loop.
std::vector<std::vector<std::size_t>> loops_of(const kernel_disassembly &kernel) {
    const std::vector<basic_block> blocks = basic_blocks(kernel);
    std::vector<std::vector<std::size_t>> loops;
    for (const std::set<std::size_t> &loop : natural_loops(blocks)) {
        loops.emplace_back();
        for (const std::size_t block : loop) {
            for (std::size_t at = blocks[block].first; at < blocks[block].end; ++at) {
                loops.back().push_back(at);
            }
        }
    }
    return loops;
}

using numbers = std::vector<std::size_t>;

TEST(Disassembly, HasInstructionsWithGuardsAndLabels) {
    const kernel_disassembly kernel =
        kernel_of("        /*0000*/                   MOV R1, c[0x0][0x28] ;\n"
                  ".L_x_1:\n"
                  "        /*0010*/              @!P0 IADD3 R6, R0.reuse, RZ, RZ ;\n"
                  "        /*0020*/                   EXIT ;\n"
                  ".L_x_0:\n"
                  "        /*0030*/             @!UP0 BRA `(.L_x_0) ;\n");
    ASSERT_EQ(4U, kernel.instructions.size());
    EXPECT_EQ("MOV", kernel.instructions[0].operation);
    EXPECT_EQ("R1, c[0x0][0x28]", kernel.instructions[0].operands);
    EXPECT_EQ("@!P0", kernel.instructions[1].guard);
    EXPECT_EQ("", kernel.instructions[2].operands);
    EXPECT_EQ("@!UP0", kernel.instructions[3].guard);
    EXPECT_EQ(1U, kernel.labels.at(".L_x_1"));
    EXPECT_EQ(3U, kernel.labels.at(".L_x_0"));
    EXPECT_EQ("    MOV R1, c[0x0][0x28]\n"
              ".L_x_1:\n"
              "    @!P0 IADD3 R6, R0.reuse, RZ, RZ\n"
              "    EXIT\n"
              ".L_x_0:\n"
              "    @!UP0 BRA `(.L_x_0)\n",
              kernel.text());
}

TEST(Disassembly, TellsKernelsApart) {
    const auto kernels = read_disassembly(".text.first:\n"
                                          "        /*0000*/    EXIT ;\n"
                                          ".text.second:\n"
                                          "        /*0000*/    NOP ;\n"
                                          "        /*0010*/    EXIT ;\n");
    ASSERT_EQ(2U, kernels.size());
    EXPECT_EQ(1U, kernels.at("first").instructions.size());
    EXPECT_EQ(2U, kernels.at("second").instructions.size());
}

TEST(Disassembly, LoopsAreBranchesBackToWhatLeadsThere) {
    // 0 1 (2 (3 4) 5) 6, of which 2 to 5 and 3 to 4 are loops.
    const kernel_disassembly kernel = kernel_of("        /*0000*/    NOP ;\n"
                                                "        /*0010*/    NOP ;\n"
                                                ".L_x_2:\n"
                                                "        /*0020*/    NOP ;\n"
                                                ".L_x_1:\n"
                                                "        /*0030*/    NOP ;\n"
                                                "        /*0040*/    @P0 BRA `(.L_x_1) ;\n"
                                                "        /*0050*/    @P1 BRA `(.L_x_2) ;\n"
                                                "        /*0060*/    EXIT ;\n");
    EXPECT_EQ((std::vector<numbers>{{2, 3, 4, 5}, {3, 4}}), loops_of(kernel));
    EXPECT_EQ((std::vector<std::set<std::size_t>>{{2}}),
              innermost(natural_loops(basic_blocks(kernel))));
}

// The condition of a branch may stand before its target, and calls are used as branches.
TEST(Disassembly, LoopsGoOnBehindEveryKindOfCondition) {
    const kernel_disassembly kernel =
        kernel_of(".L_x_1:\n"
                  "        /*0000*/    FFMA R1, R2, R3, R1 ;\n"
                  "        /*0010*/    @!P0 BRA P1, `(.L_x_0) ;\n"
                  "        /*0020*/    BRA.DIV UR4, `(.L_x_0) ;\n"
                  "        /*0030*/    @!P0 CALL.REL.NOINC `(.L_x_0) ;\n"
                  "        /*0040*/    BRA `(.L_x_1) ;\n"
                  ".L_x_0:\n"
                  "        /*0050*/    EXIT ;\n");
    EXPECT_EQ((std::vector<numbers>{{0, 1, 2, 3, 4}}), loops_of(kernel));
}

TEST(Disassembly, WhatFillsCodeUpBehindItsEndIsNoLoop) {
    const kernel_disassembly kernel = kernel_of("        /*0000*/    FADD R1, R2, R3 ;\n"
                                                "        /*0010*/    EXIT ;\n"
                                                ".L_x_0:\n"
                                                "        /*0020*/    BRA `(.L_x_0) ;\n"
                                                "        /*0030*/    NOP ;\n");
    EXPECT_TRUE(loops_of(kernel).empty());
    EXPECT_FALSE(hottest_loop(kernel).is_loop);
    EXPECT_EQ(2, hottest_loop(kernel).mix.all());
}

TEST(Disassembly, KernelsWithoutInstructionsHaveNoLoops) {
    EXPECT_FALSE(hottest_loop(kernel_disassembly()).is_loop);
    EXPECT_EQ(0, hottest_loop(kernel_disassembly()).mix.multiply_add_share());
}

TEST(InstructionMix, IsOfTheInnermostLoopWithTheMostMultiplyAdds) {
    const hot_loop hottest = hottest_loop(kernel_of(".L_x_1:\n"
                                                    "        /*0000*/    IADD3 R1, R1, 0x1, RZ ;\n"
                                                    "        /*0010*/    NOP ;\n"
                                                    "        /*0020*/    NOP ;\n"
                                                    "        /*0030*/    @P0 BRA `(.L_x_1) ;\n"
                                                    ".L_x_2:\n"
                                                    "        /*0040*/    FFMA R1, R2, R3, R1 ;\n"
                                                    "        /*0050*/    @P0 BRA `(.L_x_2) ;\n"
                                                    "        /*0060*/    EXIT ;\n"));
    EXPECT_TRUE(hottest.is_loop);
    EXPECT_EQ("1 FFMA, 1 branch", hottest.mix.text());
    EXPECT_DOUBLE_EQ(0.5, hottest.mix.multiply_add_share());
}

TEST(InstructionMix, TellsKindsApart) {
    instruction_mix mix;
    for (const char *operation :
         {"FFMA.FTZ", "LDS.128", "LDS.128", "LDS", "LDS.U.64", "LDG.E.U8.CONSTANT", "STS.S16",
          "LDGSTS.E.BYPASS.128", "BAR.SYNC.DEFER_BLOCKING", "IMAD.MOV.U32", "IMAD.WIDE", "MOV",
          "CS2R.32", "LOP3.LUT", "FADD", "BSSY", "HMMA.16816.F32", "MUFU.RCP"}) {
        mix.add({"", operation, "R1, R2"});
    }
    EXPECT_EQ((std::map<std::string, int>{{"FFMA", 1},
                                          {"LDS.128", 2},
                                          {"LDS.32", 1},
                                          {"LDS.64", 1},
                                          {"LDG.8", 1},
                                          {"STS.16", 1},
                                          {"LDGSTS.128", 1},
                                          {"BAR", 1},
                                          {"MOV", 3},
                                          {"integer", 2},
                                          {"FADD", 1},
                                          {"branch", 1},
                                          {"HMMA", 1},
                                          {"MUFU", 1}}),
              mix.counts());
    EXPECT_EQ(18, mix.all());
    EXPECT_EQ(2, mix.multiply_adds());
    EXPECT_EQ(2, mix.count("LDS.128"));
    EXPECT_EQ(0, mix.count("LDS.16"));
}

// The assembler puts a 0 into a register by a product as well.
TEST(InstructionMix, ProductsWithNothingAreMoves) {
    instruction_mix mix;
    mix.add({"", "HFMA2.MMA", "R95, -RZ, RZ, 0, 0"});
    mix.add({"", "HFMA2", "R95, R1, R2, R95"});
    EXPECT_EQ(1, mix.count("MOV"));
    EXPECT_EQ(1, mix.multiply_adds());
}

} // namespace
} // namespace tiramisu::lower
