#include "core/staging/stage_commands.h"

#include <algorithm>

#include "core/commands/kept_values.h"
#include "core/commands/loop_commands.h"
#include "core/commands/order_commands.h"
#include "core/staging/stager.h"

namespace tiramisu::core {

namespace {

using kind = staging::kind;

// cache_read(P, level [, names])
void cache_read(computation_state &consumer, const command &what) {
    computation_state &source = *other_computation(consumer, what, 0).base;
    stager work(consumer, what, kind::read, consumer, source, level_of(consumer, what, 1));
    work.find_window();
    work.add_window();
    work.add_load();
    work.install();
}

// cache_write(level, memory)
void cache_write(computation_state &consumer, const command &what) {
    if (!executed(consumer).is_certain) {
        throw user_error(subject(consumer), call_text(what),
                         "has a condition that is only known when it runs, so what it writes is "
                         "not known while compiling",
                         what.where);
    }
    stager work(consumer, what, kind::write, consumer, *consumer.base, level_of(consumer, what, 0));
    work.find_window();
    work.require_loaded();
    work.add_window();
    if (work.consumer_reads_source()) {
        work.add_load();
    }
    work.add_store();
    if (std::get<memory>(what.arguments[1]) == memory::registers) {
        work.keep_in_registers();
    }
    work.install();
}

// compute_at(consumer, level)
void compute_at(computation_state &source, const command &what) {
    if (source.is_input()) {
        throw user_error(subject(source), call_text(what),
                         "is an input: there is nothing to compute; copy it by cache_read()",
                         what.where);
    }
    computation_state &consumer = other_computation(source, what, 0);
    if (consumer.base == source.base) {
        throw user_error(subject(source), call_text(what),
                         "\"" + consumer.id +
                             "\" is a part of the same computation; name a computation that reads "
                             "it",
                         what.where);
    }
    stager work(source, what, kind::computed, consumer, source, level_of(consumer, what, 1));
    if (const command *kept = last_store_at(source, consumer)) {
        work.keep_through(level_of(consumer, *kept, 1));
    }
    work.find_window();
    work.add_window();
    work.add_computed();
    work.install();
}

// prefetch(P, level, distance)
void prefetch(computation_state &consumer, const command &what) {
    computation_state &source = *other_computation(consumer, what, 0).base;
    const int distance = std::get<int>(what.arguments[2]);
    const int level = level_of(consumer, what, 1);
    stager work(consumer, what, kind::prefetched, consumer, source, level);
    if (level == computation::root_dimension) {
        work.refuse("the whole has no later iteration to read for; name a loop");
    }
    if (distance < 1) {
        work.refuse("the distance is " + std::to_string(distance) +
                    "; it counts iterations ahead and is at least 1");
    }
    if (work.reads_at_computed_index()) {
        work.find_first_element();
    } else {
        work.find_window();
    }
    work.add_prefetch(distance);
    work.install();
}

} // namespace

void follow_inside(const computation_state &computation, const command &what) {
    for (const auto &made : computation.owner->stagings) {
        for (const staging::computed_part &part : made->computed) {
            if (part.original == &computation) {
                apply_loop_command(*part.inside, moved_inside(what, *part.inside, made->around()));
            }
        }
    }
}

command_family staging_family() {
    using level = command_kind::level_place;
    return {{"cache_read", {"CLW*"}, nullptr, cache_read, reorders | adds_staging, {level{1}}},
            {"cache_write", {"LM"}, nullptr, cache_write, reorders | adds_staging, {level{0}}},
            {"compute_at", {"CL"}, nullptr, compute_at, reorders | adds_staging, {level{1, 0}}},
            {"store_at", {"CL"}, nullptr, check_store_at},
            {"prefetch", {"CLN"}, nullptr, prefetch, adds_staging}};
}

} // namespace tiramisu::core
