#include "autoscheduler/measure/worker.h"

#include <algorithm>
#include <chrono>

#include <nlohmann/json.hpp>

namespace tiramisu::tune {

namespace {

using json = nlohmann::json;
using clock = std::chrono::steady_clock;

double seconds_since(clock::time_point start) {
    return std::chrono::duration<double>(clock::now() - start).count();
}

std::string problem_line(trial::outcome what, const std::string &problem) {
    return json{{"outcome", to_string(what)}, {"problem", problem}}.dump(
        -1, ' ', false, json::error_handler_t::replace);
}

constexpr double long_call = 1; ///< seconds of calls that are not made three times over

/// Seconds of one call: the median of batches of calls, which are long enough for the clock.
double time_of(const prepared_call &call, call_data &data, double least_seconds) {
    constexpr double batch_seconds = 0.0005;
    constexpr std::size_t least_batches = 3, most_batches = 50;
    const clock::time_point first = clock::now();
    call();
    const double once = std::max(1e-9, seconds_since(first));
    if (once > long_call) {
        return once;
    }
    const int calls = std::max(1, static_cast<int>(batch_seconds / once));
    std::vector<double> times;
    double sum = 0;
    while (times.size() < least_batches || (sum < least_seconds && times.size() < most_batches)) {
        data.reset(); // what works in place would go on from its own results
        const clock::time_point start = clock::now();
        for (int i = 0; i < calls; ++i) {
            call();
        }
        const double batch = seconds_since(start);
        sum += batch;
        times.push_back(batch / calls);
    }
    std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2),
                     times.end());
    return times[times.size() / 2];
}

/// Of each; 0 where there are none.
std::vector<double> medians_of(std::vector<std::vector<double>> times) {
    std::vector<double> medians;
    for (std::vector<double> &of_one : times) {
        std::sort(of_one.begin(), of_one.end());
        medians.push_back(of_one.empty() ? 0 : of_one[of_one.size() / 2]);
    }
    return medians;
}

trial::outcome outcome_of_end(const support::process_end &end, bool is_built) {
    using kind = support::process_end::kind;
    switch (end.why) {
    case kind::out_of_time: return is_built ? trial::outcome::slow_run : trial::outcome::slow_build;
    case kind::out_of_memory: return trial::outcome::out_of_memory;
    default: return trial::outcome::crashed;
    }
}

} // namespace

worker::worker(const function &what, std::vector<buffer *> arguments, call_data &data,
               schedule plain, worker_settings opts)
    : what_(what), arguments_(std::move(arguments)), data_(data), plain_(std::move(plain)),
      opts_(std::move(opts)) {}

worker::~worker() = default;

trial worker::measure_plain() {
    return ask(plain_, true);
}

trial worker::measure(const schedule &what) {
    if (!data_.has_expected()) {
        trial plain = measure_plain();
        if (!plain.is_measured()) {
            return plain;
        }
    }
    return ask(what, false);
}

support::conversation &worker::copy() {
    if (!copy_) {
        copy_ = std::make_unique<support::conversation>(
            [&](support::line_channel &channel) { serve(channel); });
        ++copies_;
    }
    return *copy_;
}

/// The program as it is may be slow: that is why it is tuned. What takes much longer is no better.
std::chrono::milliseconds worker::run_time(bool is_plain) const {
    constexpr int patience = 30;
    return is_plain ? patience * opts_.run_time : std::max(opts_.run_time, 2 * plain_time_);
}

trial worker::ask(const schedule &what, bool is_plain) {
    trial result;
    const std::string asked =
        json{{"schedule", json::parse(what.to_json())}, {"is_plain", is_plain}}.dump();
    support::process_limits limits = {opts_.build_time, opts_.memory};
    support::conversation::answer told = copy().ask(asked, limits);
    clock::time_point run_began = clock::now();
    for (bool is_built = false;; is_built = true) {
        if (!told.line) {
            copy_.reset();
            result.what = outcome_of_end(told.end, is_built);
            result.problem = told.end.text();
            return result;
        }
        const json answer = json::parse(*told.line);
        if (answer.contains("problem")) {
            result.what = outcome_of(answer["outcome"].get<std::string>());
            result.problem = answer["problem"].get<std::string>();
            return result;
        }
        if (answer.contains("seconds")) {
            result.seconds = answer["seconds"].get<double>();
            if (is_plain) {
                plain_time_ =
                    std::chrono::ceil<std::chrono::milliseconds>(clock::now() - run_began);
            }
            return result;
        }
        result.build_seconds = answer["built"].get<double>();
        limits.time = run_time(is_plain);
        run_began = clock::now();
        told = copy_->wait(limits);
    }
}

