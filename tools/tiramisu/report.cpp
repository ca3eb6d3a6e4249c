#include "tiramisu/report.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <sstream>

#include <nlohmann/json.hpp>

namespace tiramisu::tool {

namespace {

using nlohmann::json;

std::string read_file(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        throw failure("cannot read " + path);
    }
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::string text_in(const json &object, const char *field) {
    const auto found = object.find(field);
    return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

/// A part of the report, or why it is not there.
std::string part(const json &object, const char *name) {
    const std::string reason = object.contains("untold") ? text_in(object["untold"], name) : "";
    return reason.empty() ? text_in(object, name) : "not available: " + reason + '\n';
}

std::string file_in(const json &object, const char *kind) {
    const std::string path = object.contains("files") ? text_in(object["files"], kind) : "";
    return path.empty() ? "" : read_file(path);
}

/// "proof 0.012 s, loops 0.003 s", in the order in which the steps are taken.
std::string times_in(const json &object) {
    std::string text;
    const auto seconds = object.find("seconds");
    for (const char *step : {"proof", "loops", "statement", "machine_code"}) {
        const bool is_told = seconds != object.end() && seconds->contains(step);
        const double spent = is_told ? (*seconds)[step].get<double>() : 0;
        if (spent > 0) {
            std::array<char, 64> told{};
            std::snprintf(told.data(), told.size(), "%s%s %.3f s", text.empty() ? "" : ", ", step,
                          spent);
            text += told.data();
        }
    }
    std::replace(text.begin(), text.end(), '_', ' ');
    return text;
}

refusal read_refusal(const json &object) {
    refusal read;
    read.subject = text_in(object, "subject");
    read.call = text_in(object, "call");
    read.problem = text_in(object, "problem");
    read.place = text_in(object, "place");
    if (object.contains("dependence")) {
        const json &dependence = object["dependence"];
        read.kind = text_in(dependence, "kind");
        read.buffer = text_in(dependence, "buffer");
        read.source_instance = text_in(dependence, "source_instance");
        read.sink_instance = text_in(dependence, "sink_instance");
        read.loop = text_in(dependence, "loop");
        read.suggestion = text_in(dependence, "suggestion");
    }
    return read;
}

} // namespace

report read_report(const std::string &path) {
    const json object = json::parse(read_file(path), nullptr, false);
    if (!object.is_object() || text_in(object, "format") != "tiramisu report" ||
        object.value("version", 0) != 1) {
        throw failure(path + " is not a report of this version of Tiramisu; is the generator "
                             "linked with another one?");
    }
    report read;
    read.function = text_in(object, "function");
    read.place = text_in(object, "place");
    if (object["refused"].is_object()) {
        read.refused = read_refusal(object["refused"]);
    }
    read.algorithm = part(object, "algorithm");
    read.schedule = part(object, "schedule");
    read.notes = part(object, "notes");
    read.outline = part(object, "outline");
    read.dependences = part(object, "dependences");
    read.loops = part(object, "loops");
    read.banks = part(object, "banks");
    read.stmt = part(object, "stmt");
    read.ptx = part(object, "ptx");
    read.sass = part(object, "sass");
    read.llvm = file_in(object, "llvm_assembly");
    read.assembly = file_in(object, "assembly");
    read.times = times_in(object);
    read.no_pictures = part(object, "pictures");
    if (object["pictures"].is_array()) {
        for (const json &one : object["pictures"]) {
            read.pictures.push_back(
                {text_in(one, "title"), text_in(one, "svg"), text_in(one, "problem")});
        }
    }
    return read;
}

} // namespace tiramisu::tool
