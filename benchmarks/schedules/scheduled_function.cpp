#include "schedules/scheduled_function.h"

#include "rounds.h"

#include <utility>

namespace tiramisu::bench {

std::vector<buffer *> scheduled_function::argument_list() {
    std::vector<buffer *> list;
    for (buffer &argument : arguments) {
        list.push_back(&argument);
    }
    return list;
}

void time_generator(session &here, const std::string &id,
                    const std::function<scheduled_function()> &declare) {
    const std::vector<std::pair<const char *, std::function<void(scheduled_function &)>>> stages = {
        {"legality", [](scheduled_function &f) { f.what.check_legality_of_function(); }},
        {"loops", [](scheduled_function &f) { f.what.loops_text(); }},
        {"statement", [](scheduled_function &f) { f.what.stmt_text(f.argument_list()); }},
        {"machine_code", [](scheduled_function &f) { f.compile(); }},
    };
    std::vector<std::function<void()>> works;
    for (const auto &stage : stages) {
        works.emplace_back([&declare, &stage] {
            scheduled_function fresh = declare();
            stage.second(fresh);
        });
    }
    const std::vector<timing> times = interleaved_rounds(works, here.quick ? 1 : 3);
    for (std::size_t stage = 0; stage < stages.size(); stage++) {
        row one;
        one.id = "generator_" + id;
        one.variant = stages[stage].first;
        one.ours_ms = times[stage].median;
        one.ours_min_ms = times[stage].fastest;
        here.add(one);
    }
}

} // namespace tiramisu::bench
