#include "support/schedule_case.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>

#include "codegen/compile.h"
#include "codegen/lower.h"
#include "codegen/prove.h"
#include "core/search/legal_neighbour.h"
#include "core/staging/staged_analysis.h"
#include "support/compiled_run.h"
#include "support/direct_run.h"
#include "support/known_bounds.h"
#include "support/library_view.h"
#include "support/memory_model.h"
#include "support/odd_calls.h"
#include "support/temporary_file.h"
#include "support/value_judge.h"

namespace tiramisu::oracle {

namespace {

using parameter_values = std::map<std::string, value>;
using ::tiramisu::testing::page_border;

std::vector<parameter_values> all_values(const random_program &program) {
    std::vector<parameter_values> result = {{}};
    for (const program_parameter &parameter : program.parameters) {
        std::vector<parameter_values> extended;
        for (const int number : parameter.values) {
            for (parameter_values values : result) {
                values[parameter.name] = value::of_integer(p_int32, number);
                extended.push_back(values);
            }
        }
        result = extended;
    }
    return result;
}

std::vector<std::string> argument_names(const random_program &program) {
    std::vector<std::string> names;
    for (const program_parameter &parameter : program.parameters) {
        if (parameter.is_argument) {
            names.push_back(parameter.name);
        }
    }
    return names;
}

bool is_exact(const memory &data) {
    for (const auto &[name, filled] : data) {
        for (std::int64_t i = 0; i < filled.size(); ++i) {
            if (!is_exact(filled[i])) {
                return false;
            }
        }
    }
    return true;
}

/// What a run in the order of the meaning tells, for one choice of parameters.
struct reference_run {
    parameter_values parameters;
    memory before, after;
    std::vector<instance> trace;
    concrete_schedule schedule;
    verdict judgement;
};

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

class case_runner {
public:
    explicit case_runner(const schedule_case &what) : case_(what) {}

    case_result run() {
        try {
            built_ = build(case_.program);
            for (const schedule_command &command : case_.commands) {
                apply(command, built_);
            }
        } catch (const std::exception &error) {
            return with(outcome::failed, std::string("cannot be made: ") + error.what());
        }
        const std::clock_t started = std::clock();
        std::optional<case_result> refusal = compile();
        compile_seconds_ = static_cast<double>(std::clock() - started) / CLOCKS_PER_SEC;
        if (refusal) {
            refusal->compile_seconds = compile_seconds_;
        }
        if (refusal && refusal->what == outcome::no_meaning && has_meaning_as_declared(*refusal)) {
            cause_ = {"value named", "value named", "none"};
            return with(outcome::conservative, refusal->text);
        }
        if (refusal && refusal->what != outcome::refused) {
            return *refusal;
        }
        try {
            library_view view = look_into(*built_.function, built_.arguments);
            view.schedule.placed = find_placed();
            for (const parameter_values &parameters : all_values(case_.program)) {
                if (const std::string wrong = run_reference(view, parameters); !wrong.empty()) {
                    return with(outcome::failed, wrong);
                }
            }
            case_result result = refusal ? judge_refusal(*refusal, view) : judge_acceptance(view);
            if (result.what != outcome::failed && is_to_be_replayed()) {
                if (const std::string wrong = replay(refusal); !wrong.empty()) {
                    return with(outcome::failed, "saved and loaded: " + wrong);
                }
                result.is_replayed = true;
            }
            return result;
        } catch (const meaningless &reason) {
            return with(outcome::outside, reason.what());
        } catch (const std::exception &error) {
            return with(outcome::failed, std::string("analysis: ") + error.what());
        }
    }

private:
    const schedule_case &case_;
    built_program built_;
    lower::proved ready_; ///< what the code is made of
    compiled_function code_;
    std::vector<reference_run> runs_;
    bool is_meaning_confirmed_ = false;
    double compile_seconds_ = 0;
    schedule_error::broken_dependence broken_; ///< of a refusal
    refusal_cause cause_;

    case_result with(outcome what, const std::string &text) const {
        case_result result;
        result.what = what;
        result.text = text;
        result.cause = cause_;
        result.is_meaning_confirmed = is_meaning_confirmed_;
        result.compile_seconds = compile_seconds_;
        return result;
    }

