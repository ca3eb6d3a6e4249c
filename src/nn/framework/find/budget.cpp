#include "nn/framework/find/budget.h"

#include <algorithm>
#include <limits>
#include <sstream>

namespace tiramisu::nn {

namespace {

constexpr double forever = std::numeric_limits<double>::infinity();

} // namespace

budget::budget(const search_options &opts, seconds_clock now)
    : stop_(opts.stop), now_(std::move(now)), seconds_(opts.seconds > 0 ? opts.seconds : forever),
      end_(now_() + seconds_) {}

std::string budget::why_spent(double owed) {
    if (!why_.empty()) {
        return why_;
    }
    if (stop_ && stop_()) {
        end_ = now_();
        seconds_ = 0;
        why_ = "not tried: search_options::stop ended the search";
    } else if (now_() + owed >= end_) {
        std::ostringstream text;
        text << "not tried: the " << seconds_ << " s of search_options::seconds were spent";
        why_ = text.str();
    }
    return why_;
}

double budget::end_of_turns() const {
    return std::max(end_, now_() + seconds_ / 10);
}

} // namespace tiramisu::nn
