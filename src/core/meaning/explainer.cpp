#include "core/meaning/explainer.h"

#include <algorithm>

#include "core/commands/neighbour_commands.h"
#include "core/program/buffer_text.h"
#include "core/program/command_kind.h"
#include "core/program/instance_text.h"

namespace tiramisu::core {

namespace {

using poly::loop_kind;

std::string verb_of(const poly::memory_access &access) {
    return access.is_write() ? "writes" : "reads";
}

/// "an output dependence"
std::string dependence_text(const std::string &kind) {
    return (kind == "flow" ? "a " : "an ") + kind + " dependence";
}

std::size_t first_difference(const poly::witness &found) {
    const auto pair = std::mismatch(found.source_time.begin(), found.source_time.end(),
                                    found.sink_time.begin(), found.sink_time.end());
    return static_cast<std::size_t>(pair.first - found.source_time.begin());
}

} // namespace

schedule_error explainer::broken_order(const poly::witness &found) const {
    schedule_error::broken_dependence broken = describe(found);
    const std::size_t dim = first_difference(found);
    broken.loop = loop_at(found, dim);
    const std::string problem =
        "breaks " + dependence_text(broken.kind) + ": " + broken.witness +
        ", but the schedule runs " + broken.sink_instance +
        (found.sink_time == found.source_time ? " at the same time" : " first");
    return make(found, broken, problem);
}

namespace {

std::string as_kind_text(loop_kind kind) {
    return poly::runs_on_gpu(kind) ? "a " + to_string(kind) + " loop" : to_string(kind);
}

} // namespace

schedule_error explainer::carried(const poly::witness &found, const poly::shared_loop &loop,
                                  loop_kind kind) const {
    schedule_error::broken_dependence broken = describe(found);
    const auto *first = loop.statements.front();
    broken.loop = first->loop_names[static_cast<std::size_t>(loop.level)];
    const std::string problem = "loop \"" + broken.loop + "\" cannot be " + as_kind_text(kind) +
                                ": its iterations depend on one another (" + broken.kind +
                                "): " + broken.witness;
    return make(found, broken, problem, tagged_loop{loop.level, kind});
}

schedule_error explainer::not_private(const poly::witness &found, const poly::shared_loop &loop,
                                      const std::string &subject, const std::string &call) const {
    schedule_error::broken_dependence broken = describe(found);
    broken.loop = loop.statements.front()->loop_names[static_cast<std::size_t>(loop.level)];
    return schedule_error(subject, call, broken,
                          "iterations of loop \"" + broken.loop +
                              "\" cannot each have the buffer for themselves: " + broken.witness +
                              "; allocate it in a loop that both iterations share",
                          where_);
}

const poly::dependence &explainer::dependence_of(const poly::witness &found) const {
    return now_.dependences[found.dependence];
}

schedule_error::broken_dependence explainer::describe(const poly::witness &found) const {
    const poly::dependence &dep = dependence_of(found);
    const computation_state &source = *function_.find_definition(dep.source);
    const computation_state &sink = *function_.find_definition(dep.sink);
    schedule_error::broken_dependence broken;
    broken.kind = poly::to_string(dep.kind);
    broken.buffer = dep.buffer;
    broken.source = source.name;
    broken.sink = sink.name;
    broken.source_instance = instance_text(source, own_iterators(source, found.source));
    broken.sink_instance = instance_text(sink, own_iterators(sink, found.sink));
    broken.witness = broken.source_instance + " " + verb_of(now_.accesses[dep.source_access]) +
                     " " + element_text(function_, dep.buffer, found.element) + " before " +
                     broken.sink_instance + " " + verb_of(now_.accesses[dep.sink_access]) + " it" +
                     sizes_text(found.parameters);
    return broken;
}

std::vector<long> explainer::own_iterators(const computation_state &definition,
                                           const std::vector<long> &instance) const {
    const auto repeated = now_.repeated_loops.find(definition.id);
    const long first = repeated == now_.repeated_loops.end() ? 0 : repeated->second;
    return {instance.begin() + first, instance.end()};
}

schedule_error explainer::make(const poly::witness &found,
                               const schedule_error::broken_dependence &broken,
                               const std::string &problem,
                               const std::optional<tagged_loop> &loop) const {
    const poly::dependence &dep = dependence_of(found);
    const command *given = responsible_command(dep.source, dep.sink, loop);
    return schedule_error(subject(*function_.find_definition(dep.sink)),
                          given == nullptr ? "" : to_cpp(*given), broken, problem,
                          given == nullptr ? where_ : given->where);
}

const command *explainer::responsible_command(const std::string &source, const std::string &sink,
                                              const std::optional<tagged_loop> &loop) const {
    const std::vector<std::size_t> at_source = commands_on(function_, source);
    const std::vector<std::size_t> at_sink = commands_on(function_, sink);
    const command *on_one = nullptr, *decisive = nullptr;
    for (std::size_t i = 0; i < function_.commands.size(); ++i) {
        const command &given = function_.commands[i];
        const bool is_tag = loop && makes(given, *loop);
        const bool first = std::count(at_source.begin(), at_source.end(), i) != 0;
        const bool second = std::count(at_sink.begin(), at_sink.end(), i) != 0;
        if ((!is_tag && !has_trait(given, reorders)) || (!first && !second)) {
            continue;
        }
        on_one = &given;
        decisive = is_tag || (first && second) ? &given : decisive;
    }
    return decisive != nullptr ? decisive : on_one;
}

bool explainer::makes(const command &given, const tagged_loop &loop) const {
    if (poly::runs_on_gpu(loop.kind)) {
        return has_trait(given, runs_on_gpu);
    }
    if (!has_trait(given, poly::runs_on_threads(loop.kind) ? runs_parallel : runs_vectorized)) {
        return false;
    }
    // A loop of a name that is gone, as it was split, may have become this one.
    const int level = tagged_level(given, function_.find_definition(given.computation)->nest.loops);
    return level == -1 || level == loop.level;
}

const poly::scheduled_statement &explainer::statement(const std::string &id) const {
    return *std::find_if(now_.statements.begin(), now_.statements.end(),
                         [&](const poly::scheduled_statement &s) { return s.name == id; });
}

std::string explainer::loop_at(const poly::witness &found, std::size_t dim) const {
    const poly::scheduled_statement &sink = statement(dependence_of(found).sink);
    const std::size_t level = dim / 2;
    return dim % 2 == 1 && level < sink.loop_names.size() ? sink.loop_names[level] : "";
}

} // namespace tiramisu::core
