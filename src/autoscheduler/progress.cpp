#include "autoscheduler/progress.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ostream>

namespace tiramisu::tune {

namespace {

std::string failures_text(const tuning_counts &counts) {
    std::string text;
    for (const auto &[kind, count] : counts.failed) {
        text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + kind;
    }
    return text;
}

std::string bar(int done, int all) {
    constexpr int width = 20;
    const int full = all > 0 ? std::min(width, width * done / all) : 0;
    return "[" + std::string(static_cast<std::size_t>(full), '#') +
           std::string(static_cast<std::size_t>(width - full), '.') + "]";
}

std::string row(const std::string &name, const std::string &value) {
    constexpr std::size_t width = 12;
    return "  " + name + std::string(width - std::min(width - 1, name.size()), ' ') + value + "\n";
}

std::string donors_text(const tuning_donors &donors) {
    if (donors.schedules == 0) {
        return "none of this class";
    }
    return std::to_string(donors.schedules) + " of " + donors.log + ", " +
           std::to_string(donors.tried) + " tried, " + std::to_string(donors.unfit) + " unfit, " +
           std::to_string(donors.evaluations) + " evaluations at most";
}

std::string times_faster(double slow, double fast) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), ", %.2f times as fast", slow / fast);
    return slow > 0 && fast > 0 ? text.data() : "";
}

} // namespace

std::string duration_text(double seconds) {
    std::array<char, 32> text{};
    const bool is_long = seconds >= 1, is_short = seconds < 1e-3;
    std::snprintf(text.data(), text.size(), "%.3g %s",
                  is_long    ? seconds
                  : is_short ? seconds * 1e6
                             : seconds * 1e3,
                  is_long    ? "s"
                  : is_short ? "us"
                             : "ms");
    return text.data();
}

void progress_line::tell(const tuning_result &so_far, double elapsed_seconds) {
    const int done = so_far.counts.trials();
    const int every = std::max(1, trials_ / 10);
    if (to_ == nullptr || (!is_terminal_ && done < told_ + every && told_ >= 0)) {
        return;
    }
    told_ = done;
    const int made = done - so_far.counts.resumed;
    const double left = made > 0 ? elapsed_seconds / made * (trials_ - done) : 0;
    const std::string failures = failures_text(so_far.counts);
    *to_ << (is_terminal_ ? "\r\033[K" : "") << bar(done, trials_) << " " << done << "/" << trials_
         << " trials, "
         << (so_far.best_seconds > 0 ? "best " + duration_text(so_far.best_seconds) + " (trial " +
                                           std::to_string(so_far.best_trial) + "), "
                                     : "none measured, ")
         << so_far.counts.illegal << " illegal" << (failures.empty() ? "" : ", " + failures)
         << ", about " << duration_text(left) << " left" << (is_terminal_ ? "" : "\n")
         << std::flush;
}

void progress_line::tell_last_rounds(int rounds, std::size_t schedules) {
    if (to_ != nullptr) {
        *to_ << (is_terminal_ ? "\r\033[K" : "") << "the best " << schedules
             << " are built again, and measured in turns, in " << rounds << " rounds"
             << (is_terminal_ ? "" : "\n") << std::flush;
    }
}

void progress_line::end() {
    if (to_ != nullptr && is_terminal_ && told_ >= 0) {
        *to_ << '\n' << std::flush;
    }
}

std::string rate_text(double operations_a_second) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3g GFLOP/s", operations_a_second * 1e-9);
    return text.data();
}

std::string best_text(const tuning_result &of) {
    if (of.is_unchanged) {
        return "the schedule is as it was: none of the candidates could be given";
    }
    if (of.plain_seconds > 0 && of.best_seconds == 0) {
        return "the schedule is as it was: no candidate was measured, nor it";
    }
    const std::string time = duration_text(of.best_seconds);
    if (of.plain_seconds > 0) {
        return time + " (trial " + std::to_string(of.best_trial) + ")" +
               times_faster(of.start_seconds, of.best_seconds);
    }
    if (!of.is_from_library) {
        return time + ", as predicted; nothing was run";
    }
    return of.best_seconds > 0 ? time + ", as measured for the library of schedules"
                               : "of the library of schedules, for other sizes; nothing was run";
}

} // namespace tiramisu::tune

namespace tiramisu {

int tuning_counts::trials() const {
    int sum = measured;
    for (const auto &[kind, count] : failed) {
        sum += count;
    }
    return sum;
}

std::string tuning_result::text() const {
    using tune::row;
    std::string found = row("function", best.function_name());
    if (plain_seconds > 0) {
        found += row("declared", tune::duration_text(plain_seconds));
        found +=
            row("start", start_seconds > 0 ? tune::duration_text(start_seconds) : "not measured");
    }
    found += row("best", tune::best_text(*this));
    if (best_seconds > 0 && operations > 0) {
        found += row("rate", tune::rate_text(operations / best_seconds));
    }
    found += row("trials",
                 std::to_string(counts.trials()) + " in " + tune::duration_text(elapsed_seconds));
    found += row("candidates", std::to_string(counts.proposed) + " proposed, " +
                                   std::to_string(counts.duplicates) + " duplicates, " +
                                   std::to_string(counts.illegal) + " illegal, " +
                                   std::to_string(counts.refused) + " refused, " +
                                   std::to_string(counts.measured) + " measured");
    if (donors) {
        found += row("donors", tune::donors_text(*donors));
    }
    const std::string failures = tune::failures_text(counts);
    return found + (failures.empty() ? "" : row("failed", failures));
}

} // namespace tiramisu
