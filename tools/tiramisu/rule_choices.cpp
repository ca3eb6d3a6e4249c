#include "tiramisu/rule_choices.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

namespace tiramisu::tool {

namespace {

std::string times(double ratio) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f times", ratio);
    return text;
}

/// What a database without records chooses.
nn::perf_record rules_record(const nn::layer_kind &kind, const std::string &text) {
    nn::search_options opts;
    opts.mode = nn::find_mode::fast;
    return kind.find(text, opts, {}).front().record;
}

} // namespace

std::string rule_choices::add(const nn::layer_kind &kind, const std::string &text,
                              const std::vector<nn::find_result> &ranked) {
    if (ranked.empty() || !ranked.front().why_not.empty()) {
        return "";
    }
    const nn::perf_record rules = rules_record(kind, text);
    const auto measured = std::find_if(ranked.begin(), ranked.end(), [&](const auto &one) {
        return one.why_not.empty() && one.record.solver == rules.solver &&
               one.record.configuration == rules.configuration;
    });
    if (measured == ranked.end()) {
        return "";
    }
    const double ratio = measured->record.milliseconds / ranked.front().record.milliseconds;
    ratios_.push_back(ratio);
    return measured == ranked.begin()
               ? ""
               : "; by the rule " + text_of(measured->record) + ", " + times(ratio) + " as long";
}

std::string rule_choices::summary() const {
    if (ratios_.empty()) {
        return "";
    }
    constexpr double close = 1.1;
    const double count = static_cast<double>(ratios_.size());
    const double logarithms =
        std::accumulate(ratios_.begin(), ratios_.end(), 0.0,
                        [](double sum, double ratio) { return sum + std::log(ratio); });
    const auto close_ones =
        std::count_if(ratios_.begin(), ratios_.end(), [](double ratio) { return ratio <= close; });
    return "the rule, which chooses without times: " + times(std::exp(logarithms / count)) +
           " as long as the fastest (geometric mean of " + std::to_string(ratios_.size()) +
           (ratios_.size() == 1 ? " layer" : " layers") + "), at most 1.1 times for " +
           std::to_string(std::lround(100 * static_cast<double>(close_ones) / count)) +
           " % of them, " + times(*std::max_element(ratios_.begin(), ratios_.end())) +
           " for the worst\n";
}

std::string text_of(const nn::perf_record &one) {
    char time[32];
    std::snprintf(time, sizeof time, "%.4f ms  ", one.milliseconds);
    return time + one.solver + (one.configuration.empty() ? "" : " ") + one.configuration;
}

} // namespace tiramisu::tool
