#include "core/meaning/named_memory.h"

#include <algorithm>

#include "core/program/command.h"
#include "core/program/definition.h"
#include "core/program/staging.h"
#include "tiramisu/error.h"

namespace tiramisu::core {

namespace {

using poly::loop_kind;

/// Whether a loop around the window is of a kind that this is true of.
template <typename Is>
bool is_inside(const staging &window, Is is) {
    const auto &loops = window.consumer->nest.loops;
    return std::any_of(loops.begin(), loops.begin() + window.kept_around(),
                       [&](const auto &loop) { return is(loop.kind); });
}

bool is_of_threads(loop_kind kind) {
    return kind == loop_kind::gpu_thread || kind == loop_kind::gpu_lane;
}

bool is_of_blocks(loop_kind kind) {
    return kind == loop_kind::gpu_block;
}

/// What is wrong with the place of the window; empty if nothing is.
std::string problem_of(const staging &window) {
    switch (window.kept) {
    case memory::temporary:
    case memory::registers: return "";
    case memory::shared:
        if (is_inside(window, is_of_threads)) {
            return "which a block has, but is inside of a loop on threads; name a loop between "
                   "those on blocks and those on threads, which interchange() makes";
        }
        return is_inside(window, is_of_blocks)
                   ? ""
                   : "which a block has, but no loop around it runs on blocks; give gpu_block to "
                     "one, or leave the kind of memory out";
    case memory::local:
        return is_inside(window, poly::runs_on_gpu)
                   ? ""
                   : "which a thread of a GPU has, but no loop around it runs on a GPU; give "
                     "gpu_thread to one, or leave the kind of memory out";
    case memory::global:
    case memory::constant:
        return is_inside(window, poly::runs_on_gpu)
                   ? "which all blocks share, but is inside of a loop on a GPU; name a loop around "
                     "the kernel, or take memory::shared"
                   : "";
    }
    return "";
}

} // namespace

void require_named_memory(const function_state &function) {
    for (const auto &made : function.stagings) {
        const std::string problem = made->has_window() ? problem_of(*made) : "";
        if (!problem.empty()) {
            const auto level = static_cast<std::size_t>(made->kept_level);
            throw user_error(
                subject(*made->consumer), made->call,
                "keeps what one iteration of loop \"" + made->consumer->nest.loops[level].name +
                    "\" touches in memory::" + memory_names().at(made->kept) + ", " + problem,
                made->window->where);
        }
    }
}

} // namespace tiramisu::core
