#pragma once

#include <chrono>
#include <string>

namespace tiramisu::bench {

/// A line at the foot of the terminal that tells how much of a set is done and how long the rest
/// may take. Nothing where standard error is no terminal.
class progress {
public:
    /// A set of so many parts begins.
    void start(const std::string &set, int parts);
    /// One more of them is done.
    void advance();
    /// Takes the line away, so that something else can be printed; show() puts it back.
    void hide() const;
    void show() const;

private:
    using clock = std::chrono::steady_clock;

    std::string set_;
    int done_ = 0, parts_ = 0;
    clock::time_point begin_;
};

} // namespace tiramisu::bench
