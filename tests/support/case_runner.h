#pragma once

#include "codegen/prove.h"
#include "support/compiled_run.h"
#include "support/library_view.h"
#include "support/parameter_choices.h"
#include "support/schedule_case.h"

namespace tiramisu::oracle {

/// What a run in the order of the meaning tells, for one choice of parameters.
struct reference_run {
    parameter_values parameters;
    memory before, after;
    std::vector<instance> trace;
    concrete_schedule schedule;
    verdict judgement;
};

/// Makes a case, compiles it and judges what the library did.
class case_runner {
public:
    explicit case_runner(const schedule_case &what) : case_(what) {}
    case_result run();

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

    case_result with(outcome what, const std::string &text) const;
    std::optional<case_result> compile();
    /// The temporaries that the program and the commands place in loops.
    std::map<std::string, std::size_t> find_placed();
    /// Now and then, and only where commands are all that was said.
    bool is_to_be_replayed() const;
    case_result judge_acceptance(const library_view &view);
    /// Of a few of the cases that do no wrong to memory: LLVM takes longer than all else.
    bool is_different_when_run();
    case_result judge_refusal(case_result refusal, const library_view &view);

    // case_runs.cpp

    /// The first thing that is wrong with the library's idea of the meaning.
    std::string run_reference(const library_view &open_view, const parameter_values &parameters);
    /// What differs after running compiled code; empty if nothing does.
    std::string run_code(const compiled_function &code) const;
    std::string run_code(const compiled_function &code, const reference_run &run,
                         ::tiramisu::testing::page_border border) const;
    /// Loops count in 32 bits, and a window may have too little room: for parameters for which they
    /// come to the end of these, or it is too small, the function may refuse a call.
    /// Leaves out the runs that it refuses so; what it touches all the same.
    std::string leave_out_refused_runs();
    /// Whether the call is refused with a text that has `rule` in it.
    bool is_refused(const reference_run &run, memory &data, const std::string &rule) const;
    /// The rest of function::compile(): the proof serves the memory model as well.
    compiled_function compiled();
    /// What is wrong with the memory that the code touches.
    std::string run_memory_model() const;
    /// What was read by a name that is not the value of that name.
    std::string compare_with_names() const;
    /// What goes wrong where arguments are described in other ways.
    std::string call_oddly(const library_view &view) const;

    // case_refusals.cpp

    /// Ordering commands of the program are part of its meaning; those of the schedule are not.
    bool is_meant_as_declared() const { return case_.program.order.empty(); }
    /// Whether each read by name finds the value named when the program runs as declared.
    bool keeps_names(const std::vector<parameter_values> &values) const;
    /// What is wrong with the schedules that the refusal suggests.
    std::string check_suggestion() const;
    /// What goes wrong when the program has this schedule and no other.
    std::string try_commands(const std::vector<core::command> &commands) const;
    /// Two functions of one name cannot be there at the same time.
    std::string saved_for(const std::string &function, std::string schedule) const;
    /// What is different in the same program with the schedule loaded from a file.
    std::string replay(const std::optional<case_result> &refusal) const;
    /// Whether a run of the program as it reads contradicts that reads miss their values.
    bool has_meaning_as_declared(const case_result &refusal) const;
    /// Whether some choice of parameters has a pair that is wrong: the library refuses for all.
    bool is_justified(const library_view &view);
    /// What is wrong with the pair of instances that a refusal names; empty if nothing is.
    std::string check_witness(const library_view &view);
};

} // namespace tiramisu::oracle
