#pragma once

#include <functional>
#include <vector>

namespace tiramisu::nn {

/// Tells the time in seconds, from whatever moment on.
using seconds_clock = std::function<double()>;

/// The fastest of three runs, in milliseconds.
double fastest_milliseconds(const std::function<void()> &work, const seconds_clock &now);

/// What a turn takes of what runs for so long.
double milliseconds_of_turn(double run);

/// Times of several ways to do the same work, in milliseconds: medians of turns, so that what else
/// the machine does disturbs all of them. There are `rounds` of turns, or up to ten times as many
/// as long as all together take less than 50 ms. Those that are then within a few per cent of the
/// fastest have up to ten times as many again, until the fastest is told apart from each or the
/// clock shows `end`. What takes less than 20 ms runs twice in each turn, and the second time
/// counts: it finds the caches as it left them.
std::vector<double> milliseconds_in_turns(const std::vector<std::function<void()>> &works,
                                          int rounds, double end, const seconds_clock &now);

} // namespace tiramisu::nn
