#include "core/commands/gpu_limits.h"
#include "core/commands/loop_extent.h"
#include "core/commands/loop_families.h"
#include "core/commands/nest_transformer.h"
#include "core/commands/tiling.h"
#include "core/program/give_command.h"

namespace tiramisu::core {

using poly::loop_kind;

namespace {

[[noreturn]] void refuse_second_kind(nest_transformer &t, int level) {
    t.refuse("loop \"" + t.name(level) + "\" already is " + to_string(t.kind(level)) +
             "; a loop runs in one way");
}

void require_processor_loop(nest_transformer &t, int level) {
    t.require_serial(level);
    const loop_kind kind = t.kind(level);
    if (kind == loop_kind::parallel || kind == loop_kind::unrolled ||
        kind == loop_kind::pipelined) {
        refuse_second_kind(t, level);
    }
}

std::vector<int> loops_of_kind(nest_transformer &t, loop_kind kind) {
    std::vector<int> levels;
    for (int level = 0; level < static_cast<int>(t.nest().loops.size()); ++level) {
        if (t.kind(level) == kind) {
            levels.push_back(level);
        }
    }
    return levels;
}

void require_few(nest_transformer &t, loop_kind kind) {
    const auto count = loops_of_kind(t, kind).size();
    if (count > most_device_dimensions) {
        t.refuse("makes " + std::to_string(count) + " " + to_string(kind) +
                 " loops; a GPU has 3 dimensions of them: collapse loops first");
    }
}

/// The number of values that a loop on threads has, which is what is launched.
long thread_count(nest_transformer &t, int level) {
    const auto bounds = all_values(t.nest().map.substituted(), t.domain(), level);
    if (!bounds) {
        t.refuse("the values of loop \"" + t.name(level) +
                 "\" are not known while compiling; split it, or use gpu_tile, and run the inner "
                 "part on threads");
    }
    return bounds->extent;
}

/// The threads of one block, over all loops that are tagged so far.
void require_threads_that_fit(nest_transformer &t) {
    const std::vector<int> levels = loops_of_kind(t, loop_kind::gpu_thread);
    long all = 1;
    for (const int level : levels) {
        const long count = thread_count(t, level);
        if (levels.size() == most_device_dimensions && level == levels.front() &&
            count > most_threads_outside) {
            t.refuse("loop \"" + t.name(level) + "\" has " + std::to_string(count) +
                     " threads; the outermost of three thread loops has at most 64");
        }
        all = std::min(all, most_threads) * std::min(count, most_threads + 1);
    }
    if (all > most_threads) {
        t.refuse("makes blocks of more than 1024 threads, which no GPU runs; use smaller tiles");
    }
}

void require_blocks_outside(nest_transformer &t) {
    const std::vector<int> blocks = loops_of_kind(t, loop_kind::gpu_block);
    const std::vector<int> threads = loops_of_kind(t, loop_kind::gpu_thread);
    if (!blocks.empty() && !threads.empty() && threads.front() < blocks.back()) {
        t.refuse("loop \"" + t.name(blocks.back()) + "\" on blocks is inside of loop \"" +
                 t.name(threads.front()) +
                 "\" on threads; blocks consist of threads: interchange them first");
    }
}

void tag(nest_transformer &t, int level, loop_kind kind) {
    require_processor_loop(t, level);
    t.require_whole(level);
    t.tag(level, kind);
}

void require_launchable(nest_transformer &t) {
    require_few(t, loop_kind::gpu_block);
    require_few(t, loop_kind::gpu_thread);
    require_blocks_outside(t);
    require_threads_that_fit(t);
}

void gpu_block(nest_transformer &t) {
    tag(t, t.level(), loop_kind::gpu_block);
    require_launchable(t);
}

void gpu_thread(nest_transformer &t) {
    tag(t, t.level(), loop_kind::gpu_thread);
    require_launchable(t);
}

// pipeline(loop, stages)
void pipeline(nest_transformer &t) {
    const int level = t.level(), stages = t.number();
    if (stages != 2) {
        t.refuse("asks for " + std::to_string(stages) +
                 " stages; there are 2, one that is computed with and one that is copied");
    }
    require_processor_loop(t, level);
    if (poly::runs_on_gpu(t.kind(level))) {
        refuse_second_kind(t, level);
    }
    t.require_whole(level);
    t.tag(level, loop_kind::pipelined);
}

void gpu_tile(nest_transformer &t) {
    const tiled_loops tiles = tile_loops(t);
    for (int i = 0; i < tiles.count; ++i) {
        tag(t, tiles.first + i, loop_kind::gpu_block);
        tag(t, tiles.first + tiles.count + i, loop_kind::gpu_thread);
    }
    require_launchable(t);
}

void tag_gpu_level(nest_transformer &t) {
    const std::vector<int> levels = t.levels(t.arguments_left());
    t.require_different(levels);
    for (std::size_t i = 0; i < levels.size(); ++i) {
        tag(t, levels[i], i < levels.size() / 2 ? loop_kind::gpu_block : loop_kind::gpu_thread);
    }
    require_launchable(t);
}

} // namespace

command_family gpu_family() {
    return {{"gpu_tile",
             {"LLNN", "LLNNWWWW", "LLLNNN", "LLLNNNWWWWWW", "ln", "lnww"},
             gpu_tile,
             nullptr,
             reorders | exchanges_loops | is_same_for_all | splits_or_mixes_loops | runs_on_gpu},
            {"gpu_block", {"L"}, gpu_block, nullptr, runs_on_gpu},
            {"gpu_thread", {"L"}, gpu_thread, nullptr, runs_on_gpu},
            {"pipeline", {"LN"}, pipeline, nullptr, runs_on_gpu},
            {"tag_gpu_level", {"LL", "LLLL", "LLLLLL"}, tag_gpu_level, nullptr, runs_on_gpu}};
}

} // namespace tiramisu::core

