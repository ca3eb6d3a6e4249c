#pragma once

#include <string>

#include "nn/framework/find/turns.h"
#include "tiramisu/nn/search_options.h"

namespace tiramisu::nn {

/// What a search may take, from the moment on that this is made.
class budget {
public:
    budget(const search_options &opts, seconds_clock now);

    /// Why something is not begun, where it and what was begun take so many seconds yet; empty: it
    /// is.
    std::string why_spent(double due);
    /// Up to when close times are told apart: what is left, and a tenth of the whole at least, for
    /// the time before is spent in vain if the slower one of two is then taken.
    double end_of_turns() const;

private:
    std::function<bool()> stop_;
    seconds_clock now_;
    double seconds_, end_;
    bool is_stopped_ = false;
};

} // namespace tiramisu::nn
