#include "tiramisu/profile.h"

#include <fstream>
#include <iomanip>
#include <numeric>
#include <sstream>

#include <nlohmann/json.hpp>

#include "tiramisu/generator_run.h"

namespace tiramisu::tool {

namespace {

double all_of(const nn::network_profile &profile) {
    return std::accumulate(profile.seconds.begin(), profile.seconds.end(), 0.0);
}

} // namespace

std::string table_of(const nn::network_profile &profile) {
    std::ostringstream text;
    text << std::fixed << "        ms    share    Gop/s  step\n";
    const double all = all_of(profile);
    for (std::size_t i = 0; i < profile.seconds.size(); i++) {
        const nn::network_report::step &step = profile.report.steps[i];
        const double seconds = profile.seconds[i];
        text << std::setprecision(4) << std::setw(10) << seconds * 1e3 << std::setprecision(1)
             << std::setw(7) << (all > 0 ? seconds / all * 100 : 0) << " %" << std::setw(9);
        if (step.operations > 0 && seconds > 0) {
            text << step.operations / seconds * 1e-9;
        } else {
            text << "-";
        }
        text << "  " << step.node << ": " << step.text
             << (step.solver.empty() ? "" : " by " + step.solver) << '\n';
    }
    text << std::setprecision(4) << std::setw(10) << all * 1e3 << " ms in all steps\n";
    return text.str();
}

void write_trace(const std::string &path, const nn::network_profile &profile) {
    nlohmann::json events = nlohmann::json::array();
    double start = 0; // microseconds
    for (std::size_t i = 0; i < profile.seconds.size(); i++) {
        const nn::network_report::step &step = profile.report.steps[i];
        const double taken = profile.seconds[i] * 1e6;
        events.push_back(
            {{"name", step.node},
             {"ph", "X"},
             {"ts", start},
             {"dur", taken},
             {"pid", 0},
             {"tid", 0},
             {"args",
              {{"step", step.text}, {"solver", step.solver}, {"operations", step.operations}}}});
        start += taken;
    }
    std::ofstream file(path, std::ios::binary);
    file << nlohmann::json{{"traceEvents", events}} << '\n';
    file.close();
    if (!file) {
        throw failure("\"" + path + "\" cannot be written");
    }
}

} // namespace tiramisu::tool
