#include "tiramisu/auto_scheduler/auto_scheduler.h"

#include "autoscheduler/cost/learned/boosted_trees.h"

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
    execution_ = evaluation;
}

/// Of the first that runs anything.
const std::vector<buffer *> *auto_scheduler::arguments() const {
    for (const evaluation_function *one : {execution_, search_->execution(), evaluation_}) {
        if (one != nullptr && one->arguments() != nullptr) {
            return one->arguments();
        }
    }
    return nullptr;
}

void auto_scheduler::search(tuning opts) {
    if (search_->trials() < 1) {
        throw user_error("auto_scheduler", "find_schedule",
                         "has a search of " + std::to_string(search_->trials()) +
                             " trials; there must be at least one, as with beam_search(4)",
                         where_);
    }
    function what = searched_ != nullptr ? *searched_ : *global::get_implicit_function(where_);
    const schedule before = what.get_schedule();
    const std::vector<buffer *> *run_with = arguments();
    opts.trials = run_with != nullptr ? search_->trials() : 0;
    opts.with_library = false; // they ask for an evaluation
    if (evaluation_->is_learned() && tune::has_boosted_trees()) {
        opts.model = "learned";
    }
    found_ = {run_with != nullptr ? auto_schedule(what, *run_with, opts, where_)
                                  : auto_schedule(what, opts, where_)};
    what.set_schedule(before, where_);
}

void auto_scheduler::find_schedule() {
    tuning opts;
    opts.search = search_->name();
    search(opts);
}

void auto_scheduler::sample_search_space(const std::string &path, bool /*timed*/) {
    if (arguments() == nullptr) {
        throw user_error("auto_scheduler", "sample_search_space",
                         "has nothing to run; give it evaluate_by_execution with the arguments of "
                         "the function",
                         where_);
    }
    tuning opts;
    opts.search = "random";
    opts.log = path;
    search(opts);
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
