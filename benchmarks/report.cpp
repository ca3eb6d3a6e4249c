#include "report.h"

#include <cstdio>
#include <fstream>
#include <stdexcept>

namespace tiramisu::bench {

namespace {

std::string text(const char *format, const std::optional<double> &value) {
    if (!value) {
        return "";
    }
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, format, *value);
    return buffer;
}

std::string median_and_fastest(const std::optional<double> &median,
                               const std::optional<double> &fastest) {
    return median ? text("%.3f", median) + " (" + text("%.3f", fastest) + ")" : "-";
}

} // namespace

void write_csv(const std::vector<row> &rows, const std::string &path) {
    std::ofstream file(path);
    file << "set,id,variant,threads,ours_ms,peer,peer_ms,ratio,gflops,peak_share,max_error,"
            "trials,tuning_seconds\n";
    for (const row &one : rows) {
        file << one.set << ',' << one.id << ',' << one.variant << ',' << one.threads << ','
             << text("%.4f", one.ours_ms) << ',' << one.peer << ',' << text("%.4f", one.peer_ms)
             << ',' << text("%.3f", one.ratio()) << ',' << text("%.2f", one.gflops) << ','
             << text("%.3f", one.peak_share) << ',' << text("%.2e", one.max_error) << ','
             << (one.trials ? std::to_string(*one.trials) : "") << ','
             << text("%.1f", one.tuning_seconds) << '\n';
    }
    file.close();
    if (!file) {
        throw std::runtime_error("cannot write " + path);
    }
}

void print_header() {
    std::printf("%-24s %-20s %7s  %-20s %-12s %-20s %6s %8s %6s %8s\n", "id", "variant", "threads",
                "ours ms (fastest)", "peer", "peer ms (fastest)", "ratio", "GFLOP/s", "peak",
                "error");
}

void print_row(const row &one) {
    std::optional<double> percent;
    if (one.peak_share) {
        percent = *one.peak_share * 100;
    }
    std::printf("%-24s %-20s %7d  %-20s %-12s %-20s %6s %8s %6s %8s\n", one.id.c_str(),
                one.variant.c_str(), one.threads,
                median_and_fastest(one.ours_ms, one.ours_min_ms).c_str(),
                one.peer.empty() ? "-" : one.peer.c_str(),
                one.peer.empty() ? "" : median_and_fastest(one.peer_ms, one.peer_min_ms).c_str(),
                text("%.2f", one.ratio()).c_str(), text("%.1f", one.gflops).c_str(),
                text("%.0f %%", percent).c_str(), text("%.1e", one.max_error).c_str());
    std::fflush(stdout);
}

} // namespace tiramisu::bench
