#include <cmath>
#include <cstdio>

#include "codegen/machine_code/kernel_code.h"

namespace tiramisu::lower {

namespace {

std::string row(const std::string &what, const std::string &text) {
    return "    " + what + std::string(15 - what.size(), ' ') + text + '\n';
}

std::string number(long value) {
    return std::to_string(value);
}

std::string percent(double share) {
    char text[16];
    std::snprintf(text, sizeof text, "%.1f %%", share * 100);
    return text;
}

std::string threads_text(const kernel_code &kernel) {
    return number(kernel.threads[0]) + " x " + number(kernel.threads[1]) + " x " +
           number(kernel.threads[2]) + " of a block";
}

std::string registers_text(const kernel_resources &of) {
    const bool spills = of.spill_store_bytes > 0 || of.spill_load_bytes > 0;
    return number(of.registers) + " of a thread; " +
           (spills ? "spilled: " + number(of.spill_store_bytes) + " bytes stored and " +
                         number(of.spill_load_bytes) + " loaded"
                   : "nothing is spilled") +
           (of.stack_bytes > 0 ? "; " + number(of.stack_bytes) + " bytes of stack" : "");
}

std::string limit_text(occupancy::limit limit) {
    switch (limit) {
    case occupancy::limit::blocks: return "the number of blocks";
    case occupancy::limit::warps: return "the number of warps";
    case occupancy::limit::registers: return "registers";
    case occupancy::limit::shared_memory: return "shared memory";
    }
    return "";
}

std::string occupancy_text(const occupancy &of) {
    if (of.blocks == 0) {
        return "none: one block needs more than a multiprocessor has of " +
               limit_text(of.limited_by) + ", so that it cannot be started";
    }
    return number(of.blocks) + (of.blocks == 1 ? " block" : " blocks") + " at once, " +
           number(of.warps) + " of " + number(of.most_warps) + " warps (" + percent(of.share()) +
           "); the limit is " + limit_text(of.limited_by);
}

std::string hottest_text(const hot_loop &hottest) {
    return number(hottest.mix.all()) + " instructions, " +
           percent(hottest.mix.multiply_add_share()) +
           " of them multiply-adds: " + hottest.mix.text();
}

} // namespace

std::string summary_of(const kernel_code &kernel) {
    return row("threads", threads_text(kernel)) +
           row("registers", registers_text(kernel.resources)) +
           row("shared memory", number(kernel.shared_bytes) + " bytes of a block") +
           row("occupancy", occupancy_text(kernel.running)) +
           row(kernel.hottest.is_loop ? "hottest loop" : "without loops",
               hottest_text(kernel.hottest));
}

} // namespace tiramisu::lower
