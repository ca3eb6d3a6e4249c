#pragma once

#include <string>

#include "tiramisu/auto_schedule.h"
#include "tiramisu/auto_scheduler/search_method.h"

namespace tiramisu::auto_scheduler {

class syntax_tree;

/// The older spelling of tiramisu::auto_schedule(): the search method tells how many trials there
/// are, evaluate_by_execution the arguments. Without one that runs anything, the cost model alone
/// decides.
class auto_scheduler {
public:
    /// Throws user_error if one of the first two is null.
    auto_scheduler(search_method *search, evaluation_function *evaluation,
                   function *searched = nullptr, source_place where = source_place::current());

    /// Runs candidates by this. The evaluation that the constructor was given predicts.
    void set_exec_evaluator(evaluation_function *evaluation);
    /// Searches; the function keeps the schedule that it has.
    void find_schedule();
    /// Gives the function what was found. Throws user_error if nothing was searched for.
    void apply_best_schedule();
    /// Runs random candidates, as many as the search method says, and adds each to the file as
    /// tuning::log does, a line of JSON. The function keeps the schedule that it has.
    void sample_search_space(const std::string &path = "./schedules_sample.json", bool = true);
    int get_nb_explored_schedules() const;
    /// Milliseconds of the best schedule.
    float get_best_evaluation() const;
    /// Throws unsupported_error: see tuning_result::best.
    syntax_tree *get_best_ast() const { detail::refuse_search("auto_scheduler::get_best_ast", {}); }

private:
    search_method *search_;
    evaluation_function *evaluation_, *execution_ = nullptr;
    function *searched_;
    source_place where_;
    std::vector<tuning_result> found_; ///< at most one

    const tuning_result &found() const;
    const std::vector<buffer *> *arguments() const;
    void search(tuning opts);
};

} // namespace tiramisu::auto_scheduler
