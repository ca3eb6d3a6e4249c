#include "progress.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace tiramisu::bench {

namespace {

bool is_terminal() {
    static const bool answer = isatty(STDERR_FILENO) != 0;
    return answer;
}

std::string bar(int done, int parts) {
    constexpr int width = 30;
    const auto filled = static_cast<std::size_t>(width * done / std::max(parts, 1));
    return "[" + std::string(filled, '#') + std::string(width - filled, '.') + "]";
}

/// As if what is left took as long, part for part, as what is done.
std::string time_left(double seconds_so_far, int done, int parts) {
    if (done == 0) {
        return "";
    }
    const double seconds = std::ceil(seconds_so_far / done * (parts - done));
    return seconds < 100 ? ", " + std::to_string(std::lround(seconds)) + " s left"
                         : ", " + std::to_string(std::lround(seconds / 60)) + " min left";
}

} // namespace

void progress::start(const std::string &set, int parts) {
    set_ = set;
    done_ = 0;
    parts_ = parts;
    begin_ = clock::now();
    show();
}

void progress::advance() {
    done_++;
    hide();
    if (done_ < parts_) {
        show();
    }
}

void progress::hide() const {
    if (is_terminal()) {
        std::fputs("\r\033[K", stderr);
    }
}

void progress::show() const {
    if (is_terminal() && parts_ > 0) {
        const std::chrono::duration<double> so_far = clock::now() - begin_;
        std::fprintf(stderr, "\r%s %s %d of %d%s", set_.c_str(), bar(done_, parts_).c_str(), done_,
                     parts_, time_left(so_far.count(), done_, parts_).c_str());
        std::fflush(stderr);
    }
}

} // namespace tiramisu::bench
