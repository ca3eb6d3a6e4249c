#include "nn/framework/find/attempt.h"

#include <algorithm>
#include <limits>

#include "tiramisu/error.h"

namespace tiramisu::nn {

namespace {

layer_options forced(const std::string &solver, const std::string &values,
                     const options &compiled) {
    layer_options made;
    made.solver = solver;
    made.configuration = values;
    made.compiled = compiled;
    return made;
}

} // namespace

find_result not_tried(const contestant &one, const std::string &values, const std::string &why) {
    find_result made;
    made.record.solver = one.solver;
    made.record.revision = one.revision;
    made.record.configuration = values;
    made.why_not = why;
    return made;
}

measurement::measurement(trial &on, const options &compiled, double tolerance)
    : on_(on), compiled_(compiled), tolerance_(tolerance) {
    const auto naive = on.prepared(forced("naive", "", compiled));
    on.reset();
    naive();
    expected_ = on.result();
}

attempt measurement::prepared(const contestant &one, const configuration &values) const {
    attempt made{not_tried(one, to_text(values), ""), nullptr};
    try {
        made.run = on_.prepared(forced(one.solver, made.result.record.configuration, compiled_));
    } catch (const error &failed) {
        made.result.why_not = failed.what();
    }
    return made;
}

void measurement::time(attempt &one) {
    if (!one.run) {
        return;
    }
    find_result &result = one.result;
    try {
        on_.reset();
        one.run();
        result.record.error = largest_difference(expected_, on_.result());
        if (!(result.record.error <= tolerance_)) {
            result.why_not = "its result is wrong: it differs from that of the naive solver by " +
                             std::to_string(result.record.error) + " of the largest value";
        }
        result.record.milliseconds = fastest_milliseconds(one.run, clock());
    } catch (const error &failed) {
        result.why_not = failed.what();
    }
}

void measurement::in_turns(std::vector<attempt> &all, int rounds, double end) {
    std::vector<std::function<void()>> runs;
    std::vector<perf_record *> records;
    for (attempt &one : all) {
        if (one.run) {
            runs.push_back(one.run);
            records.push_back(&one.result.record);
        }
    }
    const std::vector<double> times = milliseconds_in_turns(runs, rounds, end, clock());
    for (std::size_t i = 0; i < times.size(); i++) {
        records[i]->milliseconds = times[i];
    }
}

void drop_slow(std::vector<attempt> &all) {
    constexpr double scatter = 1.5;
    double fastest = std::numeric_limits<double>::infinity();
    for (const attempt &one : all) {
        if (one.counts()) {
            fastest = std::min(fastest, one.result.record.milliseconds);
        }
    }
    for (attempt &one : all) {
        if (!one.counts() || one.result.record.milliseconds > scatter * fastest) {
            one.run = nullptr;
        }
    }
}

double seconds_of_rounds(const std::vector<attempt> &all, int rounds) {
    double milliseconds = 0;
    for (const attempt &one : all) {
        milliseconds += one.run ? milliseconds_of_turn(one.result.record.milliseconds) : 0;
    }
    return rounds * milliseconds / 1000;
}

} // namespace tiramisu::nn
