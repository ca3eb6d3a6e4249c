// What an accepted case computes, in the order of its meaning and compiled.

#include "support/case_runner.h"

#include <algorithm>

#include "codegen/compile.h"
#include "codegen/expressions/target.h"
#include "codegen/lower.h"
#include "support/compiled_run.h"
#include "support/direct_run.h"
#include "support/known_bounds.h"
#include "support/memory_model.h"
#include "support/odd_calls.h"
#include "support/value_judge.h"

namespace tiramisu::oracle {

namespace {

using ::tiramisu::testing::page_border;

std::string with_parameters(const reference_run &run) {
    return run.parameters.empty() ? "" : " with n = " + run.parameters.begin()->second.to_string();
}

bool has_far_iterators(const reference_run &run) {
    constexpr std::int64_t far = std::int64_t{1} << 30;
    return std::any_of(run.trace.begin(), run.trace.end(), [](const instance &one) {
        return std::any_of(one.point.begin(), one.point.end(),
                           [](std::int64_t at) { return at > far || at < -far; });
    });
}

/// Whether a window lies where it may have too little room, which may depend on the parameters.
bool has_small_window(const schedule_case &of) {
    return std::any_of(of.commands.begin(), of.commands.end(), [](const schedule_command &given) {
        return given.kind == command_kind::window_layout && given.numbers.back() != 0;
    });
}

} // namespace

std::string case_runner::run_reference(const library_view &open_view,
                                       const parameter_values &parameters) {
    reference_run run;
    run.parameters = parameters;
    run.before = make_arguments(case_.program, parameters, case_.data_seed);
    const library_view view = with_known_bounds(open_view, parameters, run.before);
    run.schedule = view.schedule;
    run.after = run.before;
    interpret({&view.program, parameters, view.domains, view.reference}, run.after, &run.trace);
    const std::string missed = find_missed_value(case_.program, parameters, run.before, run.trace);
    if (!missed.empty()) {
        return "the order taken for the meaning loses a value: " + missed;
    }
    const direct_result direct = run_as_declared(case_.program, parameters, run.before);
    if (direct.is_in_declaration_order && is_meant_as_declared()) {
        const std::string difference = first_difference(direct.data, run.after, built_.arguments);
        // A program has one meaning for all parameters: with others values may be lost.
        if (!difference.empty() && keeps_names(small_values(case_.program))) {
            return "the order taken for the meaning gives another result than declaration "
                   "order, which has one: " +
                   difference;
        }
        is_meaning_confirmed_ = is_meaning_confirmed_ || difference.empty();
    }
    run.judgement = judge(run.trace, view.schedule, parameters, view.temporaries);
    runs_.push_back(std::move(run));
    return {};
}

std::string case_runner::run_code(const compiled_function &code) const {
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

std::string case_runner::run_code(const compiled_function &code, const reference_run &run,
                                  page_border border) const {
    return wrong_when_run(code, built_.arguments, argument_names(case_.program), run.parameters,
                          run.before, run.after, border);
}

std::string case_runner::leave_out_refused_runs() {
    std::vector<reference_run> others;
    for (reference_run &run : runs_) {
        memory data = run.before;
        const bool is_left_out =
            (has_far_iterators(run) &&
             is_refused(run, data, "loops that come to the end of 32 bits")) ||
            (has_small_window(case_) && is_refused(run, data, "is stored outside"));
        if (!is_left_out) {
            others.push_back(std::move(run));
        } else if (const std::string touched = first_difference(run.before, data, built_.arguments);
                   !touched.empty()) {
            return "touched by a call that is refused: " + touched + with_parameters(run);
        }
    }
    runs_ = std::move(others);
    return {};
}

bool case_runner::is_refused(const reference_run &run, memory &data,
                             const std::string &rule) const {
    return run_compiled(code_, built_.arguments, argument_names(case_.program), run.parameters,
                        data) != 0 &&
           compiled_function::error_text().find(rule) != std::string::npos;
}

compiled_function case_runner::compiled() {
    return lower::jit(ready_.resolved, ready_.loops, {}, ready_.times,
                      lower::origin_of(*built_.function->state(), {}));
}

std::string case_runner::run_memory_model() const {
    const lower::hir::Stmt body =
        lower::lower_body(ready_.resolved, ready_.loops, {}, lower::parse_target("host"));
    for (const reference_run &run : runs_) {
        const std::string fault =
            fault_of(body, built_.arguments, run.parameters, run.before, run.after);
        if (!fault.empty()) {
            return "memory: " + fault + with_parameters(run);
        }
    }
    return {};
}

std::string case_runner::compare_with_names() const {
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

std::string case_runner::call_oddly(const library_view &view) const {
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

} // namespace tiramisu::oracle
