#include "session.h"

#include "report.h"

#include <fnmatch.h>

namespace tiramisu::bench {

bool session::wants(const std::string &id) const {
    return fnmatch(only.c_str(), id.c_str(), 0) == 0;
}

double session::peak_share(double gflops, int with_threads) const {
    return gflops / here.fma_peak.at(with_threads);
}

void session::add(row one) {
    one.set = set;
    bar.hide();
    print_row(one);
    bar.show();
    rows.push_back(std::move(one));
}

void session::run_parts(const std::vector<std::function<void(session &)>> &parts) {
    bar.start(set, static_cast<int>(parts.size()));
    for (const auto &part : parts) {
        part(*this);
        keep_results();
        bar.advance();
    }
}

} // namespace tiramisu::bench