    std::optional<case_result> compile() {
        try {
            ready_ = lower::prove(*built_.function->state(), built_.arguments, {});
            code_ = compiled();
            return std::nullopt;
        } catch (const schedule_error &error) {
            broken_ = error.dependence();
            cause_ = cause_of(case_.program, error);
            return with(outcome::refused, error.what());
        } catch (const unsupported_error &error) {
            return with(outcome::unsupported, error.what());
        } catch (const user_error &error) {
            return with(outcome::no_meaning, error.what());
        } catch (const std::exception &error) {
            return with(outcome::failed,
                        std::string("an error that is not the user's: ") + error.what());
        }
    }

    /// The temporaries that the program and the commands place in loops.
    std::map<std::string, std::size_t> find_placed() {
        std::map<std::string, std::size_t> placed;
        const auto note = [&](const std::string &buffer, const stage &inside,
                              const std::string &loop) {
            const std::vector<std::string> loops = find(inside, built_).get_loop_names();
            const auto at = std::find(loops.begin(), loops.end(), loop);
            if (at != loops.end()) {
                placed[buffer] = 2 * static_cast<std::size_t>(at - loops.begin()) + 2;
            }
        };
        for (const program_memory &at : case_.program.buffers) {
            if (!at.placed_in.empty()) {
                note(at.name, {at.placed_in, -1, true}, at.placed_at);
            }
        }
        for (const schedule_command &command : case_.commands) {
            if (command.kind == command_kind::allocate_at) {
                note(case_.program.definition(command.other.computation).buffer, command.target,
                     command.loops[0]);
            }
        }
        return placed;
    }

    /// Now and then, and only where commands are all that was said.
    bool is_to_be_replayed() const {
        const std::vector<program_memory> &buffers = case_.program.buffers;
        return case_.data_seed % 8 == 0 &&
               std::all_of(buffers.begin(), buffers.end(),
                           [](const program_memory &at) { return at.placed_in.empty(); }) &&
               std::none_of(case_.commands.begin(), case_.commands.end(), [](const auto &command) {
                   return command.kind == command_kind::window_layout ||
                          command.kind == command_kind::storage_fold ||
                          command.kind == command_kind::allocate_at;
               });
    }

    /// What is wrong with the schedules that the refusal suggests.
    std::string check_suggestion() const {
        core::function_state &state = *built_.function->state();
        const core::analysis now =
            core::with_stagings(state, core::analyse(state, built_.arguments, {}));
        const auto neighbour = core::find_legal_neighbour(state, now, built_.arguments);
        if (!neighbour || neighbour->text != broken_.suggestion) {
            return neighbour ? "another one the second time: " + neighbour->text : "none now";
        }
        for (const std::vector<core::command> &commands : neighbour->schedules) {
            if (const std::string wrong = try_commands(commands); !wrong.empty()) {
                return wrong;
            }
        }
        return {};
    }

    /// What goes wrong when the program has this schedule and no other.
    std::string try_commands(const std::vector<core::command> &commands) const {
        random_program unscheduled = case_.program;
        unscheduled.order.clear();
        const built_program again = build(unscheduled);
        try {
            for (const core::command &given : commands) {
                core::apply(*again.function->state(), given);
            }
            return run_code(again.function->compile(again.arguments));
        } catch (const user_error &error) {
            return error.what();
        }
    }

    /// Two functions of one name cannot be there at the same time.
    std::string saved_for(const std::string &function, std::string schedule) const {
        const std::string own = "\"" + built_.function->get_name() + "\"";
        return schedule.replace(schedule.find(own), own.size(), "\"" + function + "\"");
    }

