#include "autoscheduler/session.h"

#include <algorithm>
#include <limits>

#include "autoscheduler/cost/features/of_plan.h"
#include "autoscheduler/cost/models.h"
#include "autoscheduler/space/verdict.h"
#include "autoscheduler/transfer/donor_choice.h"
#include "autoscheduler/transfer/donors.h"
#include "autoscheduler/transfer/fitting.h"
#include "autoscheduler/transfer/shipped_schedules.h"
#include "autoscheduler/transfer/threads.h"
#include "support/writable_file.h"

namespace tiramisu::tune {

namespace {

constexpr std::size_t finalists = 4;      ///< that are measured again, in turns
constexpr int most_fruitless_rounds = 20; ///< without a new candidate: there are no more

/// Candidates between two looks at what was measured: Ansor's 64 where there are many trials.
std::size_t round_size(int trials) {
    constexpr int least = 8, most = 64, rounds = 10;
    return static_cast<std::size_t>(std::clamp(trials / rounds, least, most));
}

/// Records of this program by the schedule that was tried.
std::map<std::size_t, log_record> known_trials(const tuning &opts, const std::string &algorithm,
                                               const machine &target, source_place where) {
    std::map<std::size_t, log_record> known;
    if (opts.resume && !opts.log.empty()) {
        for (log_record &record : read_log(opts.log, where)) {
            if (record.algorithm == algorithm && record.machine == target.text() &&
                record.scalars == opts.sizes) {
                const std::size_t hash = record.what.hash();
                known.insert_or_assign(hash, std::move(record));
            }
        }
    }
    return known;
}

model_choice model_of(const tuning &opts, const std::string &algorithm, const machine &target,
                      source_place where) {
    model_choice choice{
        opts.model, opts.seed, algorithm + " " + target.text(), opts.model_file, {}};
    for (const std::string &log : opts.learn_from) {
        for (measured_schedule &one : training_set_of(read_log(log, where))) {
            choice.known.push_back(std::move(one));
        }
    }
    return choice;
}

/// On floats; what is computed inline counts once, as it is declared. 0 where loops have other
/// bounds than constants.
double operations_of(const program_view &view) {
    double sum = 0;
    for (const statement_view &one : view.statements) {
        if (std::any_of(one.iterators.begin(), one.iterators.end(),
                        [](const iterator_view &loop) { return !loop.has_fixed_bounds; })) {
            return 0;
        }
        arithmetic floats;
        floats.floats = one.counted.floats;
        sum += one.instances() * floats.all();
    }
    return sum;
}

} // namespace

tuning_session::tuning_session(const function &what, const std::vector<buffer *> &arguments,
                               const tuning &opts, const machine &target, source_place where)
    : what_(what), arguments_(arguments), opts_(opts), target_(target), where_(where),
      view_(view_of(what, arguments, opts.sizes, target, where)), class_(class_of(what)),
      analytic_(analytic_model(target)),
      model_(model_called(model_of(opts, key_of(view_.text), target, where), target)),
      expected_(*analytic_), maker_(view_, *model_),
      strategy_(strategy_called(opts.search, maker_, opts.seed)),
      known_(known_trials(opts, key_of(view_.text), target, where)), result_(what.get_schedule()),
      progress_(opts.progress, opts.is_terminal, opts.trials) {
    result_.operations = operations_of(view_);
    if (!opts.model_file.empty()) {
        support::require_writable(opts.model_file); // before the search takes its time for nothing
    }
    if (!opts.log.empty()) {
        log_ = std::make_unique<log_writer>(opts.log, true);
    }
}

double tuning_session::elapsed() const {
    return std::chrono::duration<double>(clock::now() - began_).count();
}

bool tuning_session::is_over() const {
    const int trials = result_.counts.trials() + static_cast<int>(known_.size());
    return trials >= opts_.trials || (opts_.seconds > 0 && elapsed() >= opts_.seconds) ||
           is_stopped();
}

bool tuning_session::is_legal(const schedule &what, const std::string &sketch) {
    const candidate_verdict found = verdict_of(what_, what, arguments_, where_);
    if (found.is_legal()) {
        return true;
    }
    known_.erase(what.hash());
    const bool is_illegal = found.what == candidate_verdict::kind::illegal;
    ++(is_illegal ? result_.counts.illegal : result_.counts.refused);
    result_.candidates.push_back({sketch, is_illegal ? "illegal" : "refused", 0, found.reason});
    return false;
}

std::optional<double> tuning_session::try_one(const schedule &what, const std::string &sketch,
                                              evaluator &by, const plan *made) {
    const auto known = known_.extract(what.hash());
    const trial came = known ? known.mapped().came : by.measure(what);
    if (known) {
        ++result_.counts.resumed;
    } else if (log_) {
        log_record record{key_of(view_.text), target_.text(), what, came, class_};
        record.scalars = opts_.sizes;
        if (made != nullptr) {
            record.features = features_of(running_program_of(view_, *made));
            record.prior = expected_.of(view_, *made);
        }
        log_->add(record);
    }
    result_.candidates.push_back({sketch, to_string(came.what), came.seconds, came.problem});
    if (!came.is_measured()) {
        ++result_.counts.failed[to_string(came.what)];
        return std::nullopt;
    }
    ++result_.counts.measured;
    best_.push_back({came.seconds, what, result_.counts.trials() - 1, came.build_seconds});
    std::stable_sort(best_.begin(), best_.end(), [](const finalist &left, const finalist &right) {
        return left.seconds < right.seconds;
    });
    best_.erase(best_.begin() + static_cast<std::ptrdiff_t>(std::min(finalists, best_.size())),
                best_.end());
    if (result_.best_seconds == 0 || came.seconds < result_.best_seconds) {
        result_.best = what;
        result_.best_seconds = came.seconds;
        result_.best_trial = result_.counts.trials() - 1;
    }
    return came.seconds;
}

void tuning_session::try_candidate(const candidate &one, evaluator &by) {
    const plan made = realize(view_, maker_.sketches()[one.sketch], one.taken);
    const std::string sketch = text_of(view_, maker_.sketches()[one.sketch]);
    if (const auto seconds = try_one(one.what, sketch, by, &made)) {
        strategy_->learn(one, *seconds);
        model_->learn(view_, made, *seconds);
    }
}

void tuning_session::begin(evaluator &by, double plain_seconds) {
    result_.plain_seconds = plain_seconds;
    tried_.insert(result_.best.hash());
    result_.start_seconds = try_one(schedule(result_.best), "start", by).value_or(0);
    if (!best_.empty()) {
        start_ = best_.front();
    }
    progress_.tell(result_, elapsed());
    try_declared(by);
    try_known(by);
    try_donors(by);
    progress_.tell(result_, elapsed());
}

bool tuning_session::run_round(evaluator &by, int most) {
    if (is_over() || fruitless_rounds_ >= most_fruitless_rounds) {
        return false;
    }
    ++fruitless_rounds_;
    const auto left =
        static_cast<std::size_t>(std::min(most, opts_.trials - result_.counts.trials()));
    const std::vector<candidate> round = strategy_->next(std::min(round_size(opts_.trials), left));
    for (const candidate &one : round) {
        if (is_over()) {
            break;
        }
        ++result_.counts.proposed;
        if (!tried_.insert(one.what.hash()).second) {
            ++result_.counts.duplicates;
        } else if (is_legal(one.what, text_of(view_, maker_.sketches()[one.sketch]))) {
            fruitless_rounds_ = 0;
            try_candidate(one, by);
            progress_.tell(result_, elapsed());
        }
    }
    model_->learn_all();
    return !round.empty();
}

tuning_result tuning_session::end(evaluator &by) {
    measure_best_again(by);
    model_->save();
    progress_.end();
    result_.elapsed_seconds = elapsed();
    return result_;
}

tuning_result tuning_session::measure(evaluator &by, double plain_seconds) {
    begin(by, plain_seconds);
    while (run_round(by, opts_.trials)) {
    }
    return end(by);
}

void tuning_session::try_known(evaluator &by) {
    const log_record *best = nullptr;
    for (const auto &[hash, one] : known_) {
        if (one.came.is_measured() && (best == nullptr || one.came.seconds < best->came.seconds)) {
            best = &one;
        }
    }
    if (best == nullptr) {
        return;
    }
    const schedule what = best->what; // whose record goes when it is tried
    tried_.insert(what.hash());
    if (is_legal(what, "known")) {
        ++result_.counts.proposed;
        try_one(what, "known", by);
    }
}

/// Loops without a schedule are often good ones, and better than those of a bad schedule.
void tuning_session::try_declared(evaluator &by) {
    if (!is_over() && tried_.insert(view_.base.hash()).second && is_legal(view_.base, "declared")) {
        ++result_.counts.proposed;
        try_one(view_.base, "declared", by);
    }
}

void tuning_session::try_donors(evaluator &by) {
    if (opts_.transfer.empty()) {
        return;
    }
    const donor_log from =
        donors_of(class_, key_of(view_.text), target_.text(), opts_.transfer, where_);
    tuning_donors &told = result_.donors.emplace();
    told.log = from.path;
    told.schedules = static_cast<int>(from.best.size());
    told.evaluations = transfer_evaluations({{class_.key, 1}}, {{class_.key, told.schedules}});
    for (const log_record &donor : from.best) {
        if (is_over()) {
            break;
        }
        ++result_.counts.proposed;
        const auto what = renamed(donor.what, donor.of, class_, what_.get_name());
        if (!what || !misfit(*what, view_).empty()) {
            ++told.unfit;
            ++result_.counts.refused;
        } else if (!tried_.insert(what->hash()).second) {
            ++result_.counts.duplicates;
        } else if (is_legal(*what, "donor")) {
            try_one(*what, "donor", by);
            ++told.tried;
        }
    }
}

std::vector<tuning_session::finalist> tuning_session::last_ones() const {
    // A part of the time of a search may be added to it.
    constexpr double added = 0.2;
    double left = opts_.seconds > 0 ? std::max(added * opts_.seconds, opts_.seconds - elapsed())
                                    : std::numeric_limits<double>::infinity();
    std::vector<finalist> some;
    for (const finalist &one : best_) {
        left -= one.build_seconds;
        if (left < 0) {
            break;
        }
        some.push_back(one);
    }
    const bool has_start =
        std::any_of(some.begin(), some.end(), [](const finalist &one) { return one.trial == 0; });
    if (!has_start && start_ && left >= start_->build_seconds) {
        some.push_back(*start_);
    }
    return some;
}

/// What was measured once may have been lucky. The best of the best is that with the least of all
/// of its times.
void tuning_session::measure_best_again(evaluator &by) {
    const std::vector<finalist> last = last_ones();
    if (last.size() < 2 || is_stopped()) {
        return;
    }
    constexpr int rounds = 3;
    progress_.tell_last_rounds(rounds, last.size());
    std::vector<schedule> schedules;
    for (const finalist &one : last) {
        schedules.push_back(one.what);
    }
    const std::vector<double> times = by.measure_in_turns(schedules, rounds);
    double least = 0;
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (times[i] <= 0) {
            continue;
        }
        if (last[i].trial == 0) {
            result_.start_seconds = times[i];
        }
        if (least == 0 || times[i] < least) {
            least = times[i];
            result_.best = last[i].what;
            result_.best_seconds = times[i];
            result_.best_trial = last[i].trial;
        }
    }
}