namespace tiramisu {

using core::give;
using core::new_loops;
using core::references;

computation &schedule_commands::gpu_tile(const var &loop0, const var &loop1, int size0, int size1,
                                         source_place where) {
    give(self(), "gpu_tile", {loop_reference(loop0), loop_reference(loop1), size0, size1}, where);
    return self();
}

computation &schedule_commands::gpu_tile(const var &loop0, const var &loop1, int size0, int size1,
                                         const var &outer0, const var &outer1, const var &inner0,
                                         const var &inner1, source_place where) {
    give(self(), "gpu_tile",
         {loop_reference(loop0), loop_reference(loop1), size0, size1, new_loop(outer0),
          new_loop(outer1), new_loop(inner0), new_loop(inner1)},
         where);
    return self();
}

computation &schedule_commands::gpu_tile(const var &loop0, const var &loop1, const var &loop2,
                                         int size0, int size1, int size2, source_place where) {
    give(self(), "gpu_tile",
         {loop_reference(loop0), loop_reference(loop1), loop_reference(loop2), size0, size1, size2},
         where);
    return self();
}

computation &schedule_commands::gpu_tile(const var &loop0, const var &loop1, const var &loop2,
                                         int size0, int size1, int size2, const var &outer0,
                                         const var &outer1, const var &outer2, const var &inner0,
                                         const var &inner1, const var &inner2, source_place where) {
    give(self(), "gpu_tile",
         {loop_reference(loop0), loop_reference(loop1), loop_reference(loop2), size0, size1, size2,
          new_loop(outer0), new_loop(outer1), new_loop(outer2), new_loop(inner0), new_loop(inner1),
          new_loop(inner2)},
         where);
    return self();
}

computation &schedule_commands::gpu_tile(const std::vector<var> &loops,
                                         const std::vector<int> &sizes, source_place where) {
    give(self(), "gpu_tile", {references(loops), sizes}, where);
    return self();
}

computation &schedule_commands::gpu_tile(const std::vector<var> &loops,
                                         const std::vector<int> &sizes,
                                         const std::vector<var> &outer,
                                         const std::vector<var> &inner, source_place where) {
    give(self(), "gpu_tile", {references(loops), sizes, new_loops(outer), new_loops(inner)}, where);
    return self();
}

computation &schedule_commands::gpu_block(const var &loop, source_place where) {
    give(self(), "gpu_block", {loop_reference(loop)}, where);
    return self();
}

computation &schedule_commands::gpu_thread(const var &loop, source_place where) {
    give(self(), "gpu_thread", {loop_reference(loop)}, where);
    return self();
}

computation &schedule_commands::pipeline(const var &loop, int stages, source_place where) {
    give(self(), "pipeline", {loop_reference(loop), stages}, where);
    return self();
}

computation &older_schedule_commands::tag_gpu_level(const var &block, const var &thread,
                                                    source_place where) {
    give(self(), "tag_gpu_level", {loop_reference(block), loop_reference(thread)}, where);
    return self();
}

computation &older_schedule_commands::tag_gpu_level(const var &block0, const var &block1,
                                                    const var &thread0, const var &thread1,
                                                    source_place where) {
    give(self(), "tag_gpu_level",
         {loop_reference(block0), loop_reference(block1), loop_reference(thread0),
          loop_reference(thread1)},
         where);
    return self();
}

computation &older_schedule_commands::tag_gpu_level(const var &block0, const var &block1,
                                                    const var &block2, const var &thread0,
                                                    const var &thread1, const var &thread2,
                                                    source_place where) {
    give(self(), "tag_gpu_level",
         {loop_reference(block0), loop_reference(block1), loop_reference(block2),
          loop_reference(thread0), loop_reference(thread1), loop_reference(thread2)},
         where);
    return self();
}

} // namespace tiramisu
