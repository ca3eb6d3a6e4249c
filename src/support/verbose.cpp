#include "support/verbose.h"

#include <chrono>
#include <cmath>
#include <cstdio>

#include <unistd.h>

#include "support/environment_variable.h"

namespace tiramisu::support {

namespace {

constexpr double quiet_seconds = 3, seconds_between = 1;

double now() {
    const auto since = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double>(since).count();
}

} // namespace

bool is_verbose() {
    return environment_variable("TIRAMISU_VERBOSE", {"0", "1"}) == "1";
}

void tell(const std::string &line) {
    if (is_verbose()) {
        // One call, so that lines of several threads do not mix.
        std::fputs(("tiramisu: " + line + "\n").c_str(), stderr);
    }
}

progress::progress(std::string work)
    : work_(std::move(work)), is_verbose_(is_verbose()), is_terminal_(isatty(STDERR_FILENO) != 0),
      begin_(now()), last_(begin_ + quiet_seconds - seconds_between) {}

progress::~progress() {
    if (has_told_) {
        std::fputs("\r\033[K", stderr);
    }
}

void progress::step(const std::string &what) {
    if (is_verbose_) {
        tell(work_ + ": " + what);
    } else if (is_terminal_ && now() - last_ >= seconds_between) {
        last_ = now();
        const long taken = std::lround(last_ - begin_);
        const std::string line =
            "tiramisu: " + work_ + ", " + std::to_string(taken) + " s: " + what;
        std::fputs(("\r" + line.substr(0, 118) + "\033[K").c_str(), stderr);
        has_told_ = true;
    }
}

std::string milliseconds_text(double seconds) {
    return std::to_string(std::lround(1000 * seconds)) + " ms";
}

} // namespace tiramisu::support
