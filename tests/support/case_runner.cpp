#include "support/case_runner.h"

#include <algorithm>
#include <ctime>

namespace tiramisu::oracle {

case_result case_runner::run() {
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

case_result case_runner::with(outcome what, const std::string &text) const {
    case_result result;
    result.what = what;
    result.text = text;
    result.cause = cause_;
    result.is_meaning_confirmed = is_meaning_confirmed_;
    result.compile_seconds = compile_seconds_;
    return result;
}

std::optional<case_result> case_runner::compile() {
    try {
        ready_ = lower::prove(*built_.function->state(), built_.arguments, {}, {});
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

std::map<std::string, std::size_t> case_runner::find_placed() {
    std::map<std::string, std::size_t> placed;
    const auto note = [&](const std::string &buffer, const stage &inside, const std::string &loop) {
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

bool case_runner::is_to_be_replayed() const {
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

case_result case_runner::judge_acceptance(const library_view &view) {
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
        return difference.empty() ? with(outcome::accepted, "")
                                  : with(outcome::failed, "legal, but wrong code: " + difference);
    }
    for (const reference_run &run : runs_) {
        if (run.judgement.certain) {
            return with(outcome::failed, "accepted, but illegal: " + run.judgement.certain->text() +
                                             (difference.empty() ? "" : "; and so " + difference));
        }
    }
    return difference.empty() ? with(outcome::accepted, "")
                              : with(outcome::failed, "legal, but wrong code: " + difference);
}

bool case_runner::is_different_when_run() {
    return case_.data_seed % 8 == 1 && !run_code(compiled()).empty();
}

case_result case_runner::judge_refusal(case_result refusal, const library_view &view) {
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
            return with(outcome::failed, "the suggestion is wrong: " + wrong + ": " + refusal.text);
        }
    }
    built_.function->set_legality(legality::off);
    try {
        ready_ = lower::prove(*built_.function->state(), built_.arguments, {}, {});
        refusal.is_different_when_forced = !run_memory_model().empty() || is_different_when_run();
    } catch (const user_error &) {
        // Some schedules cannot be compiled, legal or not.
    } catch (const internal_error &) {
        refusal.is_uncompilable_when_forced = true;
    } catch (const std::exception &error) {
        return with(outcome::failed, std::string("without the check: ") + error.what());
    }
    return refusal;
}

} // namespace tiramisu::oracle