    /// What is different in the same program with the schedule loaded from a file.
    std::string replay(const std::optional<case_result> &refusal) const {
        random_program unscheduled = case_.program;
        unscheduled.order.clear(); // the file has it
        const built_program again = build(unscheduled);
        const ::tiramisu::testing::temporary_file file(
            "schedule.json",
            saved_for(again.function->get_name(), built_.function->schedule_json()));
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

    /// Whether a run of the program as it reads contradicts that reads miss their values.
    bool has_meaning_as_declared(const case_result &refusal) const {
        const bool misses_values =
            refusal.text.find("has overwritten the value") != std::string::npos ||
            refusal.text.find("before it is computed") != std::string::npos;
        const std::vector<parameter_values> values = all_values(case_.program);
        return misses_values && is_meant_as_declared() &&
               std::all_of(values.begin(), values.end(), [&](const parameter_values &parameters) {
                   const memory data = make_arguments(case_.program, parameters, case_.data_seed);
                   return run_as_declared(case_.program, parameters, data).is_in_declaration_order;
               });
    }

    /// Ordering commands of the program are part of its meaning; those of the schedule are not.
    bool is_meant_as_declared() const { return case_.program.order.empty(); }

    /// The first thing that is wrong with the library's idea of the meaning.
    std::string run_reference(const library_view &open_view, const parameter_values &parameters) {
        reference_run run;
        run.parameters = parameters;
        run.before = make_arguments(case_.program, parameters, case_.data_seed);
        const library_view view = with_known_bounds(open_view, parameters, run.before);
        run.schedule = view.schedule;
        run.after = run.before;
        interpret({&view.program, parameters, view.domains, view.reference}, run.after, &run.trace);
        const std::string missed =
            find_missed_value(case_.program, parameters, run.before, run.trace);
        if (!missed.empty()) {
            return "the order taken for the meaning loses a value: " + missed;
        }
        const direct_result direct = run_as_declared(case_.program, parameters, run.before);
        if (direct.is_in_declaration_order && is_meant_as_declared()) {
            const std::string difference =
                first_difference(direct.data, run.after, built_.arguments);
            if (!difference.empty()) {
                return "the order taken for the meaning gives another result than declaration "
                       "order, which has one: " +
                       difference;
            }
            is_meaning_confirmed_ = true;
        }
        run.judgement = judge(run.trace, view.schedule, parameters, view.temporaries);
        runs_.push_back(std::move(run));
        return {};
    }

    /// Whether some choice of parameters has a pair that is wrong: the library refuses for all.
    bool is_justified(const library_view &view) {
        const auto has_pair = [](const reference_run &run) {
            return run.judgement.possible.has_value();
        };
        if (std::any_of(runs_.begin(), runs_.end(), has_pair)) {
            return true;
        }
        for (int n = 0; n <= 10 && !argument_names(case_.program).empty(); ++n) {
            run_reference(view, {{"n", value::of_integer(p_int32, n)}});
            if (has_pair(runs_.back())) {
                return true;
            }
        }
        return false;
    }

    static std::string with_parameters(const reference_run &run) {
        return run.parameters.empty() ? ""
                                      : " with n = " + run.parameters.begin()->second.to_string();
    }

    /// What differs after running compiled code; empty if nothing does.
    std::string run_code(const compiled_function &code) const {
        for (const reference_run &run : runs_) {
            for (const page_border border : {page_border::after_last, page_border::before_first}) {
                const std::string wrong = run_code(code, run, border);
                if (!wrong.empty()) {
                    return wrong + with_parameters(run);
                }
            }
        }
        return {};
    }

    std::string run_code(const compiled_function &code, const reference_run &run,
                         page_border border) const {
        memory data = run.before;
        const int status = run_compiled(code, built_.arguments, argument_names(case_.program),
                                        run.parameters, data, border);
        return status == 0 ? first_difference(run.after, data, built_.arguments)
                           : "the compiled function returned " + std::to_string(status) + ": " +
                                 compiled_function::error_text();
    }

    /// Loops count in 32 bits: where they come to the end of these, the function may refuse a call.
    /// Leaves out the runs that it refuses so; what it touches all the same.
    std::string leave_out_refused_runs() {
        std::vector<reference_run> others;
        for (reference_run &run : runs_) {
            memory data = run.before;
            const bool is_refused = has_far_iterators(run) && is_refused_for_range(run, data);
            if (!is_refused) {
                others.push_back(std::move(run));
            } else if (const std::string touched =
                           first_difference(run.before, data, built_.arguments);
                       !touched.empty()) {
                return "touched by a call that is refused: " + touched + with_parameters(run);
            }
        }
        runs_ = std::move(others);
        return {};
    }

    static bool has_far_iterators(const reference_run &run) {
        constexpr std::int64_t far = std::int64_t{1} << 30;
        return std::any_of(run.trace.begin(), run.trace.end(), [](const instance &one) {
            return std::any_of(one.point.begin(), one.point.end(),
                               [](std::int64_t at) { return at > far || at < -far; });
        });
    }

    bool is_refused_for_range(const reference_run &run, memory &data) const {
        const std::string rule = "loops that come to the end of 32 bits";
        return run_compiled(code_, built_.arguments, argument_names(case_.program), run.parameters,
                            data) != 0 &&
               compiled_function::error_text().find(rule) != std::string::npos;
    }

    /// The rest of function::compile(): the proof serves the memory model as well.
    compiled_function compiled() {
        return lower::jit(ready_.resolved, ready_.loops, {}, ready_.times,
                          lower::origin_of(*built_.function->state(), {}));
    }

    /// What is wrong with the memory that the code touches.
    std::string run_memory_model() const {
        const lower::hir::Stmt body = lower::lower_body(ready_.resolved, ready_.loops, {});
        for (const reference_run &run : runs_) {
            const std::string fault =
                fault_of(body, built_.arguments, run.parameters, run.before, run.after);
            if (!fault.empty()) {
                return "memory: " + fault + with_parameters(run);
            }
        }
        return {};
    }

    /// What was read by a name that is not the value of that name.
    std::string compare_with_names() const {
        if (case_.program.unfolded_sizes.empty()) {
            return {};
        }
        const random_program unfolded = case_.program.unfolded();
        for (const reference_run &run : runs_) {
            const memory named = run_as_declared(unfolded, run.parameters, run.before).data;
            const std::string difference = first_difference(named, run.after, built_.arguments);
            if (!difference.empty()) {
                return "a value is read by a name that is not its own: " + difference;
            }
        }
        return {};
    }

    /// What goes wrong where arguments are described in other ways.
    std::string call_oddly(const library_view &view) const {
        const reference_run &run = runs_.front();
        std::vector<std::int32_t> scalars;
        for (const std::string &name : argument_names(case_.program)) {
            scalars.push_back(static_cast<std::int32_t>(run.parameters.at(name).integer));
        }
        const auto run_on = [&](const memory &before) {
            const library_view known = with_known_bounds(view, run.parameters, before);
            memory data = before;
            interpret({&known.program, run.parameters, known.domains, known.reference}, data);
            return data;
        };
        random_source random(case_.data_seed);
        return fault_in_odd_calls({code_, built_.arguments, scalars, run.before, run.after, run_on},
                                  random);
    }

    case_result judge_acceptance(const library_view &view) {
        if (const std::string wrong = leave_out_refused_runs(); !wrong.empty()) {
            return with(outcome::failed, "legal, but wrong code: " + wrong);
        }
        if (runs_.empty()) {
            return with(outcome::accepted, "");
        }
        // First, as what it finds may end the program that runs the code.
        std::string difference = run_memory_model();
        if (difference.empty()) {
            difference = run_code(code_);
        }
        if (difference.empty()) {
            difference = compare_with_names();
        }
        if (difference.empty()) {
            difference = call_oddly(view);
        }
        if (case_.has_staging()) { // the judge knows only the statements of the meaning
            return difference.empty()
                       ? with(outcome::accepted, "")
                       : with(outcome::failed, "legal, but wrong code: " + difference);
        }
        for (const reference_run &run : runs_) {
            if (run.judgement.certain) {
                return with(outcome::failed,
                            "accepted, but illegal: " + run.judgement.certain->text() +
                                (difference.empty() ? "" : "; and so " + difference));
            }
        }
        return difference.empty() ? with(outcome::accepted, "")
                                  : with(outcome::failed, "legal, but wrong code: " + difference);
    }

    /// What is wrong with the pair of instances that a refusal names; empty if nothing is.
    std::string check_witness(const library_view &view) {
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

    /// Of a few of the cases that do no wrong to memory: LLVM takes longer than all else.
    bool is_different_when_run() {
        return case_.data_seed % 8 == 1 && !run_code(compiled()).empty();
    }

    case_result judge_refusal(case_result refusal, const library_view &view) {
        if (!case_.has_staging()) {
            if (const std::string wrong = check_witness(view); !wrong.empty()) {
                return with(outcome::failed, wrong + ": " + refusal.text);
            }
            refusal.what = is_justified(view) ? outcome::refused : outcome::conservative;
        }
        refusal.is_meaning_confirmed = is_meaning_confirmed_;
        // Half of them, as each is searched for again.
        refusal.has_suggestion = !broken_.suggestion.empty() && case_.data_seed % 2 == 0;
        if (refusal.has_suggestion) {
            if (const std::string wrong = check_suggestion(); !wrong.empty()) {
                return with(outcome::failed,
                            "the suggestion is wrong: " + wrong + ": " + refusal.text);
            }
        }
        built_.function->set_legality(legality::off);
        try {
            ready_ = lower::prove(*built_.function->state(), built_.arguments, {});
            refusal.is_different_when_forced =
                !run_memory_model().empty() || is_different_when_run();
        } catch (const user_error &) {
            // Some schedules cannot be compiled, legal or not.
        } catch (const internal_error &) {
            refusal.is_uncompilable_when_forced = true;
        } catch (const std::exception &error) {
            return with(outcome::failed, std::string("without the check: ") + error.what());
        }
        return refusal;
    }
};

/// Buffers whose elements are read before they have a value become arguments. False where numbers
/// become too large.
bool give_meaning(random_program &program, std::uint64_t data_seed) try {
    for (const parameter_values &parameters : all_values(program)) {
        const direct_result direct =
            run_as_declared(program, parameters, make_arguments(program, parameters, data_seed));
        for (const std::string &name : direct.unset) {
            program.buffer(name).role = a_output;
        }
        if (program.order.empty() && !is_exact(direct.data)) {
            return false;
        }
    }
    return true;
} catch (const meaningless &) {
    return false;
}

std::string kind_of(const case_result &result) {
    return result.text.substr(0, result.text.find(':'));
}

} // namespace

const char *to_string(outcome what) {
    switch (what) {
    case outcome::accepted: return "accepted";
    case outcome::refused: return "refused";
    case outcome::conservative: return "refused without need";
    case outcome::no_meaning: return "no meaning";
    case outcome::unsupported: return "unsupported";
    case outcome::outside: return "outside of the test";
    case outcome::failed: return "FAILED";
    }
    return "";
}

std::string schedule_case::to_cpp() const {
    std::string text = program.to_cpp();
    for (const schedule_command &command : commands) {
        text += command.to_cpp() + "\n";
    }
    return text;
}

bool schedule_case::has_staging() const {
    return std::any_of(commands.begin(), commands.end(),
                       [](const schedule_command &command) { return command.is_staging(); });
}

namespace {

bool is_for_all_alike(command_kind kind) {
    return kind == command_kind::interchange || kind == command_kind::reorder ||
           kind == command_kind::tile_2d || kind == command_kind::split ||
           kind == command_kind::reverse || kind == command_kind::transform;
}

/// The command for all other statements that have its loops.
std::vector<schedule_command> alike(const schedule_command &command, const random_program &program,
                                    built_program &built) {
    std::vector<schedule_command> others;
    for (const program_definition &made : program.definitions) {
        const int last = static_cast<int>(made.updates.size()) - 1;
        for (int update = -1; update <= last && !made.is_input; ++update) {
            const int own = command.target.is_whole ? last : command.target.update;
            const stage at{made.name, update, false};
            const std::vector<std::string> loops = find(at, built).get_loop_names();
            const bool has_loops =
                std::all_of(command.loops.begin(), command.loops.end(), [&](const auto &loop) {
                    return std::find(loops.begin(), loops.end(), loop) != loops.end();
                });
            if (has_loops && !(made.name == command.target.computation && update == own)) {
                others.push_back(command);
                others.back().target = at;
            }
        }
    }
    return others;
}

/// The orders of the program, in the innermost of the loops that a command has made.
std::vector<schedule_command> orders_inside(const schedule_command &command,
                                            const random_program &program) {
    std::vector<schedule_command> orders;
    for (const program_order &given : program.order) {
        schedule_command order;
        order.kind = command_kind::after;
        order.target = {given.later, -1, true};
        order.other = {given.earlier, -1, !given.is_after_start};
        order.loops = {command.new_loops.back()};
        orders.push_back(order);
    }
    return orders;
}

} // namespace

made_case make_random_case(random_source &random, const feature_set &features, int commands,
                           int stagings) {
    made_case result;
    do {
        result.made.program = make_random_program(random, features);
        result.made.data_seed = random.bits();
    } while (!give_meaning(result.made.program, result.made.data_seed));
    built_program built;
    try {
        built = build(result.made.program);
    } catch (const std::exception &) {
        return result; // run_case() tells what is wrong
    }
    const auto give = [&](const schedule_command &command) {
        try {
            apply(command, built);
            result.made.commands.push_back(command);
            return true;
        } catch (const user_error &) {
            ++result.commands_rejected;
        } catch (const std::exception &) {
            result.made.commands.push_back(command); // run_case() tells what is wrong
        }
        return false;
    };
    const random_program &program = result.made.program;
    int number = 0;
    const auto give_alike = [&](const schedule_command &command) {
        const auto others = alike(command, program, built);
        give(command);
        std::for_each(others.begin(), others.end(), give);
        if (!command.new_loops.empty()) {
            const auto orders = orders_inside(command, program);
            std::for_each(orders.begin(), orders.end(), give);
        }
    };
    const auto fold = [&] {
        schedule_command command;
        command.kind = command_kind::storage_fold;
        command.target = {program.fold->computation, -1, true};
        command.loops = {program.fold->dimension};
        command.numbers = {program.fold->size};
        if (!give(command)) {
            result.made.program = program.unfolded();
        }
    };
    const bool folds_first = program.fold && random.chance(50);
    if (folds_first) {
        fold();
    }
    // Statements that share loops keep them only if these change alike.
    if (!program.order.empty() && commands > 0 && random.chance(50)) {
        schedule_command command;
        do {
            command = make_random_command(random, program, built, number++);
        } while (!is_for_all_alike(command.kind));
        give_alike(command);
        commands = random.chance(50) ? 0 : commands / 2;
    }
    for (int i = 0; i < commands; ++i) {
        const schedule_command command = make_random_command(random, program, built, number++);
        if (is_for_all_alike(command.kind) && random.chance(30)) {
            give_alike(command);
        } else {
            give(command);
        }
    }
    if (program.fold && !folds_first) {
        fold();
    }
    for (int i = 0; i < stagings; ++i) {
        // Most are turned down: the consumer does not use the value.
        for (int attempt = 0; attempt < 12; ++attempt) {
            const std::size_t copies = built.copies.size();
            if (!give(make_random_staging(random, program, built, number++))) {
                continue;
            }
            if (built.copies.size() == copies + 1 && random.chance(35)) {
                give(make_random_layout(random, built));
            }
            break;
        }
        if (random.chance(60)) {
            give(make_random_command(random, program, built, number++));
        }
    }
    return result;
}

case_result run_case(const schedule_case &what) {
    return case_runner(what).run();
}

schedule_case shrink(schedule_case failing) {
    const std::string kind = kind_of(run_case(failing));
    for (std::size_t i = failing.commands.size(); i-- > 0;) {
        if (failing.commands[i].kind == command_kind::storage_fold) {
            continue; // the judges take it for a part of the program
        }
        schedule_case smaller = failing;
        smaller.commands.erase(smaller.commands.begin() + static_cast<std::ptrdiff_t>(i));
        const case_result result = run_case(smaller);
        if (result.what == outcome::failed && kind_of(result) == kind) {
            failing = smaller;
        }
    }
    return failing;
}

} // namespace tiramisu::oracle
