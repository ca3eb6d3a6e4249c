#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <set>

#include "autoscheduler/cost/cost_model.h"
#include "autoscheduler/cost/expected_speed.h"
#include "autoscheduler/measure/trial.h"
#include "autoscheduler/measure/tuning_log.h"
#include "autoscheduler/progress.h"
#include "autoscheduler/search/strategy.h"
#include "autoscheduler/space/program_view.h"

namespace tiramisu::tune {

/// One search: proposes, proves, measures, remembers.
class tuning_session {
public:
    tuning_session(const function &what, const std::vector<buffer *> &arguments, const tuning &opts,
                   const machine &target, source_place where);

    /// Measures with `by`, from beginning to end; the program as it is declared takes
    /// `plain_seconds`.
    tuning_result measure(evaluator &by, double plain_seconds);
    /// Without a run: what is known of the program or of one of its class, else the candidate that
    /// is predicted to take least of those that are legal.
    tuning_result predict();

    // The parts of measure().

    /// The schedule that there is, and donors.
    void begin(evaluator &by, double plain_seconds);
    /// A few candidates, at most so many, after which the cost model learns. False where there are
    /// no more.
    bool run_round(evaluator &by, int most);
    /// Measures the best again, in turns.
    tuning_result end(evaluator &by);
    const tuning_result &so_far() const { return result_; }
    const program_view &view() const { return view_; }

private:
    using clock = std::chrono::steady_clock;

    const function &what_;
    const std::vector<buffer *> &arguments_;
    const tuning &opts_;
    const machine target_;
    const source_place where_;
    const clock::time_point began_ = clock::now();
    const program_view view_;
    const program_class class_;
    const std::unique_ptr<cost_model> analytic_, model_;
    const expected_speed expected_;
    const candidate_maker maker_;
    const std::unique_ptr<strategy> strategy_;
    /// From the log, by the schedule's hash: those that the search has not come to.
    std::map<std::size_t, log_record> known_;
    std::set<std::size_t> tried_;
    std::unique_ptr<log_writer> log_;
    struct finalist {
        double seconds;
        schedule what;
        int trial;
        double build_seconds;
    };
    std::vector<finalist> best_;    ///< a few, to be measured again
    std::optional<finalist> start_; ///< the schedule that there was; none: it was not measured

    tuning_result result_;
    progress_line progress_;
    int fruitless_rounds_ = 0;

    double elapsed() const;
    bool is_over() const;
    bool is_stopped() const { return opts_.stop && opts_.stop(); }
    /// The best that the log knows.
    void try_known(evaluator &by);
    /// As many of the best as can be built again in the time that is left.
    std::vector<finalist> last_ones() const;
    void try_declared(evaluator &by);
    void try_donors(evaluator &by);
    bool take_shipped();
    void take_predicted();
    /// These tell what becomes of it, under `sketch`.
    bool is_legal(const schedule &what, const std::string &sketch);
    std::optional<double> try_one(const schedule &what, const std::string &sketch, evaluator &by,
                                  const plan *made = nullptr);
    void try_candidate(const candidate &one, evaluator &by);
    void measure_best_again(evaluator &by);
};

} // namespace tiramisu::tune
