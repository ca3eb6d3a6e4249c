#include <algorithm>
#include <chrono>
#include <memory>
#include <ostream>

#include "autoscheduler/measure/worker.h"
#include "autoscheduler/session.h"
#include "autoscheduler/settings.h"
#include "autoscheduler/tasks/task_scheduler.h"

namespace tiramisu {

namespace {

/// A function with all that its search needs.
class searched_function {
public:
    searched_function(tuned_function &function, const tuning &opts, const tune::machine &target,
                      source_place where)
        : function_(function), session_(function.what, function.arguments, opts, target, where),
          data_(function.what, function.arguments, opts.arguments, opts.sizes, opts.seed, where),
          by_(function.what, function.arguments, data_, session_.view().base,
              tune::settings_of(opts)) {}

    const tune::tuning_session &session() const { return session_; }

    tune::scheduled_task task() const {
        tune::scheduled_task made;
        for (const tune::statement_view &one : session_.view().statements) {
            made.operations += one.operations * one.instances();
        }
        made.class_key = tune::class_of(function_.what).key;
        return made;
    }

    /// A round of trials; the best time so far, nothing where no schedule can be measured.
    std::optional<double> run_round(int most) {
        if (!has_begun_) {
            has_begun_ = true;
            const tune::trial plain = by_.measure_plain();
            if (!plain.is_measured()) {
                return std::nullopt;
            }
            session_.begin(by_, plain.seconds);
        }
        session_.run_round(by_, most);
        const double best = session_.so_far().best_seconds;
        return best > 0 ? std::optional(best) : std::nullopt;
    }

    tuning_result end(source_place where) {
        tuning_result found = session_.end(by_);
        if (found.best_seconds > 0) {
            function_.what.set_schedule(found.best, where);
        }
        return found;
    }

private:
    tuned_function &function_;
    tune::tuning_session session_;
    tune::call_data data_;
    tune::worker by_;
    bool has_begun_ = false;
};

using searched_functions = std::vector<std::unique_ptr<searched_function>>;

class search_of_all {
public:
    search_of_all(searched_functions &all, const std::vector<tuned_function> &functions,
                  const tuning &opts, const tuning_goal &goal)
        : all_(all), opts_(opts), goal_(goal), whole_{{}, goal.required_seconds} {
        for (const tuned_function &one : functions) {
            whole_.uses.push_back(one.uses);
        }
    }

    void run() {
        using tune::objective;
        std::vector<tune::scheduled_task> tasks;
        for (const auto &one : all_) {
            tasks.push_back(one->task());
        }
        tune::task_scheduler::settings opts;
        opts.patience = goal_.patience;
        tune::task_scheduler scheduler(
            tasks, objective(objective::kind::sum_above_required, {whole_}), opts);
        while (!is_over()) {
            const std::optional<std::size_t> next = scheduler.next();
            if (!next) {
                return;
            }
            const int before = trials();
            scheduler.tell(*next, all_[*next]->run_round(opts_.trials - before));
            tell(*next);
            // Where the space of the next one is used up, there is nothing to be gained from it.
            fruitless_ = trials() == before ? fruitless_ + 1 : 0;
        }
    }

private:
    using clock = std::chrono::steady_clock;

    searched_functions &all_;
    const tuning &opts_;
    const tuning_goal &goal_;
    tune::task_user whole_;
    const clock::time_point start_ = clock::now();
    int fruitless_ = 0; ///< rounds without a trial

    int trials() const {
        int sum = 0;
        for (const auto &one : all_) {
            sum += one->session().so_far().counts.trials();
        }
        return sum;
    }

    double seconds() const {
        std::vector<double> each;
        for (const auto &one : all_) {
            each.push_back(one->session().so_far().best_seconds);
        }
        return whole_.seconds(each);
    }

    bool are_all_measured() const {
        return std::all_of(all_.begin(), all_.end(), [](const auto &one) {
            return one->session().so_far().best_seconds > 0;
        });
    }

    bool is_over() const {
        const double elapsed = std::chrono::duration<double>(clock::now() - start_).count();
        const bool is_fast_enough =
            goal_.required_seconds > 0 && are_all_measured() && seconds() <= goal_.required_seconds;
        constexpr int patience = 20;
        return is_fast_enough || trials() >= opts_.trials || fruitless_ >= patience ||
               (opts_.seconds > 0 && elapsed >= opts_.seconds);
    }

    void tell(std::size_t task) const {
        if (opts_.progress != nullptr) {
            const tuning_result &found = all_[task]->session().so_far();
            *opts_.progress << trials() << "/" << opts_.trials << " trials, "
                            << found.best.function_name() << " "
                            << tune::duration_text(found.best_seconds) << ", all "
                            << tune::duration_text(seconds()) << std::endl;
        }
    }
};

} // namespace

std::vector<tuning_result> auto_schedule(std::vector<tuned_function> &functions, const tuning &opts,
                                         const tuning_goal &goal, source_place where) {
    const std::string subject = std::to_string(functions.size()) + " functions";
    tune::require_sensible(subject, opts, where);
    if (functions.empty() || opts.trials < 2 * static_cast<int>(functions.size())) {
        throw user_error(subject, "auto_schedule",
                         "there are " + std::to_string(opts.trials) +
                             " trials; there must be a function, and two trials for each",
                         where);
    }
    tuning each = opts;
    each.progress = nullptr;
    each.seconds = 0;
    const tune::machine target = tune::machine::here(opts.threads);
    searched_functions all;
    for (tuned_function &one : functions) {
        all.push_back(std::make_unique<searched_function>(one, each, target, where));
    }
    search_of_all(all, functions, opts, goal).run();
    std::vector<tuning_result> found;
    for (const auto &one : all) {
        found.push_back(one->end(where));
    }
    return found;
}

} // namespace tiramisu
