#include "session.h"

#include "report.h"

#include <fnmatch.h>

#include <cstdio>
#include <stdexcept>

namespace tiramisu::bench {

bool session::wants(const std::string &id) const {
    return fnmatch(only.c_str(), id.c_str(), 0) == 0;
}

bool session::wants(const std::string &id, bool is_quick) const {
    const bool are_named = only != "*" || !problems.empty();
    return wants(id) && (are_named || !quick || is_quick);
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
    int failed = 0;
    for (const auto &part : parts) {
        try {
            part(*this);
        } catch (const std::exception &error) {
            bar.hide();
            std::fprintf(stderr, "tiramisu_bench: %s\n", error.what());
            bar.show();
            failed++;
        }
        keep_results();
        bar.advance();
    }
    if (failed > 0) {
        throw std::runtime_error(std::to_string(failed) + " of " + std::to_string(parts.size()) +
                                 " parts of the set " + set + " failed (see above)");
    }
}

} // namespace tiramisu::bench
