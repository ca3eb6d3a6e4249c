#include "autoscheduler/session.h"

#include <algorithm>

#include "autoscheduler/space/verdict.h"
#include "autoscheduler/transfer/donor_choice.h"
#include "autoscheduler/transfer/donors.h"
#include "autoscheduler/transfer/fitting.h"

namespace tiramisu::tune {

namespace {

constexpr std::size_t round_size = 8; ///< candidates between two looks at what was measured
constexpr std::size_t finalists = 4;  ///< that are measured again, in turns
constexpr int fruitless_rounds = 20;  ///< without a new candidate, after which there are no more

/// Records of this program by the schedule that was tried.
std::map<std::size_t, trial> known_trials(const tuning &how, const std::string &algorithm,
                                          const machine &on, source_place where) {
    std::map<std::size_t, trial> known;
    if (how.resume && !how.log.empty()) {
        for (const log_record &record : read_log(how.log, where)) {
            if (record.algorithm == algorithm && record.machine == on.text()) {
                known[record.what.hash()] = record.came;
            }
        }
    }
    return known;
}

} // namespace

tuning_session::tuning_session(const function &what, const std::vector<buffer *> &arguments,
                               const tuning &how, const machine &on, source_place where)
    : what_(what), arguments_(arguments), how_(how), on_(on), where_(where),
      view_(view_of(what, arguments, how.sizes, on, where)), class_(class_of(what)),
      model_(model_called(how.model, on, how.seed)), maker_(view_, *model_),
      strategy_(strategy_called(how.search, maker_, how.seed)),
      known_(known_trials(how, key_of(view_.text), on, where)) {
    if (!how.log.empty()) {
        log_ = std::make_unique<log_writer>(how.log, true);
    }
}

double tuning_session::elapsed() const {
    return std::chrono::duration<double>(clock::now() - start_).count();
}

bool tuning_session::is_over(const tuning_result &so_far) const {
    return so_far.counts.trials() >= how_.trials || (how_.seconds > 0 && elapsed() >= how_.seconds);
}

bool tuning_session::is_legal(const schedule &what, tuning_result &counted) {
    const candidate_verdict found = verdict_of(what_, what, arguments_, where_);
    counted.counts.illegal += found.what == candidate_verdict::kind::illegal ? 1 : 0;
    counted.counts.refused += found.what == candidate_verdict::kind::refused ? 1 : 0;
    return found.is_legal();
}

std::optional<double> tuning_session::try_one(const schedule &what, evaluator &by,
                                              tuning_result &so_far) {
    const auto known = known_.find(what.hash());
    const trial came = known != known_.end() ? known->second : by.measure(what);
    if (known != known_.end()) {
        ++so_far.counts.resumed;
    } else if (log_) {
        log_->add({key_of(view_.text), on_.text(), what, came, class_});
    }
    if (!came.is_measured()) {
        ++so_far.counts.failed[to_string(came.what)];
        return std::nullopt;
    }
    ++so_far.counts.measured;
    best_.push_back({came.seconds, what, so_far.counts.trials() - 1});
    std::stable_sort(best_.begin(), best_.end(), [](const finalist &left, const finalist &right) {
        return left.seconds < right.seconds;
    });
    best_.erase(best_.begin() + static_cast<std::ptrdiff_t>(std::min(finalists, best_.size())),
                best_.end());
    if (so_far.best_seconds == 0 || came.seconds < so_far.best_seconds) {
        so_far.best = what;
        so_far.best_seconds = came.seconds;
        so_far.best_trial = so_far.counts.trials() - 1;
    }
    return came.seconds;
}

tuning_result tuning_session::measure(evaluator &by, double plain_seconds) {
    tuning_result result(what_.get_schedule());
    result.plain_seconds = plain_seconds;
    progress_line progress(how_.progress, how_.is_terminal, how_.trials);
    tried_.insert(result.best.hash());
    result.start_seconds = try_one(schedule(result.best), by, result).value_or(0);
    try_donors(by, result);
    progress.tell(result, elapsed());
    int fruitless = 0;
    while (!is_over(result) && fruitless < fruitless_rounds) {
        ++fruitless;
        const auto left = static_cast<std::size_t>(how_.trials - result.counts.trials());
        const std::vector<candidate> round = strategy_->next(std::min(round_size, left));
        if (round.empty()) {
            break;
        }
        for (const candidate &one : round) {
            ++result.counts.proposed;
            if (is_over(result)) {
                break;
            }
            if (!tried_.insert(one.what.hash()).second) {
                ++result.counts.duplicates;
                continue;
            }
            if (!is_legal(one.what, result)) {
                continue;
            }
            fruitless = 0;
            if (const auto seconds = try_one(one.what, by, result)) {
                strategy_->learn(one, *seconds);
            }
            progress.tell(result, elapsed());
        }
    }
    measure_best_again(by, result);
    progress.end();
    result.elapsed_seconds = elapsed();
    return result;
}

void tuning_session::try_donors(evaluator &by, tuning_result &so_far) {
    if (how_.transfer.empty()) {
        return;
    }
    const donor_log from = donors_of(class_, key_of(view_.text), on_.text(), how_.transfer, where_);
    tuning_donors &told = so_far.donors.emplace();
    told.log = from.path;
    told.schedules = static_cast<int>(from.best.size());
    told.evaluations = transfer_evaluations({{class_.key, 1}}, {{class_.key, told.schedules}});
    for (const log_record &donor : from.best) {
        if (is_over(so_far)) {
            break;
        }
        ++so_far.counts.proposed;
        const auto what = renamed(donor.what, donor.of, class_, what_.get_name());
        if (!what || !misfit(*what, view_).empty()) {
            ++told.unfit;
            ++so_far.counts.refused;
        } else if (!tried_.insert(what->hash()).second) {
            ++so_far.counts.duplicates;
        } else if (is_legal(*what, so_far)) {
            try_one(*what, by, so_far);
            ++told.tried;
        }
    }
}

/// What was measured once may have been lucky. The best of the best is that with the least of all
/// of its times.
void tuning_session::measure_best_again(evaluator &by, tuning_result &so_far) {
    if (best_.size() < 2) {
        return;
    }
    constexpr int rounds = 3;
    std::vector<std::vector<double>> times(best_.size());
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < best_.size(); ++i) {
            const trial came = by.measure(best_[i].what);
            if (came.is_measured()) {
                times[i].push_back(came.seconds);
            }
        }
    }
    double least = 0;
    for (std::size_t i = 0; i < best_.size(); ++i) {
        if (times[i].empty()) {
            continue;
        }
        std::sort(times[i].begin(), times[i].end());
        const double middle = times[i][times[i].size() / 2];
        if (least == 0 || middle < least) {
            least = middle;
            so_far.best = best_[i].what;
            so_far.best_seconds = middle;
            so_far.best_trial = best_[i].trial;
        }
    }
}

tuning_result tuning_session::predict() {
    tuning_result result(what_.get_schedule());
    std::vector<candidate> all;
    for (candidate &one : strategy_->next(4 * round_size)) {
        ++result.counts.proposed;
        all.push_back(std::move(one));
    }
    std::stable_sort(all.begin(), all.end(), [](const candidate &left, const candidate &right) {
        return left.predicted < right.predicted;
    });
    for (const candidate &one : all) {
        if (is_legal(one.what, result)) {
            result.best = one.what;
            result.best_seconds = one.predicted;
            break;
        }
    }
    result.elapsed_seconds = elapsed();
    return result;
}

} // namespace tiramisu::tune
