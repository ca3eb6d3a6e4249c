#include "tiramisu/auto_scheduler/auto_scheduler.h"

// The older spelling of auto_schedule().

namespace tiramisu::auto_scheduler {

auto_scheduler::auto_scheduler(search_method *search, evaluation_function *evaluation,
                               function *searched, source_place where)
    : search_(search), evaluation_(evaluation), searched_(searched), where_(where) {
    if (search == nullptr || evaluation == nullptr) {
        throw user_error("auto_scheduler", "",
                         "needs a search, such as beam_search, and an evaluation, such as "
                         "evaluate_by_execution",
                         where);
    }
}

void auto_scheduler::set_exec_evaluator(evaluation_function *evaluation) {
    evaluation_ = evaluation;
}

void auto_scheduler::find_schedule() {
    if (evaluation_ == nullptr || evaluation_->arguments() == nullptr || search_->trials() < 1) {
        throw user_error("auto_scheduler", "find_schedule",
                         "has nothing to run; give it beam_search(4) and evaluate_by_execution "
                         "with the arguments of the function",
                         where_);
    }
    function what = searched_ != nullptr ? *searched_ : *global::get_implicit_function(where_);
    const schedule before = what.get_schedule();
    tuning how;
    how.trials = search_->trials();
    how.search = "beam";
    found_ = {auto_schedule(what, *evaluation_->arguments(), how, where_)};
    what.set_schedule(before, where_);
}

void auto_scheduler::apply_best_schedule() {
    function what = searched_ != nullptr ? *searched_ : *global::get_implicit_function(where_);
    what.set_schedule(found().best, where_);
}

int auto_scheduler::get_nb_explored_schedules() const {
    return found().counts.trials();
}

float auto_scheduler::get_best_evaluation() const {
    return static_cast<float>(found().best_seconds * 1000);
}

const tuning_result &auto_scheduler::found() const {
    if (found_.empty()) {
        throw user_error("auto_scheduler", "", "has not searched yet; call find_schedule() first",
                         where_);
    }
    return found_.front();
}

} // namespace tiramisu::auto_scheduler