std::vector<double> worker::measure_in_turns(const std::vector<schedule> &all, int rounds) {
    json schedules = json::array();
    for (const schedule &one : all) {
        schedules.push_back(json::parse(one.to_json()));
    }
    const std::string asked = json{{"schedules", schedules}, {"rounds", rounds}}.dump();
    support::process_limits limits = {opts_.build_time, opts_.memory};
    std::vector<std::vector<double>> times(all.size());
    const std::size_t answers = all.size() * (1 + static_cast<std::size_t>(rounds));
    for (std::size_t i = 0; i < answers; ++i) {
        if (i == all.size()) {
            limits.time = run_time(false);
        }
        const support::conversation::answer told =
            i == 0 ? copy().ask(asked, limits) : copy_->wait(limits);
        if (!told.line) {
            copy_.reset();
            break;
        }
        const json answer = json::parse(*told.line);
        if (answer.contains("problem")) {
            break;
        }
        if (answer.contains("seconds")) {
            times[i % all.size()].push_back(answer["seconds"].get<double>());
        }
    }
    return medians_of(std::move(times));
}

void worker::serve(support::line_channel &channel) {
    while (const std::optional<std::string> asked = channel.receive()) {
        answer(channel, *asked);
    }
}

void worker::answer(support::line_channel &channel, const std::string &asked) {
    const json request = json::parse(asked);
    const clock::time_point start = clock::now();
    try {
        if (request.contains("schedules")) {
            std::vector<std::string> schedules;
            for (const json &one : request["schedules"]) {
                schedules.push_back(one.dump());
            }
            run_in_turns(channel, schedules, request["rounds"].get<int>());
            return;
        }
        const compiled_function code = built(request["schedule"].dump());
        channel.send(json{{"built", seconds_since(start)}}.dump());
        run(channel, code, request["is_plain"].get<bool>());
    } catch (const std::exception &thrown) {
        channel.send(problem_line(trial::outcome::not_built, thrown.what()));
    }
}

/// What is wrong is wrong with the schedule: no place in here helps.
compiled_function worker::built(const std::string &schedule_json) {
    const schedule what = schedule::from_json(schedule_json, {});
    if (opts_.before_build) {
        opts_.before_build(what);
    }
    what_.set_schedule(what, {});
    return what_.compile(arguments_, opts_.compiled_for, {});
}

prepared_call worker::prepared(const compiled_function &code) {
    execution opts;
    opts.threads = opts_.threads;
    return code.prepare(data_.arguments(), opts);
}

void worker::run(support::line_channel &channel, const compiled_function &code, bool is_plain) {
    data_.reset();
    const prepared_call call = prepared(code);
    const clock::time_point start = clock::now();
    const int status = call();
    const double once = seconds_since(start);
    if (status != 0) {
        channel.send(problem_line(trial::outcome::failed, compiled_function::error_text()));
        return;
    }
    if (const std::string beside = data_.written_beside(); is_plain && !beside.empty()) {
        channel.send(problem_line(
            trial::outcome::failed,
            beside + ": places that the program computes from values of its arguments lie outside, "
                     "of which integers are random, from 0 to 15; give them by tuning::arguments"));
        return;
    }
    if (is_plain) {
        data_.keep_as_expected();
    } else if (const std::string difference = data_.difference(); !difference.empty()) {
        channel.send(problem_line(trial::outcome::wrong, difference));
        return;
    }
    data_.reset();
    const double seconds = once > long_call ? once : time_of(call, data_, opts_.least_seconds);
    channel.send(json{{"seconds", seconds}}.dump());
}

/// Of schedules whose results were right before.
void worker::run_in_turns(support::line_channel &channel, const std::vector<std::string> &schedules,
                          int rounds) {
    std::vector<compiled_function> codes;
    for (const std::string &one : schedules) {
        const clock::time_point start = clock::now();
        codes.push_back(built(one));
        channel.send(json{{"built", seconds_since(start)}}.dump());
    }
    for (int round = 0; round < rounds; ++round) {
        for (const compiled_function &code : codes) {
            data_.reset();
            const double seconds = time_of(prepared(code), data_, opts_.least_seconds);
            channel.send(json{{"seconds", seconds}}.dump());
        }
    }
}

} // namespace tiramisu::tune
