#include <algorithm>
#include <optional>

#include "core/commands/loop_commands.h"
#include "core/commands/loop_extent.h"
#include "core/commands/order_commands.h"
#include "core/program/domain.h"
#include "core/program/give_command.h"
#include "core/staging/stager.h"
#include "core/staging/staging_families.h"

// cache_read and cache_write: a window that values are copied into, and back from.

namespace tiramisu::core {

namespace {

using kind = staging::kind;

class copier : public stager {
public:
    using stager::stager;

    /// window(l, r) = P(r + corner)
    void add_load();
    /// P(r + corner) = window(l, r)
    void add_store();
    /// Where a loop may have no iterations, what is copied back must have been copied in.
    void require_loaded() const;
    bool consumer_reads_source() const { return reads_source(*made_.consumer); }
    /// Loads and stores vectors as wide as the consumer's, everything else unrolled.
    void keep_in_registers() const;

private:
    int vector_width() const;
    isl::set part_of_window(const isl::map &footprint) const;
};

void copier::add_load() {
    const isl::set read = part_of_window(touched_by(*made_.consumer, true, false));
    const isl::map certain = touched_by(*made_.consumer, true, false, true);
    made_.load = add(made_.window->name, "_load", made_.window->iterators, read);
    made_.conditional = poly::renamed(
        certain.is_empty() ? read : read.subtract(part_of_window(certain)), made_.load->id);
    made_.load->base = made_.window;
    made_.load->target = variables(made_.window->iterators);
    made_.load->value = expr(o_access, made_.source->name, source_index(), made_.source->type);
}

void copier::add_store() {
    made_.store = add(made_.window->name, "_store", made_.window->iterators,
                      part_of_window(touched_by(*made_.consumer, false, true)));
    made_.store->base = made_.source;
    made_.store->target = source_index();
    made_.store->value =
        expr(o_access, made_.window->name, variables(made_.window->iterators), made_.source->type);
}

void copier::require_loaded() const {
    const computation_state &consumer = *made_.consumer;
    if (!consumer.bounds.empty() &&
        !touched_by(consumer, false, true).is_subset(touched_by(consumer, true, false))) {
        refuse("what it writes is known only when it runs, because of the bounds of iterator "
               "\"" +
               consumer.iterators[consumer.bounds.front().iterator].name + "\"");
    }
}

void copier::keep_in_registers() const {
    const int width = vector_width();
    for (computation_state *copy : {made_.load, made_.store}) {
        if (copy == nullptr || copy->nest.loops.size() == static_cast<std::size_t>(around())) {
            continue;
        }
        const int last = static_cast<int>(copy->nest.loops.size()) - 1;
        if (width > 1 && made_.box.sizes.back() % width == 0) {
            apply_loop_command(
                *copy, {copy->id, "tag_vector_level", {loop_reference(last), width}, what_.where});
        } else {
            apply_loop_command(*copy,
                               {copy->id, "tag_unroll_level", {loop_reference(last)}, what_.where});
        }
        for (int level = around(); level < static_cast<int>(copy->nest.loops.size()); ++level) {
            if (copy->nest.loops[static_cast<std::size_t>(level)].kind == poly::loop_kind::serial) {
                apply_loop_command(
                    *copy, {copy->id, "tag_unroll_level", {loop_reference(level)}, what_.where});
            }
        }
    }
}

int copier::vector_width() const {
    const loop_nest &nest = made_.consumer->nest;
    for (std::size_t level = 0; level < nest.loops.size(); ++level) {
        if (nest.loops[level].kind == poly::loop_kind::vectorized) {
            return static_cast<int>(largest_extent(nest.map.substituted(), made_.consumer->domain,
                                                   static_cast<int>(level))
                                        .value_or(1));
        }
    }
    return 1;
}

isl::set copier::part_of_window(const isl::map &footprint) const {
    poly::window part = made_.box;
    part.footprint = footprint;
    return poly::relative_points(part, "");
}

std::vector<std::string> names_of(const std::vector<command_argument> &arguments,
                                  std::size_t first) {
    std::vector<std::string> names;
    for (std::size_t i = first; i < arguments.size(); ++i) {
        names.push_back(std::get<new_loop>(arguments[i]).name);
    }
    return names;
}

// cache_read(P, level [, memory] [, names])
void cache_read(computation_state &consumer, const command &what) {
    constexpr std::size_t after_level = 2;
    computation_state &source = *other_computation(consumer, what, 0).base;
    copier work(consumer, what, kind::read, consumer, source, level_of(consumer, what, 1));
    const memory *kept = what.arguments.size() > after_level
                             ? std::get_if<memory>(&what.arguments[after_level])
                             : nullptr;
    work.keep_in(kept != nullptr ? *kept : memory::temporary);
    work.name_dimensions(names_of(what.arguments, after_level + (kept != nullptr ? 1 : 0)));
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
    copier work(consumer, what, kind::write, consumer, *consumer.base, level_of(consumer, what, 0));
    if (std::get<memory>(what.arguments[1]) == memory::constant) {
        work.refuse("keeps values that it writes in memory::constant, which no kernel writes; take "
                    "memory::global, or memory::shared");
    }
    work.keep_in(std::get<memory>(what.arguments[1]));
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

} // namespace

command_family copy_family() {
    using level = command_kind::level_place;
    return {
        {"cache_read", {"CLW*", "CLMW*"}, nullptr, cache_read, reorders | adds_staging, {level{1}}},
        {"cache_write", {"LM"}, nullptr, cache_write, reorders | adds_staging, {level{0}}}};
}

namespace {

/// Gives the command cache_read, and returns the copy.
computation copy_of(computation &consumer, const computation &values, const var &level,
                    std::optional<memory> kept, const std::vector<var> &names, source_place where) {
    std::vector<command_argument> arguments = {computation_reference{values.state()->base->id},
                                               loop_reference(level)};
    if (kept) {
        arguments.emplace_back(*kept);
    }
    for (const var &name : names) {
        arguments.emplace_back(new_loop(name));
    }
    give(consumer, "cache_read", arguments, where);
    return computation(shared_with_owner(consumer.part()->owner->stagings.back()->load));
}

} // namespace

} // namespace tiramisu::core

namespace tiramisu {

using core::give;

computation schedule_commands::cache_read(const computation &values, const var &level,
                                          const std::vector<var> &names, source_place where) {
    return core::copy_of(self(), values, level, {}, names, where);
}

computation schedule_commands::cache_read(const computation &values, const var &level, memory kept,
                                          const std::vector<var> &names, source_place where) {
    return core::copy_of(self(), values, level, kept, names, where);
}

staged_copies schedule_commands::cache_write(const var &level, memory kept, source_place where) {
    give(self(), "cache_write", {loop_reference(level), kept}, where);
    const core::staging &made = *self().part()->owner->stagings.back();
    core::computation_state *load = made.load != nullptr ? made.load : made.window;
    return {computation(core::shared_with_owner(load)),
            computation(core::shared_with_owner(made.store))};
}

} // namespace tiramisu