/// Takes the first schedule of the library that is legal here.
bool tuning_session::take_shipped() {
    const std::string algorithm = key_of(view_.text);
    for (const log_record &one : shipped_schedules(class_, algorithm, target_, where_)) {
        ++result_.counts.proposed;
        const auto what = renamed(one.what, one.of, class_, what_.get_name());
        if (!what || !misfit(*what, view_).empty()) {
            ++result_.counts.refused;
            continue;
        }
        const schedule made =
            target_.threads > 1 ? on_threads(*what, what_, arguments_, view_, where_) : *what;
        if (is_legal(made, "library")) {
            result_.best = made;
            result_.is_from_library = true;
            result_.is_unchanged = false;
            const bool is_same = one.algorithm == algorithm && one.machine == target_.text();
            result_.best_seconds = is_same ? one.came.seconds : 0;
            return true;
        }
    }
    return false;
}

void tuning_session::take_predicted() {
    constexpr std::size_t looked_at = 32; ///< candidates: the best may be illegal
    std::vector<candidate> all;
    for (candidate &one : strategy_->next(looked_at)) {
        ++result_.counts.proposed;
        all.push_back(std::move(one));
    }
    std::stable_sort(all.begin(), all.end(), [](const candidate &left, const candidate &right) {
        return left.predicted < right.predicted;
    });
    for (const candidate &one : all) {
        if (is_legal(one.what, text_of(view_, maker_.sketches()[one.sketch]))) {
            result_.best = one.what;
            result_.best_seconds = one.predicted;
            result_.is_unchanged = false;
            break;
        }
    }
}

tuning_result tuning_session::predict() {
    result_.is_unchanged = true;
    const bool asks_for_a_model = opts_.model != tuning().model;
    if (!opts_.with_library || asks_for_a_model || !take_shipped()) {
        take_predicted();
    }
    result_.elapsed_seconds = elapsed();
    return result_;
}

} // namespace tiramisu::tune
