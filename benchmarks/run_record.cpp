#include "run_record.h"

#include "peers/versions.h"

#include <ctime>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include <nlohmann/json.hpp>

namespace tiramisu::bench {

namespace {

using nlohmann::json;

std::string today() {
    const std::time_t now = std::time(nullptr);
    std::tm parts = {};
    gmtime_r(&now, &parts);
    char text[sizeof "2000-01-01"];
    return std::strftime(text, sizeof text, "%Y-%m-%d", &parts) == 0 ? "" : text;
}

std::string words(const std::vector<std::string> &command) {
    std::string text;
    for (const std::string &word : command) {
        text += (text.empty() ? "" : " ") + word;
    }
    return text;
}

json device_of(const device_machine &device) {
    return {{"name", device.name},
            {"driver", device.driver},
            {"multiprocessors", device.multiprocessors},
            {"clock_ghz", device.clock_ghz},
            {"stated_memory_gb_per_s", device.stated_bandwidth},
            {"fma_peak_gflops", device.fma_peak},
            {"memory_gb_per_s", device.bandwidth},
            {"libraries", device.libraries}};
}

json machine_of(const machine &here) {
    json described = {{"processor", here.processor},
                      {"cores", here.cores},
                      {"vectors", here.vectors},
                      {"compiler", here.compiler},
                      {"measured", json::array()}};
    for (const auto &[threads, peak] : here.fma_peak) {
        described["measured"].push_back({{"threads", threads},
                                         {"fma_peak_gflops", peak},
                                         {"memory_gb_per_s", here.bandwidth.at(threads)}});
    }
    if (here.device) {
        described["device"] = device_of(*here.device);
    }
    return described;
}

json costs_of(const session &here) {
    json problems = json::object();
    for (const auto &[id, cost] : here.costs) {
        problems[id] = {{"operations", cost.operations}, {"bytes", cost.bytes}};
    }
    return problems;
}

json number(const std::optional<double> &value) {
    return value ? json(*value) : json(nullptr);
}

/// The CSV file has medians, which others on the machine raise more.
json fastest_of(const session &here) {
    json list = json::array();
    for (const row &one : here.rows) {
        list.push_back({{"id", one.id},
                        {"variant", one.variant},
                        {"threads", one.threads},
                        {"peer", one.peer},
                        {"ours_ms", number(one.ours_min_ms)},
                        {"peer_ms", number(one.peer_min_ms)}});
    }
    return list;
}

} // namespace

std::string run_record_path(const std::string &csv) {
    return std::filesystem::path(csv).replace_extension(".json").string();
}

void write_run_record(const session &here, const std::vector<std::string> &command,
                      const std::string &path) {
    const json record = {{"date", today()},
                         {"command", words(command)},
                         {"rounds", here.rounds()},
                         {"machine", machine_of(here.here)},
                         {"versions", library_versions()},
                         {"problems", costs_of(here)},
                         {"fastest", fastest_of(here)}};
    std::ofstream file(path);
    file << record.dump(2) << '\n';
    file.close();
    if (!file) {
        throw std::runtime_error("cannot write " + path);
    }
}

} // namespace tiramisu::bench
