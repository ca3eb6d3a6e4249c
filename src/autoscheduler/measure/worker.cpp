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

/// Seconds of one call: the median of batches of calls, which are long enough for the clock.
double time_of(const prepared_call &call, call_data &data, double least_seconds) {
    constexpr double batch_seconds = 0.0005;
    constexpr std::size_t least_batches = 3, most_batches = 50;
    const clock::time_point first = clock::now();
    call();
    const double once = std::max(1e-9, seconds_since(first));
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
        constexpr double long_enough = 1; // programs of seconds are not run three times over
        if (once > long_enough) {
            break;
        }
    }
    std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2),
                     times.end());
    return times[times.size() / 2];
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

worker::worker(function what, std::vector<buffer *> arguments, call_data &data, schedule plain,
               worker_settings opts)
    : what_(std::move(what)), arguments_(std::move(arguments)), data_(data),
      plain_(std::move(plain)), opts_(std::move(opts)) {}

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

trial worker::ask(const schedule &what, bool is_plain) {
    if (!copy_) {
        copy_ = std::make_unique<support::conversation>(
            [&](support::line_channel &channel) { serve(channel); });
        ++copies_;
    }
    trial result;
    const std::string asked =
        json{{"schedule", json::parse(what.to_json())}, {"is_plain", is_plain}}.dump();
    // The program as it is may be slow: that is why it is tuned.
    constexpr int patience = 30;
    support::process_limits limits = {opts_.build_time, opts_.memory};
    support::conversation::answer told = copy_->ask(asked, limits);
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
            return result;
        }
        result.build_seconds = answer["built"].get<double>();
        limits.time = is_plain ? patience * opts_.run_time : opts_.run_time;
        told = copy_->wait(limits);
    }
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
        const schedule what = schedule::from_json(request["schedule"].dump());
        if (opts_.before_build) {
            opts_.before_build(what);
        }
        what_.set_schedule(what);
        const compiled_function code = what_.compile(arguments_, opts_.compiled_for);
        channel.send(json{{"built", seconds_since(start)}}.dump());
        run(channel, code, request["is_plain"].get<bool>());
    } catch (const std::exception &thrown) {
        channel.send(problem_line(trial::outcome::not_built, thrown.what()));
    }
}

void worker::run(support::line_channel &channel, const compiled_function &code, bool is_plain) {
    data_.reset();
    execution opts;
    opts.threads = opts_.threads;
    const prepared_call call = code.prepare(data_.arguments(), opts);
    const int status = call();
    if (status != 0) {
        channel.send(problem_line(trial::outcome::failed, compiled_function::error_text()));
        return;
    }
    if (is_plain) {
        data_.keep_as_expected();
    } else if (const std::string difference = data_.difference(); !difference.empty()) {
        channel.send(problem_line(trial::outcome::wrong, difference));
        return;
    }
    data_.reset();
    channel.send(json{{"seconds", time_of(call, data_, opts_.least_seconds)}}.dump());
}

} // namespace tiramisu::tune
