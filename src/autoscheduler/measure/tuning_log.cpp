#include "autoscheduler/measure/tuning_log.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "support/input_file.h"

namespace tiramisu::tune {

namespace {

using json = nlohmann::ordered_json;

/// Most features are 0: of the others the place, then the value.
json sparse(const feature_row &row) {
    json told = json::array();
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (row.at(i) != 0) {
            told.push_back(i);
            told.push_back(row.at(i));
        }
    }
    return told;
}

feature_row row_of(const json &told) {
    feature_row row{};
    for (std::size_t i = 0; i + 1 < told.size(); i += 2) {
        const auto at = told.at(i).get<std::size_t>();
        if (at < row.size()) {
            row.at(at) = told.at(i + 1).get<float>();
        }
    }
    return row;
}

void require_time(const trial &came) {
    constexpr double year = 3e7;
    if (came.is_measured() && !(came.seconds > 0 && came.seconds < year)) {
        throw user_error("tuning log", "",
                         "was measured in " + std::to_string(came.seconds) +
                             " seconds, which is no time that a call takes");
    }
}

log_record record_of(const std::string &line) {
    const json told = json::parse(line);
    const int version = told.at("version").get<int>();
    if (version != log_record::version) {
        throw user_error("tuning log", "",
                         "has version " + std::to_string(version) +
                             "; this program reads version " + std::to_string(log_record::version));
    }
    log_record record{told.at("algorithm").get<std::string>(),
                      told.at("machine").get<std::string>(),
                      schedule::from_json(told.at("schedule").dump()),
                      {}};
    record.came.what = outcome_of(told.at("outcome").get<std::string>());
    record.came.seconds = told.value("seconds", 0.0);
    record.came.build_seconds = told.value("build_seconds", 0.0);
    record.came.problem = told.value("problem", "");
    record.of.key = told.value("class", "");
    record.of.names = told.value("names", std::vector<std::string>());
    record.of.sizes = told.value("sizes", std::vector<double>());
    for (const json &row : told.value("features", json::array())) {
        record.features.push_back(row_of(row));
    }
    record.prior = told.value("prior", 0.0);
    record.scalars = told.value("scalars", std::map<std::string, long>());
    require_time(record.came);
    return record;
}

/// Of a log's text, in whole lines.
std::vector<log_record> records_in(const std::string &text, const std::string &path,
                                   source_place where) {
    std::vector<log_record> records;
    std::size_t number = 1;
    for (std::size_t at = 0; at < text.size(); ++number) {
        const std::size_t end = text.find('\n', at);
        if (end == std::string::npos) {
            break;
        }
        const std::string line = text.substr(at, end - at);
        at = end + 1;
        try {
            records.push_back(record_of(line));
        } catch (const nlohmann::json::exception &) {
            throw user_error("tuning log \"" + path + "\"", "",
                             "line " + std::to_string(number) +
                                 " is no record of a trial; take the line out, or begin a new log",
                             where);
        } catch (const user_error &wrong) {
            throw user_error("tuning log \"" + path + "\"", "",
                             "line " + std::to_string(number) + ": " + wrong.problem(), where);
        }
    }
    return records;
}

/// What a writer was killed in may be taken out; anything else is not ours.
void require_begun_record(const std::string &path, const std::string &line) {
    const std::string begin = "{\"version\":";
    const std::size_t known = std::min(begin.size(), line.size());
    if (line.compare(0, known, begin, 0, known) != 0) {
        throw user_error("tuning log \"" + path + "\"", "",
                         "ends with what is no record of a trial; is it another file? Name a new "
                         "one, which is made");
    }
}

} // namespace

std::string to_line(const log_record &record) {
    json told = {{"version", log_record::version},
                 {"algorithm", record.algorithm},
                 {"machine", record.machine},
                 {"outcome", to_string(record.came.what)}};
    if (record.came.is_measured()) {
        told["seconds"] = record.came.seconds;
    } else {
        told["problem"] = record.came.problem;
    }
    told["build_seconds"] = record.came.build_seconds;
    if (!record.of.key.empty()) {
        told["class"] = record.of.key;
        told["names"] = record.of.names;
        told["sizes"] = record.of.sizes;
    }
    for (const feature_row &row : record.features) {
        told["features"].push_back(sparse(row));
    }
    if (!record.features.empty()) {
        told["prior"] = record.prior;
    }
    if (!record.scalars.empty()) {
        told["scalars"] = record.scalars;
    }
    told["schedule"] = json::parse(record.what.to_json());
    return told.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::vector<log_record> read_log(const std::string &path, source_place where) {
    return records_in(support::text_of_file(path), path, where);
}

std::vector<measured_schedule> training_set_of(const std::vector<log_record> &records) {
    std::vector<measured_schedule> found;
    for (const log_record &one : records) {
        if (one.came.is_measured() && !one.features.empty()) {
            found.push_back({task_of(one), one.features, one.came.seconds, one.prior});
        }
    }
    return found;
}

std::string task_of(const log_record &record) {
    std::string text = record.algorithm + " " + record.machine;
    for (const auto &[name, value] : record.scalars) {
        text += " " + name + "=" + std::to_string(value);
    }
    return text;
}

log_writer::log_writer(std::string path, bool keeps_what_is_there) : path_(std::move(path)) {
    if (keeps_what_is_there && std::filesystem::exists(path_)) {
        const std::string text = support::text_of_file(path_);
        records_in(text, path_, {});                    // throws where it is something else
        const std::size_t whole = text.rfind('\n') + 1; // 0 where there is none
        if (whole < text.size()) {
            require_begun_record(path_, text.substr(whole));
            std::filesystem::resize_file(path_, whole);
        }
    }
    file_.open(path_, std::ios::binary | (keeps_what_is_there ? std::ios::app : std::ios::trunc));
    if (!file_) {
        throw io_error(path_, "write", std::strerror(errno));
    }
}

void log_writer::add(const log_record &record) {
    file_ << to_line(record) << '\n' << std::flush;
    if (!file_) {
        throw io_error(path_, "write", std::strerror(errno));
    }
}

} // namespace tiramisu::tune
