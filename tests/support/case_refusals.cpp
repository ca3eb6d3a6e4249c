// Whether a refusal says the truth, and what it suggests is legal.

#include "support/case_runner.h"

#include <algorithm>
#include <cstdlib>

#include "core/search/legal_neighbour.h"
#include "core/staging/staged_analysis.h"
#include "support/direct_run.h"
#include "support/temporary_file.h"

namespace tiramisu::oracle {

namespace {

/// Whether there is the loop that a command names: what was staged is no computation of a program
/// made anew, and a suggestion may have given the loop another name.
bool has_loop(built_program &program, const schedule_command &command) {
    if (program.computations.count(command.target.computation) == 0) {
        return false;
    }
    const std::vector<std::string> loops = find(command.target, program).get_loop_names();
    return std::find(loops.begin(), loops.end(), command.loops[0]) != loops.end();
}

/// The numbers in a text, in order.
std::vector<std::int64_t> numbers_in(const std::string &text) {
    std::vector<std::int64_t> numbers;
    for (const char *at = text.c_str(); *at != '\0';) {
        char *end = nullptr;
        const long number = std::strtol(at, &end, 10);
        if (end != at) {
            numbers.push_back(number);
        }
        at = end != at ? end : at + 1;
    }
    return numbers;
}

/// The instance that "S(3, 4)" names; null if there is none in the run.
const instance *find_instance(const std::vector<instance> &run, const std::string &text) {
    const std::size_t name_ends = text.find('(');
    const std::string name = text.substr(0, name_ends);
    const std::vector<std::int64_t> at = name_ends == std::string::npos
                                             ? std::vector<std::int64_t>()
                                             : numbers_in(text.substr(name_ends));
    const auto found = std::find_if(run.begin(), run.end(), [&](const instance &one) {
        return one.statement == name && one.point == at;
    });
    return found == run.end() ? nullptr : &*found;
}

} // namespace

std::string case_runner::check_suggestion() const {
    core::function_state &state = *built_.function->state();
    const core::analysis now =
        core::with_stagings(state, core::analyse(state, built_.arguments, {}));
    const auto neighbour = core::find_legal_neighbour(state, now, built_.arguments);
    // isl remembers what it worked out the first time, so that the same work may get further now
    // and to another suggestion, which has to be right as well.
    if (!neighbour) {
        return "none now";
    }
    for (const std::vector<core::command> &commands : neighbour->schedules) {
        if (std::string wrong = try_commands(commands); !wrong.empty()) {
            return wrong;
        }
    }
    return {};
}

std::string case_runner::try_commands(const std::vector<core::command> &commands) const {
    random_program unscheduled = case_.program;
    unscheduled.order.clear();
    built_program again = build(unscheduled);
    try {
        for (const core::command &given : commands) {
            core::apply(*again.function->state(), given);
        }
        // Where buffers are allocated belongs to these, not to the commands.
        for (const schedule_command &given : case_.commands) {
            if (given.kind == command_kind::allocate_at && has_loop(again, given)) {
                apply(given, again);
            }
        }
        return run_code(again.function->compile(again.arguments));
    } catch (const user_error &error) {
        return error.what();
    }
}

std::string case_runner::saved_for(const std::string &function, std::string schedule) const {
    const std::string own = "\"" + built_.function->get_name() + "\"";
    return schedule.replace(schedule.find(own), own.size(), "\"" + function + "\"");
}

std::string case_runner::replay(const std::optional<case_result> &refusal) const {
    random_program unscheduled = case_.program;
    unscheduled.order.clear(); // the file has it
    const built_program again = build(unscheduled);
    const ::tiramisu::testing::temporary_file file(
        "schedule.json", saved_for(again.function->get_name(), built_.function->schedule_json()));
    again.function->load_schedule(file.path());
    if (again.function->schedule_text() != built_.function->schedule_text()) {
        return "another schedule:\n" + again.function->schedule_text();
    }
    try {
        const compiled_function code = again.function->compile(again.arguments);
        return refusal ? "accepted, but was refused" : run_code(code);
    } catch (const schedule_error &error) {
        return refusal && error.dependence().witness == broken_.witness
                   ? ""
                   : std::string("refused: ") + error.what();
    }
}

bool case_runner::has_meaning_as_declared(const case_result &refusal) const {
    const bool misses_values =
        refusal.text.find("has overwritten the value") != std::string::npos ||
        refusal.text.find("before it is computed") != std::string::npos;
    return misses_values && is_meant_as_declared() && keeps_names(all_values(case_.program));
}

bool case_runner::keeps_names(const std::vector<parameter_values> &values) const {
    return std::all_of(values.begin(), values.end(), [&](const parameter_values &parameters) {
        const memory data = make_arguments(case_.program, parameters, case_.data_seed);
        return run_as_declared(case_.program, parameters, data).is_in_declaration_order;
    });
}

bool case_runner::is_justified(const library_view &view) {
    const auto has_pair = [](const reference_run &run) {
        return run.judgement.possible.has_value();
    };
    if (std::any_of(runs_.begin(), runs_.end(), has_pair)) {
        return true;
    }
    for (const parameter_values &parameters : small_values(case_.program)) {
        run_reference(view, parameters);
        if (has_pair(runs_.back())) {
            return true;
        }
    }
    return false;
}

std::string case_runner::check_witness(const library_view &view) {
    parameter_values parameters = runs_.front().parameters;
    const std::size_t value_begins = broken_.witness.find("with n = ");
    if (value_begins != std::string::npos && !argument_names(case_.program).empty()) {
        const std::int64_t n = numbers_in(broken_.witness.substr(value_begins)).front();
        if (n > 12) {
            return {}; // too large to list
        }
        parameters["n"] = value::of_integer(p_int32, n);
    }
    run_reference(view, parameters);
    std::vector<instance> run = runs_.back().trace;
    const instance *source = find_instance(run, broken_.source_instance);
    const instance *sink = find_instance(run, broken_.sink_instance);
    if (!source || !sink) {
        if (!view.bound_parameters.empty()) {
            return {}; // does not run for these bounds
        }
        return "the refusal names an instance that does not run";
    }
    if (!(source->time < sink->time)) {
        return "the refusal names a pair that runs the other way round in the meaning";
    }
    for (instance &other : run) { // they still say how loops run
        const bool is_named = &other == source || &other == sink;
        const auto is_elsewhere = [&](const touch &what) {
            return !is_named || what.buffer != broken_.buffer;
        };
        other.touches.erase(
            std::remove_if(other.touches.begin(), other.touches.end(), is_elsewhere),
            other.touches.end());
    }
    return judge(run, runs_.back().schedule, parameters, {}).possible
               ? ""
               : "the refusal names a pair that is not wrong";
}

} // namespace tiramisu::oracle
