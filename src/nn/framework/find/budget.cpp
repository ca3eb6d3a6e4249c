#include "nn/framework/find/budget.h"

#include <algorithm>
#include <limits>
#include <sstream>

namespace tiramisu::nn {

namespace {

double allowed_seconds(const search_options &opts) {
    double seconds = std::numeric_limits<double>::infinity();
    if (opts.seconds > 0) {
        seconds = opts.seconds;
    }
    return seconds;
}

} // namespace

budget::budget(const search_options &opts, seconds_clock now)
    : stop_(opts.stop), now_(std::move(now)), seconds_(allowed_seconds(opts)),
      end_(now_() + seconds_) {}

std::string budget::why_spent(double due) {
    if (!is_stopped_ && stop_ && stop_()) {
        is_stopped_ = true;
        end_ = now_();
        seconds_ = 0;
    }
    if (is_stopped_) {
        return "not tried: search_options::stop ended the search";
    }
    if (now_() + due < end_) {
        return "";
    }
    std::ostringstream text;
    text << "not tried: the " << seconds_ << " s of search_options::seconds were spent";
    return text.str();
}

double budget::end_of_turns() const {
    return std::max(end_, now_() + seconds_ / 10);
}

} // namespace tiramisu::nn
