#include "nn/framework/find/turns.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <numeric>

namespace tiramisu::nn {

namespace {

using series = std::vector<double>; ///< milliseconds, a turn each

/// At least what clocks tell apart, so that there are ratios.
double milliseconds_of(const std::function<void()> &work, const seconds_clock &now) {
    constexpr double step = 1e-6;
    const double start = now();
    work();
    return std::max(step, 1000 * (now() - start));
}

/// Of an even number, the upper one in the middle.
double median(series times) {
    const auto middle = times.begin() + std::ptrdiff_t(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    return *middle;
}

series medians(const std::vector<series> &all) {
    series made;
    std::transform(all.begin(), all.end(), std::back_inserter(made), median);
    return made;
}

constexpr double short_run = 20;

/// One more turn for each of these; returns the time that they took, warm-up runs included.
double add_turns(const std::vector<std::function<void()>> &works,
                 const std::vector<std::size_t> &of, const seconds_clock &now,
                 std::vector<series> &to) {
    double sum = 0;
    for (const std::size_t one : of) {
        double taken = milliseconds_of(works[one], now);
        sum += taken;
        if (taken < short_run) {
            taken = milliseconds_of(works[one], now);
            sum += taken;
        }
        to[one].push_back(taken);
    }
    return sum;
}

constexpr int most_times = 10; ///< as many rounds as are asked for, in either part

std::vector<series> rounds_of_all(const std::vector<std::function<void()>> &works, int rounds,
                                  const seconds_clock &now) {
    constexpr double enough = 50;
    std::vector<std::size_t> all(works.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    std::vector<series> times(works.size());
    double sum = 0;
    for (int i = 0; i < rounds || (i < most_times * rounds && sum < enough); i++) {
        sum += add_turns(works, all, now, times);
    }
    return times;
}

std::vector<std::size_t> within_a_few_percent(const series &times, double of) {
    constexpr double close = 1.05;
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < times.size(); i++) {
        if (times[i] <= close * of) {
            found.push_back(i);
        }
    }
    return found;
}

/// How long a way takes, over another with which it took turns. Two times of one turn are compared,
/// for both have the same disturbances, and a machine that becomes slower changes no ratio.
double median_ratio(const series &times, const series &others) {
    series ratios;
    std::transform(times.begin(), times.end(), others.begin(), std::back_inserter(ratios),
                   [](double one, double other) { return one / other; });
    return median(ratios);
}

/// In how many turns more `one` took less time than the other.
int lead(const series &one, const series &other) {
    int turns = 0;
    for (std::size_t i = 0; i < one.size(); i++) {
        turns += one[i] < other[i] ? 1 : one[i] > other[i] ? -1 : 0;
    }
    return turns;
}

/// Whether the fastest of these leads each of the others by so many turns. Leads are the walk of
/// the gambler's ruin: where the faster of two wins a turn with probability p, the slower one leads
/// by k before the faster one does with probability (1-p)^k / (p^k + (1-p)^k), which is 1.4 % for
/// p = 0.7 and k = 5; of two equal ones either does after k^2 turns on average.
bool are_told_apart(const std::vector<series> &all, const std::vector<std::size_t> &close,
                    std::size_t base, int turns) {
    const auto ratio = [&](std::size_t one) { return median_ratio(all[one], all[base]); };
    const std::size_t fastest =
        *std::min_element(close.begin(), close.end(), [&](std::size_t left, std::size_t right) {
            return ratio(left) < ratio(right);
        });
    return std::all_of(close.begin(), close.end(), [&](std::size_t one) {
        return one == fastest || lead(all[fastest], all[one]) >= turns;
    });
}

} // namespace

double fastest_milliseconds(const std::function<void()> &work, const seconds_clock &now) {
    return std::min(
        {milliseconds_of(work, now), milliseconds_of(work, now), milliseconds_of(work, now)});
}

double milliseconds_of_turn(double run) {
    return run < short_run ? 2 * run : run;
}

std::vector<double> milliseconds_in_turns(const std::vector<std::function<void()>> &works,
                                          int rounds, double end, const seconds_clock &now) {
    if (works.empty()) {
        return {};
    }
    std::vector<series> times = rounds_of_all(works, rounds, now);
    series found = medians(times);
    const auto fastest = std::min_element(found.begin(), found.end());
    const double unit = *fastest;
    const auto base = static_cast<std::size_t>(fastest - found.begin());
    const std::vector<std::size_t> close = within_a_few_percent(found, unit);
    for (int more = 0;
         more < most_times * rounds && now() < end && !are_told_apart(times, close, base, rounds);
         more++) {
        add_turns(works, close, now, times);
    }
    for (const std::size_t one : close) {
        found[one] = unit * median_ratio(times[one], times[base]);
    }
    return found;
}

} // namespace tiramisu::nn
