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
    print_row(one);
    rows.push_back(std::move(one));
}

} // namespace tiramisu::bench
